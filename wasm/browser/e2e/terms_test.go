package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine/metrics"
	"backfill/policies"
	"backfill/ui/glossary"
	"backfill/wasm/browser/visit"
)

// shownTerm is the explanation that is open, "" for none.
const shownTerm = `document.querySelector(":popover-open")?.innerText ?? ""`

// Terms are explained where they stand, by keyboard and by touch, in the words of the glossary; Escape takes the explanation away and
// nothing else, and the focus stays. Each button that promises an explanation has one.
func TestTermsAreExplained(t *testing.T) {
	t.Parallel()
	url := site(t)
	words := glossary.New(policies.Catalogs())
	loss := metrics.Descriptions[metrics.Index("lossOfCapacity")].Doc
	const term = `#metrics .term[popovertarget=term-metric-lossOfCapacity]`
	for _, size := range [][2]int{{1366, 768}, {390, 844}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			p := open(t, url, visit.Options{Width: size[0], Height: size[1]})
			p.run(`document.querySelectorAll("#job-table .link")[3].click()`) // job 4, whose inspector is open
			p.until(`document.querySelectorAll("#inspector ol.reasons").length === 3 && ` + visit.Idle)
			eval[bool](p, atRest)
			p.do(chromedp.Focus(term, chromedp.ByQuery))
			p.keys(kb.Enter)
			p.until(shownTerm + ` !== ""`)
			eval[bool](p, atRest)
			if got := eval[string](p, shownTerm); !strings.HasPrefix(got, "Loss of capacity") || !strings.Contains(got, loss) {
				t.Errorf("explained is %q, want %q", got, loss)
			}
			type boxes struct{ Left, Right, Top, Bottom, TermTop, TermBottom float64 }
			b := eval[boxes](p, `(() => {
				const {left, right, top, bottom} = document.querySelector(":popover-open").getBoundingClientRect(), term = document.activeElement.getBoundingClientRect();
				return {Left: left, Right: right, Top: top, Bottom: bottom, TermTop: term.top, TermBottom: term.bottom};
			})()`)
			if b.Left < 0 || b.Right > float64(size[0]) || b.Top < 0 || b.Bottom > float64(size[1]) {
				t.Errorf("the explanation is not in the window: %+v", b)
			}
			if near := math.Min(math.Abs(b.Top-b.TermBottom), math.Abs(b.Bottom-b.TermTop)); near > 20 {
				t.Errorf("the explanation is %.0f pixels away from its word", near)
			}
			p.keys(kb.Escape)
			p.until(shownTerm + ` === ""`)
			if !eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q) && !document.querySelector("#inspector").hidden`, term)) {
				t.Error("Escape takes away more than the explanation, or the focus")
			}

			// In a sentence, with a finger.
			const shadow = `#inspector .reasons .term[popovertarget=term-shadow-time]`
			p.do(chromedp.ScrollIntoView(shadow, chromedp.ByQuery))
			eval[bool](p, atRest)
			type point struct{ X, Y float64 }
			at := eval[point](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return {X: r.left + 5, Y: r.top + r.height / 2} })()`, shadow))
			finger := []*input.TouchPoint{{X: at.X, Y: at.Y}}
			p.do(input.DispatchTouchEvent(input.TouchStart, finger), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
			p.until(shownTerm + `.startsWith("Shadow time")`)
			p.keys(kb.Escape)

			for _, lost := range eval[[]string](p, `[...document.querySelectorAll("button.term")].filter((b) => document.getElementById(b.getAttribute("popovertarget"))?.matches("[popover]") !== true).map((b) => b.innerText)`) {
				t.Errorf("nothing explains %s", lost)
			}

			// Help has the same words.
			p.run(`document.querySelector("#help-button").click()`)
			p.until(`document.querySelector("#help-words") !== null`)
			help := p.text("#help-dialog")
			for _, t1 := range append(words.Words, words.Metric("lossOfCapacity"), words.Policy("easy")) {
				if !strings.Contains(help, t1.Name) || !strings.Contains(help, t1.Text) {
					t.Errorf("help does not say: %s: %s", t1.Name, t1.Text)
				}
			}
		})
	}
}

// A newcomer is led to the first lesson, without the page moving, until the greeting is dismissed; the header leads to all lessons.
func TestTheWayToTheLessons(t *testing.T) {
	t.Parallel()
	url := site(t)
	for _, size := range [][2]int{{1400, 900}, {1366, 768}, {390, 844}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			p := start(t, visit.Options{Width: size[0], Height: size[1]})
			p.do(chromedp.Navigate(url))
			p.until(visit.Idle)
			if shifts := eval[string](p, shifts); shifts != "" {
				t.Errorf("the layout shifts:\n%s", shifts)
			}
			const greets = `document.querySelector("#first-lesson").checkVisibility()`
			if !eval[bool](p, greets) {
				t.Fatal("a newcomer is not greeted")
			}
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > size[0] {
				t.Errorf("the page is %d pixels wide", wide)
			}
			shared := eval[string](p, `location.href`)
			p.click("#dismiss-greeting")
			p.until(`!` + greets)
			if focus := eval[string](p, `document.activeElement.id`); focus != "main" {
				t.Errorf("the focus is on %q", focus)
			}
			p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url))
			p.until(visit.Idle)
			if eval[bool](p, greets) {
				t.Error("the greeting is there again")
			}
			if shifts := eval[string](p, shifts); shifts != "" {
				t.Errorf("without the greeting the layout shifts:\n%s", shifts)
			}
			p.click("#lessons-link")
			p.until(`location.pathname.endsWith("/lessons.html") && document.readyState === "complete"`)

			// Who comes by a link, or sees a frame, is not greeted.
			for _, address := range []string{shared, url + "/index.html?view=all&gallery=textbook"} {
				other := start(t, visit.Options{Width: size[0], Height: size[1]})
				other.do(chromedp.Navigate(address))
				other.until(visit.Idle)
				if eval[bool](other, greets) {
					t.Errorf("%.60s greets", address)
				}
			}
		})
	}
}

// The greeting leads to the first lesson of all, also before the program is there.
func TestTheGreetingLeadsToTheFirstLesson(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{false, true} {
		t.Run(fmt.Sprintf("early %v", early), func(t *testing.T) {
			url, release := prerenderedHost(t)
			p := start(t, visit.Options{})
			p.do(chromedp.Navigate(url))
			p.until(shownPrerendered)
			if !early {
				close(release)
				p.until(visit.Idle)
			} else {
				defer close(release)
			}
			p.click("#first-lesson")
			p.until(`document.querySelector(".kicker")?.innerText.startsWith("Lesson 1 of")`)
		})
	}
}

func TestSearchInTheGallery(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Focus("#gallery-button", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.until(`document.activeElement.id === "gallery-search" && document.querySelectorAll(".dialog .item").length > 60`)
	all := eval[int](p, `document.querySelectorAll(".dialog .item").length`)
	p.says("#gallery-count", fmt.Sprintf("%d items", all))
	top := eval[float64](p, `document.activeElement.getBoundingClientRect().top`)
	p.keys("chiang priority sixth") // a paper, a policy and a word of a sentence
	p.says("#gallery-count", fmt.Sprintf("1 of %d items", all))
	if moved := eval[float64](p, `document.activeElement.getBoundingClientRect().top`) - top; math.Abs(moved) > 1 {
		t.Errorf("the field has moved by %.0f pixels", moved)
	}
	p.keys("x")
	p.says("#gallery-count", "Nothing has all of these words.")
	p.keys(kb.Backspace)
	p.says("#gallery-count", "1 of")
	p.keys(kb.ArrowDown)
	p.until(`document.activeElement.id === "dialog-item-0"`)
	p.keys(kb.Enter)
	p.until(`document.querySelector(".dialogs").hidden && document.querySelector("#experiment-name").value.includes("Figure 7")`)
}
