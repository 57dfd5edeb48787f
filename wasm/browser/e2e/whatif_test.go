package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine/workload/workloadtest"
	"backfill/wasm/browser/visit"
)

// longRequest: on 4 processors job 1 runs from 0 to 100 s on 3 of them, job 2, of 4, waits for it, and
// job 3, of one processor, asks for too long to go first: it waits for 130 s, and for nothing
// if it asks for 60 s. Mean waits are (0+90+130)/3 s and (0+90+0)/3 s.
const longRequest = `{"version": 1, "name": "three jobs", "machine": {"kind": "cluster", "processors": 4}, "policies": [{"kind": "easy", "label": "EASY"}],
 "workload": {"kind": "jobs", "jobs": [{"run": 100, "processors": 3}, {"submit": 10, "run": 50, "processors": 4}, {"submit": 20, "run": 60, "request": 200}]}}`

// at is the middle of the place on the page where the timeline shows the share x of its width and
// the share y, from below, of its first Gantt chart, which lies below axis and title.
func (p *page) at(x, y float64) (float64, float64) {
	p.t.Helper()
	type box struct{ Left, Top, Width float64 }
	r := eval[box](p, `(() => { const r = document.querySelector("#timeline canvas").getBoundingClientRect(); return {Left: r.left, Top: r.top, Width: r.width} })()`)
	const above, height = 60, 320 // CSS pixels, of a single policy
	return r.Left + x*r.Width, r.Top + above + (1-y)*height
}

// drag presses at one place, moves and lets go at another one.
func (p *page) drag(fromX, fromY, toX, toY float64, modifiers input.Modifier) {
	p.t.Helper()
	mouse := func(kind input.MouseType, x, y float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1).WithModifiers(modifiers)
	}
	p.do(mouse(input.MousePressed, fromX, fromY), mouse(input.MouseMoved, (fromX+toX)/2, (fromY+toY)/2), mouse(input.MouseMoved, toX, toY))
	p.frame()
	p.do(mouse(input.MouseReleased, toX, toY))
}

// keyboard presses keys as a keyboard does: what a key writes is not written where the page prevents it. (chromedp.KeyEvent sends the
// character apart, so that it lands in whatever has the focus by then.)
func keyboard(keys string, options ...chromedp.KeyOption) chromedp.Action {
	raw := func(k *input.DispatchKeyEventParams) *input.DispatchKeyEventParams {
		if k.Type == input.KeyDown {
			k.Type = input.KeyRawDown
		}
		return k
	}
	return chromedp.KeyEvent(keys, append(options, raw)...)
}

// keys presses keys where the focus is.
func (p *page) keys(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do(keyboard(keys, options...))
}

// says waits until the element that matches says text, breaks of lines aside.
func (p *page) says(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`(document.querySelector(%q)?.innerText ?? "").replace(/\s+/g, " ").includes(%q)`, selector, text))
}

func TestWhatIf(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := open(t, url, visit.Options{Downloads: folder})
	p.drop(write(t, "three.json", longRequest))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "three jobs"`)

	// Job 3 is clicked, on the chart, where it runs from 150 to 210 s on the lowest processor, and
	// asks for less, by keyboard.
	x, y := p.at(180.0/210, 0.1)
	p.do(chromedp.MouseClickXY(x, y))
	p.says("#inspector", "Job 3")
	p.click("#change-job")
	p.until(`document.activeElement.id === "what-if-submit"`)
	p.keys(kb.Tab + kb.Tab + kb.Tab)
	p.do(chromedp.Evaluate(`document.querySelector("#what-if-request").select()`, nil))
	p.keys("60 s")
	p.says("#inspector", "Before: waited 2 min 10 s, started at 2 min 30 s; it starts 2 min 10 s earlier now.")
	p.says("#whatif", "Job 3 asks for 1 min instead of 3 min 20 s.")
	p.says("#before-after", "Under EASY a job waits 59 % less on average (30.0 s, before 1 min 13 s).")
	p.says(".picture .legend", "starts earlier")
	if focus := eval[string](p, "document.activeElement.id"); focus != "what-if-request" {
		t.Errorf("the focus has moved to %q", focus)
	}
	p.until(visit.Idle)
	result := p.export(folder)
	sameResult(t, result, headless(t, result, ""))

	// What was changed is in the address.
	address := eval[string](p, "location.href")
	elsewhere := open(t, address, visit.Options{})
	elsewhere.says("#whatif", "Job 3 asks for 1 min instead of 3 min 20 s.")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until(visit.Idle)
	p.says("#whatif", "Job 3 asks for 1 min instead of 3 min 20 s.")

	// A job is drawn from 100 to 150 s, over two processors; undo takes it away again.
	p.click("#draw-job")
	p.until(`document.querySelector("#timeline canvas").style.cursor === "cell"`)
	last := 150.0 // s, when all has ended
	x0, y0 := p.at(100/last, 0.1)
	x1, y1 := p.at(0.99, 0.4)
	p.drag(x0, y0, x1, y1, 0)
	p.says("#whatif", "Job 4 is added: 2 processors for")
	p.says("#inspector", "Job 4")
	p.until(`document.querySelector("#timeline canvas").style.cursor === ""`)
	p.says("#inspector", "Before: this job was not there.")
	p.keys("z", chromedp.KeyModifiers(input.ModifierCtrl))
	p.until(`!document.querySelector("#whatif").innerText.includes("Job 4 is added")`)
	p.until(visit.Idle)
	p.drag(x0, y0, x1, y1, input.ModifierShift)
	p.says("#whatif", "Job 4 is added: 2 processors for")
	p.until(visit.Idle)
	p.do(chromedp.Focus("#take-back-1", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.until(`!document.querySelector("#whatif").innerText.includes("Job 4 is added")`)

	// Escape leaves a job that is being drawn.
	p.until(visit.Idle)
	p.do(input.DispatchMouseEvent(input.MousePressed, x0, y0).WithButton(input.Left).WithButtons(1).WithClickCount(1).WithModifiers(input.ModifierShift),
		input.DispatchMouseEvent(input.MouseMoved, x1, y1).WithButton(input.Left).WithButtons(1).WithModifiers(input.ModifierShift))
	p.frame()
	p.keys(kb.Escape)
	p.do(input.DispatchMouseEvent(input.MouseReleased, x1, y1).WithButton(input.Left).WithClickCount(1))
	p.frame()
	if text := p.text("#whatif"); strings.Contains(text, "is added") {
		t.Errorf("a job that was given up is there: %s", text)
	}

	// By keyboard alone.
	p.do(chromedp.Focus("#add-job", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.until(`document.activeElement.id === "add-job-submit"`)
	p.keys(kb.Tab + kb.Tab)
	p.do(chromedp.Evaluate(`document.activeElement.select()`, nil))
	p.keys("2 min")
	p.do(chromedp.Focus("#add-job-now", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.says("#whatif", "Job 4 is added: 1 processor for 2 min, submitted at 0.")
	p.says("#inspector", "Job 4")
}

func TestKeepARun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "three.json", longRequest))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "three jobs"`)
	first := p.export(folder)
	p.click("#keep-run")
	p.until(`document.querySelector("#kept-0")?.value === "1: as opened"`)
	p.do(chromedp.SetValue(`#policies-0`, "fcfs", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#policies-0").dispatchEvent(new Event("change", {bubbles: true}))`, nil))
	p.says("#whatif", "Different: FCFS.")
	p.says("#whatif", "Compared with the kept run “1: as opened”.")
	p.says("#before-after", "None of these policies was there before.")
	p.says("#before-remarks", "New: FCFS.")
	p.says("#before-remarks", "Gone: EASY.")
	p.until(visit.Idle)
	p.click("#keep-run")
	p.until(`document.querySelector("#kept-1")?.value === "2: FCFS"`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll(".kept button")].find(b => b.innerText === "Show again").click()`, nil))
	p.until(visit.Idle + ` && document.querySelector("#metrics").innerText.includes("EASY")`)
	p.says("#whatif", "Compared with the kept run “2: FCFS”.")
	if again := p.export(folder); !slices.Equal(again, first) {
		t.Errorf("shown again the run is %.300s instead of %.300s", again, first)
	}
}

// On a phone the chart that a job is to be drawn on comes into sight.
func TestDrawOnAPhone(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 320, Height: 640})
	const top = `document.querySelector("#timeline").getBoundingClientRect().top`
	p.do(chromedp.ScrollIntoView("#draw-job", chromedp.ByQuery))
	if y := eval[float64](p, top); y >= 0 && y < 640 {
		t.Fatalf("the chart is in sight already, at %v", y)
	}
	p.click("#draw-job")
	p.until(`Math.abs(` + top + `) < 640 / 2`)
}

// A job of a log of some ten thousand jobs is removed, with waits in the log that are told as before.
func TestWhatIfOnALog(t *testing.T) {
	t.Parallel()
	log := workloadtest.TracePath(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(log)
	p.until(visit.Idle + ` && document.body.innerText.includes("28,475")`)
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery))
	p.keys(kb.ArrowDown + kb.Enter)
	p.until(`document.querySelector("#remove-job") !== null`)
	job := strings.TrimPrefix(p.text("#inspector-heading"), "Job ")
	p.click("#remove-job")
	p.until(fmt.Sprintf(`document.querySelector("#whatif").innerText.includes("Job %s is removed")`, job))
	p.untilRun(`document.body.innerText.includes("28,474")`)
	p.says("#whatif", "Under ")
	var r struct{ Workload struct{ Jobs int } }
	result := p.export(folder)
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(result), `"kind":"change"`) && !strings.Contains(string(result), `"kind": "change"`) {
		t.Error("the result does not say what was changed")
	}
}
