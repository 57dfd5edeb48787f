package compare

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// PairJobs finds the jobs of a among those of b: by their numbers and, where several have
// the same one, by which of these they are. A test run, which has the number of the job that continues
// it, is paired with a test run alone. It lists, by job of a, the job of b, NoJob if
// there is none. O(jobs) where numbers ascend and there are no test runs, else O(jobs log jobs).
func PairJobs(a, b *engine.Workload) []int32 {
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
	rowsA, rowsB := byNumber(a), byNumber(b)
	k := 0
	for _, j := range rowsA {
		for k < len(rowsB) && byName(b, rowsB[k], a, j) < 0 {
			k++
		}
		pairs[j] = engine.NoJob
		if k < len(rowsB) && byName(b, rowsB[k], a, j) == 0 {
			pairs[j] = rowsB[k]
			k++
		}
	}
	return pairs
}

// byName compares job i of v with job j of w: by their numbers, jobs before test runs.
func byName(v *engine.Workload, i int32, w *engine.Workload, j int32) int {
	return cmp.Or(cmp.Compare(v.JobNumber(i), w.JobNumber(j)), one(v.Continued(i))-one(w.Continued(j)))
}

// byNumber is the jobs in the order of byName, those that are equal there in that of the workload.
func byNumber(w *engine.Workload) []int32 {
	rows := make([]int32, len(w.Jobs))
	for j := range rows {
		rows[j] = int32(j)
	}
	if w.Continues != nil || !slices.IsSorted(w.Number) {
		slices.SortFunc(rows, func(i, j int32) int { return cmp.Or(byName(w, i, w, j), cmp.Compare(i, j)) })
	}
	return rows
}
