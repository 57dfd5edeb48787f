package answer

import (
	"math"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// Metrics of a farm are told as shares, counts and short times; late jobs have a row where
// there are deadlines, even if nobody was late.
func TestValuesOfAFarm(t *testing.T) {
	for _, c := range []struct {
		metric string
		value  float64
		want   string
		row    bool
	}{
		{"late", 0.2943, "29 %", true}, {"late", 0, "0 %", true}, {"late", math.NaN(), "–", false},
		{"planTime", 0.000271, "0.27 ms", true}, {"planTimeTotal", 3.21, "3.2 s", false}, {"suspensions", 17, "17", false},
		{"plans", 12000, "12" + "," + "000", false}, {"preemptions", 0.353, "0.35", true},
	} {
		i := metrics.Index(c.metric)
		d := &metrics.Descriptions[i]
		if got := Value(d, c.value); got != c.want {
			t.Errorf("%s: %q, want %q", c.metric, got, c.want)
		}
		summary := make(metrics.Summary, len(metrics.Descriptions))
		summary[i] = c.value
		if got := inTable(d, i, []metrics.Summary{summary}, false, nil); got != c.row {
			t.Errorf("%s of %v has a row: %v", c.metric, c.value, got)
		}
	}
}

// A difference whose interval excludes zero is called better, unless not the same jobs were killed or nobody can tell whether the
// systems are stable: then the number stands there without a sign.
func TestUnjudged(t *testing.T) {
	interval := func(v float64) stats.Interval { return stats.Interval{Mean: v, Low: &v, High: &v, N: 5} }
	estimates := func(killed float64, growthUntold bool) *Estimates {
		low, high, relative := -0.3, -0.1, -0.2
		e := &Estimates{Plan: &scenario.Plan{Level: 0.95}, growthUntold: growthUntold}
		e.Plan.Policies = []scenario.PlannedPolicy{{Label: "A", Kind: &scenario.PolicyKind{}}, {Label: "B", Kind: &scenario.PolicyKind{}}}
		for _, m := range []struct {
			metric string
			values [2]float64
		}{{"meanWait", [2]float64{100, 80}}, {"killed", [2]float64{3, killed}}} {
			for k, v := range m.values {
				e.Table.Means = append(e.Table.Means, experiment.Mean{Policy: e.Plan.Policies[k].Label, Metric: m.metric, Interval: interval(v)})
			}
		}
		e.Table.Comparisons = []experiment.Comparison{{Policy: "B", Baseline: "A", Low: &low, High: &high, Level: 0.95,
			Difference: metrics.Difference{Metric: "meanWait", N: 5, Difference: -20, Relative: &relative, Kind: "ratio"}}}
		return e
	}
	for _, c := range []struct {
		e    *Estimates
		want Cell
		why  string
	}{
		{estimates(3, false), Cell{Difference: "−20.0 % ✓", Verdict: "better"}, ""},
		{estimates(2, false), Cell{Difference: "−20.0 %"}, "other jobs are killed under B than under A"},
		{estimates(3, true), Cell{Difference: "−20.0 %"}, "it cannot be told whether the queue grows without end"},
	} {
		got := c.e.Rows()[0].Cells[1]
		if got.Difference != c.want.Difference || got.Verdict != c.want.Verdict || c.e.Unjudged("B") != c.why {
			t.Errorf("%+v since %q, want %+v since %q", got, c.e.Unjudged("B"), c.want, c.why)
		}
	}
}
