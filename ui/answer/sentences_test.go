package answer

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/param"
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

// What a log recorded is no rival of the policies: it is told behind what they have, and is neither better nor worse.
func TestTheLogIsNoRivalOfEstimates(t *testing.T) {
	low, high, relative := -0.3, -0.1, -0.2
	e := &Estimates{Plan: &scenario.Plan{Level: 0.95}, Metric: "meanWait", Curves: make([]Numbers, 1)}
	for _, one := range []struct {
		label, kind string
		mean        float64
	}{{"A", "fcfs", 100}, {"B", "easy", 80}, {"L", "recorded", 80}} {
		e.Plan.Policies = append(e.Plan.Policies, scenario.PlannedPolicy{Label: one.label, Kind: &scenario.PolicyKind{Description: param.Description{Kind: one.kind}}})
		n := &e.Curves[0]
		n.Means = append(n.Means, experiment.Mean{Policy: one.label, Metric: "meanWait", Interval: stats.Interval{Mean: one.mean, Low: &low, High: &high, N: 5}})
		if one.label != "A" {
			n.Comparisons = append(n.Comparisons, experiment.Comparison{Policy: one.label, Baseline: "A", Low: &low, High: &high, Level: 0.95,
				Difference: metrics.Difference{Metric: "meanWait", N: 5, Difference: -20, Relative: &relative, Kind: "ratio"}})
		}
	}
	want := "jobs wait 20.0 % less under B than under A; 95 % interval 10.0 to 30.0 %; 5 paired workloads. The log recorded a mean wait of 1 min 20 s."
	if got := strings.ReplaceAll(e.Sentence(), "\u00a0", " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	e.Table = e.Curves[0]
	verdicts := func() (list []string) {
		for _, row := range e.Rows() {
			for _, c := range row.Cells {
				list = append(list, c.Verdict)
			}
		}
		return list
	}
	if got := verdicts(); !slices.Equal(got, []string{"", "better", ""}) {
		t.Errorf("beside A the cells are %q", got)
	}
	e.Plan.Baseline = 2
	if got := verdicts(); !slices.Equal(got, []string{"", "", ""}) {
		t.Errorf("beside the log the cells are %q", got)
	}
}

// A sweep measures how much less there is than at the first point: 0.2 (0.1 to 0.3) is 20 % less, −0.2 (−0.3 to −0.1) is 20 % more. An interval that contains
// zero shows no difference, and its bounds say how much more there is; one from zero to zero shows that nothing differs.
func TestPointWords(t *testing.T) {
	point := func(v float64, bounds ...float64) *experiment.Estimate {
		one := &experiment.Estimate{Measured: &v}
		if bounds != nil {
			one.Low, one.High = &bounds[0], &bounds[1]
		}
		return one
	}
	at := []string{"0.6", "0.7", "0.8"}
	for _, c := range []struct {
		metric string
		points []*experiment.Estimate
		want   string
	}{
		{"meanWait", []*experiment.Estimate{point(0.2, 0.1, 0.3), point(-0.2, -0.3, -0.1), point(0.01, -0.02, 0.03)},
			"a job waits 20.0 % less (10.0 to 30.0 %) at 0.6 and 20.0 % more (10.0 to 30.0 %) at 0.7; no difference is shown at 0.8 (−3.0 to 2.0 %)"},
		{"meanWait", []*experiment.Estimate{point(0, 0, 0), point(-0.01, -0.03, 0)}, "a job waits as long at 0.6; no difference is shown at 0.7 (0.0 to 3.0 %)"},
		{"meanWait", []*experiment.Estimate{point(0), point(0.2)}, "a job waits as long at 0.6 and 20.0 % less at 0.7"},
		{"utilization", []*experiment.Estimate{point(0.01, -0.02, 0.03), point(0.02, -0.02, 0.03)}, "no difference in utilization is shown at 0.6 (−3.0 to 2.0 %) and 0.7 (−3.0 to 2.0 %)"},
		{"utilization", []*experiment.Estimate{point(-0.2, -0.3, -0.1)}, "the utilization is 20.0 % higher (10.0 to 30.0 %) at 0.6"},
	} {
		e := &Estimates{Plan: &scenario.Plan{Level: 0.95}, Metric: c.metric}
		if got := strings.ReplaceAll(e.PointWords(c.points, at), "\u00a0", " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
