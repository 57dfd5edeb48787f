package e2e

import (
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// A teacher chooses jobs of queueing theory in the form, on one processor, and finds the closed form beside what was
// measured; a wrong coefficient of variation is refused at its field, and the link gives the same elsewhere. The gallery's item has the closed form of its last point.
func TestQueueingTheoryByHand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder, Width: 1440, Height: 1000})
	unfold := func(card string) {
		t.Helper()
		p.until(`document.querySelector("#card-` + card + `") !== null`)
		if eval[string](p, `document.querySelector("#card-`+card+`").getAttribute("aria-expanded")`) != "true" {
			p.click("#card-" + card)
		}
	}
	unfold("machine")
	p.put("#field-machine-processors", "1", "input")
	p.untilRun("true") // a run may say what moves the cards
	unfold("workload")
	p.put("#field-workload-kind", "poisson", "change")
	p.put("#field-workload-load", "0.5", "input")
	p.untilRun(`document.querySelector("#metrics").innerText.includes("M/M/1: 1 min 40 s")`)
	if eval[bool](p, `document.querySelector("#field-workload-runs") === null`) {
		p.run(`[...document.querySelectorAll("#experiment button")].find(b => b.innerText.includes("more parameters")).click()`)
	}
	p.put("#field-workload-runs", "hyperexponential", "change")
	p.put("#field-workload-cv", "0.5", "input")
	p.until(`document.querySelector("#field-workload-cv-mistake").innerText.includes("at least 1 is accepted")`)
	p.put("#field-workload-cv", "3", "input")
	// (1+9)/2 times as long.
	p.untilRun(`document.querySelector("#metrics").innerText.includes("M/H2/1: 8 min 20 s")`)
	if text := p.text("#answers"); !strings.Contains(text, "Pollaczek-Khinchine") || !strings.Contains(text, "begins with an empty machine") {
		t.Errorf("the answers do not say what the closed form is: %.2000s", text)
	}
	metrics := p.text("#metrics")
	elsewhere := open(t, eval[string](p, "location.href"), visit.Options{})
	elsewhere.until(visit.Idle + ` && document.querySelector("#metrics").innerText.includes("M/H2/1")`)
	if got := elsewhere.text("#metrics"); got != metrics {
		t.Errorf("elsewhere the link gives\n%s\nwant\n%s", got, metrics)
	}
	p.click("#gallery-button")
	p.until(`document.querySelectorAll(".dialog button.item").length > 20`)
	p.run(`[...document.querySelectorAll(".dialog button.item")].find(b => b.innerText.includes("M/M/4")).click()`)
	p.until(visit.Idle + ` && document.querySelector("#answer").innerText.includes("20 workloads")`)
	if text := p.text("#metrics"); !strings.Contains(text, "M/M/4: 3 min 17 s") {
		t.Errorf("the gallery's item shows %s", text)
	}
}
