package ui

import (
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// refusals says how many jobs of the results never ran because the machine can never run
// them, and why; "" if none.
func (p *Page) refusals() string {
	runs, _ := p.runs()
	if len(runs) == 0 {
		return ""
	}
	var clauses []string
	same := true
	first := runs[0].Metrics.Value("refused")
	for _, r := range runs {
		n := r.Metrics.Value("refused")
		same = same && n == first
		if n > 0 {
			clauses = append(clauses, phrase.Plural(int64(n), "job")+" under "+r.Label)
		}
	}
	w := p.workload()
	all := phrase.Plural(int64(len(w.Jobs)-testRuns(w)), "job")
	switch {
	case len(clauses) == 0:
		return ""
	case same && first == 1:
		return "1 of " + all + " is refused: " + refusedFor(runs[:1]) + "."
	case same:
		return phrase.Grouped(int64(first)) + " of " + all + " are refused: " + refusedFor(runs[:1]) + "."
	}
	return "Refused as " + refusedFor(runs) + ": " + phrase.List(clauses) + "."
}

// refusedFor lists the reasons for which jobs are refused, with how many there are in a
// single run if they differ.
func refusedFor(runs []*result.Run) string {
	var reasons []string
	jobs := map[string]int64{}
	for _, r := range runs {
		for _, why := range r.Outcome.EachRefusal {
			if jobs[why]++; jobs[why] == 1 {
				reasons = append(reasons, why)
			}
		}
	}
	for i, why := range reasons {
		if len(runs) == 1 && len(reasons) > 1 {
			reasons[i] = phrase.Grouped(jobs[why]) + " " + why
		}
	}
	return phrase.List(reasons)
}
