package e2e

import (
	"fmt"
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// fittingLog is what sacct would print of a queue on two nodes of four processors: jobs of one node each, a new one every 20 s, which run for a
// minute. The scheduler starts them in order, 1 s after a node is free; the third of each four is said to be started by the backfill scheduler.
func fittingLog(jobs int) string {
	var b strings.Builder
	b.WriteString("JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|NodeList|Flags\n")
	clock := func(s int) string { return fmt.Sprintf("2026-03-02T%02d:%02d:%02d", 12+s/3600, s/60%60, s%60) }
	free := [2]int{}
	for j := range jobs {
		node := 0
		if free[1] < free[0] {
			node = 1
		}
		came := 20 * j
		start := max(came, free[node]) + 1
		free[node] = start + 60
		fmt.Fprintf(&b, "%d|ann|%s|all|%s|%s|%s|COMPLETED|00:02:00|4|1|host%d|SchedMain\n", j+1, []string{"chem", "bio"}[j%2], clock(came), clock(start), clock(start+60), node+1)
	}
	return b.String()
}

// A model is held against the log: an administrator reads the verdict before anything else is asked, and asks what another setting does.
func TestModelIsHeldAgainstTheLog(t *testing.T) {
	t.Parallel()
	conf := "ClusterName=c\nNodeName=host[1-2] CPUs=4\nPartitionName=all Nodes=ALL Default=YES\nSchedulerType=sched/backfill\n"
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "slurm.conf", conf), write(t, "log.txt", fittingLog(60)))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.says("#fit", "“Slurm as configured” models a real scheduler. Hold it against this log before you believe")
	p.click("#hold-fit")
	p.until(visit.Idle + ` && document.querySelector("#fit-verdict") !== null`)
	p.says("#fit", "“Slurm as configured” held against the log.")
	p.says("#fit", "The log has 60 passes that started jobs. Given the state of the cluster as it was before each, the model starts the same jobs in 60 (100 %). Of 60 starts it makes 60 in the same pass (100 %), and puts 60 of 60 on the same nodes.")
	p.says("#fit", "20 drawings of when its loops begin")
	p.choose("fit-by", "account")
	p.says("#fit-groups", "Account 1")
	p.says("#fit-groups", "30")

	// What another setting does is then told of as many drawings as small runs are repeated in by themselves, and begins with how well the model fits.
	p.put("#if-word", "600", "input")
	p.click("#ask-word")
	p.untilRun(`document.querySelector("#before-after") !== null`)
	p.says("#before-after", "Slurm as configured starts the same jobs as this log in 100 % of its passes. Here it may be trusted for")
	p.says("#before-after", "; 20 drawings")
	p.says("#before-remarks", "Under Slurm as configured → Slurm as changed mean waits are means of 20 drawings.")
	p.pictures("ranges", "#whatif")
}
