package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPercentileBySorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.SampledFrom([]int64{0, 3, 1 << 60}).Draw(t, "largest")
		values := rapid.SliceOfN(rapid.Int64Range(0, largest), 1, 500).Draw(t, "values")
		if rapid.Bool().Draw(t, "rising") {
			slices.Sort(values)
		}
		percent := rapid.IntRange(1, 100).Draw(t, "percent")
		sorted := slices.Sorted(slices.Values(values))
		want := sorted[int(math.Ceil(float64(percent*len(values))/100))-1]
		if got := Percentile(values, percent); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	})
}
