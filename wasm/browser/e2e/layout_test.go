package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// The inspector can be read at once, from the timeline and from the job table. However long it is, half of its column is left to what stands below it.
func TestInspectorIsReadable(t *testing.T) {
	t.Parallel()
	url := site(t)
	for _, size := range [][2]int{{1280, 900}, {1366, 768}, {1440, 900}, {1600, 900}, {1920, 1080}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			p := open(t, url, visit.Options{Width: size[0], Height: size[1]})
			readable := func(job string) {
				t.Helper()
				p.until(fmt.Sprintf(`document.querySelector("#inspector h2")?.innerText === %q && document.querySelectorAll("#inspector ol.reasons").length === 3`, job))
				if seen := eval[float64](p, `(() => { const r = document.querySelector("#inspector").getBoundingClientRect();
					return Math.min(r.bottom, innerHeight) - Math.max(r.top, 0) })()`); seen < 300 {
					t.Errorf("%.0f pixels of the inspector are in sight", seen)
				}
				if share := eval[float64](p, `document.querySelector("#inspector").offsetHeight / document.querySelector(".right").offsetHeight`); share > 0.51 {
					t.Errorf("the inspector lies over %.0f %% of its column", 100*share)
				}
			}
			p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.Enter))
			readable("Job 1")
			p.do(chromedp.Evaluate(`document.querySelectorAll("#job-table .link")[3].click()`, nil))
			readable("Job 4")
		})
	}
}

// What a field means stands at the foot of the form while the field has the focus,
// and nothing lies over it.
func TestHelpOfAField(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Focus("#field-machine-processors", chromedp.ByQuery))
	p.until(`(() => {
		const help = document.querySelector("#field-machine-processors-about"), r = help.getBoundingClientRect();
		return help.contains(document.elementFromPoint(r.left + 20, r.top + 15)) && r.bottom <= innerHeight && help.scrollHeight <= help.clientHeight;
	})()`)
}
