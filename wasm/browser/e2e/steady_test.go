package e2e

import (
	"fmt"
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// steady wants a precision that it does not reach while anybody waits.
const steady = `{"version": 1, "name": "steady", "machine": {"kind": "multicluster", "clusters": [20, 20, 20, 20, 20]},
	"workload": {"kind": "power-of-two", "jobs": 6000}, "policies": [{"kind": "fcfs"}, {"kind": "fpfs"}],
	"steady": {"warmup": 1000, "batch": 1000}, "groups": [{"by": "size", "bounds": [1, 3, 7]}],
	"precision": {"relativeHalfWidth": 0.0005, "metric": "meanResponse", "groups": true, "maxReplications": 800}}`

// widest is how far the worst group is from the wanted precision, in per cent, NaN until
// something is known.
const widest = `Number((document.querySelector(".running").innerText.match(/Widest interval ±([0-9.]+)\s*% of the mean response time \((fcfs|fpfs), .*processor/) || [])[1])`

// A steady state becomes known ever more precisely, group by group; stopped at any time,
// it keeps what it has, and the intervals of the way there.
func TestSteadyStateIsStopped(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "steady.json", steady))
	p.until(`document.querySelector("#run-anyway-button") !== null || ` + measuring)
	if eval[bool](p, `document.querySelector("#run-anyway-button") !== null`) {
		p.click("#run-anyway-button")
	}
	p.until(widest + ` > 0`)
	first := eval[float64](p, widest)
	p.until(widest + ` < ` + fmt.Sprint(first/2))
	p.click("#cancel-button")
	p.until(`document.querySelector(".running").hidden && !` + measuring)
	// An interval takes two workloads, one of half the width a third: six runs under two policies.
	if n := len(runsOf(t, p.export(folder))); n < 6 || n >= 1600 {
		t.Errorf("%d runs are kept", n)
	}
	if text := p.text("#answers"); !strings.Contains(text, "Widest interval ±") || !strings.Contains(text, "paired workloads") {
		t.Errorf("the answer is %.500s", text)
	}
	p.put("#plot-view", "as workloads come in", "change")
	p.until(`document.querySelector("#chart-curves svg") !== null && document.querySelector("#curves").innerText.includes("after so many workloads")`)
}
