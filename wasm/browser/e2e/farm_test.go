package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// One computer, on which job 1 is suspended for job 2 from 5 s to 15 s (derived in ui): the keyboard
// goes through its segments, the inspector tells of them, of its deadline and of its licence, whose
// track unfolds.
func TestInterruptedJobOnAFarm(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "farm.json", `{"version": 1, "name": "farm", "machine": {"kind": "farm", "machines": [{"processors": 2, "speed": 400}], "licences": [1]},
	 "workload": {"kind": "jobs", "jobs": [{"run": 100, "processors": 2, "licences": [1], "benchmark": 400, "deadline": 105},
	  {"submit": 5, "run": 10, "processors": 2, "licences": [1], "benchmark": 400, "deadline": 60}]}, "policies": [{"kind": "convergent"}]}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "farm"`)
	p.until(`document.querySelector(".picture .legend").innerText.includes("notched: interrupted")`)
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown))
	p.until(`document.querySelector(".hint").innerText.includes("here segment 2 of 2")`)
	p.do(keyboard(kb.Enter))
	p.until(`document.querySelector("#inspector").innerText.includes("5 s after its deadline")`)
	p.until(`document.querySelector("#inspector ol[aria-label=Segments]").innerText.includes("suspended: what it had done was kept there")`)
	p.until(`document.querySelector("#inspector .facts").innerText.includes("licence 1")`)
	const height = `document.querySelector("#timeline canvas").clientHeight`
	before := eval[float64](p, height)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll(".picture button")].find(b => b.innerText === "Licences").click()`, nil))
	p.until(`document.querySelector(".picture button[aria-expanded=true]")?.innerText === "Licences"`)
	p.until(fmt.Sprintf("%s > %g", height, before))
}
