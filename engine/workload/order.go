package workload

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// permuted is s in the given order of rows; nil stays nil.
func permuted[T any](s []T, order []int32) []T {
	if s == nil {
		return nil
	}
	out := make([]T, len(order))
	for i, row := range order {
		out[i] = s[row]
	}
	return out
}

// sortBySubmit puts jobs, read in the order of the file, into workload order.
// The columns of w are replaced. It returns the order: entry i is the row that
// came to stand at i. Cost: O(n log n).
func sortBySubmit(w *engine.Workload) []int32 {
	order := make([]int32, len(w.Jobs))
	for i := range order {
		order[i] = int32(i)
	}
	sortRows(order, w.Jobs)
	w.After = permutedRows(w.After, order, placesOf(order, len(order)))
	w.Continues = permuted(w.Continues, order)
	w.Commands = permutedCommands(w.Commands, placesOf(order, len(order)))
	pick(w, order)
	return order
}

// sortRows sorts rows by the submission of their jobs; those of one time stay as they are.
func sortRows(rows []int32, jobs []engine.Job) {
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(jobs[a].Submit, jobs[b].Submit) })
}

// pick replaces the columns of w that say something about each job by those of the given
// rows, of which some may come twice and others not at all. Those that name rows, After,
// Continues and Commands, stay as they are.
func pick(w *engine.Workload, order []int32) {
	numbers(w)
	w.Jobs = permuted(w.Jobs, order)
	w.Number = permuted(w.Number, order)
	w.User = permuted(w.User, order)
	w.Group = permuted(w.Group, order)
	w.App = permuted(w.App, order)
	w.Queue = permuted(w.Queue, order)
	w.Partition = permuted(w.Partition, order)
	w.Memory = permuted(w.Memory, order)
	w.Wait = permuted(w.Wait, order)
	w.Recorded = permuted(w.Recorded, order)
	w.Requested = permuted(w.Requested, order)
	w.Bandwidth = permuted(w.Bandwidth, order)
	w.Network = permuted(w.Network, order)
	w.Components = permuted(w.Components, order)
	w.Benchmark = permuted(w.Benchmark, order)
	w.Licences = permuted(w.Licences, order)
	w.Deadline = permuted(w.Deadline, order)
	w.Checkpoints = permuted(w.Checkpoints, order)
	w.Preceding = permuted(w.Preceding, order)
	w.Think = permuted(w.Think, order)
}

// placesOf is where each of n rows comes to stand in the given order of rows, NoJob for those
// that are not in it.
func placesOf(order []int32, n int) []int32 {
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
	out := permuted(rows, order)
	for i, row := range out {
		if row != engine.NoJob {
			out[i] = to[row]
		}
	}
	return out
}

// numbers writes out the job numbers that a nil column implies, before rows move.
func numbers(w *engine.Workload) {
	if w.Number != nil {
		return
	}
	w.Number = make([]int64, len(w.Jobs))
	for i := range w.Number {
		w.Number[i] = int64(i) + 1
	}
}
