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

// Where the three places stand beside each other, no label of a field breaks inside a word, and the table of three policies has room, with intervals
// too. Chromium hides its scroll bars here: what they take is left free.
func TestLayoutOfLabelsAndTable(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.run(`(() => { const sheet = new CSSStyleSheet();
		sheet.replaceSync("@media (min-width: 68.75em) { .right { padding-right: 10px } .cards { padding-right: calc(0.8rem + 10px) } }");
		document.adoptedStyleSheets = [sheet] })()`)
	look := func(what string) {
		t.Helper()
		for _, width := range []int64{1100, 1280, 1320, 1366, 1440, 1600} {
			p.do(chromedp.EmulateViewport(width, 900))
			p.frame()
			broken := eval[[]string](p, `(() => {
				const pen = document.createElement("canvas").getContext("2d");
				return [...document.querySelectorAll(".cards .field > label")].filter(e => e.checkVisibility()).filter(e => {
					pen.font = getComputedStyle(e).font;
					return e.innerText.split(/\s+/).some(word => pen.measureText(word).width > e.clientWidth + 1);
				}).map(e => e.innerText + " in " + e.clientWidth);
			})()`)
			if len(broken) > 0 {
				t.Errorf("%s, %d pixels: labels break inside words: %q", what, width, broken)
			}
			if table := eval[[]int](p, `(() => { const e = document.querySelector("#metrics").closest(".scroll"); return [e.scrollWidth, e.clientWidth] })()`); table[0] > table[1] {
				t.Errorf("%s, %d pixels: the table needs %d and has %d", what, width, table[0], table[1])
			}
		}
	}
	p.run(`for (const card of document.querySelectorAll('.cards .fold[aria-expanded="false"]')) card.click()`)
	p.frame()
	look("the first visit")
	p.drop(write(t, "repeated.json", `{"version": 1, "name": "repeated", "machine": {"kind": "cluster", "processors": 128},
	 "workload": {"kind": "lublin", "jobs": 300, "processors": 128, "load": 0.7}, "seed": 4, "replications": 5,
	 "policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}, {"kind": "conservative", "label": "Conservative"}], "baseline": "FCFS"}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "repeated" && document.querySelector("#metrics .bounds") !== null`)
	look("five workloads")
}
