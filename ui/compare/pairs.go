package compare

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// PairJobs finds the jobs of a among those of b: by their numbers and, where several have
// the same one, by which of these they are. It lists, by job of a, the job of b, NoJob if
// there is none. O(jobs) where numbers ascend, else O(jobs log jobs).
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
		number := a.JobNumber(j)
		for k < len(rowsB) && b.JobNumber(rowsB[k]) < number {
			k++
		}
		pairs[j] = engine.NoJob
		if k < len(rowsB) && b.JobNumber(rowsB[k]) == number {
			pairs[j] = rowsB[k]
			k++
		}
	}
	return pairs
}

// byNumber is the jobs in the order of their numbers, those of the same one in that of the workload.
func byNumber(w *engine.Workload) []int32 {
	rows := make([]int32, len(w.Jobs))
	for j := range rows {
		rows[j] = int32(j)
	}
	if !slices.IsSorted(w.Number) {
		slices.SortFunc(rows, func(i, j int32) int {
			return cmp.Or(cmp.Compare(w.Number[i], w.Number[j]), cmp.Compare(i, j))
		})
	}
	return rows
}

// JobNumbered is the first job of a workload that people call by a number, NoJob if there is none. O(jobs).
func JobNumbered(w *engine.Workload, number int64) int32 {
	if w.Number == nil {
		if number < 1 || number > int64(len(w.Jobs)) {
			return engine.NoJob
		}
		return int32(number) - 1
	}
	return int32(slices.Index(w.Number, number))
}
