package panel

import (
	"slices"

	"backfill/ui/compare"
	"backfill/ui/result"
)

// contrasts are what the runs on the page have in common with the baseline.
type contrasts struct {
	results *result.Results
	came    int // policies that had come
	base    *result.Run
	list    []*compare.Common
}

// Contrasts are, by run, what it and the baseline have in common, where they left some job in other states: refused, killed or
// unfinished. It is nil for the others, which can be compared as they are. O(jobs times policies) when results have come or the
// baseline is another one, O(1) until then.
func (s *Shared) Contrasts() []*compare.Common {
	runs, baseline := s.Runs()
	if len(runs) == 0 {
		return nil
	}
	c, base := &s.contrasts, runs[baseline]
	if c.results == s.Shown.Results && c.came == len(runs) && c.base == base {
		return c.list
	}
	*c = contrasts{s.Shown.Results, len(runs), base, make([]*compare.Common, len(runs))}
	w := s.Workload()
	for i, r := range runs {
		if r != base && !slices.Equal(r.Outcome.State, base.Outcome.State) {
			c.list[i] = compare.CommonOf(measured(base), measured(r), compare.PairJobs(w, w))
		}
	}
	return c.list
}

func measured(r *result.Run) compare.Measured {
	return compare.Measured{Outcome: r.Outcome, Metrics: r.Metrics}
}

// ContrastWords say how many more or fewer jobs than under the baseline were refused, killed or left unfinished under the other
// policies; none where the same jobs ended.
func (s *Shared) ContrastWords() []string {
	runs, baseline := s.Runs()
	var list []fated
	for i, c := range s.Contrasts() {
		if c != nil {
			list = append(list, fated{runs[i].Label, runs[i], c})
		}
	}
	if len(list) == 0 {
		return nil
	}
	return remarksOnFates(list, "under "+runs[baseline].Label, true)
}
