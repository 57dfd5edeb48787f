// Package transform makes workloads from others: it cuts, stretches, splits and changes jobs,
// adds elastic commands and demands, and lets jobs follow each other. A transformation leaves
// the workload that it is given as it was. It does not know where that came from.
package transform

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// Window keeps the jobs submitted from one time to another.
var Window = workload.Transform{
	Description: param.Description{
		Kind: "window",
		Name: "Window",
		Doc:  "Keeps the jobs submitted from one time (included) to another (excluded); the beginning of the window becomes time zero, and dates stay right.",
		Params: []param.Param{
			{Name: "from", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Default: 0.0, Doc: "Begin of the window."},
			{Name: "to", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Doc: "End of the window; the last job is kept if left out."},
		},
	},
	Dates: datesOfWindow,
	Apply: applyWindow,
}

// zeroOfWindow is the new time zero of a window: its begin, rounded down to the whole seconds in which calendars count.
func zeroOfWindow(v param.Values) engine.Time {
	return engine.FromSeconds(v.Float("from")) / engine.Second * engine.Second
}

func datesOfWindow(v param.Values, before *engine.Calendar) *engine.Calendar {
	if before == nil {
		return nil
	}
	return &engine.Calendar{UnixStart: before.UnixStart + int64(zeroOfWindow(v)/engine.Second), Zone: before.Zone}
}

// applyWindow keeps the jobs with from <= submit < to and shifts times so that zeroOfWindow becomes 0. Recorded
// waits stay: they are lengths of time. A requested start before 0 becomes 0: in
// both cases the job is due when it is submitted. Deadlines are shifted, too, and so is when people entered jobs. Cost: O(log n) and a copy of the
// jobs kept, and of their commands.
func applyWindow(v param.Values, w *engine.Workload, _ workload.Inputs) (*engine.Workload, []string, error) {
	begin, end := engine.FromSeconds(v.Float("from")), engine.Never
	refuse := func(name, reason string) error {
		return &param.Error{Path: "/" + name, Value: param.Format(v[name]), Reason: reason}
	}
	if v.Has("to") {
		end = engine.FromSeconds(v.Float("to"))
		if end <= begin {
			return nil, nil, refuse("to", "a time after from, "+w.When(begin)+", is accepted")
		}
	}
	i, j := table.FirstAt(w, begin), table.FirstAt(w, end)
	if i == j {
		name := "from"
		if i == 0 {
			name = "to"
		}
		return nil, nil, refuse(name, fmt.Sprintf("no job was submitted in the window; the first was at %s, the last at %s",
			w.When(w.Jobs[0].Submit), w.When(w.Jobs[len(w.Jobs)-1].Submit)))
	}
	out := table.Rows(w, i, j)
	zero := zeroOfWindow(v)
	out.Jobs = slices.Clone(out.Jobs)
	for k := range out.Jobs {
		out.Jobs[k].Submit -= zero
	}
	out.Requested = slices.Clone(out.Requested)
	for k, at := range out.Requested {
		if at >= 0 {
			out.Requested[k] = max(at-zero, 0)
		}
	}
	out.Deadline = slices.Clone(out.Deadline)
	for k, at := range out.Deadline {
		if at >= 0 {
			out.Deadline[k] = at - zero
		}
	}
	out.Entered = slices.Clone(out.Entered)
	for k, at := range out.Entered {
		if at >= 0 {
			out.Entered[k] = max(at-zero, 0)
		}
	}
	out.Until, out.LogEnd = max(w.Until-zero, 0), max(w.LogEnd-zero, 0)
	var early int
	out.Commands, early = table.MovedCommands(out.Commands, func(c engine.Command) engine.Time { return c.At - zero })
	out.Calendar = datesOfWindow(v, w.Calendar)
	out.Months = slices.Clone(out.Months)
	for k := range out.Months {
		out.Months[k].Begin -= zero
	}
	return out, []string{fmt.Sprintf("%s %s submitted in the window; time zero was %d s before", workload.SomeJobs(j-i, len(w.Jobs)), workload.Verb(j-i, "was", "were"), zero/engine.Second) + table.NoteLeftOut(early)}, nil
}
