package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	// wider are elements that make the page wider than its window.
	wider = `(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) return [];
		return [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > width + 1 && !e.closest(".scroll, .unseen")).slice(0, 5)
			.map(e => e.tagName + "#" + e.id + "." + e.className + " ends at " + e.getBoundingClientRect().right);
	})()`

	// cut are elements whose text is not wholly to be seen, other than those that say so with an ellipsis.
	cut = `[...document.querySelectorAll("button, label, p, h2, h3, dd, dt")].filter(e => e.checkVisibility() && !e.closest(".unseen, .clip, .hint, .help") && !e.matches(".skip") &&
		(e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4) && getComputedStyle(e).display !== "inline" && getComputedStyle(e).overflow !== "visible")
		.slice(0, 5).map(e => e.tagName + "#" + e.id + " " + e.innerText.slice(0, 40))`

	// spaced puts as much space between letters, words and lines as success criterion 1.4.12 asks for.
	spaced = `(() => { const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }");
		document.adoptedStyleSheets = [sheet]; return true })()`
)

// fits tests that nothing makes the page wider than its window and no text is cut: down to 320 pixels, with twice the
// size, or with more space between letters, words and lines.
func fits(t *testing.T, p *page) {
	look := func(what string) {
		t.Helper()
		p.frame()
		for _, query := range []string{wider, cut} {
			if found := eval[[]string](p, query); len(found) > 0 {
				t.Errorf("%s: %s", what, strings.Join(found, "; "))
			}
		}
	}
	for _, width := range widths {
		p.do(chromedp.EmulateViewport(int64(width), 900))
		look(fmt.Sprint(width, " pixels"))
	}
	p.do(chromedp.EmulateViewport(640, 450, chromedp.EmulateScale(2)))
	look("zoom of 200 %")
	eval[bool](p, spaced)
	for _, width := range []int{320, 1280} {
		p.do(chromedp.EmulateViewport(int64(width), 900))
		look(fmt.Sprint(width, " pixels, more space"))
	}
	p.run(`document.adoptedStyleSheets = []`)
}
