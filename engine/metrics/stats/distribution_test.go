package stats

import (
	"slices"
	"sort"
	"testing"

	"pgregory.net/rapid"
)

func TestDistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ints := rapid.SliceOfN(rapid.IntRange(0, 40), 0, 200).Draw(t, "values")
		points := rapid.IntRange(2, 30).Draw(t, "points")
		values := make([]float64, len(ints))
		for i, v := range ints {
			values[i] = float64(v)
		}
		n := len(values)
		percent := rapid.IntRange(1, 100).Draw(t, "percent")
		d := DistributionOf(slices.Clone(values), points, percent)
		if len(d.Value) != len(d.Share) || len(d.Value) > points+1 {
			t.Fatalf("%d values, %d shares", len(d.Value), len(d.Share))
		}
		if n == 0 {
			return
		}
		if d.Value[0] != slices.Min(values) || d.Value[len(d.Value)-1] != slices.Max(values) || d.Share[len(d.Share)-1] != 1 {
			t.Errorf("ends of %+v", d)
		}
		sorted := slices.Sorted(slices.Values(values))
		if i := sort.SearchFloat64s(d.Share, float64(percent)/100); d.Value[i] != sorted[(percent*n+99)/100-1] {
			t.Errorf("%d %% of the values do not exceed %v: of %v", percent, d.Value[i], sorted)
		}
		for i, v := range d.Value {
			atMost, below := 0, 0
			for _, x := range values {
				if x <= v {
					atMost++
				}
				if x < v {
					below++
				}
			}
			if d.Share[i] != float64(atMost)/float64(n) {
				t.Errorf("share at %v is %v, want %d of %d", v, d.Share[i], atMost, n)
			}
			if i > 0 {
				if v <= d.Value[i-1] || d.Share[i] <= d.Share[i-1] {
					t.Errorf("%+v does not increase", d)
				}
				// Nothing hides between two points but values of fewer ranks than a step.
				if hidden := float64(below)/float64(n) - d.Share[i-1]; hidden > 1/float64(points-1) {
					t.Errorf("a share of %v lies between two points", hidden)
				}
			}
		}
	})
}
