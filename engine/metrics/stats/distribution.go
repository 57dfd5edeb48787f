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

// DistributionOf finds points of the distribution of values: at most points ≥ 2 at
// evenly spaced ranks (rank r of n values: the r-th smallest), so that between two
// points the function rises by at most about 1/points unless values are equal, and the
// percentiles by nearest rank (see Percentile), each percent from 1 to 100. It
// reorders values; none may be NaN. O(n log points) on average, n log n at worst.
func DistributionOf(values []float64, points int, percentiles ...int) Distribution {
	n := len(values)
	f := finder{n: n, found: Distribution{Value: []float64{}, Share: []float64{}}}
	if n == 0 {
		return f.found
	}
	for i := range points {
		f.places = append(f.places, i*(n-1)/(points-1))
	}
	for _, percent := range percentiles {
		f.places = append(f.places, Rank(percent, n)-1)
	}
	slices.Sort(f.places)
	f.find(values, 0, 64)
	return f.found
}

// finder finds the points of a distribution, the smallest value first.
type finder struct {
	n      int
	places []int // of points that are to be found yet, among the sorted values, in order, counted from 0
	found  Distribution
}

// find finds the points among values, which are all that lie between two others: so many values are smaller, and the rest is larger. As
// quicksort does it divides them by a pivot, at most depth times, but goes on only where points are.
func (f *finder) find(values []float64, smaller, depth int) {
	if len(f.places) == 0 || f.places[0] >= smaller+len(values) {
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
	if len(f.places) == 0 || f.places[0] >= atMost {
		return
	}
	f.found.Value, f.found.Share = append(f.found.Value, v), append(f.found.Share, float64(atMost)/float64(f.n))
	for len(f.places) > 0 && f.places[0] < atMost {
		f.places = f.places[1:]
	}
}
