package workload

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// column gathers one attribute of many jobs. It stays nil as long as every value is
// -1, which is how a Workload says that nothing is known.
type column[T int32 | int64 | engine.Time] struct{ values []T }

// set gives the job in row its value; rows come in ascending order without gaps.
// capacity is how many jobs are expected.
func (c *column[T]) set(row int, v T, capacity int) {
	if c.values == nil {
		if v == -1 {
			return
		}
		c.values = make([]T, row, max(capacity, row+1))
		for i := range c.values {
			c.values[i] = -1
		}
	}
	c.values = append(c.values, v)
}

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

// followersOfRows are the columns After and Continues of rows from (included) to to
// (excluded). Those that follow a job outside are submitted at their own time.
func followersOfRows(w *engine.Workload, from, to int) (after []int32, continues []bool) {
	after, continues = slices.Clone(cut(w.After, from, to)), slices.Clone(cut(w.Continues, from, to))
	for i, row := range after {
		switch {
		case row >= int32(from):
			after[i] = row - int32(from)
		case row != engine.NoJob:
			after[i] = engine.NoJob
			if continues != nil {
				continues[i] = false
			}
		}
	}
	return after, continues
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

// rows is the workload of rows from (included) to to (excluded) of w, which it
// shares the columns with: nobody may write into them. Jobs take their commands along.
func rows(w *engine.Workload, from, to int) *engine.Workload {
	out := *w
	if out.Number == nil && from > 0 {
		numbers(&out)
	}
	out.Jobs = cut(w.Jobs, from, to)
	out.Number = cut(out.Number, from, to)
	out.User = cut(w.User, from, to)
	out.Group = cut(w.Group, from, to)
	out.App = cut(w.App, from, to)
	out.Queue = cut(w.Queue, from, to)
	out.Partition = cut(w.Partition, from, to)
	out.Memory = cut(w.Memory, from, to)
	out.Wait = cut(w.Wait, from, to)
	out.Recorded = cut(w.Recorded, from, to)
	out.Requested = cut(w.Requested, from, to)
	out.Bandwidth = cut(w.Bandwidth, from, to)
	out.Network = cut(w.Network, from, to)
	out.Components = cut(w.Components, from, to)
	out.Benchmark = cut(w.Benchmark, from, to)
	out.Licences = cut(w.Licences, from, to)
	out.Deadline = cut(w.Deadline, from, to)
	out.Checkpoints = cut(w.Checkpoints, from, to)
	out.Preceding = cut(w.Preceding, from, to)
	out.Think = cut(w.Think, from, to)
	out.After, out.Continues = followersOfRows(w, from, to)
	out.Commands = commandsOfRows(w.Commands, from, to)
	return &out
}

// cut is s[from:to] without room to append into the rest; nil stays nil.
func cut[T any](s []T, from, to int) []T {
	if s == nil {
		return nil
	}
	return s[from:to:to]
}
