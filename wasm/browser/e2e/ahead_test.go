package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// aheadHost serves the page, but the program only when it is released, and never what draws charts, which grow when that comes.
func aheadHost(t *testing.T) (url string, release chan bool) {
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

const shownAhead = `document.querySelector("#timeline canvas[data-ahead]") !== null && performance.getEntriesByName("first-contentful-paint").length > 0 &&
	!document.documentElement.hasAttribute("data-above")`

// noteAll keeps where every element of the page is, what it says, and what the timeline shows.
const noteAll = `(() => {
	const pixels = () => {
		const canvas = document.querySelector("#timeline canvas");
		return {width: canvas.width, height: canvas.height, data: canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data};
	};
	const own = (element) => [...element.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join("").trim();
	const about = (element) => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return {x, y, width, height, text: own(element), value: element.value ?? "", color: getComputedStyle(element).color};
	};
	const elements = [...document.querySelectorAll(".page *")].filter((e) => e.localName !== "canvas");
	globalThis.noted = {elements: elements.map((element) => ({element, about: about(element)})), picture: pixels(), pixels, about};
	return elements.length;
})()`

// differences lists what is different now, but for how long the simulation took.
const differences = `(() => {
	const {elements, picture, pixels, about} = noted;
	const wrong = [];
	for (const {element, about: then} of elements) {
		const name = element.localName + (element.id ? "#" + element.id : "." + element.className);
		if (!element.isConnected) {
			wrong.push(name + " was made anew: " + then.text);
			continue;
		}
		const now = about(element);
		if (now.text.replace(/, simulated in .*/, ".") !== then.text) wrong.push(name + " says " + now.text + " instead of " + then.text);
		if (now.value !== then.value) wrong.push(name + " has the value " + now.value + " instead of " + then.value);
		if (now.color !== then.color) wrong.push(name + " has another colour");
		for (const key of ["x", "y", "width", "height"]) {
			if (Math.abs(now[key] - then[key]) > 1) wrong.push(name + ": " + key + " is " + now[key] + " instead of " + then[key]);
		}
	}
	const here = pixels();
	// In an emulated ratio the program rounds widths in another way than the browser.
	if (devicePixelRatio !== 1 && Math.abs(here.width - picture.width) === 1 && here.height === picture.height) {
	} else if (here.width !== picture.width || here.height !== picture.height) {
		wrong.push("the timeline has " + here.width + " x " + here.height + " pixels instead of " + picture.width + " x " + picture.height);
	} else {
		let different = 0;
		const places = [];
		for (let i = 0; i < here.data.length; i += 4) {
			if ([0, 1, 2].some((k) => Math.abs(here.data[i + k] - picture.data[i + k]) > 2)) {
				different++;
				if (places.length < 10) places.push((i / 4) % here.width + "," + Math.floor(i / 4 / here.width));
			}
		}
		if (different * 4 > here.data.length * LIMIT) wrong.push(different + " of " + here.data.length / 4 + " pixels of the timeline are different: " + places.join("; "));
	}
	return wrong.slice(0, 20).join("\n");
})()`

// takesOver releases the program and compares what it shows with what was there before; of the timeline's pixels such a share may
// differ.
func (p *page) takesOver(release chan bool, limit float64) {
	p.t.Helper()
	if n := eval[int](p, noteAll); n < 500 {
		p.t.Errorf("the page has %d elements before the program is there", n)
	}
	close(release)
	p.until(visit.Idle)
	if wrong := eval[string](p, strings.ReplaceAll(differences, "LIMIT", fmt.Sprint(limit))); wrong != "" {
		p.t.Error(wrong)
	}
}

// What a first visit shows before the program runs is what the program shows then, in the same places.
func TestFirstPictureAhead(t *testing.T) {
	for _, c := range []struct {
		visit.Options
		ratio float64
		limit float64 // share of the timeline's pixels that may differ
	}{
		{visit.Options{Width: 1366, Height: 768}, 1, 0.0005},
		{visit.Options{Width: 1366, Height: 768, Dark: true}, 1, 0.0005},
		{visit.Options{Width: 390, Height: 844}, 1, 0.0005},
		{visit.Options{Width: 390, Height: 844, Dark: true}, 1, 0.0005},
		{visit.Options{Width: 1920, Height: 1080}, 1.25, 0.02},
		{visit.Options{Width: 412, Height: 915}, 2.625, 0.02},
		{visit.Options{Width: 1000, Height: 700}, 2, 0.02},
	} {
		t.Run(fmt.Sprintf("%dx%d, ratio %g, dark %v", c.Width, c.Height, c.ratio, c.Dark), func(t *testing.T) {
			url, release := aheadHost(t)
			p := start(t, c.Options)
			p.do(chromedp.EmulateViewport(int64(c.Width), int64(c.Height), chromedp.EmulateScale(c.ratio)), chromedp.Navigate(url))
			p.until(shownAhead)
			p.takesOver(release, c.limit)
			if shift := eval[float64](p, `new Promise((done) => {
				new PerformanceObserver((list) => done(list.getEntries().reduce((sum, e) => sum + e.value, 0))).observe({type: "layout-shift", buffered: true});
				setTimeout(() => done(0), 300);
			})`); shift > 0.001 {
				t.Errorf("the layout shifts by %g", shift)
			}
			if eval[bool](p, `document.querySelector(".coming") !== null || document.documentElement.hasAttribute("data-ahead") || document.querySelector("[aria-busy], #loading, #ahead") !== null`) {
				t.Error("something is left of what was there before the program")
			}
		})
	}
}

// The first frame has all that is in the window, where it is then: what comes right after it lies below.
func TestFirstPictureFillsTheWindow(t *testing.T) {
	for _, c := range []struct {
		visit.Options
		whole bool // the first frame has what lies below the timeline, too
	}{
		{visit.Options{Width: 1366, Height: 768}, false}, {visit.Options{Width: 390, Height: 844}, false}, {visit.Options{Width: 1366, Height: 2600}, true},
		{visit.Options{Width: 1000, Height: 3200}, true},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.Width, c.Height), func(t *testing.T) {
			url, release := aheadHost(t)
			defer close(release)
			p := start(t, c.Options)
			p.do(chromedp.ActionFunc(func(ctx context.Context) error {
				_, err := cdp.AddScriptToEvaluateOnNewDocument(noteFrame).Do(ctx)
				return err
			}), chromedp.EmulateViewport(int64(c.Width), int64(c.Height)), chromedp.Navigate(url))
			p.until(shownAhead)
			if n := eval[int](p, `firstFrame.inWindow.length`); n < 80 {
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
		if (performance.getEntriesByName("backfill-ahead").length === 0) {
			requestAnimationFrame(frame);
			return;
		}
		globalThis.firstFrame = {inWindow: note(), above: document.documentElement.hasAttribute("data-above"), note};
	};
	requestAnimationFrame(frame);
})()`

// Whoever loads the page again as it is sees the first picture, too: the address has the first experiment.
func TestFirstPictureAgain(t *testing.T) {
	url, release := aheadHost(t)
	close(release)
	p := start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url))
	p.until(visit.Idle)
	fragment := eval[string](p, `location.hash`)

	url, release = aheadHost(t)
	p = start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url + "/" + fragment))
	p.until(shownAhead)
	p.takesOver(release, 0.0005)
	if got := eval[string](p, `location.hash`); got != fragment {
		t.Errorf("the address has %q now, had %q", got, fragment)
	}
}

// What is pressed before the program is there is done when it is; nothing can be typed until then.
func TestFirstPictureIsPressed(t *testing.T) {
	url, release := aheadHost(t)
	p := start(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(url))
	p.until(shownAhead)
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
	p.do(chromedp.KeyEvent("\u001b"))
	p.until(`document.querySelector("#gallery-dialog") === null`)
	p.do(chromedp.Evaluate(`document.getElementById("field-machine-processors").select()`, nil), chromedp.SendKeys("#field-machine-processors", "16", chromedp.ByQuery))
	p.until(`document.querySelector(".card .sentence").innerText === "16 processors"`)
	p.until(visit.Idle)
}

// Who comes for something else does not see the first picture.
func TestFirstPictureIsForFirstVisits(t *testing.T) {
	for _, tail := range []string{"#s=1.x", "?view=timeline", "?embed", "?scenario=example.json", "?theme=dark"} {
		t.Run(tail, func(t *testing.T) {
			url, release := aheadHost(t)
			p := start(t, visit.Options{})
			p.do(chromedp.Navigate(url + "/" + tail))
			p.until(`document.getElementById("loading") !== null && performance.getEntriesByName("first-contentful-paint").length > 0`)
			if eval[bool](p, `document.querySelector(".page, .coming, #ahead") !== null || document.documentElement.hasAttribute("data-ahead")`) {
				t.Error("the first picture is there")
			}
			close(release)
		})
	}
}

// A picture whose program does not come is no page: that is said, and nothing can be pressed.
func TestFirstPictureWithoutProgram(t *testing.T) {
	files := built(t)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/backfill.") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer h.Close()
	b, err := visit.Open(t.Context(), visit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p := &page{t, b}
	p.do(chromedp.Navigate(h.URL))
	p.until(`document.getElementById("failure").innerText.includes("could not be loaded") && document.querySelector(".page[inert]") !== null && document.querySelector(".coming") === null`)
}
