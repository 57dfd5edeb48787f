package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// prerenderedHost serves the page, but the program only when it is released, and never what draws charts, which grow when that comes.
func prerenderedHost(t *testing.T) (url string, release chan bool) {
	t.Helper()
	files := built(t)
	release = make(chan bool)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/backfill."):
			select {
			case <-release:
			case <-r.Context().Done():
				return
			}
		case strings.HasPrefix(r.URL.Path, "/chart."):
			<-r.Context().Done()
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h.URL, release
}

const shownPrerendered = `document.querySelector("#timeline > svg") !== null && performance.getEntriesByName("first-contentful-paint").length > 0 &&
	!document.documentElement.hasAttribute("data-above")`

// noteAll keeps where every element of the page is and what it says, but for what the timeline is made of.
const noteAll = `(() => {
	const own = (element) => [...element.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join("").trim();
	const about = (element) => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return {x, y, width, height, text: own(element), value: element.value ?? "", color: getComputedStyle(element).color};
	};
	const elements = [...document.querySelectorAll(".page *")].filter((e) => !e.matches("#timeline *"));
	globalThis.noted = {elements: elements.map((element) => ({element, about: about(element)})), about};
	return elements.length;
})()`

// untimed takes from a text of the page how long simulations took, which differs from run to run.
const untimed = `.replace(/, simulated in .*/, ".")`

// differences lists what is different now, but for how long the simulation took.
const differences = `(() => {
	const {elements, about} = noted;
	const wrong = [];
	for (const {element, about: then} of elements) {
		const name = element.localName + (element.id ? "#" + element.id : "." + element.className);
		if (!element.isConnected) {
			wrong.push(name + " was made anew: " + then.text);
			continue;
		}
		const now = about(element);
		if (now.text` + untimed + ` !== then.text) wrong.push(name + " says " + now.text + " instead of " + then.text);
		if (now.value !== then.value) wrong.push(name + " has the value " + now.value + " instead of " + then.value);
		if (now.color !== then.color) wrong.push(name + " has another colour");
		for (const key of ["x", "y", "width", "height"]) {
			if (Math.abs(now[key] - then[key]) > 1) wrong.push(name + ": " + key + " is " + now[key] + " instead of " + then[key]);
		}
	}
	return wrong.slice(0, 20).join("\n");
})()`

// takesOver releases the program and compares what it shows with what was there before.
func (p *page) takesOver(release chan bool) {
	p.t.Helper()
	p.frame() // when what lies below the timeline is laid out: in a window that is scrolled in that very frame it would count as a shift
	// In a narrow window the timeline lies below.
	p.do(chromedp.Evaluate(`((top) => top > innerHeight / 2 && scrollTo(0, top))(document.querySelector("#timeline").getBoundingClientRect().top)`, nil))
	if n := eval[int](p, noteAll); n < 500 {
		p.t.Errorf("the page has %d elements before the program is there", n)
	}
	before := p.timelineSeen()
	close(release)
	p.until(visit.Idle)
	if wrong := eval[string](p, differences); wrong != "" {
		p.t.Error(wrong)
	}
	limit := 0.01
	if ratio := eval[float64](p, "devicePixelRatio"); ratio != math.Trunc(ratio) {
		limit = 0.05 // shapes and canvas are rounded to pixels differently
	}
	different := unlike(before, p.timelineSeen())
	if !(different <= limit) {
		p.t.Errorf("%.1f %% of the timeline's pixels are different", 100*different)
	}
}

// timelineSeen is what the window shows of the timeline, without the words at its lower edge.
func (p *page) timelineSeen() image.Image {
	p.t.Helper()
	var file []byte
	p.do(chromedp.CaptureScreenshot(&file))
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		p.t.Fatal(err)
	}
	type box struct{ Left, Top, Right, Bottom float64 }
	b := eval[box](p, `(() => {
		const {left, top, right, bottom} = document.querySelector("#timeline").getBoundingClientRect();
		const words = document.querySelector(".coming")?.getBoundingClientRect().top ?? innerHeight;
		const ratio = devicePixelRatio;
		return {Left: left * ratio, Top: top * ratio, Right: right * ratio, Bottom: Math.min(bottom, words) * ratio};
	})()`)
	seen := image.Rect(int(math.Ceil(b.Left)), int(math.Ceil(b.Top)), int(b.Right), int(b.Bottom))
	return picture.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(seen)
}

// unlike is the share of pixels in which two pictures clearly differ, not only at the edges of letters: neither the pixel nor one
// beside it has about the colour that the other picture has there.
func unlike(a, b image.Image) float64 {
	bounds := a.Bounds().Intersect(b.Bounds())
	near := func(a, b image.Image, x, y int) bool {
		r, g, l, _ := a.At(x, y).RGBA()
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				r1, g1, l1, _ := b.At(x+dx, y+dy).RGBA()
				const clearly = 0x3000
				if max(r, r1)-min(r, r1) < clearly && max(g, g1)-min(g, g1) < clearly && max(l, l1)-min(l, l1) < clearly {
					return true
				}
			}
		}
		return false
	}
	different := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if !near(a, b, x, y) || !near(b, a, x, y) {
				different++
			}
		}
	}
	return float64(different) / float64(bounds.Dx()*bounds.Dy())
}

// shifts lists what has moved since the page was opened, when, and from where to where.
const shifts = `new Promise((done) => {
	const box = ({x, y, width, height}) => [x, y, width, height].map(Math.round).join(" ");
	const moved = ({node, previousRect, currentRect}) => (node?.id || node?.className || node?.nodeName) + " from " + box(previousRect) + " to " + box(currentRect);
	const told = (list) => done(list.getEntries().map((e) => Math.round(e.startTime) + " ms: " + e.sources.map(moved).join(", ")).join("\n"));
	new PerformanceObserver(told).observe({type: "layout-shift", buffered: true});
	setTimeout(() => done(""), 300);
})`

// What a first visit shows before the program runs is what the program shows then, in the same places.
func TestFirstPicturePrerendered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		visit.Options
		ratio float64
	}{
		{visit.Options{Width: 1366, Height: 768}, 1},
		{visit.Options{Width: 1366, Height: 768, Dark: true}, 1},
		{visit.Options{Width: 390, Height: 844}, 1},
		{visit.Options{Width: 390, Height: 844, Dark: true}, 1},
		{visit.Options{Width: 1920, Height: 1080}, 1.25},
		{visit.Options{Width: 412, Height: 915}, 2.625},
		{visit.Options{Width: 1000, Height: 700}, 2},
	} {
		t.Run(fmt.Sprintf("%dx%d, ratio %g, dark %v", c.Width, c.Height, c.ratio, c.Dark), func(t *testing.T) {
			t.Parallel()
			url, release := prerenderedHost(t)
			p := start(t, c.Options)
			p.do(chromedp.EmulateViewport(int64(c.Width), int64(c.Height), chromedp.EmulateScale(c.ratio)), chromedp.Navigate(url))
			p.until(shownPrerendered)
			p.takesOver(release)
			if shifts := eval[string](p, shifts); shifts != "" {
				t.Errorf("the layout shifts:\n%s", shifts)
			}
			if eval[bool](p, `document.querySelector(".coming") !== null || document.documentElement.hasAttribute("data-prerendered") || document.querySelector("[aria-busy], #loading, #prerendered") !== null`) {
				t.Error("something is left of what was there before the program")
			}
		})
	}
}

// The first frame has all that is in the window, where it is then: what comes right after it lies below.
func TestFirstPictureFillsTheWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		visit.Options
		whole bool // the first frame has what lies below the timeline, too
	}{
		{visit.Options{Width: 1366, Height: 768}, false}, {visit.Options{Width: 390, Height: 844}, false}, {visit.Options{Width: 1366, Height: 2600}, true},
		{visit.Options{Width: 1000, Height: 3200}, true},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.Width, c.Height), func(t *testing.T) {
			t.Parallel()
			url, release := prerenderedHost(t)
			defer close(release)
			p := start(t, c.Options)
			p.do(visit.RunFirst(noteFrame), chromedp.EmulateViewport(int64(c.Width), int64(c.Height)), chromedp.Navigate(url))
			p.until(shownPrerendered)
			if n := eval[int](p, `firstFrame.inWindow.length`); n < 50 {
				t.Errorf("the first frame has %d elements in the window", n)
			}
			if got := !eval[bool](p, `firstFrame.above`); got != c.whole {
				t.Errorf("the first frame has what lies below the timeline: %v, want %v", got, c.whole)
			}
			if wrong := eval[string](p, `JSON.stringify(firstFrame.note().filter((line, i, all) => line !== firstFrame.inWindow[i]).slice(0, 10))`); wrong != "[]" {
				t.Errorf("not in the first frame, or elsewhere: %s", wrong)
			}
		})
	}
}

// noteFrame keeps where the elements in the window are in the first frame that has the page.
const noteFrame = `(() => {
	const note = () => [...document.querySelectorAll(".page *")].flatMap((element) => {
		const {x, y, width, height} = element.getBoundingClientRect();
		const seen = width > 0 && height > 0 && x < innerWidth && x + width > 0 && y < innerHeight && y + height > 0;
		return seen ? [[element.localName, element.id, x, y, width, Math.min(y + height, innerHeight)].join(" ")] : [];
	});
	const frame = () => {
		if (performance.getEntriesByName("backfill-prerendered").length === 0) {
			requestAnimationFrame(frame);
			return;
		}
		globalThis.firstFrame = {inWindow: note(), above: document.documentElement.hasAttribute("data-above"), note};
	};
	requestAnimationFrame(frame);
})()`

// Whoever loads the page again as it is sees the first picture, too: the address has the first experiment.
func TestFirstPictureAgain(t *testing.T) {
	t.Parallel()
	url, release := prerenderedHost(t)
	close(release)
	p := start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url))
	p.until(visit.Idle)
	fragment := eval[string](p, `location.hash`)

	url, release = prerenderedHost(t)
	p = start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url + "/" + fragment))
	p.until(shownPrerendered)
	p.takesOver(release)
	if got := eval[string](p, `location.hash`); got != fragment {
		t.Errorf("the address has %q now, had %q", got, fragment)
	}
}

// What is pressed before the program is there is done when it is; nothing can be typed until then.
func TestFirstPictureIsPressed(t *testing.T) {
	t.Parallel()
	url, release := prerenderedHost(t)
	p := start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url))
	p.until(shownPrerendered)
	p.click("#experiment-name")
	p.do(chromedp.SendKeys("#field-machine-processors", "99", chromedp.ByQuery))
	p.click(galleryButton)
	p.do(chromedp.Sleep(100 * time.Millisecond))
	if eval[bool](p, galleryShown) {
		t.Error("the gallery is there before the program")
	}
	if got := eval[string](p, `document.getElementById("field-machine-processors").value`); got != "8" {
		t.Errorf("the field has %q before the program is there", got)
	}
	close(release)
	p.until(galleryShown)
	p.do(keyboard("\u001b"))
	p.until(`document.querySelector("#gallery-dialog") === null`)
	p.do(chromedp.Evaluate(`document.getElementById("field-machine-processors").select()`, nil), chromedp.SendKeys("#field-machine-processors", "16", chromedp.ByQuery))
	p.until(`document.querySelector(".card .sentence").innerText === "16 processors"`)
	p.untilRun(`true`)
}

// Who comes for something else does not see the first picture.
func TestFirstPictureIsForFirstVisits(t *testing.T) {
	t.Parallel()
	for _, tail := range []string{"#s=1.x", "?view=timeline", "?embed", "?scenario=example.json", "?theme=dark"} {
		t.Run(tail, func(t *testing.T) {
			url, release := prerenderedHost(t)
			p := start(t, visit.Options{})
			p.do(chromedp.Navigate(url + "/" + tail))
			p.until(`document.getElementById("loading") !== null && performance.getEntriesByName("first-contentful-paint").length > 0`)
			if eval[bool](p, `document.querySelector(".page, .coming, #prerendered") !== null || document.documentElement.hasAttribute("data-prerendered")`) {
				t.Error("the first picture is there")
			}
			close(release)
		})
	}
}

// A picture whose program does not come is no page: that is said, and nothing can be pressed.
func TestFirstPictureWithoutProgram(t *testing.T) {
	t.Parallel()
	files := built(t)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/backfill.") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer h.Close()
	p := browse(t, visit.Options{})
	p.do(chromedp.Navigate(h.URL))
	p.until(`document.getElementById("failure").innerText.includes("could not be loaded") && document.querySelector(".page[inert]") !== null && document.querySelector(".coming") === null`)
}
