package metrics

import (
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// Owner is whose a job can be.
type Owner int

const (
	ByUser Owner = iota
	ByGroup
	ByQueue
	NumOwners
)

// String is what it is called.
func (b Owner) String() string { return [...]string{"user", "group", "queue"}[b] }

// Column is the number of each job's owner of this kind, below 0 if that is unknown; nil if it is of all jobs.
func (b Owner) Column(w *engine.Workload) []int32 {
	return [...][]int32{w.User, w.Group, w.Queue}[b]
}

// Owners are what came of the jobs of each user, group or queue, in columns of one row each: all that have jobs in the
// workload, in the order of their numbers, the unknown one first. Jobs count as in a Summary.
type Owners struct {
	Number  []int32   // -1: unknown
	Jobs    []int32   // that ended
	Unended []int32   // refused jobs, those that were cancelled while they waited, and those that waited or ran when the simulation stopped
	Work    []float64 // processor time that jobs used, test runs apart, s
	Wait    []float64 // of all jobs that ended, s
	P95Wait []float64 // s; 0 if no job ended
	Killed  []int32   // jobs

	Cancelled []int32 // jobs, while they waited or while they ran
}

// AllOwners finds them for each kind of owner.
func AllOwners(o *engine.Outcome) (all [NumOwners]Owners) {
	for by := range all {
		all[by] = OwnersOf(o, Owner(by))
	}
	return all
}

// OwnersOf finds them for one kind of owner; nothing if no job has a known one. O(jobs), and n log n in the number of
// owners.
func OwnersOf(o *engine.Outcome, by Owner) Owners {
	w, column := o.Workload, by.Column(o.Workload)
	if !slices.ContainsFunc(column, func(number int32) bool { return number >= 0 }) {
		return Owners{}
	}
	var t Owners
	var of []int32 // row of t, by job
	t.Number, of = distinct(column)
	n := len(t.Number)
	t.Jobs, t.Unended, t.Killed, t.Cancelled = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	t.Work, t.Wait, t.P95Wait = make([]float64, n), make([]float64, n), make([]float64, n)
	for j := range o.End {
		if !o.Ended(int32(j)) && !w.Continued(int32(j)) {
			t.Unended[of[j]]++
		}
		if o.State[j] == engine.Cancelled && !w.Continued(int32(j)) {
			t.Cancelled[of[j]]++
		}
	}
	ended := o.EndedJobs()
	for _, j := range ended {
		t.Jobs[of[j]]++
	}
	first := make([]int, n+1) // of the waits of each owner
	for i, jobs := range t.Jobs {
		first[i+1] = first[i] + int(jobs)
	}
	waits, next := make([]int64, len(ended)), slices.Clone(first)
	work, wait := make([]stats.IntegerSum, n), make([]stats.IntegerSum, n)
	for _, j := range ended {
		i := of[j]
		if o.State[j] == engine.Killed {
			t.Killed[i]++
		}
		waited := o.WaitInAll(j)
		wait[i].Add(uint64(waited))
		work[i].AddProduct(uint64(o.Size(j)), uint64(o.Ran(j)))
		waits[next[i]] = int64(waited)
		next[i]++
	}
	for i := range n {
		t.Work[i], t.Wait[i] = work[i].Float()/float64(engine.Second), wait[i].Float()/float64(engine.Second)
		if own := waits[first[i]:first[i+1]]; len(own) > 0 {
			t.P95Wait[i] = engine.Time(stats.Percentile(own, 95)).Seconds()
		}
	}
	return t
}

// distinct are the different values of column, in their order, and the place of each job's among them. Values below 0
// are one, -1.
func distinct(column []int32) (values, of []int32) {
	values = slices.Clone(column)
	for i, v := range values {
		values[i] = max(v, -1)
	}
	slices.Sort(values)
	values = slices.Clone(slices.Compact(values))
	of = make([]int32, len(column))
	for j, v := range column {
		i, _ := slices.BinarySearch(values, max(v, -1))
		of[j] = int32(i)
	}
	return values, of
}
