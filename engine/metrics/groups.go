package metrics

import (
	"math"
	"slices"

	"backfill/engine"
)

// Breakdown is the result of one Grouping.
type Breakdown struct {
	Grouping
	Groups []Group `json:"groups"` // in increasing order of the attribute; unknown values last
}

// Group is what came of the jobs of one class. Classes without a job that ended are
// left out.
type Group struct {
	// Class numbers the classes of the grouping from 1, those left out included, so that
	// the same class is found in another run; jobs of unknown value have Class 0.
	Class       int     `json:"class"`
	Label       string  `json:"label"`       // in words: "2–4 processors"
	ShareOfJobs float64 `json:"shareOfJobs"` // of the jobs that ended
	ShareOfLoad float64 `json:"shareOfLoad"` // of the processor time that they used
	Metrics     Summary `json:"metrics"`     // those whose Description says Group
}

// Groups breaks a run down by each of the groupings, which have been checked.
//
// The quantile classes of a grouping into k lie between the nearest-rank quantiles 1/k,
// 2/k, ... of the attribute over all jobs that were not refused. A class holds the
// values above the quantile below it, up to and including its own, so that equal values
// stay together and a value that fills several classes makes all but one of them empty.
// Linear time, and n log n for quantiles and users.
func Groups(o *engine.Outcome, groupings []Grouping) []Breakdown {
	breakdowns := make([]Breakdown, len(groupings))
	for i, g := range groupings {
		breakdowns[i] = Breakdown{g, groupsOf(o, g)}
	}
	return breakdowns
}

func groupsOf(o *engine.Outcome, g Grouping) []Group {
	a := attribute(g.By)
	column := a.column(o.Workload)
	bounds := divisions(o, g, a, column)
	// Class c holds the values in (bounds[c-1], bounds[c]]; the unknown have the last.
	unknown := len(bounds) + 1
	classOf := func(j int32) int {
		v := column[j]
		if v < 0 {
			return unknown
		}
		c := 0
		for c < len(bounds) && v > bounds[c] {
			c++
		}
		return c
	}

	// Counting sort of the ended jobs by class keeps the order of ends.
	ended := o.EndedJobs()
	first := make([]int, unknown+2)
	for _, j := range ended {
		first[classOf(j)+1]++
	}
	for c := range unknown + 1 {
		first[c+1] += first[c]
	}
	rows := make([]int32, len(ended))
	place := slices.Clone(first)
	for _, j := range ended {
		c := classOf(j)
		rows[place[c]] = j
		place[c]++
	}

	groups := []Group{}
	var load integerSum
	var loads []integerSum
	values := make([]int64, len(rows))
	for c := range unknown + 1 {
		members := rows[first[c]:first[c+1]]
		if len(members) == 0 {
			continue
		}
		t := totals{jobs: jobTotalsOf(o, members, values[:len(members)])}
		group := Group{Class: c + 1, ShareOfJobs: float64(len(members)) / float64(len(rows)), Metrics: undefined()}
		for i := range Descriptions {
			if Descriptions[i].Group {
				group.Metrics[i] = Descriptions[i].value(&t)
			}
		}
		switch {
		case c == unknown:
			group.Class, group.Label = 0, a.none
		case a.Classes != nil:
			group.Label = a.Classes[c]
		case g.Quantiles > 0:
			group.Label = a.label(extent(o, column, bounds, c))
		default:
			group.Label = a.label(limits(a, bounds, c))
		}
		groups, loads = append(groups, group), append(loads, t.jobs.area)
		load.addSum(t.jobs.area)
	}
	for i := range groups {
		groups[i].ShareOfLoad = loads[i].float() / load.float()
	}
	return groups
}

// divisions are the upper bounds of all classes but the last.
func divisions(o *engine.Outcome, g Grouping, a *Attribute, column []int64) []int64 {
	if g.Quantiles > 0 {
		return quantiles(o, column, g.Quantiles)
	}
	var bounds []int64
	for c := range len(a.Classes) - 1 {
		bounds = append(bounds, int64(c))
	}
	for _, b := range g.Bounds {
		bounds = append(bounds, a.bound(b))
	}
	return bounds
}

// quantiles are the k - 1 inner bounds of k quantile classes.
func quantiles(o *engine.Outcome, column []int64, k int) []int64 {
	sorted := make([]int64, 0, len(column))
	for j, v := range column {
		if v >= 0 && o.State[j] != engine.Refused {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	var bounds []int64
	for i := 1; i < k && len(sorted) > 0; i++ {
		rank := (i*len(sorted) + k - 1) / k
		bounds = append(bounds, sorted[rank-1])
	}
	return bounds
}

// extent is the smallest and the largest value of class c over all jobs that were not
// refused: what a quantile class is called by.
func extent(o *engine.Outcome, column, bounds []int64, c int) (low, high int64) {
	low, high = math.MaxInt64, -1
	for j, v := range column {
		if v < 0 || o.State[j] == engine.Refused || c > 0 && v <= bounds[c-1] || c < len(bounds) && v > bounds[c] {
			continue
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

// limits are the bounds of class c: what a given class is called by. Counts begin
// one above the bound below.
func limits(a *Attribute, bounds []int64, c int) (low, high int64) {
	low, high = -1, -1
	if c > 0 {
		low = bounds[c-1]
		if a.Unit != "s" {
			low++
		}
	}
	if c < len(bounds) {
		high = bounds[c]
	}
	return low, high
}
