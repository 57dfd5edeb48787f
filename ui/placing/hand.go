// Package placing follows a schedule that somebody makes by hand: how things stand at an instant, what can start, why the rest cannot, and where
// the schedule departs from that of a policy whose rule was to be followed. All of it comes of simulating the experiment, again after each
// move. It knows neither the page nor the browser.
package placing

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// typed is the kind of workloads that are a list of jobs.
const typed = "jobs"

// WhyNot says why nobody can place the jobs of a plan by hand, in a sentence; "" if that is possible.
func WhyNot(p *scenario.Plan) string {
	switch {
	case p.Scenario.Workload.Kind != typed:
		return fmt.Sprintf("Only jobs of a typed list, up to %d of them, can be placed by hand. The workload of this experiment is of another kind.", byhand.MaxJobs)
	case p.Machine().Offers()&engine.OnePool == 0:
		return "Jobs can be placed by hand only on a machine that is one pool of processors, such as a cluster: on this one it matters where in it a job runs."
	case len(p.Points) > 1 || p.Replications > 1 || p.Precision != nil:
		return "A schedule by hand is one of a single workload. Take the sweep or the replications away first."
	}
	task, err := prepare(p)
	if err != nil {
		return phrase.UpperFirst(err.Error()) + "."
	}
	if n := len(task.Workload.Jobs); n > byhand.MaxJobs {
		return fmt.Sprintf("Up to %d jobs can be placed by hand. This workload has %s.", byhand.MaxJobs, phrase.Grouped(int64(n)))
	}
	return ""
}

// prepare makes the workload, of a list of jobs.
func prepare(p *scenario.Plan) (*experiment.Task, error) {
	return experiment.Prepare(p, 0, 0, func(name string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("jobs are placed by hand without files, and this workload reads %s", name)
	})
}

// In is the place of the first policy of a plan under which jobs are placed by hand, -1 if there is none.
func In(p *scenario.Plan) int {
	return slices.IndexFunc(p.Policies, func(q scenario.PlannedPolicy) bool { return q.Kind.Kind == byhand.Kind })
}

// Hand is a schedule by hand, as far as it goes.
type Hand struct {
	Label   string
	Moves   byhand.Moves
	Outcome *engine.Outcome
	Run     *experiment.Run

	plan  *scenario.Plan
	task  *experiment.Task
	calls []snapshot.Snapshot // all, by time
}

// Follow simulates the schedule by hand of a plan of which WhyNot says nothing. Its error is a *byhand.Refused, among others, if a move cannot be
// carried out.
func Follow(p *scenario.Plan) (*Hand, error) {
	i := In(p)
	if i < 0 {
		return nil, fmt.Errorf("no policy of this experiment is %s", byhand.Kind)
	}
	task, err := prepare(p)
	if err != nil {
		return nil, err
	}
	h := &Hand{Label: p.Policies[i].Label, Moves: MovesOf(p), plan: p, task: task}
	if h.Run, h.calls, err = follow(task, i); err != nil {
		return nil, err
	}
	h.Outcome = h.Run.Outcome
	return h, nil
}

// Refused is the move that cannot be carried out, if that is the error of Follow, else nil.
func Refused(err error) *byhand.Refused {
	var refused *byhand.Refused
	if errors.As(err, &refused) {
		return refused
	}
	return nil
}

// MovesOf are the moves of a plan with a schedule by hand.
func MovesOf(p *scenario.Plan) byhand.Moves {
	policy, ok := p.Policies[In(p)].New().(interface{ Chosen() byhand.Moves })
	if !ok {
		return nil
	}
	return policy.Chosen()
}

// follow simulates one policy and notes all its calls.
func follow(task *experiment.Task, policy int) (*experiment.Run, []snapshot.Snapshot, error) {
	run, err := task.Simulate(policy, nil)
	if err != nil {
		return nil, nil, err
	}
	series, err := task.Snapshots(policy, snapshot.Series{Most: math.MaxInt, Depth: byhand.MaxJobs})
	if err != nil {
		return nil, nil, err
	}
	return run, series.List, nil
}

// Jobs is how many jobs can be placed: those that the machine can run.
func (h *Hand) Jobs() int {
	n := 0
	for _, state := range h.Outcome.State {
		if state != engine.Refused {
			n++
		}
	}
	return n
}

// Placed is how many jobs have been placed.
func (h *Hand) Placed() int { return len(h.Outcome.StartOrder) }

// Complete says whether every job has been placed.
func (h *Hand) Complete() bool { return h.Placed() == h.Jobs() }

// last is the index of the last call up to and including t, -1 if there is none.
func (h *Hand) last(t engine.Time) int {
	for i := len(h.calls) - 1; i >= 0; i-- {
		if h.calls[i].At <= t {
			return i
		}
	}
	return -1
}

// Begin is the earliest instant at which the next job can be placed: that of the last move or, before the first one, when the first job has come.
func (h *Hand) Begin() engine.Time {
	if n := len(h.Moves); n > 0 {
		return h.Moves[n-1].At
	}
	for i := range h.calls {
		if h.calls[i].Waiting > 0 {
			return h.calls[i].At
		}
	}
	return 0
}

// After is the next instant after t at which anything happens; engine.Never if nothing does.
func (h *Hand) After(t engine.Time) engine.Time {
	if i := h.last(t) + 1; i < len(h.calls) {
		return h.calls[i].At
	}
	return engine.Never
}

// Before is the last instant before t at which anything happened, but not before Begin.
func (h *Hand) Before(t engine.Time) engine.Time {
	if i := h.last(t - 1); i >= 0 {
		return max(h.calls[i].At, h.Begin())
	}
	return h.Begin()
}

// Turn is how things stand at an instant, when all moves up to it have been carried out.
type Turn struct {
	At      engine.Time
	Came    []int32 // jobs that arrived at this instant
	Ended   []int32 // jobs that ended
	Free    int32
	Running []snapshot.Expectation // in the order of their starts
	Waiting []int32                // in the order of arrival
	Next    engine.Time            // when something happens next; engine.Never: nothing does
}

// Turn is how things stand at t.
func (h *Hand) Turn(t engine.Time) Turn {
	turn := Turn{At: t, Free: h.Outcome.Processors, Next: h.After(t)}
	i := h.last(t)
	if i < 0 {
		return turn
	}
	c := &h.calls[i]
	turn.Free, turn.Waiting, turn.Running = c.Free, c.Queue, c.Running
	for ; i >= 0 && h.calls[i].At == t; i-- {
		for _, e := range h.calls[i].Events {
			switch e.Kind {
			case engine.Arrival:
				turn.Came = append(turn.Came, e.Job)
			case engine.Completion:
				turn.Ended = append(turn.Ended, e.Job)
			}
		}
	}
	slices.Sort(turn.Came)
	slices.Sort(turn.Ended)
	return turn
}

// Fits says whether a waiting job can start.
func (h *Hand) Fits(t *Turn, j int32) bool { return h.Outcome.Occupied(j) <= t.Free }

// Why says why a waiting job cannot start, and when by the estimates it will fit if nobody starts before.
func (h *Hand) Why(t *Turn, j int32, n explain.Narrator) explain.Sentence {
	needs, free := h.Outcome.Occupied(j), "none is free"
	switch {
	case t.Free == 1:
		free = "1 is free"
	case t.Free > 1:
		free = phrase.Grouped(int64(t.Free)) + " are free"
	}
	told := explain.Say(n.Subject(j), " does not fit: it needs ", phrase.Plural(int64(needs), "processor"), ", ", free, ".")
	running := slices.Clone(t.Running)
	slices.SortStableFunc(running, func(a, b snapshot.Expectation) int { return int(a.End - b.End) })
	room := t.Free
	for _, r := range running {
		if room += h.Outcome.Occupied(r.Job); room >= needs {
			return explain.Say(told, " By the requested times enough will be free at ", explain.TimeWords(n.Clock, r.End), ".")
		}
	}
	return told
}

// With are the moves with job j started at t, which fits then.
func (h *Hand) With(t engine.Time, j int32) byhand.Moves {
	return append(slices.Clone(h.Moves), byhand.Move{At: t, Job: h.Outcome.Workload.JobNumber(j)})
}
