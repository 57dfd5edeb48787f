package ui

import (
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// What goes against a claim is said as it is, not as less than nothing.
func TestMeasuredAgainstAClaim(t *testing.T) {
	p, _ := firstVisit(t)
	low, value, high := -0.019, -0.016, -0.013
	wait := &metrics.Descriptions[metrics.Index("meanWait")]
	for direction, want := range map[string]string{
		"higher": "1.6 % less; 95 % interval 1.3 to 1.9 %, 200 workloads",
		"lower":  "1.6 % more; 95 % interval 1.3 to 1.9 %, 200 workloads",
	} {
		j := &experiment.Judged{
			Claim: scenario.Claim{Metric: "meanWait", Policy: "LOS", Versus: "EASY", Direction: direction}, Level: 0.95,
			Estimate: experiment.Estimate{Measured: &value, Low: &low, High: &high, N: 200},
		}
		if got := strings.ReplaceAll(p.estimateWords(wait, j, &j.Estimate), "\u00a0", " "); got != want {
			t.Errorf("%s: %q, want %q", direction, got, want)
		}
	}
}

// The table has a row, at first sight, for what a claim is about, and none, however much is
// asked for, for what is undefined in every run: nothing is dedicated here.
func TestRowsOfTheTable(t *testing.T) {
	const claimed = `{"version":1,"machine":{"kind":"cluster","processors":32},
		"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.7},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],%s
		"claims":[{"metric":"slowdownOfMeans","policy":"EASY","versus":"FCFS","direction":"lower"}]}`
	for _, repeated := range []string{"", `"replications":3,`, `"precision":{"maxReplications":10,"metric":"meanQueue"},`} {
		p, b := firstVisit(t)
		open(p, strings.Replace(claimed, "%s", repeated, 1))
		b.answer()
		if repeated != "" {
			whole(p, b)
		}
		names := func() string {
			names := ""
			for _, row := range (&Answers{p}).rows() {
				names += row.About.Name + " "
			}
			return names
		}
		first := names()
		if !strings.Contains(first, "slowdownOfMeans ") || strings.Contains(first, "meanQueue ") != strings.Contains(repeated, "meanQueue") || strings.Contains(first, "maxQueue ") {
			t.Errorf("%q: the rows are %s", repeated, first)
		}
		p.opened["all metrics"] = true
		p.digest(true)
		b.pass()
		if all := names(); !strings.Contains(all, "maxQueue ") || strings.Contains(all, "dedicated") || strings.Contains(all, "commands") {
			t.Errorf("%q: all rows are %s", repeated, all)
		}
	}
}
