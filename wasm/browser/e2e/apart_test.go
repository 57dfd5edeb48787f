package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine/workload/workloadtest"
	"backfill/wasm/browser/visit"
)

// Somebody unfolds the two runs, chooses others, goes from job to job by the keyboard, clicks a bar and follows the
// link to where the schedules part. With -pictures it is saved in both themes, wide and narrow.
func TestTwoRunsApart(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.EmulateViewport(1366, 768))
	p.until(`document.querySelector("#apart-sentence").innerText.includes("The schedules part at 2 min")`)
	p.click("#show-apart")
	p.until(`document.querySelector("#apart-picture canvas[data-drawn]") !== null`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("EASY: Backfilled at 2 min")`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("FCFS: Waited from 2 min to 14 min behind")`)
	p.put("#apart-second", "Conservative", "change")
	p.until(`document.querySelector("#apart-divergence").innerText.startsWith("At 4 min, job 4 starts under Conservative")`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("moved forward from 5 min to 4 min")`)

	// By the keyboard: the job that gains most is read out and chosen.
	p.do(chromedp.Focus("#apart-picture", chromedp.ByQuery), keyboard(kb.Home))
	p.until(`/^Job \d+, .* under FCFS and .* under Conservative, .* less$/.test(document.querySelector("#apart-hint").innerText)`)
	p.do(keyboard(kb.Enter))
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

	p.click("#show-divergence")
	p.until(`document.querySelector("#inspector-heading").innerText === "Job 4"`)
	p.until(`document.querySelector("#inspector").innerText.includes("What would have been needed")`)
	p.press("#apart", "Numbers")
	p.until(`document.querySelectorAll("#apart-jobs tbody tr").length === 12`)
	p.run(`[...document.querySelectorAll("#inspector button")].find(b => b.innerText.startsWith("Every look")).click()`)
	p.until(`document.querySelectorAll("#inspector .looks tbody tr").length > 2`)
	axeFindsNothing(t, p, 0)
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

// The same with a log of 28,475 jobs: every job is in the picture, the inspector says at once who overtook one of them,
// and what it would have needed is found when it takes little time, or offered.
func TestTwoRunsApartOnALog(t *testing.T) {
	t.Parallel()
	log := workloadtest.TracePath(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	p.drop(log)
	p.until(visit.Idle + ` && document.body.innerText.includes("28,475")`)
	p.until(`/Under EASY [\d,]+ jobs wait less than under FCFS, [\d,]+ longer and [\d,]+ as long/.test(document.querySelector("#apart-sentence").innerText)`)
	p.click("#show-apart")
	p.until(`document.querySelector("#apart-picture canvas[data-drawn]") !== null`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("EASY: Backfilled at")`)
	p.click("#show-divergence")
	p.until(`!document.querySelector("#inspector").hidden && document.querySelector("#inspector").innerText.includes("Started at")`)

	// The job that loses most waited long, and many started past it.
	for range 10 {
		p.do(chromedp.Focus("#apart-picture", chromedp.ByQuery), keyboard(kb.End), keyboard(kb.ArrowLeft))
	}
	p.do(keyboard(kb.End), keyboard(kb.Enter))
	p.until(`/jobs? that came later started while it waited/.test(document.querySelector("#inspector").innerText)`)
	p.until(`/What would have been needed|What would it have needed\? \(about/.test(document.querySelector("#inspector").innerText)`)
	p.run(`[...document.querySelectorAll("#inspector button")].find(b => b.innerText.startsWith("What would it have needed"))?.click()`)
	p.until(`/What would have been needed\s+With \d+ processor/.test(document.querySelector("#inspector").innerText)`)
	// Another job ends the search at once, and is explained.
	p.do(chromedp.Focus("#apart-picture", chromedp.ByQuery), keyboard(kb.Home), keyboard(kb.Enter))
	p.until(`document.querySelector("#inspector .reasons") !== null && !document.querySelector("#inspector").innerText.includes("Asking")`)
	p.apartPictures("log")
}

// A run before a change is compared with the one after it, and each policy is asked about its own.
func TestApartFromTheRunBefore(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	p.click("#show-apart")
	p.put("#field-machine-processors", "12", "input")
	p.until(visit.Idle + ` && [...document.querySelectorAll("#apart-first option")].some(o => o.value === "EASY (before)")`)
	p.put("#apart-first", "EASY (before)", "change")
	p.put("#apart-second", "EASY", "change")
	p.until(`document.querySelector("#apart-divergence").innerText.startsWith("At 4 min, job 3 starts under EASY, and not before 10 min under EASY (before)")`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("EASY (before): Waited from 1 min")`)
	p.until(`document.querySelector("#apart .divergence").innerText.includes("EASY: Started at 4 min")`)
}
