package metrics

import (
	"fmt"
	"slices"
	"strconv"

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
	column := make([]int64, len(w.Jobs))
	if w.User == nil {
		for j := range column {
			column[j] = -1
		}
		return column
	}
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

// countLabel words a range of whole numbers: "2–4 processors", "1 processor",
// "9 or more processors".
func countLabel(format, one string) func(low, high int64) string {
	return func(low, high int64) string {
		switch {
		case high < 0:
			return fmt.Sprintf(format, fmt.Sprintf("%d or more", low))
		case high == 1:
			return one
		case low == high:
			return fmt.Sprintf(format, strconv.FormatInt(low, 10))
		}
		return fmt.Sprintf(format, fmt.Sprintf("%d–%d", max(low, 1), high))
	}
}

// durationLabel words a range of lengths of time: "up to 1 min", "1 min – 10 min",
// "over 1 h", "30 s".
func durationLabel(low, high int64) string {
	switch {
	case low < 0:
		return "up to " + duration(high)
	case high < 0:
		return "over " + duration(low)
	case low == high:
		return duration(low)
	}
	return duration(low) + " – " + duration(high)
}

// duration words a length of time in the largest unit that needs no more than two
// units: "1 h 30 min", "45 s", "0.25 s", "2 d".
func duration(ms int64) string {
	units := []struct {
		name   string
		length engine.Time
	}{{"d", engine.Day}, {"h", engine.Hour}, {"min", engine.Minute}}
	t := engine.Time(ms)
	for i, unit := range units {
		if t < unit.length {
			continue
		}
		smaller := engine.Second
		smallerName := "s"
		if i+1 < len(units) {
			smaller, smallerName = units[i+1].length, units[i+1].name
		}
		// Rounded to the smaller unit: a label is for orientation.
		n := (t + smaller/2) / smaller
		whole, rest := n/(unit.length/smaller), n%(unit.length/smaller)
		if rest == 0 {
			return fmt.Sprintf("%d %s", whole, unit.name)
		}
		return fmt.Sprintf("%d %s %d %s", whole, unit.name, rest, smallerName)
	}
	return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) + " s"
}
