package policies

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// Slack is slack-based backfilling: conservative backfilling whose promises may be broken a little. A job that arrives is promised a start,
// the earliest that delays nobody, and gets a slack, Factor times the mean wait of the jobs that have started so far. Jobs that arrive
// later may overtake it as long as it starts within its slack of what it was promised.
//
// The waiting jobs are planned one after the other. A job that arrives is tried in every place of the plan behind the first of the last
// Places jobs, and the jobs behind it are moved on as far as they must, in their order. Of the places in which all of them keep within
// their slacks the one is taken that costs least: the sum of all delays, less what the new job gains by not going last. Among equals the
// last one is taken. A job that has used up its slack is not overtaken, nor is whoever is planned before it. With a factor of 0 nobody is
// ever overtaken: that is conservative backfilling.
//
// When a job ends, every waiting job moves to the earliest start that delays nobody, in the order of arrival, as under conservative
// backfilling, and its slack counts from there; if Promised it always counts from the first promise. When a job outlives its estimate or a
// command changes one, all jobs are planned and promised anew.
//
// In the paper a job's slack also depends on its priority, and delays have weights. Jobs have no priorities here, so all shares and weights
// are 1.
//
// A call costs O(q) for q waiting jobs and, with k places, O(q log q + k²) for each new job, beside the searches of the future.
//
// Source: Talby and Feitelson, Supporting priorities and improving utilization of the IBM SP scheduler using slack-based backfilling,
// IPPS 1999.
type Slack struct {
	Factor   float64 // at least 0
	Places   int     // at least 1
	Promised bool
	*belief.Belief

	slack, limit []engine.Time // by job: what it got, and by when it must start

	started int // jobs whose waits are in waits
	waits   engine.Time

	plan []planned // the jobs that may be overtaken, in the order of their starts
}

// planned is a waiting job with its start.
type planned struct {
	job int32
	at  engine.Time
}

func (p *Slack) Schedule(s *engine.State) {
	if p.slack == nil {
		jobs := len(s.Workload().Jobs)
		p.slack, p.limit = make([]engine.Time, jobs), make([]engine.Time, jobs)
	}
	p.takeStarts(s)
	anew := s.Saw(engine.Overrun) || s.Saw(engine.Change)
	if anew {
		s.DropAll()
	}
	ended := s.Saw(engine.Completion)
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		slot, waited := s.Reservation(j)
		switch {
		case !waited && anew && p.limit[j] > 0: // it waited before this call
			slot = s.Reserve(j)
			p.limit[j] = slot.At + p.slack[j]
		case !waited:
			slot = p.insert(s, j)
		case ended && slot.At > s.Now():
			slot = s.Improve(j)
			if !p.Promised {
				p.limit[j] = min(p.limit[j], slot.At+p.slack[j])
			}
		}
		if slot.At == s.Now() {
			startIfDue(s, j, slot, waited)
		}
	}
	// Only now is it known for which starts the others wait: jobs that are new may have delayed them.
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		s.NoteReserved(j)
	}
	wakeWhenDue(s)
}

// takeStarts takes in the waits of the jobs that have started since.
func (p *Slack) takeStarts(s *engine.State) {
	o := s.Outcome()
	for _, j := range o.StartOrder[p.started:] {
		p.waits += o.Start[j] - s.Job(j).Submit
	}
	p.started = len(o.StartOrder)
}

// insert plans job j, which is new, where it costs least.
func (p *Slack) insert(s *engine.State, j int32) engine.Slot {
	last := s.Reserve(j)
	if p.started > 0 {
		p.slack[j] = engine.Time(p.Factor * float64(p.waits) / float64(p.started))
	}
	p.limit[j] = last.At + p.slack[j]
	p.lineUp(s, j)
	best, least := len(p.plan), engine.Time(0)
	for k := len(p.plan) - 1; k >= 0; k-- {
		if cost, ok := p.arrange(s, j, k); ok && cost-last.At < least {
			best, least = k, cost-last.At
		}
	}
	if len(p.plan) > 0 {
		p.arrange(s, j, best)
	}
	slot, _ := s.Reservation(j)
	return slot
}

// lineUp makes the plan of the jobs that job j may overtake.
func (p *Slack) lineUp(s *engine.State, j int32) {
	p.plan = p.plan[:0]
	for i := s.First(); i != engine.NoJob; i = s.Next(i) {
		if slot, holds := s.Reservation(i); holds && i != j {
			p.plan = append(p.plan, planned{i, slot.At})
		}
	}
	slices.SortStableFunc(p.plan, func(a, b planned) int { return cmp.Compare(a.at, b.at) })
	first := len(p.plan)
	for first > max(0, len(p.plan)-p.Places) && p.plan[first-1].at > s.Now() && p.plan[first-1].at < p.limit[p.plan[first-1].job] {
		first--
	}
	p.plan = p.plan[first:]
}

// arrange plans job j before the k-th job of the plan, and moves those behind it on as far as they must. The cost is the start of job j and
// the delays of all others; it is not ok if one of them does not keep within its slack.
func (p *Slack) arrange(s *engine.State, j int32, k int) (cost engine.Time, ok bool) {
	s.Drop(j)
	for _, i := range p.plan {
		s.Drop(i.job)
	}
	for _, i := range p.plan[:k] {
		s.ReserveFrom(i.job, i.at)
	}
	cost, ok = s.Reserve(j).At, true
	for _, i := range p.plan[k:] {
		at := s.ReserveFrom(i.job, i.at).At
		cost += at - i.at
		ok = ok && at <= p.limit[i.job]
	}
	return cost, ok
}

var slackBased = scenario.PolicyKind{
	Description: param.Description{
		Kind: "slack", Name: "Slack-based backfilling",
		Doc:    "Every job is promised a start when it arrives, and has a slack: later jobs may overtake it as long as it starts within its slack of the promise.",
		Source: "Talby and Feitelson 1999",
		Params: slices.Concat([]param.Param{
			{Name: "factor", Title: "Slack factor", Kind: param.Number, Min: 0, Max: 100, Default: 1.0,
				Doc: "How many times the mean wait so far a job may start after its promise. With 0 that is conservative backfilling."},
			{Name: "places", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1000, Default: int64(20),
				Doc: "How many of the jobs that are planned last a new job may overtake. The time of a simulation grows with the square."},
			countedFrom("From where the slack counts: from the earliest start that the job has been promised, or always from the first promise."),
		}, belief.Params),
	},
	Needs:   engine.OnePool | engine.Estimates,
	Demands: belief.Demands,
	Check:   belief.Check,
	New: func(v param.Values) engine.Policy {
		return &Slack{Factor: v.Float("factor"), Places: int(v.Int("places")), Promised: fromPromise(v), Belief: belief.Of(v)}
	},
}
