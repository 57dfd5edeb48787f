package grouping

import (
	"slices"
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

// Column is the attribute of every job of w, as a whole number: in milliseconds, kilobytes or
// millionths where its Unit is larger. -1: unknown.
func (a *Attribute) Column(w *engine.Workload) []int64 { return a.column(w) }

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

// kindLabels are the labels of the values of kinds.
var kindLabels = [...]string{"batch jobs", "dedicated jobs"}

// deadlineLabels are the labels of the values of deadlines.
var deadlineLabels = [...]string{"no deadline", "a deadline"}

const (
	gigabyte   = 1 << 20 // KB
	ratioScale = 1_000_000
)
