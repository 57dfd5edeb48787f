package table

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// Permuted is s in the given order of rows. A nil s stays nil.
func Permuted[T any](s []T, order []int32) []T {
	if s == nil {
		return nil
	}
	out := make([]T, len(order))
	for i, row := range order {
		out[i] = s[row]
	}
	return out
}

// SortBySubmit puts jobs, read in the order of the file, into workload order.
// The columns of w are replaced. It returns the order: entry i is the row that
// came to stand at i. Cost: O(n log n).
func SortBySubmit(w *engine.Workload) []int32 {
	order := make([]int32, len(w.Jobs))
	for i := range order {
		order[i] = int32(i)
	}
	SortRows(order, w.Jobs)
	Take(w, order, PlacesOf(order, len(order)))
	return order
}

// Take replaces all columns of w by those of the given rows, each named once; to is where each row of w comes to
// stand, NoJob if it goes. Commands of jobs that go, go too, and so do dependencies on them; who followed one follows nobody,
// and components whose leader goes are jobs of their own.
func Take(w *engine.Workload, order, to []int32) {
	w.After = permutedRows(w.After, order, to)
	w.Leader = permutedRows(w.Leader, order, to)
	w.Continues = Permuted(w.Continues, order)
	w.Commands = permutedCommands(w.Commands, to)
	w.Dependencies = permutedDependencies(w.Dependencies, to)
	Pick(w, order)
}

// SortRows sorts rows by the submission of their jobs; jobs of one time stay in their order.
func SortRows(rows []int32, jobs []engine.Job) {
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(jobs[a].Submit, jobs[b].Submit) })
}

// Pick replaces the columns of w that say something about each job by those of the given rows; a row may be
// given twice or not at all. The columns that name rows (After, Leader, Continues, Commands, Dependencies) stay as they are.
func Pick(w *engine.Workload, order []int32) {
	NumberJobs(w)
	w.Jobs = Permuted(w.Jobs, order)
	w.Number = Permuted(w.Number, order)
	w.User = Permuted(w.User, order)
	w.Group = Permuted(w.Group, order)
	w.App = Permuted(w.App, order)
	w.Queue = Permuted(w.Queue, order)
	w.Partition = Permuted(w.Partition, order)
	w.QOS = Permuted(w.QOS, order)
	w.Array = Permuted(w.Array, order)
	w.Task = Permuted(w.Task, order)
	w.Demand = Permuted(w.Demand, order)
	w.Memory = Permuted(w.Memory, order)
	w.Wait = Permuted(w.Wait, order)
	w.Recorded = Permuted(w.Recorded, order)
	w.Requested = Permuted(w.Requested, order)
	w.Bandwidth = Permuted(w.Bandwidth, order)
	w.Network = Permuted(w.Network, order)
	w.Components = Permuted(w.Components, order)
	w.Benchmark = Permuted(w.Benchmark, order)
	w.Licences = Permuted(w.Licences, order)
	w.Deadline = Permuted(w.Deadline, order)
	w.Checkpoints = Permuted(w.Checkpoints, order)
	w.Preceding = Permuted(w.Preceding, order)
	w.Think = Permuted(w.Think, order)
	w.Entered = Permuted(w.Entered, order)
	w.Started = Permuted(w.Started, order)
}

// PlacesOf is where each of n rows comes to stand in the given order of rows, NoJob for those
// that are not in it.
func PlacesOf(order []int32, n int) []int32 {
	to := make([]int32, n)
	for i := range to {
		to[i] = engine.NoJob
	}
	for i, row := range order {
		to[row] = int32(i)
	}
	return to
}

// permutedRows is rows, a column that names rows, in the given order; to is where each row
// comes to stand.
func permutedRows(rows, order, to []int32) []int32 {
	out := Permuted(rows, order)
	for i, row := range out {
		if row != engine.NoJob {
			out[i] = to[row]
		}
	}
	return out
}

// NumberJobs writes out the job numbers that a nil column implies, before rows move.
func NumberJobs(w *engine.Workload) {
	if w.Number != nil {
		return
	}
	w.Number = make([]int64, len(w.Jobs))
	for i := range w.Number {
		w.Number[i] = int64(i) + 1
	}
}
