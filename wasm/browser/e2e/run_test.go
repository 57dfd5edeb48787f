package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// slow is an experiment that takes too long to be run unasked, on a fast machine, too: its queue has thousands of jobs.
const slow = `{"version": 1, "name": "slow", "machine": {"kind": "cluster", "processors": 128},
 "workload": {"kind": "lublin", "jobs": 60000, "processors": 128, "load": 1.8},
 "policies": [{"kind": "easy", "label": "EASY"}, {"kind": "conservative", "label": "Conservative"}]}`

// standing is where things are on the page, in CSS pixels.
type standing struct {
	Top    float64 // of the sentence on before and after, from the top of the window
	Banner float64 // height of the messages above everything
	Scroll float64 // of the page
	Focus  string  // id of what has the focus
	Said   string  // to screen readers
}

const stands = `(() => ({
	Top: document.querySelector("#before-after")?.getBoundingClientRect().top ?? 0, Banner: document.querySelector(".notices").offsetHeight,
	Scroll: scrollY, Focus: document.activeElement.id, Said: document.querySelector("#announcer").innerText}))()`

// Who runs an experiment goes on looking at the same place: nothing scrolls but for the banner that asked to run, the focus is where
// it was or at the beginning of the rest of the page, and what came out is said.
func TestRunKeepsThePlace(t *testing.T) {
	t.Parallel()
	url := site(t)
	for _, size := range [][2]int{{1400, 900}, {1366, 768}, {390, 844}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			p := open(t, url, visit.Options{Width: size[0], Height: size[1]})
			p.drop(write(t, "slow.json", slow))
			p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "slow"`)
			p.run(`document.querySelector("#card-machine[aria-expanded=false]")?.click()`)
			p.until(`document.querySelector("#field-machine-processors") !== null`)
			asks := func() { p.until(`!document.querySelector(".stale").hidden`); p.frame() }
			runs := func(how, focus, says string, run func()) {
				t.Helper()
				before := eval[standing](p, stands)
				run()
				p.until(fmt.Sprintf(`document.querySelector("#announcer").innerText.includes(%q)`, says))
				p.until(visit.Idle)
				eval[bool](p, atRest)
				after := eval[standing](p, stands)
				t.Logf("%s: before %+v, after %+v", how, before, after)
				if moved := math.Abs(after.Top - before.Top); before.Top > 0 && moved > before.Banner+1 {
					t.Errorf("%s: before and after has moved by %.0f pixels", how, moved)
				}
				if before.Scroll == 0 && after.Scroll != 0 {
					t.Errorf("%s: the page has scrolled to %.0f", how, after.Scroll)
				}
				if after.Focus != focus {
					t.Errorf("%s: the focus is on %q, want %q", how, after.Focus, focus)
				}
			}
			seeIt := func() { p.run(`document.querySelector("#before-after").scrollIntoView({block: "center"})`) }
			typeIn := func(processors string) {
				p.do(chromedp.Focus("#field-machine-processors", chromedp.ByQuery), chromedp.Evaluate(`document.activeElement.select()`, nil))
				p.keys(processors)
				asks()
			}
			press := func() { p.click("#run-button") }
			ctrlEnter := func() { p.keys(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)) }
			unseen := func() { p.run(`document.querySelector("#run-button").click()`) } // whatever is in sight

			typeIn("129")
			runs("the first run, by the button", "main", "under EASY", press)
			typeIn("130")
			seeIt()
			runs("the second one, by Ctrl + Enter", "field-machine-processors", "Under EASY a job waits", ctrlEnter)
			typeIn("131")
			seeIt()
			runs("the third one, by the button", "main", "Under EASY a job waits", unseen)

			p.run(`document.querySelector("#add-job").focus()`)
			p.keys(kb.Enter)
			p.until(`document.activeElement.id === "add-job-submit"`)
			p.run(`document.querySelector("#add-job-now").focus()`)
			p.keys(kb.Enter)
			asks()
			seeIt()
			runs("a job that is added", "add-job", "that ended both times", func() {
				p.do(input.DispatchKeyEvent(input.KeyRawDown).WithKey("Enter").WithModifiers(input.ModifierCtrl))
			})
			p.says("#inspector", "Job 60001")
		})
	}
}

// A frame whose reader runs it does not scroll the page around it.
func TestRunInAFrameKeepsThePlace(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, around(t, fmt.Sprintf(`<script src="%s/embed.js"></script><p style="height: 600px">Above</p>
		<backfill-lab view="timeline answers" allow="/machine/processors"><script type="application/json">%s</script></backfill-lab><p style="height: 2000px">Below</p>`, lab, slow)), visit.Options{Width: 1366, Height: 768})
	p.until(`latest("results")`)
	p.run(`scrollTo(0, 500)`)
	inFrame := func(script string) {
		t.Helper()
		if err := p.EvaluateInFrame(lab, 0, script+"; 0", nil); err != nil {
			t.Fatal(err)
		}
	}
	inFrame(`(() => { const field = document.querySelector("#field-machine-processors"); field.focus({preventScroll: true}); field.value = "129"; field.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	p.untilInFrame(lab, `!document.querySelector(".stale").hidden`)
	before := eval[float64](p, `scrollY`)
	p.run(`told.length = 0`)
	inFrame(`document.querySelector("#run-button").focus({preventScroll: true}); document.querySelector("#run-button").click()`)
	p.until(`latest("results")`)
	p.untilInFrame(lab, visit.Idle)
	p.frame()
	if after := eval[float64](p, `scrollY`); after != before {
		t.Errorf("the page around has scrolled from %v to %v", before, after)
	}
	var focus string
	if err := p.EvaluateInFrame(lab, 0, `document.activeElement.id`, &focus); err != nil || !strings.HasPrefix(focus, "main") {
		t.Errorf("the focus is on %q (%v)", focus, err)
	}
}
