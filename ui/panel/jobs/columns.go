package jobs

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// ColumnsFor are the columns for the runs; start, end and state are those of chosen, and
// so is what commands or the computers that it ran on made of a job.
func (l *Jobs) ColumnsFor(runs []*result.Run, chosen *result.Run) []widget.Column {
	o := chosen.Outcome
	w := o.Workload
	clock := l.Clock()
	at := func(t engine.Time) string {
		if t < 0 {
			return widget.Nothing
		}
		return clock.Format(t)
	}
	seconds := func(of func(j int32) engine.Time) func(j int32) string {
		return func(j int32) string {
			if t := of(j); t >= 0 {
				return phrase.Number(t.Seconds())
			}
			return ""
		}
	}
	whole := func(of func(j int32) int64) func(j int32) string {
		return func(j int32) string {
			if n := of(j); n >= 0 {
				return strconv.FormatInt(n, 10)
			}
			return ""
		}
	}
	retimed := retimedJobs(o)
	executed := func(j int32) engine.Time {
		if (retimed[j] || o.Held != nil || o.State[j] == engine.Cancelled) && o.Ended(j) {
			return o.Ran(j)
		}
		return w.Jobs[j].Run
	}
	columns := []widget.Column{
		widget.NewColumn("job", "Job", func(j int32) int64 { return w.JobNumber(j) }, func(j int32) string { return strconv.FormatInt(w.JobNumber(j), 10) }),
		widget.NewColumn("submit", "Submitted", func(j int32) int64 { return int64(o.Submitted(j)) }, func(j int32) string { return at(o.Submitted(j)) }).Of("s", seconds(o.Submitted)),
		widget.NewColumn("processors", "Processors", func(j int32) int64 { return int64(o.Size(j)) }, func(j int32) string {
			return changedText(phrase.Grouped(int64(w.Jobs[j].Processors)), phrase.Grouped(int64(o.Size(j))))
		}).Of("", whole(func(j int32) int64 { return int64(o.Size(j)) })),
		widget.NewColumn("request", "Requested time", func(j int32) int64 { return int64(w.Jobs[j].Estimate) }, func(j int32) string {
			text := phrase.Span(w.Jobs[j].Estimate)
			if retimed[j] {
				text += ", changed"
			}
			return text
		}).Of("s", seconds(func(j int32) engine.Time { return w.Jobs[j].Estimate })),
		widget.NewColumn("run", "Run time", func(j int32) int64 { return int64(executed(j)) }, func(j int32) string {
			return changedText(phrase.Span(w.Jobs[j].Run), phrase.Span(executed(j)))
		}).Of("s", seconds(executed)),
	}
	if w.Memory != nil {
		total := func(j int32) float64 { return float64(w.Memory[j]) * float64(w.Jobs[j].Processors) } // KB
		columns = slices.Insert(columns, 3, widget.NewColumn("memory", "Memory", func(j int32) int64 { return int64(total(j)) }, func(j int32) string {
			if w.Memory[j] < 0 {
				return widget.Nothing
			}
			return timeline.Gigabytes(total(j) / 1024)
		}).Of("KB", whole(func(j int32) int64 { return int64(total(j)) })))
	}
	if w.Bandwidth != nil {
		columns = append(columns, widget.NewColumn("bandwidth", "Bandwidth", func(j int32) int64 { return int64(w.Bandwidth[j]) }, func(j int32) string { return panel.BandwidthText(w.Bandwidth[j]) }).
			Of("MB/s", whole(func(j int32) int64 { return int64(w.Bandwidth[j]) })))
	}
	if slices.ContainsFunc(w.Requested, func(t engine.Time) bool { return t >= 0 }) {
		columns = append(columns, widget.NewColumn("requested", "Requested start", func(j int32) int64 { return int64(w.Requested[j]) }, func(j int32) string { return at(w.Requested[j]) }).
			Of("s", seconds(func(j int32) engine.Time { return w.Requested[j] })))
	}
	if w.Continues != nil {
		attempt := func(j int32) int64 {
			if w.Continues[j] {
				return 2
			}
			return 1
		}
		columns = append(columns, widget.NewColumn("attempt", "Run", attempt, func(j int32) string { return explain.AttemptWords(w, j, "") }).Of("", whole(attempt)))
	}
	if w.User != nil {
		columns = append(columns, widget.NewColumn("user", "User", func(j int32) int64 { return int64(w.User[j]) }, func(j int32) string {
			if w.User[j] < 0 {
				return widget.Nothing
			}
			return strconv.Itoa(int(w.User[j]))
		}))
	}
	if w.Queue != nil {
		columns = append(columns, widget.NewColumn("queue", phrase.UpperFirst(l.OwnerWord(metrics.ByQueue)), func(j int32) int64 { return int64(w.Queue[j]) }, func(j int32) string {
			if w.Queue[j] < 0 {
				return widget.Nothing
			}
			return panel.QueueText(w, w.Queue[j])
		}))
	}
	for i, r := range runs {
		o := r.Outcome
		columns = append(columns, widget.NewColumn(fmt.Sprintf("wait%d", i), "Wait, "+r.Label,
			func(j int32) int64 { return waitOf(o, j) },
			func(j int32) string {
				if waitOf(o, j) < 0 {
					return widget.Nothing
				}
				return phrase.Span(o.Wait(j))
			}).Of("s", seconds(func(j int32) engine.Time { return engine.Time(waitOf(o, j)) })))
	}
	if o.Lane != nil {
		title := phrase.UpperFirst(o.Lanes[0].Kind)
		columns = append(columns, widget.NewColumn("lane", title, func(j int32) int64 { return int64(o.Lane[j]) }, func(j int32) string {
			if o.Lane[j] < 0 {
				return widget.Nothing
			}
			return o.Lanes[o.Lane[j]].Name
		}))
	}
	columns = append(columns, farmColumns(o, at, seconds)...)
	columns = append(columns,
		widget.NewColumn("start", "Start", func(j int32) int64 { return int64(o.Start[j]) }, func(j int32) string { return at(o.Start[j]) }).
			Of("s", seconds(func(j int32) engine.Time { return o.Start[j] })),
		widget.NewColumn("end", "End", func(j int32) int64 { return int64(o.End[j]) }, func(j int32) string { return at(o.End[j]) }).
			Of("s", seconds(func(j int32) engine.Time { return o.End[j] })),
	)
	if o.VariableRate {
		columns = append(columns, widget.NewColumn("longer", "Ran longer by", func(j int32) int64 {
			if !o.Ended(j) {
				return -1
			}
			return int64(o.Extension(j) * 1e6)
		}, func(j int32) string {
			if !o.Ended(j) {
				return widget.Nothing
			}
			return phrase.Percent(o.Extension(j))
		}).Of("share", func(j int32) string {
			if !o.Ended(j) {
				return ""
			}
			return phrase.Number(o.Extension(j))
		}))
	}
	return append(columns, widget.NewColumn("state", "State", func(j int32) int64 { return int64(o.State[j]) }, func(j int32) string { return o.State[j].String() }))
}

// retimedJobs are the jobs whose time an accepted command changed.
func retimedJobs(o *engine.Outcome) map[int32]bool {
	jobs := map[int32]bool{}
	for i, fate := range o.Fates {
		if c := &o.Workload.Commands[i]; fate == engine.Accepted && (c.Kind == engine.ExtendTime || c.Kind == engine.ReduceTime) {
			jobs[c.Job] = true
		}
	}
	return jobs
}

// changedText is what was submitted and, if that differs, what came of it.
func changedText(submitted, executed string) string {
	if submitted == executed {
		return submitted
	}
	return submitted + " → " + executed
}

// waitOf is -1 for jobs that have not started and wait still, or never waited.
func waitOf(o *engine.Outcome, j int32) int64 {
	if o.Start[j] < 0 && o.End[j] < 0 {
		return -1
	}
	return int64(o.Wait(j))
}

// farmColumns are the columns of the job table that tell of deadlines, interruptions and stopped runs, as far as
// there are such; at formats instants, seconds gives their numbers.
func farmColumns(o *engine.Outcome, at func(engine.Time) string, seconds func(func(j int32) engine.Time) func(j int32) string) []widget.Column {
	var columns []widget.Column
	if w := o.Workload; timeline.HasDeadlines(w) {
		margin := func(j int32) int64 { // those without one last
			if w.DeadlineOf(j) == engine.Never || !o.Ended(j) {
				return math.MinInt64
			}
			return int64(o.End[j] - w.DeadlineOf(j))
		}
		columns = append(columns,
			widget.NewColumn("deadline", "Deadline", func(j int32) int64 { return int64(w.DeadlineOf(j)) }, func(j int32) string { return at(w.Deadline[j]) }).
				Of("s", seconds(func(j int32) engine.Time { return w.Deadline[j] })),
			widget.NewColumn("late", "Late", margin, func(j int32) string {
				if text := timeline.MarginWords(o, j, ""); text != "" {
					return text
				}
				return widget.Nothing
			}).Of("s", func(j int32) string {
				if late := margin(j); late != math.MinInt64 {
					return phrase.Number(engine.Time(late).Seconds()) // below 0: early
				}
				return ""
			}))
	}
	if o.Stopped != nil {
		var stops [2][]int32 // by job: for another one, for none
		for i, column := range []struct{ key, title string }{{"preempted", "Preempted"}, {"requeued", "Requeued"}} {
			stops[i] = make([]int32, len(o.Start))
			for _, run := range o.Stopped {
				if run.Preempted == (i == 0) {
					stops[i][run.Job]++
				}
			}
			if slices.Max(stops[i]) > 0 {
				columns = append(columns, widget.NewColumn(column.key, column.title, func(j int32) int64 { return int64(stops[i][j]) },
					func(j int32) string { return strconv.Itoa(int(stops[i][j])) }))
			}
		}
	}
	if o.Segments != nil {
		interrupted := make([]int32, len(o.Start))
		for i := range o.Segments {
			if o.Segments[i].End > engine.Ended {
				interrupted[o.Segments[i].Job]++
			}
		}
		columns = append(columns, widget.NewColumn("interrupted", "Interrupted", func(j int32) int64 { return int64(interrupted[j]) },
			func(j int32) string { return strconv.Itoa(int(interrupted[j])) }))
	}
	return columns
}
