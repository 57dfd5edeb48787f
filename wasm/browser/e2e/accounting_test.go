package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// secretLog is an accounting log of six jobs of two users on four processors. "secret" stands wherever people write something.
func secretLog() string {
	var b strings.Builder
	b.WriteString("JobID|JobName|User|UID|Account|Partition|QOS|Submit|Eligible|Start|End|State|Timelimit|ReqCPUS|AllocCPUS|AllocTRES|NodeList|Comment|WorkDir|SubmitLine\n")
	at := func(minutes int) string {
		return time.Date(2026, 3, 1, 12, minutes, 0, 0, time.UTC).Format("2006-01-02T15:04:05")
	}
	for j := range 6 {
		fmt.Fprintf(&b, "%d|secret job|secret%d|1001|secret-lab|secret-long|secret-normal|%s|%s|%s|%s|COMPLETED|01:00:00|2|2|cpu=2,gres/secret=1|secret[1-2]|secret|/home/secret|sbatch -J secret -L secret:2 --nice=5 /home/secret.sh secret\n", 10+j, j%2, at(j), at(j), at(10*(j/2)+5), at(10*(j/2)+15))
	}
	fmt.Fprintf(&b, "16|secret job|secret0|1001|secret-lab|secret-long|secret-normal|%s|%s|None|%s|CANCELLED by secret|01:00:00|2|2||None assigned|secret|/home/secret|sbatch secret.sh\n", at(7), at(7), at(9))
	b.WriteString("secret line\n")
	return b.String()
}

// An administrator drops what sacct printed: it is simulated beside what happened, on a machine of the right size. No name is on the page,
// in the link, in what is exported or stored; after a reload the copy without names is found again. Other output of sacct is refused with
// the command to use.
func TestAccountingLog(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "secret-centre.txt", secretLog()))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says(".notices", "The machine is now one pool of 4 processors: by the log up to 4 were busy at once.")
	p.says("body", "so that every simulated policy looks better than it could be there")
	p.says("#experiment", "8 job lines read, 6 jobs made; 2 dropped.")
	// Two jobs wait 5 and 4 min, two 13 and 12, two 21 and 20: 12.5 min in the mean. EASY and FCFS start the first two at once and the
	// others when two have ended, each after 10 min: 0, 0, 8, 8, 16, 16.
	p.says("#answers", "Jobs wait as long under EASY as under FCFS (mean 8 min)")
	p.says("#answers", "The log recorded a mean wait of 12 min 30 s.")
	p.says("#answers", "What was recorded happened on a cluster that may have had nodes, partitions, limits and priorities")

	// Two jobs at once had 2 processors each on two nodes: each node has 2. The log has no column of the number of nodes and no memory.
	p.says("#field-machine-kind-remark", "The log shows 2 nodes with 4 processors, in 1 partition:")
	p.click("#use-inferred-button")
	p.untilRun(`document.querySelector("#field-machine-nodes").value.includes("n[1-2]") && document.querySelector("#field-machine-partitions").value.includes("p1")`)
	p.says(".notices", "The machine is now what the log shows of it, 2 nodes with 4 processors, in 1 partition")
	p.until(`document.querySelector("#field-machine-kind-offer") === null`)
	p.says("#field-machine-kind-remark", "Memory is not counted: by the log none was given to jobs. Not known: nodes on which nothing ran;")

	p.put("#field-workload-zone", "Europe/Berlin", "input")
	p.untilRun(`true`)
	if words := p.text("#whatif"); strings.Contains(words, "Different:") {
		t.Errorf("that clocks are read otherwise is told as a change of the cluster: %s", words)
	}
	p.put("#field-workload-zone", "Berlin", "input")
	p.says("#field-workload-zone-mistake", `"Berlin": a zone such as Europe/Berlin or UTC is accepted`)
	p.put("#field-workload-zone", "Europe/Berlin", "input")
	p.untilRun(`true`)

	// Who dropped the log may see who is who, as long as the page is open.
	p.click("#show-users")
	p.until(`document.querySelector("#users-names") !== null && !document.querySelector("#user-table").innerText.includes("secret")`)
	p.click("#users-names")
	p.says("#user-table", "secret0")
	p.click("#users-names")
	p.until(`!document.querySelector("#user-table").innerText.includes("secret")`)

	// Its story is told before any simulation: the waits are 4, 5, 12, 13, 20 and 21 min, and one job never started.
	p.says("#story", "7 jobs; the log runs from 2026-03-01 12:00 to 2026-03-01 12:35 (Europe/Berlin time).")
	p.says("#story", "Half of those that started waited at most 12 min, 95 % at most 21 min; in total they waited 1.25 h. 1 job did not start")
	p.choose("story-by", "user")
	p.until(`document.querySelector("#story-table tbody tr").innerText.replace(/\s+/g, " ").startsWith("1 4 13 min 21 min 0.65")`)
	p.click("#story-table tbody button") // user 1, who waited most
	p.says("#story", "4 jobs of 7")
	p.press("#story", "user 1 ×")
	p.until(`!document.querySelector("#story").innerText.includes("4 jobs of 7")`)
	p.click("#story-csv")
	story := string(p.download(folder, "*-recorded.csv"))

	stored := `(async () => {
		const done = r => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
		let text = JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + document.documentElement.innerText + [...document.querySelectorAll("input, textarea")].map(e => e.value).join("\n");
		for (const {name} of await indexedDB.databases()) {
			const database = await done(indexedDB.open(name));
			for (const store of database.objectStoreNames)
				for (const row of await done(database.transaction(store).objectStore(store).getAll()))
					text += JSON.stringify(row) + Object.values(row).map(v => v instanceof ArrayBuffer ? new TextDecoder().decode(v) : v).join("\n");
		}
		globalThis.stored = text;
	})()`
	p.run(stored)
	p.until(`globalThis.stored !== undefined`)
	everything := eval[string](p, `globalThis.stored`) + string(p.export(folder)) + string(p.save(folder, "Experiment", "*.scenario.json")) + string(p.save(folder, "Jobs", "*-jobs.csv")) + string(p.save(folder, "Report", "*.html")) + story
	if i := strings.Index(strings.ToLower(everything), "secret"); i >= 0 {
		t.Errorf("a name is told: …%.200s", everything[max(0, i-100):])
	}
	if !strings.Contains(everything, `# accounting log without names {"format":"slurm"`) {
		t.Error("no copy of the log is stored")
	}
	if !strings.Contains(everything, "<h2>What the log recorded</h2>") || !strings.Contains(everything, "\nuser,2,3,3,720,1200,") {
		t.Error("the report or the tables do not have what the log recorded")
	}

	p.do(chromedp.Reload())
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says("#answers", "The log recorded a mean wait of 12 min 30 s.")
	p.until(`document.querySelector("#user-table") === null || document.querySelector("#users-names") === null`)

	p.drop(write(t, "plain.txt", "JobID           JobName  Partition    Account  AllocCPUS      State ExitCode \n------------ ---------- ---------- ---------- ---------- ---------- -------- \n"))
	p.says(".notices", "columns of a fixed width, in which sacct cuts what is longer; what this command prints is accepted: sacct -a -X -D -P")
}

// A table of another program has columns whose names say nothing: the reader says what they are, and it is read; what was said is part of
// the experiment. A log of PBS is read as it is dropped, and what it was read as can be corrected.
func TestTableWhoseColumnsAreAssigned(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	table := "tag,who,came,on,off,width\n"
	for j := range 4 {
		table += fmt.Sprintf("%d,secret%d,%d,%d,%d,2\n", 10+j, j%2, 1772445600+60*j, 1772445600+600*(j/2+1), 1772445600+600*(j/2+2))
	}
	p.drop(write(t, "secret.csv", table))
	p.says(".notices", "If it is a table with a row for each job, say what its columns are.")
	p.click("#read-otherwise-button")
	p.says("#reading-dialog", "The names in its first line are not known.")
	for id, column := range map[string]string{"reading-submit": "came", "reading-start": "on", "reading-end": "off", "reading-alloccpus": "width", "reading-user": "who"} {
		p.choose(id, column)
	}
	p.click("#reading-dialog .item")
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	// The jobs come after 0, 60, 120 and 180 s; the first two start after 600 s, the others after 1200: they wait 600, 540, 1080, 1020 s.
	p.says("#story", "Half of those that started waited at most 10 min, 95 % at most 18 min; in total they waited 0.90 h.")
	p.click("#read-otherwise-button")
	p.says("#reading-dialog", "It was read by the names in its first line")
	p.click("#dialog-close")
	if scenario := string(p.save(folder, "Experiment", "*.scenario.json")); !strings.Contains(scenario, "Submit=came, Start=on, End=off, AllocCPUS=width, User=who") || strings.Contains(scenario, "secret") {
		t.Errorf("the scenario says %s", scenario)
	}

	pbs := ""
	for j := range 3 {
		pbs += fmt.Sprintf("03/02/2026 12:20:00;E;%d.secret;user=secret group=secret queue=work ctime=%d qtime=%[2]d etime=%[2]d start=%[3]d exec_host=n/0*2 exec_vnode=(n:ncpus=2) Resource_List.ncpus=2 Resource_List.walltime=01:00:00 end=%d Exit_status=0\n",
			j+1, 1772445600+60*j, 1772445600+600*j, 1772445600+600*(j+1))
	}
	p.drop(write(t, "20260302", pbs))
	p.until(visit.Idle + ` && document.querySelector("#story-table") !== null && document.querySelector("#story").innerText.includes("3 jobs;")`)
	p.says("#story", "95 % at most 18 min")
	p.click("#read-otherwise-button")
	p.says("#reading-dialog", "It was read as PBS or TORQUE.")
	p.choose("reading-format", "LSF")
	p.click("#reading-dialog .item")
	p.says(".notices", "no line of the log can be simulated")
}

// A cluster with PBS writes a file for each day. They are dropped together, one of them gzipped, one with nothing in it and the last line of one without an end, and a file beside them: a job that came on one day
// ended on the next, after a wait of 10 min; another one waited 20 min. Their names say nothing of their order.
func TestFilesOfDaysAreJoined(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	const zero = 1772445600 // 2026-03-02, 10:00
	record := func(day, kind string, job, at int, more string) string {
		return fmt.Sprintf("03/%s/2026 10:00:00;%s;%d.server;user=secret group=secret queue=work ctime=%d qtime=%[4]d etime=%[4]d %sResource_List.ncpus=2 Resource_List.walltime=01:00:00", day, kind, job, at, more)
	}
	first := record("02", "Q", 1, zero, "") + "\n" + record("02", "S", 1, zero, fmt.Sprintf("start=%d ", zero+600))
	second := record("03", "E", 1, zero, fmt.Sprintf("start=%d end=%d Exit_status=0 ", zero+600, zero+86400)) + "\n" + record("03", "Q", 2, zero+86400, "") + "\n"
	third := record("04", "E", 2, zero+86400, fmt.Sprintf("start=%d end=%d Exit_status=0 ", zero+86400+1200, zero+2*86400)) + "\n"
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(second)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	p.drop(write(t, "a", third), write(t, "b.gz", zipped.String()), write(t, "c", first), write(t, "d", ""), write(t, "README", "What is here\n"))
	p.says(".notices", "3 files of one log were read one after the other. At a time one experiment, one log and one table of each kind are opened; not opened: README.")
	p.says("#story", "2 jobs;")
	p.says("#story", "in total they waited 0.50 h.")
	if notices := p.text(".notices"); strings.Contains(notices, "order of time") || strings.Contains(notices, "still") {
		t.Errorf("the page says %s", notices)
	}

	// Named by their days, they show that two days are missing.
	p.drop(write(t, "20260302", first), write(t, "20260303.gz", zipped.String()), write(t, "20260306", third))
	p.says(".notices", "3 files of one log were read one after the other. There is no file of 4 Mar 2026, nor of 1 later day: jobs that were submitted")
}

// slurm.conf, gzipped, the log and what sacctmgr prints, under a name that does not say so, are dropped together, the log first: the machine
// is the cluster. A file that is damaged is told of beside those that are read.
func TestConfigurationWithItsLog(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte("# of a cluster\nClusterName=secret\nNodeName=secret[1-3] CPUs=2\nPartitionName=long Nodes=ALL\n")); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	p.drop(write(t, "log.txt", secretLog()), write(t, "cluster.gz", zipped.String()), write(t, "limits.txt", "Account|User|Partition|Share|MaxJobs\nchem|||1|4\n"), write(t, "nodes.conf", "NodeName=n[1-2\n"))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says(".notices", "The machine is now the cluster of cluster.gz and limits.txt, 3 nodes with 6 processors, in 1 partition")
	p.says(".notices", "Not read: nodes.conf:1: NodeName=n[1-2: a bracket that is not closed")
}

// The configuration of the scheduler and its limits are dropped with the log: what is scheduled otherwise is told with the file and the line, and that no row is about the QOS of
// the log's six jobs; a seventh row is about a job that never started. A click shows what else is told. It is simulated so.
func TestSchedulerWithItsLog(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "log.txt", secretLog()), write(t, "slurm.conf", "ClusterName=c\nNodeName=n[1-3] CPUs=2\nPartitionName=secret-long Nodes=ALL\nSchedulerType=sched/backfill\nSchedulerParameters=bf_interval=0,max_rpc_cnt=5\nAccountingStorageEnforce=limits\n"),
		write(t, "qos.txt", "Name|GrpTRES|MaxJobsPU|MaxWall\nother|license/a=2,cpu=2|1|10\n"))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says(".notices", "The first policy is “Slurm as configured”, and jobs are stopped as Slurm does. Otherwise than configured: slurm.conf:5: in SchedulerParameters bf_interval is \"0\"; a whole number from 1 to 10800 is accepted: Slurm's default is assumed; "+
		"slurm.conf:5: not modelled of SchedulerParameters: max_rpc_cnt=5; qos.txt:2: GrpTRES=license/a=2 of the QOS other does not hold: only cpu, mem, node, gres/gpu are counted, and 1 more.")
	p.click("#all-remarks-button")
	p.says(".notices", "6 jobs of the log with the QOS secret-normal, which no row of the configuration is about: no limits, priority 0 and usage factor 1 are assumed.")
	p.until(`document.querySelectorAll(".mistake:not([hidden])").length === 0`)
}
