package forecast

import (
	"encoding/json"
	"errors"
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload/transform/forecast"
)

// Question is what is asked of a log: when one job would start or, with Check, how often that would have been told rightly.
type Question struct {
	At       engine.Time                `json:"at"`            // when the job comes
	Like     int32                      `json:"like"`          // row of a job of the log that asks for the same; NoJob: Job says what it asks for
	Job      map[string]json.RawMessage `json:"job,omitempty"` // with the names of forecast.JobColumns
	Check    int                        `json:"check"`         // ask about up to so many jobs of the second half of the log; 0: about one job
	Drawings int                        `json:"drawings"`      // of each job

	// With Check, only the jobs are asked about whose place among these leaves the remainder Part when it is divided by Parts. Whole puts the answers of all
	// parts together. 0 Parts are the same as 1.
	Part  int `json:"part,omitempty"`
	Parts int `json:"parts,omitempty"`
}

// Answer is what came of a Question: Told or Check.
type Answer struct {
	Told  *Told  `json:"told,omitempty"`
	Check *Check `json:"check,omitempty"`
}

// Told is when a job would start.
type Told struct {
	At     engine.Time     `json:"at"`     // when it comes
	Now    engine.Time     `json:"now"`    // up to when the log counts
	Known  forecast.Counts `json:"known"`  // then
	Left   Left            `json:"left"`   // of these, without later arrivals
	Never  *Never          `json:"never"`  // why it starts in no drawing of None; nil: it does in some
	None   Starts          `json:"none"`   // without later arrivals
	Later  Starts          `json:"later"`  // with those of the past, days at a time; nil: the log has less than a day of past
	Blocks forecast.Blocks `json:"blocks"` // of the past
}

// idleShare is the share of drawings without running jobs of the log from which on its state is called forgotten.
const idleShare = 0.9

// Forgotten says whether the last state of the log tells nothing of a job that comes after it, as by then nearly always nothing of it runs. What is drawn without later
// arrivals is then an empty cluster, and no forecast.
func Forgotten(at, now engine.Time, left Left, drawings int) bool {
	return at > now && float64(left.Idle) >= idleShare*float64(drawings)
}

// Forgotten is Forgotten of what was asked.
func (t *Told) Forgotten() bool { return Forgotten(t.At, t.Now, t.Left, len(t.None)) }

// Bounds of what is accepted.
const (
	FewestDrawings = 9 // of fewer the range of Level has no ends
	MostDrawings   = 10_000
	MostTries      = 10_000
)

// Ask answers a question. Errors about the job are *param.Error below it.
func (m *Model) Ask(log *forecast.Log, asked Question) (*Answer, error) {
	switch {
	case asked.Drawings < FewestDrawings || asked.Drawings > MostDrawings:
		return nil, &param.Error{Path: "/drawings", Value: param.Format(int64(asked.Drawings)), Reason: fmt.Sprintf("a whole number from %d to %d is accepted", FewestDrawings, MostDrawings)}
	case asked.Parts < 0 || asked.Part < 0 || asked.Part >= max(asked.Parts, 1):
		return nil, &param.Error{Path: "/part", Value: param.Format(int64(asked.Part)), Reason: fmt.Sprintf("a whole number below %d, the number of parts, is accepted", max(asked.Parts, 1))}
	case asked.Check < 0 || asked.Check > MostTries:
		return nil, &param.Error{Path: "/check", Value: param.Format(int64(asked.Check)), Reason: fmt.Sprintf("a whole number from 0 to %d is accepted", MostTries)}
	}
	remembers, err := m.Remembers()
	if err != nil {
		return nil, err
	}
	q := forecast.Question{At: asked.At, Like: asked.Like, Span: forecast.DefaultSpan, Block: engine.Day, History: remembers}
	if asked.Check > 0 {
		c, err := m.checkPart(log, asked, q)
		return &Answer{Check: c}, err
	}
	if asked.Like == engine.NoJob {
		if q.Job, err = forecast.AskedFor(asked.Job); err != nil {
			return nil, err
		}
	}
	t, err := m.tell(log, asked, q)
	return &Answer{Told: t}, err
}

// tell draws when a job starts, without later arrivals and with them.
func (m *Model) tell(log *forecast.Log, asked Question, q forecast.Question) (*Told, error) {
	none, err := log.Until(q)
	if err != nil {
		return nil, err
	}
	t := &Told{At: none.At(), Now: none.Now(), Known: none.Counts()}
	q.Redrawn = true
	later, err := log.Until(q)
	if err != nil && !tooShort(err) {
		return nil, err
	}
	first := *m
	if m.Progress != nil {
		rounds := 2
		if later == nil {
			rounds = 1
		}
		first.Progress = func(done, of int) error { return m.Progress(done, rounds*of) }
	}
	d, err := first.Draw(none, 0, asked.Drawings)
	if err != nil {
		return nil, err
	}
	if t.None, t.Left, t.Never = d.Starts, d.Left, d.Never; later == nil {
		return t, nil
	}
	t.Blocks = later.Blocks()
	second := *m
	if m.Progress != nil {
		second.Progress = func(done, of int) error { return m.Progress(of+done, 2*of) }
	}
	if d, err = second.Draw(later, 0, asked.Drawings); err != nil {
		return nil, err
	}
	t.Later = d.Starts
	return t, nil
}

// checkPart asks about jobs of the past, with later arrivals if there is enough past before the first of them.
func (m *Model) checkPart(log *forecast.Log, asked Question, q forecast.Question) (*Check, error) {
	jobs := Sample(log.Workload, asked.Check)
	q.Redrawn = true
	if len(jobs) > 0 {
		first := q
		first.At, first.Like = engine.Never, jobs[0]
		_, err := log.Until(first)
		if err != nil && !tooShort(err) {
			return nil, err
		}
		q.Redrawn = err == nil
	}
	return m.check(log, jobs, q, asked)
}

// tooShort says whether an error is that there is too little past for later arrivals.
func tooShort(err error) bool {
	var wrong *param.Error
	return errors.As(err, &wrong) && wrong.Path == "/later"
}
