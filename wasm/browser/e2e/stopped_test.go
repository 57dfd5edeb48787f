package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// Job 1 is preempted by job 3, and requeued at 400 s: each of its three runs is told where it is pointed at, and in the inspector. Job 4 is cancelled
// at 300 s, while it waits.
func TestStoppedJobsAreTold(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1440, Height: 1000})
	p.drop(write(t, "stopped.json", `{"version": 1, "name": "stopped", "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-4]", "processors": 4}],
	  "partitions": [{"name": "low", "number": 1, "nodes": "n[1-4]", "tier": 1}, {"name": "high", "number": 2, "nodes": "n[1-4]", "tier": 2}]},
	 "workload": {"kind": "jobs", "jobs": [{"run": 600, "processors": 8, "partitions": [1]}, {"submit": 5, "run": 900, "processors": 8, "partitions": [1]},
	  {"submit": 60, "run": 120, "processors": 8, "partitions": [2]}, {"submit": 70, "run": 300, "processors": 16, "partitions": [1]}]},
	 "policies": [{"kind": "slurm", "label": "Slurm", "preempt": "partition", "requeueDelay": 0, "actions": [{"at": 300, "do": "cancel", "jobs": "4"}, {"at": 400, "do": "requeue", "jobs": "1"}]}]}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "stopped"`)
	p.until(`document.querySelector(".picture .legend").innerText.includes("crossed: ran to no avail")`)
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown))
	p.until(`document.querySelector(".hint").innerText.includes("was preempted once and requeued once")`)
	p.do(keyboard(kb.Enter))
	p.until(`document.querySelector("#inspector").innerText.includes("started first at")`)
	p.until(`document.querySelector("#inspector ol[aria-label=Segments]").innerText.includes("preempted: what it had done was lost, and it waited again")`)
	p.until(`document.querySelectorAll("#inspector ol[aria-label=Segments] li").length === 3`)
	p.until(`document.querySelector("#inspector").innerText.includes("to make room for job 3, which preempted it") && document.querySelector("#inspector").innerText.includes("by hand")`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll("button")].find(b => b.innerText === "In words").click()`, nil))
	p.until(`document.querySelector(".picture").innerText.includes("Waited 3 min 50 s, cancelled at 5 min before it started.")`)
}
