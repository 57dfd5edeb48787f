package panel

import (
	"slices"

	"backfill/ui/answer"
	"backfill/ui/compare"
	"backfill/ui/drawing"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// sideBySide are the runs on the page, made once.
type sideBySide struct {
	answer.SideBySide
	of *result.Results
}

// SideBySide are the runs on the page, compared with the baseline. O(jobs times policies) when results have come or the baseline is
// another one, O(policies) until then.
func (s *Shared) SideBySide() answer.SideBySide {
	runs, baseline := s.Runs()
	t := &s.sideBySide
	if t.of == s.Shown.Results && t.Baseline == baseline && slices.Equal(t.Runs, runs) {
		t.Drawn = s.drawn()
		return t.SideBySide
	}
	*t = sideBySide{answer.SideBySide{Runs: runs, Baseline: baseline, Contrasts: make([]*compare.Common, len(runs)), Logged: make([]*compare.Common, len(runs))}, s.Shown.Results}
	w := s.Workload()
	commonOf := func(a, b *result.Run) *compare.Common {
		return compare.CommonOf(measured(a), measured(b), compare.PairJobs(w, w))
	}
	log := t.Log()
	for i, r := range runs {
		if base := runs[baseline]; r != base && (!slices.Equal(r.Outcome.State, base.Outcome.State) || otherCommands(r, base)) {
			t.Contrasts[i] = commonOf(base, r)
		}
		if log < 0 || r.Recorded() || slices.Equal(r.Outcome.State, runs[log].Outcome.State) {
			continue
		}
		c := t.Contrasts[i]
		if log != baseline {
			c = commonOf(runs[log], r)
		}
		if !c.All {
			t.Logged[i] = c
		}
	}
	t.Drawn = s.drawn()
	return t.SideBySide
}

// drawn is how the runs on the page change with what their policies draw, as far as the drawings tell.
func (s *Shared) drawn() (list []*answer.Drawn) {
	if s.Shown.Results == nil {
		return nil
	}
	plan := s.Shown.Plan
	for i, r := range s.Shown.Results.Runs {
		if r == nil {
			continue
		}
		var one *answer.Drawn
		if plan.Policies[i].Kind.Draws {
			one = &answer.Drawn{}
			if w, ok := r.MeanWaits(drawing.Usual); ok && plan.Steady == nil {
				one.Low, one.High, one.N = w.Low, w.High, w.N
			}
		}
		list = append(list, one)
	}
	return list
}

func measured(r *result.Run) compare.Measured {
	return compare.Measured{Outcome: r.Outcome, Metrics: r.Metrics}
}

// otherCommands says whether one of two runs obeys commands that the other ignores; what a log recorded does neither.
func otherCommands(a, b *result.Run) bool {
	return !a.Recorded() && !b.Recorded() && (a.Outcome.Fates == nil) != (b.Outcome.Fates == nil)
}

// ContrastWords say how many more or fewer jobs than under the baseline were refused, killed, cancelled or left unfinished under the other
// policies, and which of them obey commands that the baseline ignores, or ignore what it obeys; none where the same jobs ended and had
// the same to do.
func (s *Shared) ContrastWords() []string {
	t := s.SideBySide()
	var list []fated
	var otherwise []string // labels
	for i, c := range t.Contrasts {
		if c != nil && !t.Unplaced(i) && !t.Unplaced(t.Baseline) {
			list = append(list, fated{t.Runs[i].Label, t.Runs[i], c, t.Runs[t.Baseline]})
			if otherCommands(t.Runs[i], t.Runs[t.Baseline]) {
				otherwise = append(otherwise, t.Runs[i].Label)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	base := t.Runs[t.Baseline]
	words := remarksOnFates(list, "under "+base.Label, true)
	if len(otherwise) > 0 {
		here, there := "obeyed", "ignored"
		if base.Outcome.Fates != nil {
			here, there = there, here
		}
		words = append(words, "Commands that change jobs are "+here+" under "+phrase.List(otherwise)+" and "+there+" under "+base.Label+".")
	}
	return words
}
