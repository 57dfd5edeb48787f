package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// An administrator drops the log and the configuration of a cluster, asks for another time limit and for more jobs of a user at a time, and copies
// the lines. With -pictures the panel is saved in both themes, wide and narrow.
//
// Job 2, of the same user as job 1, waits until that ends, for 50 min, though half of the node is free: its QOS lets a user have one job at a time. With
// two it starts at once, or in a pass soon after.
func TestQuestionsAboutAScheduler(t *testing.T) {
	t.Parallel()
	const log = "JobID|User|Account|Partition|QOS|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqTRES|AllocTRES\n" +
		"1|ann|chem|short|normal|2026-03-02T12:00:00|2026-03-02T12:00:00|2026-03-02T13:00:00|COMPLETED|01:00:00|2|1|cpu=2,node=1|cpu=2,node=1\n" +
		"2|ann|chem|short|normal|2026-03-02T12:10:00|2026-03-02T13:00:00|2026-03-02T13:20:00|COMPLETED|01:00:00|2|1|cpu=2,node=1|cpu=2,node=1\n"
	files := map[string]string{
		"slurm.conf": "ClusterName=c\nNodeName=node1 CPUs=4\nPartitionName=short Nodes=ALL Default=YES MaxTime=1:00:00\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n" +
			"SchedulerType=sched/backfill\nSchedulerParameters=bf_interval=60\nPriorityType=priority/multifactor\nPriorityWeightAge=1000\nAccountingStorageEnforce=limits\n",
		"assoc.txt": "Account|Par Name|User|Share|MaxJobs\nroot|||1|\nchem|root||30|\nchem||ann|1|\n",
		"qos.txt":   "Name|MaxTRESPU|MaxJobsPU\nnormal||1\n",
	}
	p := open(t, site(t), visit.Options{})
	folder := t.TempDir()
	dropped := []string{write(t, "sacct.txt", log)}
	for name, text := range files {
		dropped = append(dropped, filepath.Join(folder, name))
		if err := os.WriteFile(dropped[len(dropped)-1], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.drop(dropped...)
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says("#whatif", "bf_interval=120, now 60")

	p.put("#if-word", "0", "input")
	p.says("#whatif", "A whole number from 1 to 10,800, in s, is accepted.")
	p.until(`document.querySelector("#ask-word").ariaDisabled === "true"`)
	p.put("#if-limit-of-qos", "1", "change") // MaxJobsPU
	p.says("#ask-limit", "QOS 1: MaxJobsPU 2, now 1")
	p.click("#ask-limit")
	p.untilRun(`true`)
	p.until(`/(; |all )20 drawings/.test(document.querySelector("#before-after").innerText)`) // runs are repeated by themselves
	p.says("#changed-lines", "sacctmgr modify qos normal set MaxJobsPerUser=2")
	p.put("#if-partition", "2 h", "input")
	p.click("#ask-partition")
	p.untilRun(`document.querySelector("#changed-lines").innerText.includes("PartitionName")`)
	p.pictures("questions", "#whatif")
	const want = "PartitionName=short Nodes=node1 Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=02:00:00 MinNodes=0 MaxNodes=UNLIMITED\n\nsacctmgr modify qos normal set MaxJobsPerUser=2\n"
	if got := eval[string](p, `document.querySelector("#changed-lines").textContent`); got != want {
		t.Errorf("the lines are\n%s\nwant\n%s", got, want)
	}
	p.click("#copy-lines")
	p.says(".notices", "Copied.")
	for where, text := range map[string]string{"address": eval[string](p, "location.href"), "storage": eval[string](p, "JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")} {
		if strings.Contains(text, "normal") || strings.Contains(text, "node1") {
			t.Errorf("a name of the centre is in the %s", where)
		}
	}
}

// pictures saves a place of the page in both themes, wide and narrow, if pictures are wanted.
func (p *page) pictures(name, selector string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	for _, dark := range []bool{false, true} {
		for _, width := range []int64{1280, 320} {
			p.wears(dark)
			p.do(chromedp.EmulateViewport(width, 900))
			p.frame()
			var png []byte
			p.do(chromedp.Screenshot(selector, &png, chromedp.ByQuery))
			if err := os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("%s-%d-dark-%v.png", name, width, dark)), png, 0o644); err != nil {
				p.t.Fatal(err)
			}
		}
	}
}
