package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// walk goes through all slides, from the first, and returns how many there are and what is wrong with them: whatever has to be scrolled, type that is
// smaller than a thirtieth of the window's height, a question without its experiment or table, and parts of the lesson that are on no slide.
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
		if (form && !exhibit && !article.querySelector(".lab.slide-exhibit")) {
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
	all, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := start(t, visit.Options{})
			p.do(chromedp.Navigate(url + "/" + l.Page() + "#slides"))
			look := func(state string) {
				for _, size := range slideSizes {
					p.do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(url+"/"+l.Page()+"?"+fmt.Sprint(state, size[0])+"#slides"))
					p.until(`document.querySelector("article[aria-roledescription]") !== null`)
					if state == "told" {
						p.do(chromedp.Evaluate(`document.querySelectorAll(".lab").forEach((figure) => figure.classList.add("slide-kept"))`, nil))
						p.until(`[...document.querySelectorAll(".lab backfill-lab")].every((lab) => lab.results) && [...document.querySelectorAll(".question")].every((form) => form.querySelector(".feedback").children.length > 1 || form.querySelector(".attempts"))`)
					}
					found := eval[[]string](p, walk)
					t.Logf("%s, %d x %d: %s slides", state, size[0], size[1], found[0])
					for _, wrong := range found[1:] {
						t.Errorf("%s, %d x %d: %s", state, size[0], size[1], wrong)
					}
				}
			}
			look("new")
			told := map[string]any{}
			for _, q := range l.Questions {
				told[q.ID] = map[string]bool{"told": true, "right": false}
			}
			kept, err := json.Marshal(told)
			if err != nil {
				t.Fatal(err)
			}
			p.run(fmt.Sprintf("localStorage.setItem(%q, %q)", "backfill-lesson-"+l.Name, kept))
			look("told")
		})
	}
}
