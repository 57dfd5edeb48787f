package stats

import "math"

// Quantile is the value at place (n + 1) p of sorted, n values in increasing order that must not be empty, counted from 1. Between two
// places it is interpolated; before the first it is the first, and behind the last the last. p is between 0 and 1. Another value drawn as
// those were lies below it with probability p, on average, as long as the place is one from 1 to n: for 0.05 and 0.95 from 19 values on.
//
// Source: Hyndman, Fan: Sample quantiles in statistical packages, The American Statistician 50, 1996, definition 6.
func Quantile(sorted []float64, p float64) float64 {
	n := len(sorted)
	place := min(max(float64(float64(n+1)*p), 1), float64(n))
	below := int(math.Floor(place))
	low, part := sorted[below-1], place-float64(below)
	if part == 0 || sorted[below] == low { // infinite ones, too
		return low
	}
	return low + float64(part*(sorted[below]-low))
}
