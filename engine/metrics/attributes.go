package metrics

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
)

// Attribute is a property of a job by which jobs are grouped. It depends on the
// workload alone, so that a job is in the same group under every policy.
type Attribute struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit"` // of bounds: "s", "GB", the name of what is counted or "" for a plain ratio
	Doc   string `json:"doc"`
	// Natural says that the attribute is no number, but has classes of its own.
	Natural bool `json:"natural,omitempty"`

	column func(*engine.Workload) []int64 // a value per job; -1: unknown
	none   string                         // label of the jobs for which the value is unknown
	with   string                         // between the word jobs and a label

	// Of numbers.
	scale float64                      // values of the column per Unit
	whole bool                         // the column counts
	label func(low, high int64) string // in words; low is -1 without lower bound, high without upper

	// Of natural attributes.
	name     func(w *engine.Workload, value int64) string // in words
	accepted func(name string) bool                       // whether a class may be called so; nil: any name
	names    string                                       // what accepted accepts
}

// Attributes is the table of all attributes. To add one is to add its entry.
var Attributes = []Attribute{
	{Name: "size", Title: "Size", Unit: "processors",
		Doc:  "Processors that the job asks for when it is submitted.",
		with: "with", column: sizes, scale: 1, whole: true, label: countLabel("%s processors", "1 processor")},
	{Name: "runTime", Title: "Run time", Unit: "s",
		Doc:  "How long the job runs if nobody stops it.",
		with: "with run time", column: runTimes, scale: float64(engine.Second), label: durationLabel},
	{Name: "request", Title: "Requested time", Unit: "s",
		Doc:  "How long the job says it will run.",
		with: "with requested time", column: requests, scale: float64(engine.Second), label: durationLabel},
	{Name: "accuracy", Title: "Requested over actual run time",
		Doc:  "How many times its run time the job requests: 1 is an exact request.",
		with: "with", column: accuracies, scale: ratioScale, label: ratioLabel},
	{Name: "memory", Title: "Memory", Unit: "GB",
		Doc:  "Memory that the whole job asks for.",
		with: "with memory", column: memories, scale: gigabyte, label: memoryLabel, none: "memory unknown"},
	{Name: "components", Title: "Components", Unit: "components",
		Doc:  "How many parts of the job may run in different clusters.",
		with: "with", column: components, scale: 1, whole: true, label: countLabel("%s components", "1 component")},
	{Name: "widest", Title: "Widest component", Unit: "processors",
		Doc:  "Processors of the job's widest component; of all of them, if it is not split.",
		with: "whose widest component has", column: widest, scale: 1, whole: true, label: countLabel("%s processors", "1 processor")},
	{Name: "user", Title: "User's jobs", Unit: "jobs",
		Doc: "How many jobs of the workload are from the job's user: with quantiles, the first group is the occasional users' and " +
			"the last the busiest users', each with about equally many jobs; a user's jobs are never split.",
		with: "of", column: jobsOfUser, scale: 1, whole: true, label: countLabel("users with %s jobs", "users with 1 job"), none: "users unknown"},
	{Name: "kind", Title: "Kind", Natural: true,
		Doc:  "Whether the job has a requested start: a dedicated job, or not: a batch job.",
		with: "that are", column: kinds, name: func(_ *engine.Workload, kind int64) string { return kindLabels[kind] },
		accepted: func(name string) bool { return slices.Contains(kindLabels[:], name) }, names: `"batch jobs" or "dedicated jobs"`},
	{Name: "deadline", Title: "Deadline", Natural: true,
		Doc:  "Whether the job has a deadline.",
		with: "that have", column: deadlines, name: func(_ *engine.Workload, class int64) string { return deadlineLabels[class] },
		accepted: func(name string) bool { return slices.Contains(deadlineLabels[:], name) }, names: `"no deadline" or "a deadline"`},
	{Name: "licences", Title: "Licences", Unit: "licences",
		Doc:  "How many licences the job needs.",
		with: "that need", column: licences, scale: 1, whole: true, label: licenceLabel},
	{Name: "month", Title: "Month", Natural: true,
		Doc:  "Calendar month in which the job is submitted, as clocks of the workload's zone show it.",
		with: "submitted in", column: months, none: "month unknown", name: func(_ *engine.Workload, month int64) string { return monthName(month) },
		accepted: func(name string) bool { _, err := time.Parse(monthLayout, name); return err == nil }, names: `a month such as "Jan 2001"`},
	{Name: "queue", Title: "Queue", Natural: true,
		Doc:  "Queue that the job is submitted to.",
		with: "in", column: queues, none: "queue unknown", name: func(w *engine.Workload, queue int64) string { return w.QueueName(int32(queue)) }},
}

// kindLabels are those of the values of kinds.
var kindLabels = [...]string{"batch jobs", "dedicated jobs"}

// deadlineLabels are those of the values of deadlines.
var deadlineLabels = [...]string{"no deadline", "a deadline"}

const (
	gigabyte   = 1 << 20 // KB
	ratioScale = 1_000_000
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

// licences are the numbers of those that jobs need.
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
			column[j] = memoryOf(w, int32(j))
		}
	}
	return column
}

// memoryOf is the memory in KB of job j, 0 if it is unknown.
func memoryOf(w *engine.Workload, j int32) int64 {
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

func monthNumber(m engine.Month) int64 { return int64(m.Year)*12 + int64(m.Month-time.January) }

// monthLayout is how months are called.
const monthLayout = "Jan 2006"

func monthName(number int64) string {
	return time.Date(int(number/12), time.January+time.Month(number%12), 1, 0, 0, 0, 0, time.UTC).Format(monthLayout)
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

// licenceLabel words a range of numbers of licences, of which 0 is one: "up to 2 licences".
func licenceLabel(low, high int64) string {
	word := func(n string, last int64) string {
		if last == 1 {
			return n + " licence"
		}
		return n + " licences"
	}
	switch {
	case high < 0:
		return word(fmt.Sprintf("%d or more", low), 0)
	case low == high:
		return word(strconv.FormatInt(low, 10), low)
	case low <= 0:
		return word(fmt.Sprintf("up to %d", high), high)
	}
	return word(fmt.Sprintf("%d–%d", low, high), 0)
}

// durationLabel words a range of lengths of time: "up to 1 min", "1 min – 10 min",
// "over 1 h", "30 s".
func durationLabel(low, high int64) string { return rangeLabel(duration, low, high) }

// memoryLabel words a range of memories: "up to 2 GB", "2 GB – 4 GB".
func memoryLabel(low, high int64) string {
	return rangeLabel(func(kilobytes int64) string { return significant(float64(kilobytes)/gigabyte) + " GB" }, low, high)
}

// exactly words a range of values that are not rounded: "3600 s – 3628 s".
func (a *Attribute) exactly(low, high int64) string {
	return rangeLabel(func(v int64) string {
		return strings.TrimSpace(strconv.FormatFloat(float64(v)/a.scale, 'f', -1, 64) + " " + a.Unit)
	}, low, high)
}

func rangeLabel(word func(int64) string, low, high int64) string {
	switch {
	case low < 0:
		return "up to " + word(high)
	case high < 0:
		return "over " + word(low)
	case word(low) == word(high):
		return word(low)
	}
	return word(low) + " – " + word(high)
}

// ratioLabel words a range of requests: "request at most 2 times the run time".
func ratioLabel(low, high int64) string {
	word := func(v int64) string { return significant(float64(v) / ratioScale) }
	times := word(max(low, high))
	switch {
	case low < 0:
		times = "at most " + times
	case high < 0:
		times = "more than " + times
	case word(low) != word(high):
		times = word(low) + " to " + times
	}
	return "request " + times + " times the run time"
}

// significant is v with up to four digits: a label is for orientation.
func significant(v float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// duration words a length of time in the largest unit that needs no more than two
// units: "1 h 30 min", "45 s", "0.25 s", "2 d". Tens of hours stay hours, as in the names of
// queues: "50 h", "400 h".
func duration(ms int64) string {
	units := []struct {
		name   string
		length engine.Time
	}{{"d", engine.Day}, {"h", engine.Hour}, {"min", engine.Minute}}
	t := engine.Time(ms)
	if t > engine.Day && t < 1000*engine.Hour && t%(10*engine.Hour) == 0 && t%engine.Day != 0 {
		return fmt.Sprintf("%d h", t/engine.Hour)
	}
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
