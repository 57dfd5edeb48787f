// Package table does with the columns of a table of jobs what all have to do that make or
// change one: gather, cut, reorder and sort rows, and take along what names them, commands
// and followers. It also has the limits of what may be said of jobs. It does not know where
// jobs come from.
package table

import (
	"slices"

	"backfill/engine"
)

// Rows is the workload of rows from (included) to to (excluded) of w, which it shares the columns
// with: they must not be written into. Jobs take their commands along, and dependencies on jobs that are in it, too.
func Rows(w *engine.Workload, from, to int) *engine.Workload {
	out := *w
	if out.Number == nil && from > 0 {
		NumberJobs(&out)
	}
	out.Jobs = cut(w.Jobs, from, to)
	out.Number = cut(out.Number, from, to)
	out.User = cut(w.User, from, to)
	out.Group = cut(w.Group, from, to)
	out.App = cut(w.App, from, to)
	out.Queue = cut(w.Queue, from, to)
	out.Partition = cut(w.Partition, from, to)
	out.QOS = cut(w.QOS, from, to)
	out.Array = cut(w.Array, from, to)
	out.Task = cut(w.Task, from, to)
	out.Demand = cut(w.Demand, from, to)
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
	out.Entered = cut(w.Entered, from, to)
	out.Started = cut(w.Started, from, to)
	out.After, out.Continues = followersOfRows(w, from, to)
	out.Leader = leadersOfRows(w.Leader, from, to)
	out.Commands = commandsOfRows(w.Commands, from, to)
	out.Dependencies = dependenciesOfRows(w.Dependencies, from, to)
	return &out
}

// cut is s[from:to] without room to append into the rest; nil stays nil.
func cut[T any](s []T, from, to int) []T {
	if s == nil {
		return nil
	}
	return s[from:to:to]
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

// leadersOfRows is the column Leader of rows from (included) to to (excluded). Components whose leader is outside are jobs of their own.
func leadersOfRows(column []int32, from, to int) []int32 {
	leaders := slices.Clone(cut(column, from, to))
	for i, row := range leaders {
		if row != engine.NoJob {
			leaders[i] = max(row-int32(from), engine.NoJob)
		}
	}
	return leaders
}

// FirstAt is the first row submitted at t or later.
func FirstAt(w *engine.Workload, t engine.Time) int {
	i, _ := slices.BinarySearchFunc(w.Jobs, t, func(j engine.Job, t engine.Time) int {
		if j.Submit < t {
			return -1
		}
		return 1
	})
	return i
}
