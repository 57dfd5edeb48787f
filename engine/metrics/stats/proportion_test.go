package stats

import (
	"math"
	"testing"
)

// Of 200 trials 160 hits: by hand with z = 1.959964, z² = 3.841459: the middle is (0.8 + 0.009604) / 1.019207 = 0.794346, half the width
// 1.959964 / 1.019207 · √(0.16/200 + 3.841459/160000) = 1.923028 · √0.000824009 = 0.055202. The interval ends where a trial of the
// probability itself would reject: |p̂ - p| = z √(p (1-p) / n).
func TestProportion(t *testing.T) {
	i := Proportion(160, 200, 0.95)
	if math.Abs(*i.Low-0.739144) > 1e-5 || math.Abs(*i.High-0.849548) > 1e-5 || i.Mean != 0.8 {
		t.Errorf("%v to %v", *i.Low, *i.High)
	}
	for _, c := range [][2]int{{0, 10}, {3, 10}, {10, 10}, {77, 300}} {
		i := Proportion(c[0], c[1], 0.9)
		for _, end := range []float64{*i.Low, *i.High} {
			if end == 0 && c[0] == 0 || end == 1 && c[0] == c[1] {
				continue
			}
			if d := math.Abs(i.Mean-end) - 1.644853627*math.Sqrt(end*(1-end)/float64(c[1])); math.Abs(d) > 1e-8 {
				t.Errorf("%v: end %v is off by %v", c, end, d)
			}
		}
	}
	if none := Proportion(0, 0, 0.9); !math.IsNaN(none.Mean) || none.Low != nil {
		t.Error(none)
	}
}
