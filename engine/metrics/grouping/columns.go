package grouping

import (
	"math"
	"math/bits"
	"slices"

	"backfill/engine"
)

func sizes(w *engine.Workload) []int64 {
	return columnOf(w, func(job *engine.Job) int64 { return int64(job.Processors) })
}

func runTimes(w *engine.Workload) []int64 {
	return columnOf(w, func(job *engine.Job) int64 { return int64(job.Run) })
}

func requests(w *engine.Workload) []int64 {
	return columnOf(w, func(job *engine.Job) int64 { return int64(job.Estimate) })
}

func components(w *engine.Workload) []int64 {
	column := make([]int64, len(w.Jobs))
	for j := range column {
		column[j] = 1
		if w.Components != nil && w.Components[j] != nil {
			column[j] = int64(len(w.Components[j]))
		}
	}
	return column
}

func widest(w *engine.Workload) []int64 {
	column := sizes(w)
	for j := range w.Components {
		if w.Components[j] != nil {
			column[j] = int64(w.Components[j][0])
		}
	}
	return column
}

// kinds is 0 for batch jobs and 1 for dedicated ones.
func kinds(w *engine.Workload) []int64 {
	column := make([]int64, len(w.Jobs))
	for j := range column {
		if w.Dedicated(int32(j)) {
			column[j] = 1
		}
	}
	return column
}

// deadlines is 0 for jobs without a deadline and 1 for the others.
func deadlines(w *engine.Workload) []int64 {
	column := make([]int64, len(w.Jobs))
	for j := range column {
		if w.DeadlineOf(int32(j)) != engine.Never {
			column[j] = 1
		}
	}
	return column
}

// licences are how many licences jobs need.
func licences(w *engine.Workload) []int64 {
	column := make([]int64, len(w.Jobs))
	for j := range column {
		column[j] = int64(w.Needs(int32(j)).Count())
	}
	return column
}

// accuracies are in millionths, rounded up: a ratio is at most a bound if its value is.
func accuracies(w *engine.Workload) []int64 {
	return columnOf(w, func(job *engine.Job) int64 {
		high, low := bits.Mul64(uint64(job.Estimate), ratioScale)
		if high >= uint64(job.Run) {
			return math.MaxInt64
		}
		quotient, rest := bits.Div64(high, low, uint64(job.Run))
		if rest > 0 {
			quotient++
		}
		return int64(min(quotient, math.MaxInt64))
	})
}

// memories are in KB, of whole jobs.
func memories(w *engine.Workload) []int64 {
	if w.Memory == nil {
		return unknown(w)
	}
	column := make([]int64, len(w.Jobs))
	for j, perProcessor := range w.Memory {
		column[j] = -1
		if perProcessor >= 0 {
			column[j] = MemoryOf(w, int32(j))
		}
	}
	return column
}

// MemoryOf is the memory in KB of job j, 0 if it is unknown.
func MemoryOf(w *engine.Workload, j int32) int64 {
	if w.Memory == nil || w.Memory[j] < 0 {
		return 0
	}
	processors := int64(w.Jobs[j].Processors)
	return min(w.Memory[j], math.MaxInt64/processors) * processors
}

// months are numbered from the year 0 on.
func months(w *engine.Workload) []int64 {
	list := w.SubmitMonths()
	column := unknown(w)
	next := 0
	for j := range w.Jobs {
		submit := w.Jobs[j].Submit
		for next < len(list) && list[next].Begin+list[next].Length <= submit {
			next++
		}
		if next < len(list) && list[next].Begin <= submit {
			column[j] = monthNumber(list[next])
		}
	}
	return column
}

// queues are the queues' numbers; those too large for a class's number share the last one.
func queues(w *engine.Workload) []int64 {
	if w.Queue == nil {
		return unknown(w)
	}
	column := make([]int64, len(w.Queue))
	for j, queue := range w.Queue {
		column[j] = min(max(int64(queue), -1), math.MaxInt32-1)
	}
	return column
}

// unknown is the column of an attribute that no job has.
func unknown(w *engine.Workload) []int64 {
	return slices.Repeat([]int64{-1}, len(w.Jobs))
}

func columnOf(w *engine.Workload, value func(*engine.Job) int64) []int64 {
	column := make([]int64, len(w.Jobs))
	for j := range w.Jobs {
		column[j] = value(&w.Jobs[j])
	}
	return column
}

// jobsOfUser is, for every job, how many jobs of the workload its user submitted, -1
// for unknown users. It sorts the user numbers: n log n.
func jobsOfUser(w *engine.Workload) []int64 {
	if w.User == nil {
		return unknown(w)
	}
	column := make([]int64, len(w.Jobs))
	sorted := slices.Clone(w.User)
	slices.Sort(sorted)
	var users []int32
	var counts []int64
	for i, user := range sorted {
		if i == 0 || user != sorted[i-1] {
			users, counts = append(users, user), append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	for j, user := range w.User {
		column[j] = -1
		if user >= 0 {
			i, _ := slices.BinarySearch(users, user)
			column[j] = counts[i]
		}
	}
	return column
}
