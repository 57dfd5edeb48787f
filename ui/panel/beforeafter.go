package panel

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/compare"
	"backfill/ui/draft"
	"backfill/ui/explain"
	"backfill/ui/paired"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// BeforeAfter is what came of the changes of an experiment: what is on the page beside what was there before them. Policies are
// compared with themselves, and jobs with themselves; what has no counterpart is told, never compared.
type BeforeAfter struct {
	before  *session.Simulated
	results *result.Results
	came    int    // policies that had come
	cell    string // of a measurement, which one is on the timeline: "workload 1 of 20"; "": there is no other

	what      []string // differs
	policies  []int    // by policy, its place before; -1: it was not there
	gone      []string // labels of policies that are not there any more
	pairs     []int32  // by job: the job before, NoJob if there was none
	otherJobs bool     // the jobs with the same numbers are others, so that nothing is compared
	steady    steadiness
	Partners  []partners
	Remarks   []string // on what else differs

	level  float64 // of intervals
	kinds  []GroupKind
	groups map[groupsOf][]GroupRow // that were asked for

	Begins bool // the drawings of runs that can be repeated are asked for in a moment
}

// partners are the runs of one policy before and after.
type partners struct {
	before, after   *result.Run // before is nil if nothing can be compared
	*compare.Common             // nil as before is
	whole           [2]metrics.Summary
	steady          steadiness
	Moves           []timeline.Move
	Most            []WaitChange // the largest changes
	lost            []int32      // jobs that ran before and never run now

	places    [2]int         // of the runs in Results.Runs, before and after
	draws     bool           // so that one run is one drawing (beforeafterdrawn.go)
	logged    bool           // there is a log with recorded waits, against which the run before can be held
	untouched bool           // by the change: each drawing is as before
	drawn     paired.Change  // what became of the mean wait, over the drawings once there are enough
	busy      bool           // further drawings are on their way
	model     *result.Run    // whose fit says how far the change can be told: the run before or, if that was changed already, the one as configured
	fitted    *agreement.Fit // how well it fits the log; nil: it was not held against it, or there is none
	beside    bool           // a model that does not fit is compared, too, so that no policy is called better or worse
}

// steadiness is in which steady state the runs before and after are measured.
type steadiness uint8

const (
	neverSteady     steadiness = iota // neither
	sameSteady                        // both in the same
	otherwiseSteady                   // one alone, or each in another one: runs are compared as wholes
)

// WaitChange is a job whose wait has changed.
type WaitChange struct {
	Job     int32
	Was, Is engine.Time
}

// Size is by how much it has changed, at least 0.
func (c WaitChange) Size() engine.Time { return max(c.Is-c.Was, c.Was-c.Is) }

// mostChanged is how many jobs are listed under each policy.
const mostChanged = 5

// BeforeAndAfter is the comparison with what was before the changes, nil if there is nothing to compare.
// O(jobs times policies) when results have come, O(1) until then.
func (s *Shared) BeforeAndAfter() *BeforeAfter {
	e := s.Before()
	if e == nil {
		s.beforeAfter = BeforeAfter{}
		return nil
	}
	runs, _ := s.Runs()
	c := &s.beforeAfter
	begun := c.before == e && c.results == s.Shown.Results
	if !begun {
		*c = s.beginBeforeAfter(e)
	}
	c.cell = s.CellWords()
	if begun && c.came == len(runs) {
		c.follow(s.Drawings)
		return c
	}
	models, held := s.modelBefore(e)
	known := c.Partners
	c.came, c.Partners, c.groups = len(runs), nil, map[groupsOf][]GroupRow{}
	for i, r := range s.Shown.Results.Runs {
		if r == nil {
			continue
		}
		if k := slices.IndexFunc(known, func(one partners) bool { return one.after == r }); k >= 0 {
			c.Partners = append(c.Partners, known[k])
			continue
		}
		var before *result.Run
		k := c.policies[i]
		if k >= 0 && !c.otherJobs {
			before = e.Results.Runs[k]
		}
		one := c.partnersOf(before, r)
		one.places = [2]int{k, i}
		one.draws = before != nil && e.Plan.Policies[k].Kind.Draws && s.Shown.Plan.Policies[i].Kind.Draws
		one.untouched = one.draws && draft.SameRunUnder(e.Scenario, k, s.Shown.Scenario, i)
		one.logged = before != nil && e.Results.Workload.Wait != nil
		if one.model = before; before != nil && k == models {
			one.model = held
		}
		c.Partners = append(c.Partners, one)
	}
	c.follow(s.Drawings)
	c.Remarks = c.remarks()
	return c
}

// modelBefore is the policy of e, what was before, that models the scheduler of the log, and the run whose fit says how well; -1 if there is none.
func (s *Shared) modelBefore(e *session.Simulated) (policy int, held *result.Run) {
	policy, ok := e.Modelling()
	if !ok {
		return -1, nil
	}
	of, at, _ := s.Held()
	return policy, of.Results.Runs[at]
}

// beginBeforeAfter relates policies and jobs to those before.
func (s *Shared) beginBeforeAfter(e *session.Simulated) BeforeAfter {
	a, b := s.Form.ReadText(e.Scenario), s.Form.ReadText(s.Shown.Scenario)
	c := BeforeAfter{
		before: e, results: s.Shown.Results, what: s.Form.Differences(&a, &b, s.OwnerWordIn),
		policies: s.Form.PairPolicies(&a, &b), pairs: compare.PairJobs(s.Workload(), e.Results.Workload),
		steady: steadinessOf(e.Plan, s.Shown.Plan), kinds: s.GroupKinds(&b), level: s.Shown.Plan.Level,
	}
	c.otherJobs = !compare.SameJobs(s.Workload(), e.Results.Workload, c.pairs)
	for k, r := range e.Results.Runs {
		if r != nil && !slices.Contains(c.policies, k) {
			c.gone = append(c.gone, r.Label)
		}
	}
	return c
}

func steadinessOf(before, after *scenario.Plan) steadiness {
	a, b := before.Steady, after.Steady
	switch {
	case a == nil && b == nil:
		return neverSteady
	case a != nil && b != nil && *a == *b:
		return sameSteady
	}
	return otherwiseSteady
}

func (c *BeforeAfter) partnersOf(before, after *result.Run) partners {
	one := partners{before: before, after: after, steady: c.steady}
	if before == nil {
		return one
	}
	a, b := after.Outcome, before.Outcome
	one.whole = [2]metrics.Summary{before.Metrics, after.Metrics}
	if c.steady == otherwiseSteady {
		one.whole = [2]metrics.Summary{metrics.Of(b), metrics.Of(a)}
	}
	one.Common = compare.CommonOf(compare.Measured{Outcome: b, Metrics: one.whole[0]}, compare.Measured{Outcome: a, Metrics: one.whole[1]}, c.pairs)
	if c.steady == sameSteady {
		one.Of = one.whole
	}
	one.lost = c.lostJobs(b, a)
	one.Moves = make([]timeline.Move, len(c.pairs))
	startsNow, startsBefore := a.FirstStarts(), b.FirstStarts()
	for j, was := range c.pairs {
		switch {
		case startsNow[j] < 0:
		case was == engine.NoJob || startsBefore[was] < 0:
			one.Moves[j] = timeline.StartsNow
		default:
			one.Moves[j] = timeline.MoveOf(startsBefore[was], startsNow[j])
		}
	}
	least := engine.Time(0) // of the changes that are listed, once there are enough
	for i, j := range one.Rows {
		change := WaitChange{j, b.WaitInAll(one.Partner[i]), a.WaitInAll(j)}
		if change.Size() == 0 || len(one.Most) == mostChanged && change.Size() <= least {
			continue
		}
		place, _ := slices.BinarySearchFunc(one.Most, change, func(x, y WaitChange) int {
			return cmp.Or(cmp.Compare(y.Size(), x.Size()), cmp.Compare(x.Job, y.Job))
		})
		one.Most = slices.Insert(one.Most, place, change)
		one.Most = one.Most[:min(len(one.Most), mostChanged)]
		least = one.Most[len(one.Most)-1].Size()
	}
	return one
}

// Compares says whether any policy is compared with itself before the changes.
func (s *Shared) Compares() bool {
	c := s.BeforeAndAfter()
	return c != nil && len(c.compared()) > 0
}

// compared are the partners that have a counterpart.
func (c *BeforeAfter) compared() []*partners {
	var list []*partners
	for i := range c.Partners {
		if c.Partners[i].before != nil {
			list = append(list, &c.Partners[i])
		}
	}
	return list
}

// Changed are those of them under which some job starts or ends otherwise, or was another job, or waits otherwise in some drawing.
func (c *BeforeAfter) Changed() []*partners {
	return slices.DeleteFunc(c.compared(), func(one *partners) bool { return !one.changed() })
}

// MovesOf says how the starts of the jobs of a run have moved, nil if that is not known.
func (s *Shared) MovesOf(o *engine.Outcome) []timeline.Move {
	if c := s.BeforeAndAfter(); c != nil {
		for _, one := range c.Partners {
			if one.after.Outcome == o {
				return one.Moves
			}
		}
	}
	return nil
}

// BeforeWords say what became of the pinned job before the changes under the policy of run r; "" if
// there is nothing to compare with.
func (s *Shared) BeforeWords(r *result.Run) string {
	c := s.BeforeAndAfter()
	if c == nil {
		return ""
	}
	for i := range c.Partners {
		one := &c.Partners[i]
		if one.after != r || one.before == nil {
			continue
		}
		was, j := c.pairs[s.Pinned], s.Pinned
		prefix := "Before"
		if one.before.Label != r.Label {
			prefix += ", under " + one.before.Label
		}
		if one.draws {
			prefix += ", in one drawing"
		}
		a, b := r.Outcome, one.before.Outcome
		switch {
		case was == engine.NoJob:
			return prefix + ": this job was not there."
		case b.FirstStart(was) < 0 && b.State[was] == engine.Cancelled:
			return prefix + ": it was cancelled before it started."
		case b.FirstStart(was) < 0:
			return prefix + ": it never started."
		}
		text := prefix + ": " + phrase.LowerFirst(explain.StartWords(b, was, s.Clock()).String())
		now := a.FirstStart(j)
		if now < 0 {
			return text + "."
		}
		switch by := now - b.FirstStart(was); {
		case by < 0:
			text += "; it starts " + phrase.Span(-by) + " earlier now"
		case by > 0:
			text += "; it starts " + phrase.Span(by) + " later now"
		default:
			text += ", as now"
		}
		return text + "."
	}
	return ""
}

// JobsChanged says whether the changes by hand of single jobs are others than before.
func (s *Shared) JobsChanged() bool {
	e := s.Before()
	return e != nil && !slices.Equal(e.Results.Workload.Changes, s.Workload().Changes)
}
