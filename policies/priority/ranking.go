package priority

import (
	"slices"

	"backfill/engine"
)

// ranked is a waiting job with its priority and its place in the order of arrival.
type ranked struct {
	priority   float64
	place, job int32
	exact      fraction // the larger goes first of two whose priority is the same float64
}

// before says which job goes first; ties go by submission.
func (r *ranked) before(o *ranked) bool {
	if r.priority != o.priority {
		return r.priority > o.priority
	}
	if c := r.exact.compare(o.exact); c != 0 {
		return c > 0
	}
	return r.place < o.place
}

// compareRanked orders as before does.
func compareRanked(a, b ranked) int {
	if a.before(&b) {
		return -1
	}
	return 1
}

// sortRanked puts the jobs of a list in order into jobs.
func sortRanked(list []ranked, jobs []int32) {
	slices.SortFunc(list, compareRanked)
	for i, r := range list {
		jobs[i] = r.job
	}
}

// ranking is a heap of waiting jobs, the one that goes first on top.
type ranking []ranked

// order makes a heap of jobs in any order. O(n).
func (r ranking) order() {
	for i := len(r)/2 - 1; i >= 0; i-- {
		r.sink(i)
	}
}

// first is the job that goes first, NoJob if there is none.
func (r ranking) first() int32 {
	if len(r) == 0 {
		return engine.NoJob
	}
	return r[0].job
}

// add puts another job into the heap. O(log n).
func (r *ranking) add(x ranked) {
	*r = append(*r, x)
	a := *r
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !x.before(&a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = x
}

// replace puts another job in the place of the first. O(log n).
func (r ranking) replace(by ranked) {
	r[0] = by
	r.sink(0)
}

// remove takes out the first job. O(log n).
func (r *ranking) remove() {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	if last > 0 {
		r.replace(x)
	}
}

func (r ranking) sink(i int) {
	x := r[i]
	for {
		child := 2*i + 1
		if child >= len(r) {
			break
		}
		if child+1 < len(r) && r[child+1].before(&r[child]) {
			child++
		}
		if !r[child].before(&x) {
			break
		}
		r[i] = r[child]
		i = child
	}
	r[i] = x
}
