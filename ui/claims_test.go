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
