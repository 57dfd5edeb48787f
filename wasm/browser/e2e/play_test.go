package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// clock is the instant that the player shows.
const clock = `document.querySelector("#play-clock").textContent`

// A newcomer plays the first example, pauses, steps by keys and buttons, drags the slider, pins a
// job from the queue and has the whole run again.
func TestPlayTheFirstVisit(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 768})
	whole, _ := p.picture()
	p.click("#play-button")
	p.until(clock + ` !== "0" && document.querySelector(".decision-panel")?.innerText.includes("arrive")`)
	if playing, _ := p.picture(); playing == whole {
		t.Error("the timeline shows the whole run while it is played")
	}
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), chromedp.KeyEvent(" "))
	p.until(`document.querySelector("#play-button").textContent.includes("Play")`)
	p.put("#play-slider", "0", "input")
	p.until(clock + ` === "0" && document.querySelector(".decision-told").innerText.includes("job 1 and job 2 arrive")`)

	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), chromedp.KeyEvent(">"))
	p.until(clock + ` === "1 min" && document.querySelector(".decision-told").innerText.includes("By the estimates it can start at 10 min (shadow time)")`)
	p.until(`document.querySelector("#announcer").textContent.includes("Job 3 waits at the head of the queue")`)
	p.click(`[aria-label="Next decision"]`)
	p.until(clock + ` === "2 min" && document.querySelector(".decision-told").innerText.includes("Job 5 is backfilled at 2 min")`)
	p.do(chromedp.KeyEvent("."))
	p.until(clock + ` === "4 min"`)
	p.click(`[aria-label="Previous event"]`)
	p.until(clock + ` === "2 min"`)
	if text := p.text(".queue li"); text != "Job 3 6 processors, requests 4 min, waits 1 min head of the queue, due at 10 min" {
		t.Errorf("the queue begins with %q", text)
	}

	p.click(".queue li button")
	p.until(`document.querySelector("#inspector").innerText.includes("Job 3")`)
	p.put("#play-focus", "FCFS", "change")
	p.until(`document.querySelectorAll(".decision-panel ol.queue li").length === 3`)

	p.do(chromedp.Focus("#play-slider", chromedp.ByQuery), chromedp.KeyEvent(">"))
	p.until(clock + ` !== "2 min"`)
	p.click("#play-stop")
	p.until(`!document.querySelector(".decision-panel") && document.activeElement.id === "play-button"`)
}

// 20,000 jobs play: time goes by, what the policy did is told, and exactly when it stands still.
func TestPlayALongWorkload(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "long.json", `{"version": 1, "name": "long", "machine": {"kind": "cluster", "processors": 128},
	 "workload": {"kind": "lublin", "jobs": 20000, "processors": 128, "load": 0.8}, "policies": [{"kind": "easy"}, {"kind": "conservative"}]}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "long"`)
	p.click("#play-button")
	p.until(`document.querySelector(".decision-panel")?.innerText.includes(" waiting, ")`)
	before := eval[string](p, clock)
	p.until(clock + ` !== "` + before + `" && document.querySelector("#play-slider").valueAsNumber > 20`)
	p.click("#play-button")
	p.until(`document.querySelector("#play-button").textContent.includes("Play") && document.querySelector(".decision-told").innerText.startsWith("At ")`)
	for range 3 {
		before = p.text(".decision-told")
		p.click(`[aria-label="Next event"]`)
		p.until(`document.querySelector(".decision-told").innerText !== ` + strconv.Quote(before))
	}
	before = p.text(".decision-told")
	p.put("#play-slider", "900", "input")
	p.until(`document.querySelector(".decision-told").innerText !== ` + strconv.Quote(before))
	p.until(`document.querySelector(".decision-told").innerText.startsWith("At ")`)
}
