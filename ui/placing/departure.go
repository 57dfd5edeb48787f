package placing

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// Rule is a policy that a schedule by hand is held against.
type Rule struct {
	Label   string
	Outcome *engine.Outcome
	Run     *experiment.Run

	calls    []snapshot.Snapshot
	narrator explain.Narrator
}

// Rule simulates the policy that the schedule is to follow: another one of the experiment, or one of a kind with its usual parameters. It is nil
// if there is to be none.
func (h *Hand) Rule(c scenario.Catalogs, clock timeline.Clock) (*Rule, error) {
	p, name := h.plan, h.plan.Policies[In(h.plan)].Rule
	if name == "" {
		return nil, nil
	}
	policy := slices.IndexFunc(p.Policies, func(q scenario.PlannedPolicy) bool { return q.Label == name })
	task := h.task
	if policy < 0 {
		other := *p.Scenario
		other.Policies = []scenario.Policy{{Part: scenario.Part{Kind: name}}}
		other.Baseline, other.Claims = "", nil
		var err error
		if p, err = scenario.Compile(&other, c); err != nil {
			return nil, fmt.Errorf("the rule %s: %w", name, err)
		}
		if task, err = prepare(p); err != nil {
			return nil, err
		}
		policy = 0
	}
	if own := h.plan.Policies[In(h.plan)]; len(task.Workload.Commands) > 0 && own.Elastic != p.Policies[policy].Elastic {
		return nil, fmt.Errorf("one of %s and %s processes the elastic commands of the workload, so that their jobs end at different times: the schedule cannot be held against that rule; with elastic for both or for none it can", own.Label, name)
	}
	run, calls, err := follow(task, policy)
	if err != nil {
		return nil, fmt.Errorf("the rule %s: %w", name, err)
	}
	q := &p.Policies[policy]
	r := &Rule{Label: q.Label, Outcome: run.Outcome, Run: run, calls: calls, narrator: explain.Narrator{Outcome: run.Outcome, Clock: clock, Shadow: q.Shadow,
		ByPriority: explain.ByPriority(q.Kind.Kind), Delays: explain.Delays(q.Kind.Kind), Present: true}}
	if r.Label == q.Kind.Kind {
		r.Label = q.Kind.Name
	}
	return r, nil
}

// Departure is the first instant at which a schedule by hand starts other jobs than its rule does. Up to it both have started the same jobs at the
// same instants, so that they decide in the same state of the machine and the queue.
type Departure struct {
	At      engine.Time
	Missing []int32 // jobs that the rule starts then and that were left, in the order of the rule
	Added   []int32 // jobs that were started and that the rule leaves, in the order in which they were placed
	Told    []explain.Sentence
}

// Departure is the first one before the instant until, nil if there is none. At an instant that lies before until nobody places jobs any more.
func (h *Hand) Departure(r *Rule, until engine.Time) *Departure {
	mine, its := h.Outcome, r.Outcome
	at := engine.Never
	for j := range mine.Start {
		a, b := mine.Start[j], its.Start[j]
		if a == b {
			continue
		}
		for _, start := range []engine.Time{a, b} {
			if start >= 0 {
				at = min(at, start)
			}
		}
	}
	if at >= until {
		return nil
	}
	d := &Departure{At: at}
	for _, j := range its.StartOrder {
		if its.Start[j] == at && mine.Start[j] != at {
			d.Missing = append(d.Missing, j)
		}
	}
	for _, j := range mine.StartOrder {
		if mine.Start[j] == at && its.Start[j] != at {
			d.Added = append(d.Added, j)
		}
	}
	n := r.narrator
	head := explain.Say("The first difference is at ", explain.TimeWords(n.Clock, at), ": ")
	switch {
	case d.Missing == nil:
		head = explain.Say(head, "you start ", n.Names(d.Added), ", and ", r.Label, " does not.")
	case d.Added == nil:
		head = explain.Say(head, r.Label, " starts ", n.Names(d.Missing), ", and you do not.")
	default:
		head = explain.Say(head, r.Label, " starts ", n.Names(d.Missing), ", and you start ", n.Names(d.Added), " instead.")
	}
	d.Told = append(d.Told, head)
	for _, j := range slices.Concat(d.Missing, d.Added) {
		if why, known := r.decision(at, j); known {
			d.Told = append(d.Told, n.AtOnce(why))
		}
	}
	return d
}

// decision is what the rule decided about job j at an instant: that it starts, or else what it said last.
func (r *Rule) decision(at engine.Time, j int32) (found engine.Decision, known bool) {
	for i := range r.calls {
		if r.calls[i].At != at {
			continue
		}
		for _, d := range r.calls[i].Decisions {
			if d.Job == j && !(known && found.Rule.Acts()) {
				found, known = d, true
			}
		}
	}
	return found, known
}

// Verdict says whether a complete schedule is that of the rule, else where it departs first and why.
func (h *Hand) Verdict(r *Rule) []explain.Sentence {
	if d := h.Departure(r, engine.Never); d != nil {
		return d.Told
	}
	return []explain.Sentence{explain.Say("Your schedule is that of ", r.Label, ": all ", phrase.Plural(int64(h.Jobs()), "job"), " start when they start there.")}
}
