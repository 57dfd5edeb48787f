package experiment

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/scenario"
)

// What a job may ask less of.
const (
	NeedProcessors = "processors"
	NeedRequest    = "request" // the requested time
)

// Need says what became of a job that asked for less, the rest of the workload being as it is.
type Need struct {
	Of    string `json:"of"`    // NeedProcessors or NeedRequest
	Value int64  `json:"value"` // what it asked for instead: processors, or milliseconds
	// Start is when the job then started: earlier than it did; -1: no earlier, although Value is
	// the least that was tried.
	Start engine.Time `json:"start"`
	Rule  engine.Rule `json:"rule,omitempty"` // of that start
	// Beyond is the next larger value, with which the job started no earlier; 0: that is what it
	// really asked for.
	Beyond int64 `json:"beyond,omitempty"`
}

// MostReruns is how many times Needed repeats a policy at most.
const MostReruns = 40

// Needed finds out by how much less job j would have had to ask for to start before the instant
// before, under policy i: fewer processors for as long, and a shorter requested time of at least
// its run time, each on its own. It halves the range of values until two neighbours are left, one
// that is enough and one that is not. Values beyond these two were not tried: a job that asks for
// less may also start later. Needed says nothing where no such value exists, or where asking for
// less would change the job itself, or who places jobs by hand would have to be asked. It simulates at most MostReruns times, up to that instant;
// progress is as that of Simulate.
func (t *Task) Needed(i int, j int32, before engine.Time, progress engine.Progress) ([]Need, error) {
	if i < 0 || i >= len(t.Plan.Policies) || j < 0 || int(j) >= len(t.Workload.Jobs) {
		return nil, fmt.Errorf("there is no policy %d or no job %d to ask for less", i, j)
	}
	w := t.Workload
	options := t.options(i)
	commanded := options.Elastic && slices.ContainsFunc(w.Commands, func(c engine.Command) bool { return c.Job == j })
	if t.Plan.Policies[i].Kind.Kind == scenario.Recorded || t.Plan.Policies[i].Kind.Kind == byhand.Kind || commanded || w.Continued(j) || w.Continues != nil && w.Continues[j] {
		return nil, nil
	}
	job := w.Jobs[j]
	try := func(job engine.Job) (start engine.Time, rule engine.Rule, err error) {
		other := *w
		other.Jobs = slices.Clone(w.Jobs)
		other.Jobs[j] = job
		options := options
		options.Clock, options.RecordAll, options.Record, options.Progress = nil, false, []int32{j}, progress
		options.Enough = func(o *engine.Outcome, now engine.Time) bool { return o.Start[j] >= 0 || now >= before }
		point := &t.Plan.Points[t.Point]
		o, err := engine.Simulate(&other, point.Machine(), point.Policies[i].New(), options)
		if err != nil || o.Start[j] < 0 || o.Start[j] >= before {
			return -1, 0, err
		}
		if n := len(o.Decisions); n > 0 {
			rule = o.Decisions[n-1].Rule
		}
		return o.Start[j], rule, nil
	}
	var needs []Need
	search := func(of string, least, most, step int64, with func(v int64) engine.Job) error {
		if least > most {
			return nil
		}
		found := Need{Of: of, Value: least * step}
		var err error
		if found.Start, found.Rule, err = try(with(found.Value)); err != nil {
			return err
		}
		for low, high := least, most+1; found.Start >= 0 && low+1 < high; {
			middle := (low + high) / 2
			start, rule, err := try(with(middle * step))
			switch {
			case err != nil:
				return err
			case start >= 0:
				low, found.Value, found.Start, found.Rule = middle, middle*step, start, rule
			default:
				high, found.Beyond = middle, middle*step
			}
		}
		needs = append(needs, found)
		return nil
	}

	unit := int64(t.Plan.Points[t.Point].Machine().Unit())
	if w.Components == nil || w.Components[j] == nil {
		err := search(NeedProcessors, 1, (int64(job.Processors)+unit-1)/unit-1, unit, func(v int64) engine.Job {
			less := job
			less.Processors = int32(v)
			return less
		})
		if err != nil {
			return nil, err
		}
	}
	step := int64(requestStep(job.Estimate))
	err := search(NeedRequest, (int64(job.Run)+step-1)/step, (int64(job.Estimate)+step-1)/step-1, step, func(v int64) engine.Job {
		less := job
		less.Estimate = engine.Time(v)
		return less
	})
	return needs, err
}

// requestStep is how finely requested times up to one are tried.
func requestStep(estimate engine.Time) engine.Time {
	switch {
	case estimate <= 10*engine.Minute:
		return engine.Second
	case estimate <= engine.Hour:
		return 10 * engine.Second
	case estimate <= engine.Day:
		return engine.Minute
	}
	return engine.Hour
}
