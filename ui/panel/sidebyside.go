package panel

import (
	"slices"

	"backfill/ui/answer"
	"backfill/ui/compare"
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
		return t.SideBySide
	}
	*t = sideBySide{answer.SideBySide{Runs: runs, Baseline: baseline, Contrasts: make([]*compare.Common, len(runs))}, s.Shown.Results}
	w := s.Workload()
	for i, r := range runs {
		if base := runs[baseline]; r != base && !slices.Equal(r.Outcome.State, base.Outcome.State) {
			t.Contrasts[i] = compare.CommonOf(measured(base), measured(r), compare.PairJobs(w, w))
		}
	}
	return t.SideBySide
}

func measured(r *result.Run) compare.Measured {
	return compare.Measured{Outcome: r.Outcome, Metrics: r.Metrics}
}

// ContrastWords say how many more or fewer jobs than under the baseline were refused, killed or left unfinished under the other
// policies; none where the same jobs ended.
func (s *Shared) ContrastWords() []string {
	t := s.SideBySide()
	var list []fated
	for i, c := range t.Contrasts {
		if c != nil {
			list = append(list, fated{t.Runs[i].Label, t.Runs[i], c})
		}
	}
	if len(list) == 0 {
		return nil
	}
	return remarksOnFates(list, "under "+t.Runs[t.Baseline].Label, true)
}
