package stats

import (
	"slices"
)

// Distribution is an empirical cumulative distribution function at some of its points:
// exactly the share Share[i] of the values is at most Value[i], for every i. Both
// columns increase strictly; the first point is the smallest value, the last the
// largest with share 1. Without values both are empty.
type Distribution struct {
	Value []float64 `json:"value"`
	Share []float64 `json:"share"`
}

// DistributionOf finds at most points ≥ 2 points of the distribution of values, at
// evenly spaced ranks (rank r of n values: the r-th smallest), so that between two
// points the function rises by at most about 1/points unless values are equal. It
// sorts values in place; none may be NaN.
func DistributionOf(values []float64, points int) Distribution {
	slices.Sort(values)
	d := Distribution{Value: []float64{}, Share: []float64{}}
	n := len(values)
	for i := 0; i < points; i++ {
		// Ranks 1, ..., n. The division is exact enough as i n < 2^53.
		index := i * (n - 1) / (points - 1)
		if n == 0 || len(d.Value) > 0 && values[index] == d.Value[len(d.Value)-1] {
			continue
		}
		v := values[index]
		above := index + 1
		if above < n && values[above] == v {
			above = n
			if v < values[n-1] {
				above, _ = slices.BinarySearchFunc(values, v, func(x, v float64) int {
					if x > v {
						return 1
					}
					return -1
				})
			}
		}
		d.Value, d.Share = append(d.Value, v), append(d.Share, float64(above)/float64(n))
	}
	return d
}
