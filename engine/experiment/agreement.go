package experiment

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/agreement"
)

const (
	// agreementTries is in how many drawings a policy is held against a log, as nobody knows what the real scheduler drew: which of its
	// seconds Slurm computes priorities in, for instance.
	agreementTries = 20
	// agreementStarts is how many starts of the log that is tried on.
	agreementStarts = 2000
)

// Agreement is how well policy i agrees with what the log of the workload recorded, in the best of several drawings, which the first starts of
// the log decide. It is an error if the policy models no real scheduler, or if the workload has no recorded waits. progress is as that of
// Simulate.
func (t *Task) Agreement(i int, progress engine.Progress) (*agreement.Agreement, error) {
	if i < 0 || i >= len(t.Plan.Policies) {
		return nil, fmt.Errorf("there is no policy %d to hold against the log", i)
	}
	label := t.Plan.Policies[i].Label
	policy, is := t.comparer(i)
	if !is {
		return nil, fmt.Errorf("%s models no real scheduler that could be held against a log", label)
	}
	last := t.firstStarts()
	if last < 0 {
		return nil, fmt.Errorf("the jobs have no recorded waits to hold %s against", label)
	}
	tries, best, most := 1, 0, -1
	if policy.DependsOnDraws() {
		tries = agreementTries
		for n := range tries {
			a, err := t.Drawing(n).compare(i, last, progress)
			if err != nil {
				return nil, err
			}
			if a.SameStarts > most {
				best, most = n, a.SameStarts
			}
		}
	}
	a, err := t.Drawing(best).compare(i, engine.Never, progress)
	if a != nil {
		a.Tries = tries
	}
	return a, err
}

// Models says whether policy i models a real scheduler and the jobs have recorded waits to hold it against.
func (t *Task) Models(i int) bool {
	_, is := t.comparer(i)
	return is && slices.ContainsFunc(t.Workload.Wait, func(wait engine.Time) bool { return wait >= 0 })
}

// comparer is policy i, if it models a real scheduler.
func (t *Task) comparer(i int) (agreement.Comparer, bool) {
	p, is := t.Plan.Points[t.Point].Policies[i].New().(agreement.Comparer)
	return p, is
}

// firstStarts is the last of the first agreementStarts starts of the log, -1 if it has none.
func (t *Task) firstStarts() engine.Time {
	var starts []engine.Time
	for j, wait := range t.Workload.Wait {
		if wait >= 0 {
			starts = append(starts, t.Workload.Jobs[j].Submit+wait)
		}
	}
	if len(starts) == 0 {
		return -1
	}
	slices.Sort(starts)
	return starts[min(len(starts), agreementStarts)-1]
}

// compare has policy i follow the log up to an instant.
func (t *Task) compare(i int, last engine.Time, progress engine.Progress) (*agreement.Agreement, error) {
	p, _ := t.comparer(i)
	a := &agreement.Agreement{}
	p.Compare(a)
	options := t.options(i)
	options.Kill, options.Progress = engine.KillNever, progress
	options.Enough = func(_ *engine.Outcome, now engine.Time) bool { return now >= last }
	_, err := engine.Simulate(t.Workload, t.Plan.Points[t.Point].Machine(), p, options)
	return a, err
}
