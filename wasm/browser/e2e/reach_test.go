package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// A stop is an element that Tab comes to: where in its column it is, however far that is scrolled, CSS pixels.
type stop struct {
	Name                     string
	Column                   string // classes of the part of the page that scrolls by itself, or stands still
	Left, Top, Right, Bottom float64
}

const whereFocusIs = `(() => {
	const e = document.activeElement;
	if (e === null || e === document.body) return null;
	const column = e.closest(".top, .notices, .cards, .experiment, .right, .middle, .shell");
	const of = matchMedia("(min-width: 68.75em)").matches ? column : document.documentElement;
	const scrolls = of.matches(".cards, .right, .middle, :root");
	const {left, top, right, bottom} = e.getBoundingClientRect();
	const y = scrolls ? of.scrollTop : 0, x = e.parentElement.closest(".scroll")?.scrollLeft ?? 0;
	return {Name: e.tagName + "#" + e.id + " " + (e.getAttribute("aria-label") ?? e.innerText ?? "").slice(0, 30), Column: of.className,
		Left: left + x, Top: top + y, Right: right + x, Bottom: bottom + y};
})()`

// stops goes through the page with Tab.
func (p *page) stops() []stop {
	p.t.Helper()
	p.run(`document.activeElement?.blur()`)
	var all []stop
	for range 400 {
		p.do(keyboard(kb.Tab))
		at := eval[*stop](p, whereFocusIs)
		if at == nil {
			return all
		}
		all = append(all, *at)
	}
	p.t.Fatal("Tab does not come to an end")
	return nil
}

// Tab goes where the eye goes: down each column, from line to line; from column to column to the right, and, with wide windows, to what
// stands below the timeline last. Links that are seen only with the focus lead to the three places at once.
func TestTabGoesAsTheEyeDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width    int
		measured bool   // an experiment with curves and classes above the timeline
		columns  string // in the order of Tab
	}{
		{1400, false, "top, notices, place experiment, cards, middle, right, middle"}, {1150, false, "top, notices, place experiment, cards, middle, right, middle"},
		{1400, true, "top, place experiment, cards, middle, right, middle"}, {768, false, ""}, {420, true, ""}, {390, false, ""},
	} {
		t.Run(fmt.Sprintf("%d, measured %v", c.width, c.measured), func(t *testing.T) {
			t.Parallel()
			p := open(t, site(t), visit.Options{Width: c.width, Height: 900})
			if c.measured {
				p.shows(t, "measured", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
					"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.9]}], "replications": 2, "groups": [{"by": "size", "bounds": [1, 8]}]`)
				p.until(`document.querySelector("#chart-curves svg") !== null`)
			}
			p.until(`document.querySelector("#chart-classes svg") !== null && document.querySelector("#chart-wait svg") !== null`)
			eval[bool](p, atRest)
			stops := p.stops()
			if len(stops) < 60 {
				t.Fatalf("only %d stops", len(stops))
			}
			var columns []string
			last := map[string]stop{}
			for _, at := range stops[3:] { // behind the links, which lie above all
				if n := len(columns); n == 0 || columns[n-1] != at.Column {
					columns = append(columns, at.Column)
				}
				before, known := last[at.Column]
				below, beside := at.Top >= before.Bottom-1, at.Left >= before.Right-1 && at.Bottom > before.Top
				inside := at.Top >= before.Top && at.Bottom <= before.Bottom && at.Left >= before.Left // a table, and what is in it
				if known && !below && !beside && !inside {
					t.Errorf("from %+v back to %+v", before, at)
				}
				last[at.Column] = at
			}
			if got := strings.Join(columns, ", "); got != c.columns {
				t.Errorf("Tab goes through the columns %s, want %s", got, c.columns)
			}
		})
	}
}

func TestSkipLinks(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	for i, place := range []string{"experiment", "timeline", "answers"} {
		p.run(`document.activeElement?.blur(); scrollTo(0, 0)`)
		p.do(chromedp.Focus(".skip", chromedp.ByQuery))
		for range i {
			p.do(keyboard(kb.Tab))
		}
		if got := eval[string](p, `document.activeElement.innerText`); got != "Skip to the "+place {
			t.Fatalf("link %d says %q", i+1, got)
		}
		p.do(keyboard(kb.Enter))
		p.until(fmt.Sprintf(`document.activeElement.id === %q`, place))
	}
	if got := eval[string](p, `location.hash`); !strings.HasPrefix(got, "#s=1.") {
		t.Errorf("the address has lost the experiment: %s", got)
	}
}

// With the keyboard alone every lane of the timeline is read, and a job leads to the inspector and back.
func TestKeysReadTheTimeline(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery))
	hears := func(what string) {
		t.Helper()
		p.until(fmt.Sprintf(`document.querySelector("#announcer").textContent.includes(%q)`, what))
	}
	down := func(shift ...chromedp.KeyOption) { p.do(keyboard(kb.ArrowDown, shift...)) }
	shift := chromedp.KeyModifiers(input.ModifierShift)
	down()
	hears("FCFS, jobs in the order of their starts: Job 1, 4 processors for 4 min: waited not at all under FCFS; arrived 0, started 0")
	down()
	hears("Job 2, 3 processors for 10 min: waited not at all")
	down(shift) // at the instant of job 2
	hears("FCFS, busy processors: 0, FCFS: 7 busy processors")
	down() // job 1 has ended
	hears("4 min, FCFS: 3 busy processors")
	down(shift)
	hears("FCFS, jobs waiting: 4 min, FCFS: ")
	down(shift) // the last who had started by then
	hears("EASY, jobs in the order of their starts: Job 5, 1 processor for 8 min: waited not at all under EASY; arrived 2 min, started 2 min")
	p.do(keyboard(kb.Enter))
	p.until(`document.activeElement.id === "inspector" && document.querySelector("#inspector h2").innerText === "Job 5"`)
	hears("Job 5 is in the inspector. Escape leads back to the timeline.")
	p.do(keyboard(kb.Escape))
	p.until(`document.activeElement.id === "timeline" && document.querySelector("#inspector").hidden`)
	down()
	hears("Job 6, 4 processors for 2 min: waited not at all under EASY; arrived 5 min, started 5 min")
}

// overprints are parts of the page, two by two, of which one lies over the other, and those that lie beyond the edge of a page.
const overprints = `(() => {
	const parts = [...document.querySelectorAll("h1, h2, h3, p, li, tr, dt, dd, figcaption, label, svg[class^=plot], canvas, .legend")].filter(e => e.checkVisibility() && !e.closest(".unseen"));
	const boxes = parts.flatMap(e => [...e.getClientRects()].filter(r => r.width > 0 && r.height > 0).map(r => ({e, r})));
	const name = ({e, r}) => e.tagName + "." + (e.className.baseVal ?? e.className) + " " + (e.innerText ?? "").slice(0, 30) + " at " + [r.left, r.top, r.right, r.bottom].map(Math.round);
	const found = boxes.filter(({r}) => r.left % pages.step < 0 || r.right % pages.step > pages.width + 1).map(b => name(b) + " is cut");
	boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
		const over = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left) > 2 && Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top) > 2;
		if (over && !a.e.contains(b.e) && !b.e.contains(a.e)) found.push(name(a) + " and " + name(b));
	}));
	return found.slice(0, 12);
})()`

// paginate breaks the page, as it is printed, into columns of the size of paper, CSS pixels: getClientRects tells of no other pages.
func paginate(width, height int) string {
	return fmt.Sprintf(`globalThis.pages = {width: %[1]d, step: %[1]d + 100};
		document.body.style = "display: block; width: %[1]dpx; height: %[2]dpx; column-width: %[1]dpx; column-gap: 100px; column-fill: auto; overflow: visible"`, width, height)
}

// Nothing lies over something else on paper, whatever the window was, and nothing is cut.
func TestPrint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width int
		dark  bool
	}{{1920, false}, {1366, true}, {390, true}} {
		t.Run(fmt.Sprint(c.width), func(t *testing.T) {
			t.Parallel()
			p := start(t, visit.Options{Width: c.width, Height: 900, Dark: c.dark})
			// Charts are not drawn anew for paper.
			p.do(visit.RunFirst(`addEventListener("resize", (e) => e.stopImmediatePropagation())`), chromedp.Navigate(site(t)))
			p.until(visit.Idle + ` && document.querySelector("#chart-classes svg") !== null && document.querySelector("#chart-wait svg") !== null`)
			p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.Enter))
			p.until(`document.querySelectorAll("#inspector ol.reasons").length === 3`)
			eval[bool](p, atRest)
			before, _ := p.picture()
			p.do(emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(718, 1047))
			for _, paper := range [][2]int{{718, 1047}, {1047, 718}, {740, 980}, {718, 900}, {718, 800}, {718, 700}} {
				p.run(paginate(paper[0], paper[1]))
				for _, found := range eval[[]string](p, overprints) {
					t.Errorf("on paper of %d x %d: %s", paper[0], paper[1], found)
				}
			}
			if got := eval[[]string](p, `[...document.querySelectorAll("button:not(.link, .sort, .fold, .term), .bar, input[type=range]")].filter(e => e.checkVisibility()).map(e => e.outerHTML)`); len(got) > 0 {
				t.Errorf("controls on paper: %q", got)
			}
			// Words that are explained when they are pressed are part of sentences and tables.
			if names := p.text("#metrics tbody th"); !strings.Contains(names, "wait") {
				t.Errorf("the first row of the table of metrics is called %q on paper", names)
			}
			// The picture is light, and afterwards what it was.
			p.run(`document.body.style = ""`)
			p.wears(c.dark)
			p.do(chromedp.EmulateViewport(int64(c.width), 900))
			eval[bool](p, atRest)
			const corner = `[...document.querySelector("#timeline canvas").getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3).every((v) => v > 240)`
			if light := eval[bool](p, `dispatchEvent(new Event("beforeprint")), `+corner); !light {
				t.Error("the picture is dark on paper")
			}
			p.run(`dispatchEvent(new Event("afterprint"))`)
			if after, _ := p.picture(); after != before {
				t.Error("the picture is another one after printing")
			}
		})
	}
}

// On a telephone what is told of a decision stands beside the buttons that lead to it, and the picture below it stays where it is.
func TestPlayOnATelephone(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 390, Height: 844})
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard("."))
	p.until(`document.querySelector(".decision-panel .queue li") !== null`)
	const (
		place  = `["#play-button", ".decision-told", "#timeline canvas"].map((s) => Math.round(document.querySelector(s).getBoundingClientRect().top - document.querySelector("#play-button").getBoundingClientRect().top))`
		button = `document.querySelector('[aria-label="Next decision"]')`
	)
	before := eval[[]float64](p, place)
	if before[1] > 250 || before[2] > 600 {
		t.Errorf("from the button Play it is %.0f pixels to what is told, %.0f to the picture", before[1], before[2])
	}
	for range 3 {
		told := p.text(".decision-told")
		p.run(button + `.click()`)
		p.until(fmt.Sprintf(`document.querySelector(".decision-told").innerText !== %q`, told))
		if after := eval[[]float64](p, place); after[1] != before[1] || after[2] != before[2] {
			t.Errorf("with another decision they are %v pixels from the button, before %v", after, before)
		}
	}
	fitsFingers(t, p)
}

// tooSmall are controls that a finger misses: less than 32 pixels high, or than 24 wide. A link among other words is a part of its line, and so is
// a term, which is explained when it is pressed.
const tooSmall = `[...document.querySelectorAll("button, select, input, textarea, summary, a[href]:not(.skip)")]
	.filter(e => !e.matches(".term"))
	.filter(e => e.checkVisibility({visibilityProperty: true}) && !(e.matches("a") && e.parentElement.innerText.trim() !== e.innerText.trim()))
	.map(e => [e, e.getBoundingClientRect(), e.closest("label")?.getBoundingClientRect()])
	.filter(([_, of, label]) => Math.max(of.height, label?.height ?? 0) < 32 || Math.max(of.width, label?.width ?? 0) < 24)
	.map(([e, of]) => e.tagName + "#" + e.id + " " + (e.getAttribute("aria-label") ?? e.innerText).slice(0, 30) + ": " + of.width + " x " + of.height)`

// fitsFingers tests that everything that can be pressed on a telephone can be hit.
func fitsFingers(t *testing.T, p *page) {
	p.do(chromedp.EmulateViewport(390, 844))
	p.frame()
	for _, control := range eval[[]string](p, tooSmall) {
		t.Errorf("too small for a finger: %s", control)
	}
}
