package stats

import "slices"

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
// reorders values; none may be NaN. O(n log points) on average, n log n at worst.
func DistributionOf(values []float64, points int) Distribution {
	f := finder{n: len(values), points: points, found: Distribution{Value: []float64{}, Share: []float64{}}}
	f.find(values, 0, 64)
	return f.found
}

// finder finds the points of a distribution, the smallest value first.
type finder struct {
	n, points int
	next      int // point
	found     Distribution
}

// index is the place of the next point among the sorted values, counted from 0; n if all points are found. The division is exact
// enough as points times n is below 2^53.
func (f *finder) index() int {
	if f.next == f.points {
		return f.n
	}
	return f.next * (f.n - 1) / (f.points - 1)
}

// find finds the points among values, which are all that lie between two others: so many values are smaller, and the rest is larger. As
// quicksort does it divides them by a pivot, at most depth times, but goes on only where points are.
func (f *finder) find(values []float64, smaller, depth int) {
	if f.index() >= smaller+len(values) {
		return
	}
	if len(values) <= 32 || depth == 0 {
		slices.Sort(values)
		for i, v := range values {
			if i+1 == len(values) || values[i+1] > v {
				f.take(v, smaller+i+1)
			}
		}
		return
	}
	pivot := pivotOf(values)
	below, above := divide(values, pivot)
	f.find(values[:below], smaller, depth-1)
	f.take(pivot, smaller+above)
	f.find(values[above:], smaller+above, depth-1)
}

// take makes v, which so many values do not exceed, a point if the next one lies there.
func (f *finder) take(v float64, atMost int) {
	if f.index() >= atMost {
		return
	}
	f.found.Value, f.found.Share = append(f.found.Value, v), append(f.found.Share, float64(atMost)/float64(f.n))
	for f.index() < atMost {
		f.next++
	}
}
