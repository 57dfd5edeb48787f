package stats

import "slices"

// Percentile is the nearest-rank percentile of values: the value at place
// ceil(percent/100 · len(values)) of the sorted list, counted from 1. It reorders
// values, which must not be empty; percent is from 1 to 100. Linear time on average;
// after a row of unlucky pivots the rest is sorted, so n log n at worst.
func Percentile(values []int64, percent int) int64 {
	rank := (int64(percent)*int64(len(values)) + 99) / 100
	return nth(values, int(rank)-1)
}

// nth is the value at index k of values as if sorted (Hoare's selection).
func nth[T int64 | float64](values []T, k int) T {
	for rounds := 0; len(values) > 32; rounds++ {
		if rounds > 64 {
			break
		}
		pivot := pivotOf(values)
		i, j := 0, len(values)-1
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		// Now values[:j+1] <= pivot <= values[i:], and whatever is between equals it.
		switch {
		case k <= j:
			values = values[:j+1]
		case k >= i:
			values, k = values[i:], k-i
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
