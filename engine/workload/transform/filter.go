package transform

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// What Filter does with the jobs that meet its conditions.
const (
	keepRule = "keep"
	dropRule = "drop"
)

// Filter keeps or drops jobs by what is known of each when it is submitted.
var Filter = workload.Transform{
	Description: param.Description{
		Kind: "filter",
		Name: "Filter",
		Doc: "Keeps the jobs that meet every condition, or drops them and keeps the others: those of some users, groups or queues, of some sizes and run times. " +
			"A job that followed or depended on one that goes is submitted at its own time.",
		Params: []param.Param{
			{Name: "rule", Kind: param.Choice, Choices: []string{keepRule, dropRule}, Default: keepRule,
				Doc: "keep: only the jobs that meet the conditions stay; drop: only the others do."},
			{Name: "users", Kind: param.Ranges, Min: 0, Max: math.MaxInt32, Unknown: true,
				Doc: `Numbers of users with commas between: "3, 7-12", or "20-" for all from 20 on; "unknown" stands for jobs of which the user is not known.`},
			{Name: "groups", Kind: param.Ranges, Min: 0, Max: math.MaxInt32, Unknown: true, Doc: "Numbers of groups of users, written in the same way."},
			{Name: "queues", Kind: param.Ranges, Min: 0, Max: math.MaxInt32, Unknown: true, Doc: "Numbers of queues, written in the same way."},
			{Name: "processors", Kind: param.Ranges, Unit: "processors", Min: 1, Max: table.MaxProcessors, Doc: "Sizes of jobs, written in the same way."},
			{Name: "runAbove", Title: "Run time above", Kind: param.Number, Unit: "s", Min: 0, Max: table.MaxSeconds, Doc: "Jobs run longer than this."},
			{Name: "runMost", Title: "Run time at most", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxSeconds, Doc: "Jobs run no longer than this."},
		},
	},
	Apply: applyFilter,
}

// applyFilter keeps the jobs that meet the conditions, or those that do not. Times stay as they are: the first job that
// is left need not be submitted at the begin. Of a job with a test run the full run says what it is like, and both stay
// or go. What no job meets is refused, unless other cells of the experiment may have jobs that do. Cost: O(n), times
// the logarithm of the number of ranges.
func applyFilter(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	conditions := conditionsOf(v, w)
	if len(conditions) == 0 {
		return nil, nil, &param.Error{Path: "/users", Reason: "missing; at least one of users, groups, queues, processors, runAbove and runMost is accepted"}
	}
	refuse := func(c *condition, reason string) error {
		return &param.Error{Path: "/" + c.name, Value: param.Format(v[c.name]), Reason: reason}
	}
	if v.Has("runAbove") && v.Has("runMost") && v.Float("runMost") <= v.Float("runAbove") {
		return nil, nil, refuse(&condition{name: "runMost"}, fmt.Sprintf("a time above runAbove (%v s) is accepted", v.Float("runAbove")))
	}
	f := filtering{stays: make([]bool, len(w.Jobs))}
	f.filter(w, conditions, v.Text("rule") == keepRule)
	drops, dropped := v.Text("rule") == dropRule, f.jobs-f.kept
	for i := range conditions {
		if c := &conditions[i]; c.idle() && !in.Varies {
			return nil, nil, refuse(c, "no job has one of these "+c.noun+"; "+c.accepted(w))
		}
	}
	switch {
	case f.kept == 0:
		return nil, nil, refuse(&conditions[0], fmt.Sprintf("none of %d jobs is left; conditions that leave some are accepted", f.jobs))
	case drops && dropped == 0 && !in.Varies:
		return nil, nil, refuse(&conditions[0], "no job meets all conditions; conditions that some job meets are accepted")
	}
	note := fmt.Sprintf("%s %s kept, with %.3g %% of the processor time", workload.SomeJobs(f.kept, f.jobs), workload.Verb(f.kept, "is", "are"), 100*f.work/f.offered)
	if drops {
		note = fmt.Sprintf("%s %s dropped, with %.3g %% of the processor time", workload.SomeJobs(dropped, f.jobs), workload.Verb(dropped, "is", "are"), 100*(1-f.work/f.offered))
	}
	for i := range conditions {
		note += conditions[i].absent()
	}
	out, freed := f.left(w)
	if freed > 0 {
		note += fmt.Sprintf("; submitted at their own time, as a job that they followed or depended on is gone: %d", freed)
	}
	return out, []string{note}, nil
}

// filtering is which jobs stay, and how much work they are.
type filtering struct {
	stays         []bool // by row
	jobs, kept    int
	offered, work float64 // processors times ms of all jobs, and of those kept
}

// filter finds the jobs that meet all conditions, or if it does not keep, the others.
func (f *filtering) filter(w *engine.Workload, conditions []condition, keeps bool) {
	for i, job := range w.Jobs {
		if w.Continued(int32(i)) {
			continue // the full run is next
		}
		all := true
		for k := range conditions {
			all = conditions[k].meets(int32(i)) && all // each counts all jobs that meet it
		}
		area := float64(float64(job.Processors) * float64(job.Run))
		f.jobs++
		f.offered += area
		if f.stays[i] = all == keeps; f.stays[i] {
			f.kept++
			f.work += area
		}
		if w.Continues != nil && w.Continues[i] {
			f.stays[i-1] = f.stays[i]
		}
	}
}

// left is the workload of the jobs that stay, and how many of them followed or depended on one that does not.
func (f *filtering) left(w *engine.Workload) (*engine.Workload, int) {
	if f.kept == f.jobs {
		return w, 0
	}
	var order []int32
	freed := table.Freed(w.Dependencies, f.stays)
	for i, stays := range f.stays {
		if !stays {
			continue
		}
		order = append(order, int32(i))
		if w.After != nil && w.After[i] != engine.NoJob && !f.stays[w.After[i]] {
			freed++
		}
	}
	out := *w
	table.Take(&out, order, table.PlacesOf(order, len(w.Jobs)))
	return &out, freed
}

// condition is one of a filter: that a number of the job is in a set.
type condition struct {
	name   string // of the parameter
	noun   string // what the numbers are called
	number func(j int32) int64
	set    param.Set
	met    []int // jobs, by range of the set
}

// conditionsOf are the conditions that v gives.
func conditionsOf(v param.Values, w *engine.Workload) []condition {
	var list []condition
	add := func(name, noun string, number func(j int32) int64, set func() param.Set) {
		if v.Has(name) {
			c := condition{name: name, noun: noun, number: number, set: set()}
			c.met = make([]int, len(c.set))
			list = append(list, c)
		}
	}
	for _, owner := range []struct {
		name   string
		column []int32
	}{{"users", w.User}, {"groups", w.Group}, {"queues", w.Queue}} {
		add(owner.name, owner.name, func(j int32) int64 {
			if owner.column == nil || owner.column[j] < 0 {
				return param.UnknownNumber
			}
			return int64(owner.column[j])
		}, func() param.Set { return v.Set(owner.name) })
	}
	add("processors", "sizes", func(j int32) int64 { return int64(w.Jobs[j].Processors) }, func() param.Set { return v.Set("processors") })
	run := func(j int32) int64 { return int64(w.Jobs[j].Run) }
	bound := func(name string) int64 { return int64(engine.FromSeconds(v.Float(name))) }
	add("runAbove", runTimes, run, func() param.Set { return param.Set{{From: bound("runAbove") + 1, To: math.MaxInt64}} })
	add("runMost", runTimes, run, func() param.Set { return param.Set{{From: 0, To: bound("runMost")}} })
	return list
}

// runTimes is what numbers of milliseconds are called.
const runTimes = "run times"

// meets says whether job j meets the condition, and counts it.
func (c *condition) meets(j int32) bool {
	i := c.set.Range(c.number(j))
	if i < 0 {
		return false
	}
	c.met[i]++
	return true
}

// idle says whether no job was found to meet the condition.
func (c *condition) idle() bool {
	return !slices.ContainsFunc(c.met, func(jobs int) bool { return jobs > 0 })
}

// accepted says which numbers jobs have: "users from 1 to 213 are accepted".
func (c *condition) accepted(w *engine.Workload) string {
	least, most, unknown := int64(math.MaxInt64), int64(param.UnknownNumber), false
	for j := range int32(len(w.Jobs)) {
		n := c.number(j)
		if n == param.UnknownNumber {
			unknown = true
			continue
		}
		least, most = min(least, n), max(most, n)
	}
	text := fmt.Sprintf("%s from %d to %d", c.noun, least, most)
	switch {
	case most == param.UnknownNumber:
		return c.noun + " are known of no job; unknown is accepted"
	case c.noun == runTimes:
		text = fmt.Sprintf("%s from %v to %v s", c.noun, engine.Time(least).Seconds(), engine.Time(most).Seconds())
	case unknown:
		text += ", and unknown,"
	}
	return text + " are accepted"
}

// absent says in a note which of several ranges no job is in, "" if there are none.
func (c *condition) absent() string {
	var absent param.Set
	for i, jobs := range c.met {
		if jobs == 0 && len(c.set) > 1 {
			absent = append(absent, c.set[i])
		}
	}
	if absent == nil {
		return ""
	}
	return fmt.Sprintf("; no job has %s %v", c.noun, absent)
}
