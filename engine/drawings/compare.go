package drawings

import (
	"math"

	"backfill/engine/metrics/stats"
)

// Pair is the same job in two workloads, by its rows.
type Pair struct{ Old, New int32 }

// SameRows pairs each row with itself, for two runs of one workload.
func SameRows(rows []int32) []Pair {
	pairs := make([]Pair, len(rows))
	for i, j := range rows {
		pairs[i] = Pair{j, j}
	}
	return pairs
}

// Change is what became of the mean wait of some jobs from one run to another, over drawings that both had: the drawings with the same
// number. What a drawing does to both cancels.
type Change struct {
	Jobs    int // that started in every drawing of both runs, of which all that follows is
	LeftOut int // that did not

	Old, New   Range          // of the mean waits, s
	Difference stats.Interval // of the mean waits, new less old, s: Student's t over drawings; the mean is NaN if Jobs is 0
	// Relative is Difference in units of the mean of the old mean waits over the drawings, as which it is taken to be known: it excludes 0
	// just where Difference does. The mean is NaN if nobody waited.
	Relative stats.Interval
	Better   int // drawings in which the new mean is less
	Worse    int // drawings in which it is more
}

// Compare tells what became of the jobs of pairs, in as many drawings as both have; level is that of the intervals, such as 0.95.
func Compare(old, new []Waits, pairs []Pair, level float64) Change {
	n := min(len(old), len(new))
	old, new = old[:n], new[:n]
	var before, after []int32
	for _, p := range pairs {
		if startedInAll(old, p.Old) && startedInAll(new, p.New) {
			before, after = append(before, p.Old), append(after, p.New)
		}
	}
	c := Change{Jobs: len(before), LeftOut: len(pairs) - len(before), Old: RangeOf(nil), New: RangeOf(nil)}
	was, is := Means(old, before), Means(new, after)
	c.Difference = stats.PairedDifference(was, is, level)
	base := math.NaN()
	if c.Jobs > 0 {
		c.Old, c.New = RangeOf(was), RangeOf(is)
		base = stats.MeanInterval(was, level).Mean
	}
	c.Relative = relativeTo(base, c.Difference)
	for i := range n {
		switch {
		case is[i] < was[i]:
			c.Better++
		case is[i] > was[i]:
			c.Worse++
		}
	}
	return c
}

// relativeTo is an interval in units of base, without bounds and with a mean of NaN if that is not above 0.
func relativeTo(base float64, i stats.Interval) stats.Interval {
	r := stats.Interval{Mean: math.NaN(), Level: i.Level, N: i.N}
	if !(base > 0) {
		return r
	}
	r.Mean = i.Mean / base
	if i.Low != nil {
		low, high := *i.Low/base, *i.High/base
		r.Low, r.High = &low, &high
	}
	return r
}
