package stats

import "slices"

// Percentile is the nearest-rank percentile of values: the value at Rank of the sorted
// list. It reorders values, which must not be empty; percent is from 1 to 100. Linear
// time on average; after a row of unlucky pivots the rest is sorted, so n log n at worst.
func Percentile(values []int64, percent int) int64 {
	return nth(values, Rank(percent, len(values))-1)
}

// Rank is the place of a percentile, from 1 to 100, among n sorted values: ceil(percent/100 · n),
// counted from 1.
func Rank(percent, n int) int { return int((int64(percent)*int64(n) + 99) / 100) }

// nth is the value at index k of values as if sorted (Hoare's selection).
func nth[T int64 | float64](values []T, k int) T {
	for rounds := 0; len(values) > 32 && rounds <= 64; rounds++ {
		pivot := pivotOf(values)
		below, above := divide(values, pivot)
		switch {
		case k < below:
			values = values[:below]
		case k >= above:
			values, k = values[above:], k-above
		default:
			return pivot
		}
	}
	slices.Sort(values)
	return values[k]
}

// pivotOf is a value near the middle of the sorted list: the median of medians of nine. There are at least nine values.
func pivotOf[T int64 | float64](values []T) T {
	n := len(values)
	return medianOf3(
		medianOf3(values[0], values[n/8], values[n/4]),
		medianOf3(values[3*n/8], values[n/2], values[5*n/8]),
		medianOf3(values[3*n/4], values[7*n/8], values[n-1]))
}

func medianOf3[T int64 | float64](a, b, c T) T { return max(min(a, b), min(max(a, b), c)) }

// divide puts what is smaller than the pivot first, up to below, and what is larger last, from above on.
func divide[T int64 | float64](values []T, pivot T) (below, above int) {
	above = len(values)
	for i := 0; i < above; {
		switch v := values[i]; {
		case v < pivot:
			values[i], values[below] = values[below], v
			below++
			i++
		case v > pivot:
			above--
			values[i], values[above] = values[above], v
		default:
			i++
		}
	}
	return below, above
}
