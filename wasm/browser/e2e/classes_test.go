package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// Metrics by class of job, in panels: drawn as lines and bars, for policies and for the
// points of a sweep over a part, saved. The groups are edited by hand in the end.
func TestClassesOfJobs(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "classes.json", `{"version": 1, "name": "classes", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 200, "processors": 64, "load": 0.9, "transform": [{"kind": "estimates", "model": "exact"}]},
	 "policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}], "replications": 4,
	 "sweep": [{"path": "/workload/transform/0", "values": [{"kind": "estimates", "model": "exact", "label": "R* = T"},
	   {"kind": "estimates", "model": "factor", "factor": 2, "capped": false, "label": "R* = 2T"}, {"kind": "estimates", "model": "fModel", "overestimate": 9, "label": "R* = (1 + u)T"}]}],
	 "groups": [{"by": "runTime", "bounds": [60, 600, 3600], "each": {"by": "size", "bounds": [1, 8]}}]}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "classes"`)
	drawn := func(condition string) {
		t.Helper()
		p.until(`(() => { const svg = document.querySelector("#chart-classes svg"), legend = [...document.querySelectorAll("#chart-classes .legend li")].map(li => li.innerText.trim());
			return svg !== null && ` + condition + ` })()`)
	}
	// A path for each policy and panel, a whisker and a mark for each class.
	drawn(`legend.join() === "FCFS,EASY" && svg.querySelectorAll("[aria-label=line] path").length === 6 && svg.querySelectorAll("[aria-label=rule] line").length >= 24`)
	p.put("#class-form", "bars", "change")
	drawn(`svg.querySelectorAll("[aria-label=rect] rect").length === 24`)
	p.put("#class-lines", "/workload/transform/0", "change")
	p.put("#class-policy", "EASY", "change")
	drawn(`legend.join() === "R* = T,R* = 2T,R* = (1 + u)T" && svg.querySelectorAll("[aria-label=rect] rect").length === 36`)
	// On the curves' axis the values are words, which no line joins.
	p.until(`document.querySelector("#chart-curves svg [aria-label=dot]") !== null && document.querySelector("#chart-curves svg [aria-label=line]") === null`)

	press := func(name string) {
		t.Helper()
		p.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#classes button")].find(b => b.innerText === %q).click()`, name), nil))
	}
	press("Numbers")
	p.until(`document.querySelectorAll("#chart-classes-table .heading").length === 3 && document.querySelectorAll("#chart-classes-table td").length === 36`)
	press("Save CSV")
	if csv := p.saved(folder, "backfill-classes-classes.csv"); strings.Count(csv, ",meanWait,") != 3*2*12 || !strings.HasPrefix(csv, "# Backfill ") {
		t.Errorf("the table is\n%.900s", csv)
	}
	press("Save SVG")
	if svg := p.saved(folder, "backfill-classes-classes.svg"); !strings.Contains(svg, "<metadata>Backfill ") || strings.Contains(svg, "var(--") || !strings.Contains(svg, "R* = 2T") {
		t.Errorf("the picture is %.600s", svg)
	}

	p.click("#card-groups")
	p.until(`document.querySelector("#field-groups-0-each") !== null`)
	p.put("#field-groups-0-each", "", "change")
	p.put("#field-groups-0-where", "size at most 8", "input")
	p.do(chromedp.Evaluate(`document.querySelector("#run-button").click()`, nil))
	drawn(`svg.querySelectorAll("[aria-label=rect] rect").length === 12`)
	if title := p.text("#classes-heading"); title != "Mean wait by run time, jobs with 1–8 processors" {
		t.Errorf("the picture is called %q", title)
	}
}

// Every one of many policies has a line of its own in the distributions: another colour or other dashes.
func TestLinesOfManyPolicies(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	var policies []string
	for i := range 13 {
		policies = append(policies, fmt.Sprintf(`{"kind": "fcfs", "label": "Policy %d"}`, i+1))
	}
	p.drop(write(t, "many.json", `{"version": 1, "name": "many", "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 20, "processors": 4},
	 "policies": [`+strings.Join(policies, ", ")+`]}`))
	p.until(`document.querySelectorAll("#chart-wait .legend path").length === 13`)
	lines := eval[[]string](p, `[...document.querySelectorAll("#chart-wait .legend path")].map((path) => path.getAttribute("stroke") + path.getAttribute("stroke-dasharray"))`)
	slices.Sort(lines)
	if different := slices.Compact(slices.Clone(lines)); len(different) != len(lines) {
		t.Errorf("%d lines look in %d ways: %q", len(lines), len(different), lines)
	}
}
