package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
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
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(" "))
	p.until(`document.querySelector("#play-button").textContent.includes("Play")`)
	p.put("#play-slider", "0", "input")
	p.until(clock + ` === "0" && document.querySelector(".decision-told").innerText.includes("job 1 and job 2 arrive")`)

	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(">"))
	p.until(clock + ` === "1 min" && document.querySelector(".decision-told").innerText.includes("By the estimates it can start at 10 min (shadow time)")`)
	p.until(`document.querySelector("#announcer").textContent.includes("Job 3 waits at the head of the queue")`)
	p.click(`[aria-label="Next decision"]`)
	p.until(clock + ` === "2 min" && document.querySelector(".decision-told").innerText.includes("Job 5 is backfilled at 2 min")`)
	p.do(keyboard("."))
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

	p.do(chromedp.Focus("#play-slider", chromedp.ByQuery), keyboard(">"))
	p.until(clock + ` !== "2 min"`)
	p.click("#play-stop")
	p.until(`!document.querySelector(".decision-panel") && document.activeElement.id === "play-button"`)
}

// In the textbook case job 7 fits in minute 7, when job 6 ends, and may not start under EASY. "Next decision" stops there, and says why, to
// those who see and to those who hear; the inspector says the same.
func TestPlayStopsWhereAJobThatFitsIsRefused(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1400, Height: 900})
	p.click("#play-button")
	p.until(`document.querySelector("#play-slider")`)
	p.click("#play-button")
	p.put("#play-slider", "0", "input")
	for _, at := range []string{"1 min", "2 min", "5 min", "7 min"} {
		p.click(`[aria-label="Next decision"]`)
		p.until(clock + ` === "` + at + `"`)
	}
	const why = "job 3 is promised 6 processors at 10 min (shadow time); by its requested time this job would still run then, and it needs 3, more than the 2 extra processors left then."
	p.until(`document.querySelector(".decision-told").innerText.includes("Job 7 fits but waits: ` + why + `")`)
	p.until(`document.querySelector("#announcer").textContent.includes("Job 7 fits but waits: ` + why + `")`)
	if text := p.text(".queue li:nth-child(3)"); text != "Job 7 3 processors, requests 4 min, waits 1 min fits" {
		t.Errorf("the queue has %q", text)
	}
	p.click(".queue li:nth-child(3) button")
	p.until(`document.querySelector("#inspector").innerText.includes("job 3 was promised 6 processors at 10 min (shadow time); by its requested time this job would still have run then, and it needs 3, more than the 2 extra processors left then.")`)
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

// Under Slurm, ticks above the chart show the passes of its schedulers while a run is played: the legend explains them, and whoever points at one is told which pass that was,
// and when. The strip for them lies below the axis (36 pixels) and the title (24).
func TestPlayShowsThePassesOfSlurm(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 900})
	p.drop(write(t, "passes.json", `{"version": 1, "name": "passes", "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "a", "processors": 4}], "partitions": [{"name": "batch"}]},
	 "workload": {"kind": "jobs", "jobs": [{"run": 600, "processors": 4}, {"run": 600, "processors": 4}]}, "policies": [{"kind": "slurm", "label": "P"}], "seed": 5}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "passes"`)
	p.click("#play-button")
	p.until(`document.querySelector("#play-slider")`)
	p.click("#play-button")
	p.put("#play-slider", "450", "input")
	p.until(`[...document.querySelectorAll("#future-legend li:not(.absent)")].filter((e) => /^(upper|lower) ticks: passes of the (backfill|main) scheduler/.test(e.innerText.trim())).length === 2`)
	type box struct{ Left, Top float64 }
	r := eval[box](p, `(() => { const r = document.querySelector("#timeline canvas").getBoundingClientRect(); return {Left: r.left, Top: r.top} })()`)
	for _, scheduler := range []string{"main", "backfill"} {
		told := false
		for x := 3.0; x < 120 && !told; x += 2 {
			p.do(chromedp.MouseEvent(input.MouseMoved, r.Left+x, r.Top+66))
			p.frame()
			told = eval[bool](p, `/^P, .*pass of the `+scheduler+` scheduler at [\d].* s/.test(document.querySelector("#timeline-hint").innerText)`)
		}
		if !told {
			t.Errorf("no pass of the %s scheduler is told of", scheduler)
		}
	}
}
