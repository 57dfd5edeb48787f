package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// An administrator drops the log and the configuration of a cluster, asks why a job waits, and adds a node.
//
// Two nodes of 8 processors and 4 GPUs. Jobs 1 and 2 take 3 GPUs of each until 12:10 and 12:20. Job 3 asks for 2 on one node: 2 are free, one on
// each. It starts when job 1 ends, after 9 min. On a third node it starts at once. Job 4 asks for more memory than any node has.
func TestClusterOfALog(t *testing.T) {
	t.Parallel()
	const head = "JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqTRES|AllocTRES\n"
	row := func(id, submit, start, end, limit, tres string) string {
		return id + "|secret-user|secret-account|secret-gpu|2026-03-02T" + submit + "|2026-03-02T" + start + "|2026-03-02T" + end + "|COMPLETED|" + limit + "|2|1|" + tres + "|" + tres + "\n"
	}
	log := head + row("1", "12:00:00", "12:00:00", "12:10:00", "00:10:00", "cpu=2,mem=4G,node=1,gres/gpu=3") +
		row("2", "12:00:00", "12:00:00", "12:20:00", "00:20:00", "cpu=2,mem=4G,node=1,gres/gpu=3") +
		row("3", "12:01:00", "12:12:00", "12:17:00", "00:05:00", "cpu=2,mem=4G,node=1,gres/gpu=2") +
		row("4", "12:02:00", "12:30:00", "12:31:00", "00:05:00", "cpu=2,mem=100G,node=1")
	conf := "ClusterName=secret\nNodeName=secret[1-2] CPUs=8 RealMemory=64000 Gres=gpu:4\nPartitionName=secret-gpu Nodes=ALL Default=YES MaxTime=1:00:00 LLN=YES\n"
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	name := filepath.Join(folder, "slurm.conf")
	if err := os.WriteFile(name, []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	p.drop(name, write(t, "secret-log.txt", log))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says(".notices", "The machine is now the cluster of slurm.conf, 2 nodes with 16 processors and 8 GPUs, in 1 partition")
	p.says(".notices", "Not used: slurm.conf:3: LLN=YES")
	p.says("#answers", "asking for more memory than there is on the nodes of p1")

	pin := `[...document.querySelectorAll("[id^=show-job-]")].find(b => b.innerText === "3").click()`
	p.run(pin)
	p.says("#inspector", "GPUs on each node 2")
	p.says("#inspector", "it needs 2 GPUs on one node; ")
	p.says("#inspector", "2 GPUs were free, on 2 nodes.")
	p.says("#inspector", "Waited 9 min, started at 2 Mar 2026 12:10:00 on n1")

	p.put("#if-nodes", "50", "input")
	p.says("#ask-nodes", "+50 % nodes: 3")
	p.press("#whatif", "+50 % nodes: 3")
	p.untilRun(`true`)
	p.says("#inspector", "Started at once, at 2 Mar 2026 12:01:00 on n3")
	p.says("#whatif", "Different:")
	p.says("#before-groups", "Partition p1 3 3 min → 0 s") // of job 3 alone
	p.says("#before-groups", "Account 1 3 3 min → 0 s")

	p.put("#field-machine-nodes", "name processors memory gpus\nn[1-4] 8 62.5 4\n", "input")
	p.says("#field-machine-nodes-mistake", "no partition has the node n4; nodes of a partition are accepted")
	p.put("#field-machine-nodes", "name processors\nn[1-999999999] 8\n", "input")
	p.says("#field-machine-nodes-mistake", "more than 10,000 hosts")
	for where, text := range map[string]string{"page": p.text("body"), "address": eval[string](p, "location.href"), "storage": eval[string](p, "JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")} {
		if strings.Contains(text, "secret") {
			t.Errorf("a name of the centre is in the %s", where)
		}
	}
}

// Two nodes with partitions that overlap: the timeline is arranged by partition and coloured by account, then shows the nodes of one partition.
const twoNodes = `{"version": 1, "name": "Two nodes", "machine": {"kind": "partitions",
	"nodes": [{"name": "n", "processors": 4, "memory": 8}, {"name": "g", "processors": 4, "memory": 8, "gpus": "1"}],
	"partitions": [{"name": "batch", "nodes": "n", "default": true}, {"name": "gpu", "nodes": "g"}, {"name": "short", "tier": 2}]},
	"workload": {"kind": "jobs", "jobs": [{"run": 10, "processors": 4, "group": 3, "qos": 1}, {"run": 20, "processors": 1, "partitions": [2], "gpus": 1, "nodes": 1, "group": 4, "qos": 1},
		{"submit": 1, "run": 5, "processors": 3, "partitions": [3], "group": 3, "qos": 2}]}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}]}`

// Job 1 takes n for 10 s, 50 % of the time; job 2 a processor of g for 20 s and job 3, in short, the other three for 5 s, 44 %.
func TestNodesByPartition(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "nodes.json", twoNodes))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Two nodes"`)
	p.press(".picture", "In words")
	p.choose("nodes-shown", "by partition")
	p.says(".words", "Busy on average, from the top: batch + short (1 node) 50 %, gpu + short (1 node) 44 %.")
	p.choose("color-by", "group (account)")
	p.says(".legend", "group 3")
	p.says(".words", "Jobs by group (account): 3 2 and 4 1.")
	p.choose("color-by", "QOS")
	p.says(".legend", "QOS 2")
	p.choose("color-by", "partition")
	p.says(".legend", "partition short")
	p.choose("nodes-shown", "only gpu")
	p.says(".words", "Only nodes of gpu. 2 jobs ran")
	// The first job that is read is one on those nodes.
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown))
	p.says("#timeline-hint", "Job 2, partition gpu, 1 processor")
	p.untilRun(`true`)
	if got := eval[string](p, `document.querySelector("#nodes-shown").value`); got != "partition:gpu" {
		t.Errorf("after another run the nodes are %q", got)
	}
}

// Two jobs of a log on a cluster with room for both: job 2 comes at 12:01:00, and the policy starts it within 7 s, as passes are at most 3 s apart
// and asked for within 4 s. A table of what people did is dropped: job 2 was held before it came, and released at 12:20:00.
func TestActionsFromATable(t *testing.T) {
	t.Parallel()
	log := "JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|AllocCPUS\n" +
		"1|ann|chem|all|2026-03-02T12:00:00|2026-03-02T12:00:00|2026-03-02T12:30:00|COMPLETED|00:30:00|2\n" +
		"2|ann|chem|all|2026-03-02T12:01:00|2026-03-02T12:20:00|2026-03-02T12:25:00|COMPLETED|00:10:00|2\n"
	conf := "ClusterName=c\nNodeName=host[1-2] CPUs=4\nPartitionName=all Nodes=ALL Default=YES\nSchedulerType=sched/backfill\n"
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "slurm.conf", conf), write(t, "log.txt", log))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.run(`[...document.querySelectorAll("[id^=show-job-]")].find(b => b.innerText === "2").click()`)
	p.says("#inspector", "started at 2 Mar 2026 12:01:0")

	// Another zone: the log and the table have its clocks.
	p.put("#field-workload-zone", "America/New_York", "input")
	p.untilRun(`true`)
	p.says("#inspector", "started at 2 Mar 2026 12:01:0")
	p.drop(write(t, "wrong.csv", "at,do,jobs\n2026-03-02 12:00:30,hold,2\n2026-03-02 12:20,let go,2\n"))
	p.says(".notices", `wrong.csv:3: do: "let go": one of hold, release`)
	p.drop(write(t, "actions.csv", "at,do,jobs,nodes\n2026-03-02 12:00:30,hold,2,\n2026-03-02 12:20,release,2,\n2026-03-02 12:50,drain,,host2\n"))
	p.says(".notices", "actions.csv was read as a table of what people did while the cluster ran: 3 actions, 1 hold, 1 release, 1 drain. “Slurm as configured” has them now.")
	p.untilRun(`true`)
	p.says("#inspector", "started at 2 Mar 2026 12:20:0")
	if text := eval[string](p, `document.querySelector("[id^=field-policies-0-actions]").value`); strings.Contains(text, "host") || !strings.Contains(text, "n2") {
		t.Errorf("the actions are %q", text)
	}

	// The same three files at once, before anything was opened.
	all := []string{write(t, "actions.csv", "at,do,jobs\n2026-03-02 12:00:30,hold,2\n2026-03-02 12:20,release,2\n"), write(t, "log.txt", log), write(t, "slurm.conf", conf)}
	p = open(t, site(t), visit.Options{})
	p.drop(all...)
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says(".notices", "The machine is now the cluster of slurm.conf")
	p.says(".notices", "actions.csv was read as a table of what people did while the cluster ran: 2 actions, 1 hold, 1 release.")
	p.run(`[...document.querySelectorAll("[id^=show-job-]")].find(b => b.innerText === "2").click()`)
	p.says("#inspector", "started at 2 Mar 2026 12:20:0")
}
