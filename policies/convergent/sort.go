package convergent

import "math"

// pair is a job and a computer, and what it is worth.
type pair struct {
	value float64
	rank  int64 // the place of the pair where all are worth the same: by row, then computer
}

func (a pair) before(b pair) bool {
	return a.value > b.value || a.value == b.value && a.rank < b.rank
}

// few is how many pairs are better sorted by insertion.
const few = 12

// quicksort sorts pairs, the best first, around medians of three. O(n log n) on average.
//
// Source: Hoare, Quicksort, The Computer Journal 1962.
func quicksort(pairs []pair) {
	for len(pairs) > few {
		last := len(pairs) - 1
		a, b, c := pairs[0], pairs[last/2], pairs[last]
		if b.before(a) {
			a, b = b, a
		}
		if c.before(b) {
			b = c
			if b.before(a) {
				b = a
			}
		}
		i, k := 0, last
		for i <= k {
			for pairs[i].before(b) {
				i++
			}
			for b.before(pairs[k]) {
				k--
			}
			if i <= k {
				pairs[i], pairs[k] = pairs[k], pairs[i]
				i++
				k--
			}
		}
		if k+1 < len(pairs)-i {
			quicksort(pairs[:k+1])
			pairs = pairs[i:]
		} else {
			quicksort(pairs[i:])
			pairs = pairs[:k+1]
		}
	}
	for i := 1; i < len(pairs); i++ {
		for k := i; k > 0 && pairs[k].before(pairs[k-1]); k-- {
			pairs[k], pairs[k-1] = pairs[k-1], pairs[k]
		}
	}
}

// classes is the number of classes of priorities for the counting sort.
const classes = 1024

// class is the class of a priority, from 1 to classes, where most is the highest there can be.
func class(priority, most float64) float64 {
	if most == 0 {
		return 1
	}
	if priority >= most {
		return classes
	}
	return 1 + math.Floor(float64((classes-1)*priority)/most)
}

// countingSort appends to sorted the ranks of pairs, whose values are classes and which are in
// the order of their ranks: the highest class first. O(n + classes).
func countingSort(pairs []pair, sorted []int64) []int64 {
	var next [classes + 2]int
	for i := range pairs {
		next[classes+1-int(pairs[i].value)]++
	}
	sum := 0
	for c, n := range next {
		next[c] = sum
		sum += n
	}
	sorted = append(sorted, make([]int64, len(pairs))...)
	for i := range pairs {
		at := &next[classes+1-int(pairs[i].value)]
		sorted[*at] = pairs[i].rank
		*at++
	}
	return sorted
}
