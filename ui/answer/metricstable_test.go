package answer

import (
	"math"
	"testing"

	"backfill/engine/metrics"
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
