package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// Somebody unfolds the two runs, chooses others, goes from job to job by the keyboard, clicks a bar and follows the
// link to where the schedules part. With -pictures it is saved in both themes, wide and narrow.
func TestTwoRunsApart(t *testing.T) {
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.EmulateViewport(1366, 768))
	p.until(`document.querySelector("#apart-sentence").innerText.includes("The schedules part at 2 min")`)
	p.click("#show-apart")
	p.until(`document.querySelector("#apart-picture canvas[data-drawn]") !== null`)
	p.until(`document.querySelector("#apart .parting").innerText.includes("EASY: Backfilled at 2 min")`)
	p.until(`document.querySelector("#apart .parting").innerText.includes("FCFS: Waited from 2 min to 14 min behind")`)
	p.put("#apart-second", "Conservative", "change")
	p.until(`document.querySelector("#apart-parting").innerText.startsWith("At 4 min job 4 starts under Conservative")`)
	p.until(`document.querySelector("#apart .parting").innerText.includes("moved forward from 5 min to 4 min")`)

	// By the keyboard: the job that gains most is read out and chosen.
	p.do(chromedp.Focus("#apart-picture", chromedp.ByQuery), chromedp.KeyEvent(kb.Home))
	p.until(`/^Job \d+, .* under FCFS and .* under Conservative, .* less$/.test(document.querySelector("#apart-hint").innerText)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`!document.querySelector("#inspector").hidden`)

	// By the pointer: the last bar is another job.
	first := p.text("#inspector-heading")
	type place struct{ X, Y float64 }
	at := eval[place](p, `(() => {
		const c = document.querySelector("#apart-picture canvas");
		c.scrollIntoView({block: "center"});
		const r = c.getBoundingClientRect();
		return {X: r.x + r.width / 2 - 24, Y: r.y + 137};
	})()`)
	p.do(chromedp.MouseClickXY(at.X, at.Y))
	p.until(fmt.Sprintf(`document.querySelector("#inspector-heading").innerText !== %q`, first))

	p.click("#show-parting")
	p.until(`document.querySelector("#inspector-heading").innerText === "Job 4"`)
	p.until(`document.querySelector("#inspector").innerText.includes("What would have been needed")`)
	if got := p.text("#inspector"); got == "" {
		t.Error("the inspector is empty")
	}
	p.apartPictures("textbook")
}

// apartPictures saves the section and the inspector in both themes, wide and narrow, if pictures are wanted.
func (p *page) apartPictures(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1366, 320} {
			p.do(chromedp.EmulateViewport(width, 768))
			for _, part := range []string{"#apart", "#inspector"} {
				p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, part), nil))
				p.frame()
				var png []byte
				p.do(chromedp.Screenshot(part, &png, chromedp.ByQuery))
				if err := os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("%s-%s-%s-%d.png", name, part[1:], theme, width)), png, 0o644); err != nil {
					p.t.Fatal(err)
				}
			}
		}
		p.do(chromedp.EmulateViewport(1366, 768))
		p.click("#theme-button")
	}
}
