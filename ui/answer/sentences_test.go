package answer

import (
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// Unstable policies are told of behind those that can be compared. That they have no means does not make the others a single run
// without intervals.
func TestSentenceOfUnstablePolicies(t *testing.T) {
	low, high, relative := -0.3, -0.1, -0.2
	estimates := func(unstable ...string) *Estimates {
		e := &Estimates{Plan: &scenario.Plan{Level: 0.95}, Metric: "meanWait", Curves: make([]Numbers, 1)}
		for _, label := range []string{"A", "B", "C"} {
			e.Plan.Policies = append(e.Plan.Policies, scenario.PlannedPolicy{Label: label, Kind: &scenario.PolicyKind{}})
			n := &e.Curves[0]
			if strings.Contains(strings.Join(unstable, ""), label) {
				e.Table.unstable = append(e.Table.unstable, experiment.Unstable{Policy: label})
				continue
			}
			mean, from, to := 100.0, 90.0, 110.0
			n.Means = append(n.Means, experiment.Mean{Policy: label, Metric: "meanWait", Interval: stats.Interval{Mean: mean, Low: &from, High: &to, N: 5}})
			if label != "A" {
				n.Comparisons = append(n.Comparisons, experiment.Comparison{Policy: label, Baseline: "A", Low: &low, High: &high, Level: 0.95,
					Difference: metrics.Difference{Metric: "meanWait", N: 5, Difference: -20, Relative: &relative, Kind: "ratio"}})
			}
		}
		return e
	}
	for _, c := range []struct {
		e    *Estimates
		want string
	}{
		{estimates(), "jobs wait 20.0 % less under B than under A (10.0 to 30.0 %) and 20.0 % less under C (10.0 to 30.0 %); 95 % intervals; 5 paired workloads."},
		{estimates("B"), "jobs wait 20.0 % less under C than under A (10.0 to 30.0 %); 95 % intervals; 5 paired workloads. B is unstable: its queue grows without end."},
		{estimates("B", "C"), "B and C are unstable: their queues grow without end."},
	} {
		if got := strings.ReplaceAll(c.e.Sentence(), "\u00a0", " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
