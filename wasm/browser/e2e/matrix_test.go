package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// The heat map of a plan is unfolded, gone through by the keyboard, and a job chosen; the
// plan follows the timeline. With -pictures it is saved in both themes.
func TestMatrixOfPlan(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.EmulateViewport(1366, 768))
	p.drop(write(t, "farm.json", `{"version": 1, "name": "farm", "machine": {"kind": "farm", "computers": 40, "licenceKinds": 5},
	 "workload": {"kind": "farm", "jobs": 300, "meanGap": 6}, "seed": 2, "policies": [{"kind": "convergent"}]}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "farm"`)
	p.click("#show-matrix")
	p.until(`document.querySelector("#matrix canvas[data-drawn]") !== null`)
	first := p.text("#matrix-instant")
	p.do(chromedp.Focus("#matrix", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.ArrowRight))
	p.until(`/^Job \d+, number 3 of \d+, on computer \d+ \(/.test(document.querySelector("#matrix-hint").innerText)`)
	p.do(keyboard(kb.Enter))
	p.until(`/is number 3 of \d+: its highest priority is/.test(document.querySelector("#matrix-why").innerText)`)
	p.until(`document.querySelector(".terms tbody tr") !== null`)
	p.pictureOf("matrix-light.png")
	p.put("#matrix-plan", "40", "change")
	p.until(`document.querySelector("#matrix-instant").innerText.startsWith("Plan 41 of ")`)
	p.until(`document.querySelector("#matrix-hint").textContent === ""`) // what was pointed at is of another plan
	if first == p.text("#matrix-instant") {
		t.Error("another plan is not told")
	}
	p.put("#matrix-part", "all", "change")
	p.click("#theme-button")
	p.pictureOf("matrix-dark.png")
}

// pictureOf saves the place of the heat map if pictures are wanted.
func (p *page) pictureOf(name string) {
	p.t.Helper()
	p.frame()
	if *pictures == "" {
		return
	}
	var png []byte
	p.do(chromedp.Evaluate(`document.querySelector(".matrix").scrollIntoView()`, nil))
	p.frame()
	p.do(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(*pictures, name), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
