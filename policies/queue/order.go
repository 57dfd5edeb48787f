package queue

import (
	"cmp"
	"math/bits"
	"slices"

	"backfill/engine"
)

// Order is an order of jobs by their size and by how long they are believed to run; ties go by arrival.
type Order uint8

const (
	ByArrival Order = iota
	Shortest
	Longest
	SmallestArea // processors times run time
	LargestArea
	SmallestRatio // run time by processors
	LargestRatio
)

// OrderNames are how a scenario names them.
var OrderNames = []string{"arrival", "shortest", "longest", "smallestArea", "largestArea", "smallestRatio", "largestRatio"}

// Compare says which of two waiting jobs goes first, apart from ties.
func (o Order) Compare(a, b *engine.Job) int {
	switch o {
	case Shortest:
		return cmp.Compare(a.Estimate, b.Estimate)
	case Longest:
		return cmp.Compare(b.Estimate, a.Estimate)
	case SmallestArea:
		return compareProducts(a.Estimate, a.Processors, b.Estimate, b.Processors)
	case LargestArea:
		return compareProducts(b.Estimate, b.Processors, a.Estimate, a.Processors)
	case SmallestRatio:
		return compareProducts(a.Estimate, b.Processors, b.Estimate, a.Processors)
	case LargestRatio:
		return compareProducts(b.Estimate, a.Processors, a.Estimate, b.Processors)
	}
	return 0
}

// LongestFirst says whether of jobs of equal processors the longest goes first.
func (o Order) LongestFirst() bool { return o == Longest || o == LargestArea || o == LargestRatio }

// compareProducts compares t times n with u times m, which may have more than 64 bits.
func compareProducts(t engine.Time, n int32, u engine.Time, m int32) int {
	high, low := bits.Mul64(uint64(t), uint64(n))
	otherHigh, otherLow := bits.Mul64(uint64(u), uint64(m))
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}

// Sort puts jobs that are in the order of arrival into this one.
func (o Order) Sort(s *engine.State, jobs []int32) {
	slices.SortStableFunc(jobs, func(a, b int32) int { return o.Compare(s.Job(a), s.Job(b)) })
}
