package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// Two jobs of two processes on one node, which ask for 8,000 of its 6,000 MB/s while both
// run: the picture, its legend and the inspector tell.
func TestDemandOfNodes(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "shared.json", `{"version": 1, "name": "shared", "machine": {"kind": "nodes", "processors": 8}, "policies": [{"kind": "fcfs"}],
	 "workload": {"kind": "jobs", "jobs": [{"run": 600, "request": 900, "processors": 2}, {"submit": 300, "run": 600, "request": 650, "processors": 2}],
	 "transform": [{"kind": "bandwidth", "high": 1, "medium": 0}]}}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "shared"`)
	p.put("#show", "demand", "change")
	p.until(`document.querySelector(".picture .legend").innerText.includes("133 %")`)
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.Enter))
	p.until(`document.querySelector("#inspector").innerText.includes("Killed because of sharing: node 1")`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll("#inspector button")].find(b => b.innerText === "Shared shadows").click()`, nil))
	p.until(`document.querySelector("#inspector table")?.innerText.includes("1/3")`)
}
