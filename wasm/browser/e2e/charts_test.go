package e2e

import (
	"testing"

	"backfill/wasm/browser/visit"
)

// Charts have their places before they are drawn: nothing on the page moves when they come.
func TestChartsMoveNothing(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]visit.Options{"wide": {Width: 1400, Height: 2600}, "narrow": {Width: 390, Height: 6000}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, site(t), o)
			p.until(`["wait", "slowdown", "classes"].every((chart) => document.querySelector("#chart-" + chart + " svg[class^=plot]") !== null)`)
			if shifts := eval[string](p, shifts); shifts != "" {
				t.Errorf("the layout shifts:\n%s", shifts)
			}
		})
	}
}

// Times on the axes of charts are round ones, written as in tables.
func TestTimesOnAxes(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1400, Height: 900})
	p.shows(t, "sweep", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
		"policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}], "baseline": "FCFS",
		"sweep": [{"path": "/workload/load", "values": [0.5, 0.7, 0.9]}], "replications": 4`)
	const length = `^(0|(\\d+ d)?( ?\\d+ h)?( ?\\d+ min)?( ?\\d+ s)?)$`
	p.until(`(() => {
		const ticks = [...document.querySelectorAll("#chart-curves [aria-label='y-axis tick label'] text")].map((t) => t.textContent);
		return ticks.length >= 3 && ticks.every((t) => new RegExp("` + length + `").test(t));
	})()`)
	p.press("#curves", "Numbers")
	p.until(`[...document.querySelectorAll("#chart-curves-table .value")].every((v) => new RegExp("` + length + `").test(v.innerText)) && document.querySelector("#chart-curves-table .value") !== null`)
}
