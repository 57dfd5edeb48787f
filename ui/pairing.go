package ui

import "backfill/engine"

// pairJobs finds the jobs of a among those of b: by their numbers and, where several have
// the same one, by which of these they are. It lists, by job of a, the job of b, NoJob if
// there is none. O(jobs).
func pairJobs(a, b *engine.Workload) []int32 {
	pairs := make([]int32, len(a.Jobs))
	if a.Number == nil && b.Number == nil || a == b {
		for j := range pairs {
			pairs[j] = int32(j)
			if j >= len(b.Jobs) {
				pairs[j] = engine.NoJob
			}
		}
		return pairs
	}
	type name struct {
		number int64
		among  int32 // those of the same number
	}
	named := func(w *engine.Workload) func(j int32) name {
		seen := make(map[int64]int32, len(w.Jobs))
		return func(j int32) name {
			number := w.JobNumber(j)
			among := seen[number]
			seen[number] = among + 1
			return name{number, among}
		}
	}
	row := make(map[name]int32, len(b.Jobs))
	of := named(b)
	for j := range int32(len(b.Jobs)) {
		row[of(j)] = j
	}
	of = named(a)
	for j := range int32(len(a.Jobs)) {
		pairs[j] = engine.NoJob
		if k, ok := row[of(j)]; ok {
			pairs[j] = k
		}
	}
	return pairs
}
