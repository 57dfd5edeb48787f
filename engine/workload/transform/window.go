// Package transform makes workloads from others: it cuts, stretches, splits and changes jobs,
// adds elastic commands and demands, and lets jobs follow each other. A transformation leaves
// the workload that it is given as it was. It does not know where that came from.
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

// Window keeps the jobs submitted from one time to another.
var Window = workload.Transform{
	Description: param.Description{
		Kind: "window",
		Name: "Window",
		Doc:  "Keeps the jobs submitted from one time (included) to another (excluded); the first becomes time zero, and dates stay right.",
		Params: []param.Param{
			{Name: "from", Kind: param.Number, Unit: "s", Min: 0, Max: table.MaxSeconds, Default: 0.0, Doc: "Begin of the window, in seconds of the workload."},
			{Name: "to", Kind: param.Number, Unit: "s", Min: 0, Max: table.MaxSeconds, Doc: "End of the window; the last job is kept if left out."},
		},
	},
	Apply: applyWindow,
}

// applyWindow keeps the jobs with from <= submit < to and shifts times so that from,
// rounded down to the whole seconds in which calendars count, becomes 0. Recorded
// waits stay: they are lengths of time. A requested start before 0 becomes 0: in
// both cases the job is due when it is submitted. Deadlines are shifted, too. Cost: O(log n) and a copy of the
// jobs kept, and of their commands.
func applyWindow(v param.Values, w *engine.Workload, _ workload.Inputs) (*engine.Workload, []string, error) {
	from, to := v.Float("from"), math.Inf(1)
	begin, end := engine.FromSeconds(from), engine.Never
	if v.Has("to") {
		to = v.Float("to")
		end = engine.FromSeconds(to)
		if end <= begin {
			return nil, nil, &param.Error{Path: "/to", Value: fmt.Sprint(to), Reason: fmt.Sprintf("a time after from (%v s) is accepted", from)}
		}
	}
	i, j := table.FirstAt(w, begin), table.FirstAt(w, end)
	if i == j {
		path, value := "/from", from
		if i == 0 {
			path, value = "/to", to
		}
		return nil, nil, &param.Error{Path: path, Value: fmt.Sprint(value), Reason: fmt.Sprintf(
			"no job was submitted in the window; the first was at %v s, the last at %v s", w.Jobs[0].Submit.Seconds(), w.Jobs[len(w.Jobs)-1].Submit.Seconds())}
	}
	out := table.Rows(w, i, j)
	zero := begin / engine.Second
	out.Jobs = slices.Clone(out.Jobs)
	for k := range out.Jobs {
		out.Jobs[k].Submit -= zero * engine.Second
	}
	out.Requested = slices.Clone(out.Requested)
	for k, at := range out.Requested {
		if at >= 0 {
			out.Requested[k] = max(at-zero*engine.Second, 0)
		}
	}
	out.Deadline = slices.Clone(out.Deadline)
	for k, at := range out.Deadline {
		if at >= 0 {
			out.Deadline[k] = at - zero*engine.Second
		}
	}
	var early int
	out.Commands, early = table.MovedCommands(out.Commands, func(c engine.Command) engine.Time { return c.At - zero*engine.Second })
	if w.Calendar != nil {
		out.Calendar = &engine.Calendar{UnixStart: w.Calendar.UnixStart + int64(zero), Zone: w.Calendar.Zone}
	}
	out.Months = slices.Clone(out.Months)
	for k := range out.Months {
		out.Months[k].Begin -= zero * engine.Second
	}
	return out, []string{fmt.Sprintf("%d of %d jobs were submitted in the window; time zero was %d s before", j-i, len(w.Jobs), zero) + table.NoteLeftOut(early)}, nil
}
