package tables

import (
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
)

// A difference is relative with the interval of a ratio, or of one run without any; with the interval of a mean difference it has the metric's unit.
func TestDifference(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	compared := func(kind string, d float64, relative, low, high *float64) experiment.Comparison {
		return experiment.Comparison{Difference: metrics.Difference{Kind: kind, Difference: d, Relative: relative, N: 3}, Low: low, High: high}
	}
	for want, c := range map[string]experiment.Comparison{
		"":                             {},
		"same":                         compared("difference", 0, number(0), number(0), number(0)),
		"-66.7 %":                      compared("difference", -60, number(-2./3), nil, nil),
		"+1,200.50 [-3.25, +2,404.00]": compared("difference", 1200.5, number(0.3), number(-3.25), number(2404)),
		"0.00 [0.00, +1.00]":           compared("difference", 0.001, nil, number(0.002), number(1)),
		"-20.00 [-30.00, -5.00] %":     compared("ratio", -60, number(-0.2), number(-0.3), number(-0.05)),
	} {
		if got := difference(c, 2); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
