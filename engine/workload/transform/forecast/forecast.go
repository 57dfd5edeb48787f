// Package forecast makes of a log what may come after an instant: a drawing of the future. Jobs start as the log says until then; those that
// run or wait then run as long as jobs like them did, and later arrivals are none or those of past days.
//
// It knows what a log tells by an instant and uses nothing of what it tells later. It does not know who decides when jobs start.
package forecast

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// What comes after the instant up to which the log counts.
const (
	None    = "none"
	Redrawn = "redrawn"
)

// Longest is how far a forecast may look: 366 days.
const Longest = 366 * engine.Day

// DefaultSpan is how long jobs come if nothing is said: a week.
const DefaultSpan = 7 * engine.Day

// Transform makes a drawing of what comes after an instant.
var Transform = workload.Transform{
	Description: param.Description{
		Kind: "forecast",
		Name: "Forecast",
		Doc: "Makes of a log with recorded waits what may come after an instant, another future in each replication: up to then jobs start as they did, under a policy that follows the log. " +
			"How long the jobs run that have not ended is drawn from jobs like them that have, and what comes later is nothing or what came on past days. A job may be asked about. Nothing counts that was not known at the instant.",
		Params: []param.Param{
			{Name: "at", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds,
				Doc: "When the job that is asked about comes. Up to then the log counts, or up to its end if that is earlier. The end of the log if left out; with like, when that job came."},
			{Name: "later", Kind: param.Choice, Choices: []string{None, Redrawn}, Default: None,
				Doc: "What comes after the instant up to which the log counts: none, or redrawn, in each block of time what came in one of the past: on the same weekday at the same time of a week that is drawn. With less than a week of past it is of any day, with less than a day of any time."},
			{Name: "span", Kind: param.Number, Unit: "s", Min: 1, Max: Longest.Seconds(), Default: DefaultSpan.Seconds(), Only: &param.Only{Name: "later", In: []string{Redrawn}},
				Doc: "How long jobs still come after the job that is asked about."},
			{Name: "block", Kind: param.Number, Unit: "s", Min: 60, Max: engine.Day.Seconds(), Default: engine.Day.Seconds(), Only: &param.Only{Name: "later", In: []string{Redrawn}},
				Doc: "How long what comes again at once lasts. In a day bursts of a user, arrays and jobs that wait for others stay together; a log of less than a day needs shorter blocks."},
			{Name: "job", Kind: param.Table, Max: 1, Columns: JobColumns, Doc: "The job that is asked about, in one row; none if left out."},
			{Name: "like", Kind: param.Integer, Min: 0, Max: table.MaxNumber,
				Doc: "Number of a job of the log: the job that is asked about asks for the same. Without at it is that job itself, and the log counts up to where it came."},
			{Name: "history", Kind: param.Number, Unit: "s", Min: 0, Max: table.MaxSeconds,
				Doc: "Jobs that ended longer than so before are left out of the simulation, which begins later then; all are in it if left out. Priorities and limits that count what was used need them."},
		},
	},
	Random: true,
	Apply:  apply,
}

func apply(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	q := Question{At: engine.Never, Like: engine.NoJob, History: engine.Never, Redrawn: v.Text("later") == Redrawn, Span: engine.FromSeconds(v.Float("span")), Block: engine.FromSeconds(v.Float("block"))}
	if v.Has("at") {
		q.At = engine.FromSeconds(v.Float("at"))
	}
	if v.Has("history") {
		q.History = engine.FromSeconds(v.Float("history"))
	}
	if v.Has("like") {
		if v.Has("job") {
			return nil, nil, &param.Error{Path: "/like", Value: fmt.Sprint(v.Int("like")), Reason: "stands beside job, which says what is asked for; one of the two is accepted"}
		}
		if q.Like = w.JobNumbered(v.Int("like")); q.Like == engine.NoJob {
			return nil, nil, &param.Error{Path: "/like", Value: fmt.Sprint(v.Int("like")), Reason: "no job has this number; the number of a job of the log is accepted"}
		}
	}
	if v.Has("job") {
		job, err := Asked(v.Rows("job")[0], in)
		if err != nil {
			return nil, nil, param.Below("/job/0", err)
		}
		q.Job = job
	}
	p, err := NewLog(w).Until(q)
	if err != nil {
		return nil, nil, err
	}
	out, asked := p.Draw(in.Seed, in.Replication)
	return out, p.Notes(out, asked), nil
}
