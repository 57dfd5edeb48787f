package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe is the script of axe-core, which looks for whatever a program can find of the Web Content Accessibility Guidelines.
func axe(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip(`axe-core is not installed: run "make build"`)
	}
	return string(script)
}

// findings are what axe-core finds in the page as it is, a line each: the rule, what it asks, and the elements.
const findings = `axe.run(document, {
	runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
	resultTypes: ["violations"],
}).then(({violations}) => violations.map(v => v.id + ": " + v.help + ": " +
	v.nodes.slice(0, 4).map(n => n.target.join(" ") + " (" + n.failureSummary.replace(/\s+/g, " ").slice(0, 300) + ")").join("; ") + (v.nodes.length > 4 ? " and " + (v.nodes.length - 4) + " more" : "")))`

// widths are those of a small telephone, a tablet and a laptop.
var widths = []int{320, 768, 1440}

// axeFindsNothing in the light and the dark theme, on narrow and wide windows: with -long in all of them, else in one that is another
// one for the next view.
func axeFindsNothing(t *testing.T, p *page, view int) {
	p.do(chromedp.Evaluate(axe(t), nil))
	for i := range 2 * len(widths) {
		if !*thorough && i != view%(2*len(widths)) {
			continue
		}
		dark, width := i%2 == 1, widths[i/2]
		p.wears(dark)
		p.do(chromedp.EmulateViewport(int64(width), 900))
		p.frame()
		for _, finding := range eval[[]string](p, findings) {
			t.Errorf("%d pixels, dark %v: %s", width, dark, finding)
		}
	}
	p.wears(false)
}

// wears lets the system prefer the dark theme, or the light one.
func (p *page) wears(dark bool) {
	p.t.Helper()
	theme := "light"
	if dark {
		theme = "dark"
	}
	p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
	p.until(fmt.Sprintf(`document.documentElement.dataset.theme === %q || (document.documentElement.dataset.theme === undefined && matchMedia("(prefers-color-scheme: %s)").matches)`, theme, theme))
	p.frame()
}
