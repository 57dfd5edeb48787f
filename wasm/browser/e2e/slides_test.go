package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// walk goes through all slides, from the first, and returns how many there are and what is wrong with them: whatever has to be scrolled, type that is
// smaller than a thirtieth of the window's height, a question without its experiment or table (what is said of an answer may stand alone), and parts of the lesson that are on no slide.
const walk = `(() => {
	const article = document.querySelector("article"), wrong = [];
	const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
	const parts = new Set([...article.querySelectorAll("h2, h3, p, li, pre, table, .lab, .later, fieldset, .actions, .feedback > *")]
		.filter((e) => !e.closest(".progress, noscript, .teacher, .in-words, template, .later:not(.veiled) > .cover") && !e.parentElement.closest(".lab, table, li, fieldset, .actions, .feedback p, .attempts, .veiled")));
	const overflows = (e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
	press("Home");
	let count = 0;
	for (let before = ""; before !== location.hash && count < 200; count++) {
		before = location.hash;
		const at = article.getAttribute("aria-label");
		const say = (text) => wrong.push("slide " + at + ": " + text);
		const shown = (e) => e.checkVisibility({visibilityProperty: true});
		for (const e of [article, document.documentElement, ...article.querySelectorAll(".jobs.slide-on, pre.slide-on")]) {
			if (overflows(e)) {
				say(e.tagName + "." + e.className + " scrolls: " + [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]);
			}
		}
		for (const e of parts) {
			if (shown(e)) {
				parts.delete(e);
			}
		}
		const lines = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
		while (lines.nextNode()) {
			const {parentElement: e, data} = lines.currentNode;
			if (data.trim() && shown(e) && !e.closest("h1, .unseen, .slide-brief legend") && parseFloat(getComputedStyle(e).fontSize) < innerHeight / 30 - 0.01) {
				say(getComputedStyle(e).fontSize + ": " + data.trim().slice(0, 40));
			}
		}
		const exhibit = article.querySelector(".slide-exhibit");
		const within = (e) => { const r = e.getBoundingClientRect(); return r.left >= 0 && r.top >= 0 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1 && r.height > 100; };
		if (exhibit && !within(exhibit)) {
			say("the exhibit lies outside: " + JSON.stringify(exhibit.getBoundingClientRect()));
		}
		const text = [...article.querySelectorAll(".slide-on:not(h1, h2, .later, .rest, .slide-exhibit, .slide-exhibit *)")].map((e) => e.getBoundingClientRect());
		if (exhibit && innerWidth > innerHeight && text.some((r) => r.width > 0 && r.right > exhibit.getBoundingClientRect().left)) {
			say("text lies over the exhibit");
		}
		const form = article.querySelector("form.slide-on");
		if (form && form.querySelector(".actions.slide-on") && !exhibit && !article.querySelector(".lab.slide-exhibit")) {
			const about = JSON.parse(document.getElementById("lesson-data").textContent).questions.find((q) => q.id === form.dataset.question).about;
			if (!article.querySelector('[data-lab="' + about + '"]').matches(".veiled:not([data-at])")) {
				say("a question without its experiment");
			}
		}
		press("ArrowRight");
	}
	parts.forEach((e) => wrong.push("on no slide: " + e.tagName + " " + e.textContent.trim().slice(0, 60)));
	return [String(count), ...wrong];
})()`

// slideSizes are those of windows in which no slide may scroll.
var slideSizes = [][2]int64{{1280, 720}, {1024, 768}}

// No slide of any lesson scrolls, at first and when all is told, and every part of the text is on one, in type that can be read from the back row.
func TestNoSlideScrolls(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := start(t, visit.Options{})
			look := func(state string) {
				p.do(chromedp.Navigate(url + "/" + l.Page() + "?" + state))
				p.until(`document.querySelector("#progress")?.innerText.includes(" of ")`)
				if state == "told" {
					p.do(chromedp.Evaluate(`document.querySelectorAll(".lab backfill-lab").forEach((lab) => lab.enqueue())`, nil))
					p.until(`[...document.querySelectorAll(".lab backfill-lab")].every((lab) => lab.results) && [...document.querySelectorAll(".question")].every((form) => form.querySelector(".feedback").children.length > 1 || form.querySelector(".attempts"))`)
				}
				for _, size := range slideSizes {
					p.do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Evaluate(`location.hash = "slides"`, nil))
					p.until(`document.querySelector("article[aria-roledescription]") !== null`)
					found := eval[[]string](p, walk)
					t.Logf("%s, %d x %d: %s slides", state, size[0], size[1], found[0])
					for _, wrong := range found[1:] {
						t.Errorf("%s, %d x %d: %s", state, size[0], size[1], wrong)
					}
					p.do(keyboard(kb.Escape))
					p.until(`document.querySelector("article[aria-roledescription]") === null`)
				}
			}
			look("new")
			if !*thorough && l.Name != "why-backfilling" {
				return // with all answers told the others are for "make test-long"
			}
			p.keepTold(l)
			look("told")
		})
	}
}

// slideAt is the place and the title of the slide that is shown, "" if the lesson is shown as text.
const slideAt = `document.querySelector("article").getAttribute("aria-label") ?? ""`

// slide is the number of the slide that is shown, and how many there are.
func (p *page) slide() (at, of int) {
	p.t.Helper()
	if label := eval[string](p, slideAt); label != "" {
		if _, err := fmt.Sscanf(label, "%d of %d:", &at, &of); err != nil {
			p.t.Fatalf("%q: %v", label, err)
		}
		if place, want := p.text(".slide-place"), fmt.Sprintf("%d of %d", at, of); !strings.Contains(place, want) {
			p.t.Errorf("the place says %q, want %q in it", place, want)
		}
	}
	return at, of
}

// turns presses keys and tests which slide is shown then.
func (p *page) turns(want int, keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(keyboard(key))
	}
	if at, _ := p.slide(); at != want {
		p.t.Errorf("after %q: slide %d, want %d", keys, at, want)
	}
}

// A lesson as slides: keys, what has to wait, the address, and the way back. Frames are loaded once.
func TestSlides(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	p := openLesson(t, url, all[0], visit.Options{}).page
	p.do(chromedp.EmulateViewport(1280, 720))
	// Every frame gets a mark that it would lose if it were loaded again.
	const (
		frames   = `[...document.querySelectorAll("backfill-lab")].map((lab) => lab.shadowRoot.querySelector("iframe")).filter(Boolean)`
		mark     = `(document.querySelectorAll("backfill-lab").forEach((lab) => { if (lab.results) { lab.shadowRoot.querySelector("iframe").contentWindow.marked = true; lab.marked = true; } }))`
		unmarked = `[...document.querySelectorAll("backfill-lab")].filter((lab) => lab.marked && !lab.shadowRoot.querySelector("iframe").contentWindow.marked).map((lab) => lab.title)`
	)
	p.click(".progress button:last-child")
	if at, of := p.slide(); at != 1 || of < 15 {
		t.Errorf("slides begin with %d of %d", at, of)
	}
	if hash := eval[string](p, "location.hash"); hash != "#slides=1" {
		t.Errorf("the address ends with %s", hash)
	}
	_, of := p.slide()
	p.turns(2, kb.ArrowRight)
	p.turns(3, " ")
	p.turns(5, kb.PageDown, kb.ArrowDown)
	p.turns(3, kb.PageUp, kb.ArrowLeft)
	p.turns(of, kb.End)
	p.turns(of, kb.ArrowRight)
	p.turns(1, kb.Home)
	p.turns(1, kb.ArrowLeft)
	// A key that means something where it is pressed does not turn: Space presses a button, arrows go through choices and text.
	p.do(chromedp.Focus(`.slide-bar button:nth-of-type(2)`, chromedp.ByQuery))
	p.turns(2, " ")
	p.turns(3, kb.Enter)
	asked := 3 // the slide with the first question
	for ; !eval[bool](p, `document.querySelector("#question-blocked.slide-on") !== null`) && asked < 10; asked++ {
		p.do(keyboard(kb.PageDown))
	}
	p.do(chromedp.Focus("#question-blocked input", chromedp.ByQuery))
	p.turns(asked, "6", "0", " ", kb.ArrowLeft, kb.Home, "f")
	if typed := eval[string](p, `document.querySelector("#question-blocked input").value`); typed != "f60 " {
		t.Errorf("typed: %q", typed)
	}
	p.turns(asked+1, kb.PageDown)

	// What waits says so, and is neither seen nor read. The answer can be shown from there.
	if text := p.text("article"); !strings.Contains(text, "You see this when you have answered the question, or had") || strings.Contains(text, "costs millions") {
		t.Errorf("a slide that waits shows %q", text)
	}
	if hidden := eval[bool](p, `[...document.querySelectorAll(".lab")].every((lab) => lab.matches(".slide-on") || lab.inert)`); !hidden {
		t.Error("an experiment can be reached that is not on the slide")
	}
	shows := func() {
		p.t.Helper()
		p.do(chromedp.Evaluate(`[...document.querySelectorAll(".slide-bar button")].find((button) => button.textContent === "Show the answer" && !button.hidden).click()`, nil))
	}
	shows()
	p.until(`document.querySelector("#question-blocked").dataset.state === "told" && document.querySelector("#lab-fcfs").matches(".slide-exhibit")`)
	p.run(mark)
	if at, _ := p.slide(); at != asked {
		t.Errorf("the answer is shown on slide %d, want %d", at, asked)
	}
	if text := p.text("article"); !strings.Contains(text, "Job 3 starts after 60 min") {
		t.Errorf("the slide with the answer shows %q", text)
	}
	p.turns(asked+1, kb.PageDown)
	p.until(`document.querySelector(".slide-exhibit backfill-lab").shadowRoot.querySelector("iframe").getBoundingClientRect().height > 300`)
	zoom := func() float64 {
		return eval[float64](p, `Number(document.querySelector(".slide-exhibit backfill-lab").style.zoom)`)
	}
	size := zoom()
	p.turns(asked+1, "+")
	if now := zoom(); now < 1.1*size {
		t.Errorf("with + a frame goes from %.2f to %.2f of its usual size", size, now)
	}
	larger := zoom()
	p.turns(asked+1, "-")
	if now := zoom(); now > larger/1.1 {
		t.Errorf("with - a frame goes from %.2f to %.2f of its usual size", larger, now)
	}
	p.turns(asked+1, "f")
	p.until(`document.fullscreenElement !== null`)
	p.turns(asked+1, "f")
	p.until(`document.fullscreenElement === null`)
	// A part that waits for a question.
	for range 40 {
		if eval[bool](p, `document.querySelector(".later.slide-on.veiled") !== null`) {
			break
		}
		p.do(keyboard(kb.PageDown))
	}
	before, count := p.slide()
	if text := p.text("article"); !strings.Contains(text, "The lesson goes on here when you have answered question 3") {
		t.Errorf("slide %d: %q", before, text)
	}
	shows()
	p.until(`document.querySelector("#question-may-four").dataset.state === "told"`)
	if _, now := p.slide(); now <= count {
		t.Errorf("%d slides after a part has been shown, %d before", now, count)
	}
	p.run(mark)

	// A reload comes back, and so does another size of the window.
	const shown = `document.querySelector("article").innerText.slice(0, 200)`
	text := eval[string](p, shown)
	p.do(chromedp.EmulateViewport(1024, 768))
	p.until(`document.querySelector("article").clientWidth === 1024`)
	p.do(chromedp.EmulateViewport(1280, 720))
	p.until(fmt.Sprintf(`%s === %q`, shown, text))
	if lost := eval[[]string](p, unmarked); len(lost) > 0 {
		t.Errorf("loaded again: %q", lost)
	}
	// Right after a change of the window the address can have the number that the slide had before.
	p.run(`history.replaceState(history.state, "", "#slides=16")`)
	p.do(chromedp.Reload())
	p.until(fmt.Sprintf(`document.querySelector("article[aria-roledescription]") !== null && %s === %q`, shown, text))
	// Explanations above come with the results of their experiments, so that there may be fewer slides before it now.
	at, _ := p.slide()
	if eval[string](p, "location.hash") != fmt.Sprintf("#slides=%d", at) {
		t.Errorf("slide %d, and the address ends with %s", at, eval[string](p, "location.hash"))
	}

	// A picture in the focus lets Page Up and Page Down turn the slides.
	p.until(`document.querySelector(".slide-exhibit backfill-lab").results !== null`)
	p.run(mark)
	p.run(`document.querySelector(".slide-exhibit backfill-lab").shadowRoot.querySelector("iframe").contentDocument.querySelector("button").focus()`)
	p.turns(at+1, kb.PageDown)
	p.turns(at, kb.PageUp)
	// A finger that is drawn to the left turns to the next slide.
	p.run(`for (const [type, x] of [["touchstart", 600], ["touchend", 300]]) {
		const article = document.querySelector("article"), touch = new Touch({identifier: 1, target: article.querySelector("h2.slide-on"), clientX: x, clientY: 200});
		touch.target.dispatchEvent(new TouchEvent(type, {bubbles: true, touches: type === "touchstart" ? [touch] : [], changedTouches: [touch]}));
	}`)
	p.turns(at + 1)
	for i, slide := range []int{1, asked, asked + 1, at} {
		p.do(keyboard(kb.Home))
		for range slide - 1 {
			p.do(keyboard(kb.PageDown))
		}
		axeFindsNothing(t, p, i)
	}
	p.do(chromedp.EmulateViewport(1280, 720))

	// Escape leads back to the same place in the text.
	p.until(`document.querySelector("article").clientWidth === 1280`)
	p.run(`window.begins = document.querySelector("article .slide-on:not(h1, h2)")`)
	p.do(keyboard(kb.Escape))
	p.until(`!document.documentElement.classList.contains("slides")`)
	if hash := eval[string](p, "location.hash"); hash != "" {
		t.Errorf("the address still ends with %s", hash)
	}
	if top := eval[float64](p, `begins.getBoundingClientRect().top`); top < -50 || top > 700 {
		t.Errorf("the text begins %.0f pixels from where the slide stood", top)
	}
	if changed := eval[bool](p, `[...document.querySelectorAll("backfill-lab")].some((lab) => lab.style.zoom || lab.style.width)`); changed {
		t.Error("a frame keeps the size that it had on a slide")
	}
	if n := eval[int](p, frames+".length"); n < 2 {
		t.Errorf("only %d frames were started", n)
	}
	if lost := eval[[]string](p, unmarked); len(lost) > 0 {
		t.Errorf("loaded again: %q", lost)
	}
}

// A lesson of one's own, in the address, is shown as slides beside it: the address goes on holding the lesson.
func TestSlidesOfOnesOwnLesson(t *testing.T) {
	t.Parallel()
	source, err := lessons.Files.ReadFile("reading-a-result.md")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(source)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	fragment := "#l=1." + base64.RawURLEncoding.EncodeToString(packed.Bytes())
	p := start(t, visit.Options{})
	p.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(site(t)+"/lesson-own.html"+fragment+"&slides=3"))
	p.until(`document.querySelector("article[aria-roledescription]") !== null`)
	if at, of := p.slide(); at != 3 || of < 10 {
		t.Errorf("slide %d of %d, want the third", at, of)
	}
	p.turns(4, kb.PageDown)
	if hash := eval[string](p, "location.hash"); hash != fragment+"&slides=4" {
		t.Errorf("the address ends with %s", hash)
	}
	p.do(chromedp.Reload())
	p.until(`document.querySelector("article[aria-roledescription]") !== null`)
	p.turns(4)
	p.turns(0, kb.Escape)
	if hash := eval[string](p, "location.hash"); hash != fragment {
		t.Errorf("after the slides the address ends with %s", hash)
	}
}

// legible lists what the experiment on the slide shows in too small a type, and what of it is cut. A sentence below the answers that has no room is not
// there at all. Texts of pictures in SVG have a size of their own.
const legible = `(() => {
	const lab = document.querySelector(".slide-exhibit backfill-lab"), frame = lab.shadowRoot.querySelector("iframe"), doc = frame.contentDocument;
	const least = innerHeight / 30 / Number(lab.style.zoom), {innerWidth: width, innerHeight: height} = frame.contentWindow, wrong = [];
	if (doc.querySelector(".timeline")?.checkVisibility() && least > 12.01) {
		wrong.push("the labels of the timeline are too small");
	}
	const lines = doc.createTreeWalker(doc.querySelector(".page"), NodeFilter.SHOW_TEXT);
	while (lines.nextNode()) {
		const {parentElement: e, data} = lines.currentNode, range = doc.createRange();
		range.selectNodeContents(lines.currentNode);
		const r = range.getBoundingClientRect();
		if (!data.trim() || r.width < 1 || !e.checkVisibility({visibilityProperty: true}) || e.closest("svg, .unseen, option, textarea, .code-colours") || r.left >= width) {
			continue;
		}
		if (parseFloat(frame.contentWindow.getComputedStyle(e).fontSize) < least - 0.01) {
			wrong.push("too small: " + data);
		}
		if (r.right > width + 1 || r.bottom > height + 1 || r.left < 0 || r.top < 0) {
			wrong.push("cut: " + data);
		}
	}
	const canvas = doc.querySelector(".timeline canvas");
	if (canvas?.checkVisibility() && canvas.getBoundingClientRect().bottom > height + 1) {
		wrong.push("the timeline is cut");
	}
	return wrong;
})()`

// keepTold has the browser keep that all answers of a lesson were shown, as the page finds it after a reload.
func (p *page) keepTold(l *lessons.Lesson) {
	p.t.Helper()
	told := map[string]any{}
	for _, q := range l.Questions {
		told[q.ID] = map[string]bool{"told": true, "right": false}
	}
	kept, err := json.Marshal(told)
	if err != nil {
		p.t.Fatal(err)
	}
	p.run(fmt.Sprintf("localStorage.setItem(%q, %q)", "backfill-lesson-"+l.Name, kept))
}

// showTold opens a lesson as slides with all of its answers shown and its experiments run.
func showTold(t *testing.T, url string, l *lessons.Lesson) *page {
	t.Helper()
	p := openLesson(t, url, l, visit.Options{}).page
	p.keepTold(l)
	p.do(chromedp.EmulateViewport(1280, 720), chromedp.Reload())
	p.until(`document.querySelector("#progress")?.innerText.includes(" of ")`)
	p.run(`document.querySelectorAll(".lab backfill-lab").forEach((lab) => lab.enqueue())`)
	p.until(`[...document.querySelectorAll(".lab backfill-lab")].every((lab) => lab.results) && [...document.querySelectorAll(".question")].every((form) => form.querySelector(".feedback").children.length > 1 || form.querySelector(".attempts"))`)
	p.run(`(location.hash = "slides")`)
	p.until(`document.querySelector("article[aria-roledescription]") !== null`)
	return p
}

// turnToLab turns to the next slide with an experiment that is not among those that were seen, and waits until it fits. It returns "" at the end.
func (p *page) turnToLab(seen map[string]bool) string {
	p.t.Helper()
	for at, of := p.slide(); ; at, of = p.slide() {
		lab := eval[string](p, `document.querySelector(".lab.slide-exhibit")?.dataset.lab ?? ""`)
		if lab != "" && !seen[lab] {
			seen[lab] = true
			p.until(`(() => {
				const doc = document.querySelector(".slide-exhibit backfill-lab").shadowRoot.querySelector("iframe").contentDocument;
				const host = doc.querySelector(".fitted .timeline"), canvas = host?.querySelector("canvas");
				return doc.querySelector(".fitted") !== null && (!host?.checkVisibility() || Math.abs(canvas.getBoundingClientRect().height - host.clientHeight) <= 1);
			})()`)
			return lab
		}
		if at == of {
			return ""
		}
		p.do(keyboard(kb.PageDown))
	}
}

// Experiments on slides can be read from the last row: type is a thirtieth of the window's height, nothing is cut, and nothing has to be scrolled.
func TestSlidesCanBeRead(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	for _, l := range all {
		if !*thorough && l.Name != "why-backfilling" && l.Name != "how-estimates-matter" {
			continue // the others are for "make test-long"
		}
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := showTold(t, url, l)
			seen := map[string]bool{}
			for lab := p.turnToLab(seen); lab != ""; lab = p.turnToLab(seen) {
				for _, wrong := range eval[[]string](p, legible) {
					t.Errorf("%s: %s", lab, wrong)
				}
			}
			if len(seen) != len(l.Labs) {
				t.Errorf("%d of %d experiments are on slides", len(seen), len(l.Labs))
			}
		})
	}
}

// An experiment that is printed from the slides is a whole: everything that its frame has on paper lies within the frame, and the frame on a page. Here the
// browser looks as if it printed; how high a frame's contents are on paper is measured apart from the page's own measure.
func TestSlidesOnPaper(t *testing.T) {
	t.Parallel()
	all := builtInLessons(t)
	l := all[slices.IndexFunc(all, func(l *lessons.Lesson) bool { return l.Name == "reading-a-result" })]
	p := showTold(t, site(t), l)
	seen := map[string]bool{}
	for range 2 {
		p.turnToLab(seen)
	}
	const inFrames = `[...document.querySelectorAll(".lab.slide-kept backfill-lab")].map((lab) => lab.shadowRoot.querySelector("iframe").contentWindow)`
	sizes := `JSON.stringify([...document.querySelectorAll(".lab backfill-lab")].map((lab) => [lab.getAttribute("height"), lab.style.width, lab.style.zoom]))`
	before := eval[string](p, sizes)
	p.run(inFrames + `.forEach((window) => window.dispatchEvent(new Event("beforeprint")))`)
	p.do(emulation.SetEmulatedMedia().WithMedia("print"))
	type printed struct {
		Lab                     string
		Rows                    int
		Frame, Contents, Lowest float64
		Stage, Inside           float64
	}
	found := eval[[]printed](p, `[...document.querySelectorAll(".lab.slide-kept")].map((figure) => {
		const frame = figure.querySelector("backfill-lab").shadowRoot.querySelector("iframe"), doc = frame.contentDocument;
		const rows = [...doc.querySelectorAll("#metrics tbody tr")].filter((row) => row.getBoundingClientRect().height > 0);
		return {Lab: figure.dataset.lab, Rows: rows.length, Frame: frame.contentWindow.innerHeight, Contents: doc.body.getBoundingClientRect().height,
			Lowest: Math.max(...rows.map((row) => row.getBoundingClientRect().bottom)),
			Stage: figure.querySelector(".stage").clientHeight, Inside: frame.getBoundingClientRect().height};
	})`)
	const sheet = (210 - 2*12) / 25.4 * 96 // CSS pixels: the height of A4 on its side without margins
	if len(found) < 2 {
		t.Errorf("%d experiments are printed, want those that were seen", len(found))
	}
	for _, f := range found {
		if f.Rows < 5 || f.Lowest > f.Frame || f.Contents > f.Frame+1 {
			t.Errorf("%s: %d rows of the table, down to %.0f, and contents of %.0f pixels in a frame of %.0f", f.Lab, f.Rows, f.Lowest, f.Contents, f.Frame)
		}
		if f.Inside > f.Stage+1 || f.Stage > sheet {
			t.Errorf("%s: the frame is %.0f pixels high on paper, in a place of %.0f, on a page of %.0f", f.Lab, f.Inside, f.Stage, sheet)
		}
	}
	p.do(emulation.SetEmulatedMedia().WithMedia(""))
	p.run(inFrames + `.forEach((window) => window.dispatchEvent(new Event("afterprint")))`)
	if now := eval[string](p, sizes); now != before {
		t.Errorf("after printing frames have the sizes %s, before %s", now, before)
	}
}
