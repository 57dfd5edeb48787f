package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// middle is the middle of an element in the window, scrolled into sight.
func (p *page) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.still(selector)
	at := eval[[]float64](p, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })()`, selector))
	return at[0], at[1]
}

// dragOnto drags one element onto another with the mouse, in steps.
func (p *page) dragOnto(from, to string) {
	p.t.Helper()
	u, v := p.middle(to)
	x, y := p.middle(from)
	p.do(chromedp.MouseEvent(input.MouseMoved, x, y), chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft))
	const steps = 2
	for i := 1; i <= steps; i++ {
		share := float64(i) / steps
		p.do(chromedp.MouseEvent(input.MouseMoved, x+(u-x)*share, y+(v-y)*share, chromedp.ButtonLeft))
	}
	p.do(chromedp.MouseEvent(input.MouseReleased, u, v, chromedp.ButtonLeft))
}

// picturedAs keeps a picture of the window in the folder that -pictures names, for whoever looks at it.
func (p *page) picturedAs(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	var png []byte
	p.do(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// The reader places the textbook case by keys and by dragging as EASY would, tries what is not possible, takes something back, and sees the
// schedule beside those of the policies. EASY's starts in the textbook case: 1, 2 at 0; 5 at 2 min; 6 at 5 min; 8 at 8 min; 3 at 10 min; ... (TestPlaceTheTextbookCase of package ui).
func TestPlaceJobsByHand(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1280, Height: 900})
	p.click("#byhand-begin")
	p.until(visit.Idle + ` && document.activeElement.id === "byhand"`)
	p.says("#byhand", "At 0: job 1 and job 2 arrive. 8 of 8 processors free, 2 jobs wait; 0 of 12 jobs placed.")
	p.put("#byhand-rule", "EASY", "change")
	p.until(visit.Idle)

	p.do(chromedp.Focus("#byhand", chromedp.ByQuery))
	p.keys(kb.ArrowDown)
	p.until(`document.activeElement.id === "byhand-job-0"`)
	p.keys(kb.Enter)
	p.until(`document.activeElement.id === "byhand-job-1"`)
	p.until(`document.querySelector("#announcer").textContent.includes("Job 1 starts at 0. 4 of 8 processors free")`)
	p.keys(kb.Enter)
	p.says("#byhand", "2 of 12 jobs placed")
	p.keys(".")
	p.says("#byhand", "At 1 min: job 3 and job 4 arrive.")
	p.until(clock + ` === "1 min"`)

	// Not possible: by a key, and by dragging.
	p.do(chromedp.Focus("#byhand-job-2", chromedp.ByQuery))
	p.keys(kb.ArrowDown)
	p.until(`document.activeElement.id === "byhand-job-3"`)
	p.keys(kb.ArrowUp)
	p.until(`document.activeElement.id === "byhand-job-2"`)
	p.keys(kb.Enter)
	p.says(".byhand-told.wrong", "Job 3 does not fit: it needs 6 processors, 1 is free. By the requested times enough will be free at 10 min.")
	p.dragOnto("#byhand-job-3", "#byhand-machine")
	p.says(".byhand-told.wrong", "Job 4 does not fit: it needs 5 processors, 1 is free. By the requested times enough will be free at 5 min.")
	p.picturedAs("byhand-1280")

	// Dropped elsewhere it stays; dropped on the machine or the timeline it starts; undo takes that back.
	p.keys(".")
	p.says("#byhand", "At 2 min: job 5 arrives.")
	p.dragOnto("#byhand-job-4", "#byhand-heading")
	p.frame()
	p.says("#byhand", "2 of 12 jobs placed")
	p.dragOnto("#byhand-job-4", "#byhand-machine")
	p.says("#byhand", "3 of 12 jobs placed")
	p.says(".byhand-told", "Job 5 starts at 2 min.")
	p.until(`document.querySelector(".ghost") === null`)
	p.click("#byhand-undo")
	p.says(".byhand-told", "Job 5 waits again at 2 min.")
	p.dragOnto("#byhand-job-4", "#timeline")
	p.says("#byhand", "3 of 12 jobs placed")

	// At 5 min job 6 comes, which EASY starts. Who lets time go on is told of that, goes back and starts it.
	p.do(chromedp.Focus("#byhand-on", chromedp.ByQuery))
	p.keys("...")
	p.says("#byhand", "At 6 min: job 7 arrives.")
	p.click("#byhand-check")
	p.says(".byhand-told.wrong", "The first difference is at 5 min: EASY starts job 6, and you do not. Job 6 is backfilled at 5 min:")
	p.keys(kb.Backspace)
	p.says("#byhand", "At 5 min: job 6 arrives.")
	at, placed := 5, 3
	for _, start := range []struct{ minute, job int }{{5, 6}, {8, 8}, {10, 3}, {14, 4}, {14, 9}, {16, 12}, {19, 7}, {19, 11}, {22, 10}} {
		for ; at < start.minute; at = eval[int](p, `parseInt(document.querySelector("#byhand-heading").innerText.match(/, at (\d+) min/)[1])`) {
			before := p.text("#byhand-heading")
			p.do(chromedp.Focus("#byhand", chromedp.ByQuery))
			p.keys(".")
			p.until(fmt.Sprintf(`document.querySelector("#byhand-heading").innerText !== %q`, before))
		}
		p.do(chromedp.Focus(fmt.Sprintf("#byhand-job-%d", start.job-1), chromedp.ByQuery))
		p.keys(kb.Enter)
		if placed++; placed < 12 {
			p.says("#byhand", fmt.Sprintf("%d of 12 jobs placed", placed))
		}
	}
	p.until(visit.Idle + ` && document.querySelector("#byhand-heading").innerText === "Your schedule is complete"`)
	p.says(".byhand-told", "In your schedule the 12 jobs wait 4 min 15 s on average; it is 4 min 15 s under EASY, 12 min 25 s under FCFS and 5 min 30 s under Conservative.")
	p.says(".byhand-told", "Your schedule is that of EASY: all 12 jobs start when they start there.")
	p.says("#answers", "66 % less under By hand (4 min 15 s)")
	p.until(`document.querySelector("#play-clock") === null`) // the whole of the runs is shown
	p.picturedAs("byhand-complete-1280")

	// The link holds the schedule.
	again := p.tab(eval[string](p, `location.href`))
	again.until(visit.Idle + ` && document.querySelector("#byhand-heading")?.innerText === "Your schedule is complete"`)
	p.do(chromedp.EmulateViewport(320, 900))
	p.click("#byhand-undo")
	p.until(visit.Idle + ` && document.querySelector(".picture > .byhand .queue li") !== null`)
	p.run(`document.querySelector("#byhand").scrollIntoView()`)
	p.frame()
	p.picturedAs("byhand-320")
	p.click("#byhand-close")
	p.until(`document.querySelector("#byhand") === null && document.activeElement.id === "byhand-begin"`)
}

// touch puts a finger down on an element, or where it lies in the window, leads it in steps to another one, and lifts it. on is called while it lies there.
func (p *page) touch(from, to string, on func()) {
	p.t.Helper()
	u, v := p.middle(to)
	x, y := p.middle(from)
	p.finger(input.TouchStart, x, y)
	const steps = 8
	for i := 1; i <= steps; i++ {
		share := float64(i) / steps
		p.finger(input.TouchMove, x+(u-x)*share, y+(v-y)*share)
	}
	on()
	p.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

func (p *page) finger(kind input.TouchType, x, y float64) {
	p.t.Helper()
	p.do(input.DispatchTouchEvent(kind, []*input.TouchPoint{{X: x, Y: y}}))
}

// On a telephone jobs are placed with a finger: dragged onto the machine, and the page does not scroll meanwhile, or tapped, even if the finger trembles. A finger
// beside the jobs scrolls.
func TestPlaceJobsByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 390, Height: 844})
	p.do(emulation.SetTouchEmulationEnabled(true).WithMaxTouchPoints(1))
	p.run(`document.querySelector("#byhand-begin").click()`)
	p.until(visit.Idle + ` && document.querySelector("#byhand-job-1") !== null`)
	p.run(`document.querySelector("#byhand").scrollIntoView()`)
	const scrolled = `[window, ...document.querySelectorAll("*")].reduce((sum, e) => sum + (e.scrollY ?? e.scrollTop), 0)`
	for _, seen := range []string{"#byhand-job-0", "#byhand-machine"} {
		p.middle(seen) // what has to be scrolled is, before the finger comes
	}
	before := eval[float64](p, scrolled)
	p.touch("#byhand-job-0", "#byhand-machine", func() {
		p.until(`document.querySelector(".ghost.lands") !== null`)
		p.picturedAs("byhand-touch")
		if after := eval[float64](p, scrolled); after != before {
			t.Errorf("the page has scrolled by %v under the finger", after-before)
		}
	})
	p.says("#byhand", "1 of 12 jobs placed")
	p.until(visit.Idle + ` && document.querySelector(".ghost") === null`) // until the run is over what it changes may move the jobs

	x, y := p.middle("#byhand-job-1")
	p.finger(input.TouchStart, x, y)
	p.finger(input.TouchMove, x+6, y+5)
	p.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	p.says("#byhand", "2 of 12 jobs placed")
	// Chromium keeps small movements of a finger to itself, other browsers do not.
	p.run(`document.querySelector("#byhand-on").click()`)
	p.until(`document.querySelector("#byhand-job-2") !== null`)
	for pointer, drags := range map[string]bool{"touch": false, "mouse": true} {
		got := eval[bool](p, fmt.Sprintf(`(() => {
			const job = document.querySelector("#byhand-job-2"), { left, top } = job.getBoundingClientRect();
			const tell = (what, by) => job.dispatchEvent(new PointerEvent(what, { pointerId: 99, pointerType: %q, clientX: left + 5 + by, clientY: top + 5, bubbles: true }));
			tell("pointerdown", 0);
			tell("pointermove", 9);
			const drags = document.querySelector(".ghost") !== null;
			tell("pointercancel", 9);
			return drags;
		})()`, pointer))
		if got != drags {
			t.Errorf("%s that moves by 9 pixels drags: %v", pointer, got)
		}
	}

	before = eval[float64](p, scrolled)
	x, y = p.middle("#byhand-heading")
	p.finger(input.TouchStart, x, y)
	for i := range 8 {
		p.finger(input.TouchMove, x, y-float64(i)*20)
	}
	p.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	p.until(fmt.Sprintf(`%s !== %v`, scrolled, before))
}
