package answers

import (
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// Refusals says how many jobs of the results never ran because the machine can never run
// them, and why; "" if none.
func (c *Answers) Refusals() string {
	runs, _ := c.Runs()
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
	w := c.Workload()
	all := phrase.Plural(int64(len(w.Jobs)-explain.TestRuns(w)), "job")
	switch {
	case len(clauses) == 0:
		return ""
	case same && first == 1:
		return "1 of " + all + " is refused: " + explain.RefusedFor(runs[:1]) + "."
	case same:
		return phrase.Grouped(int64(first)) + " of " + all + " are refused: " + explain.RefusedFor(runs[:1]) + "."
	}
	return "Refused: " + phrase.List(clauses) + " (" + explain.RefusedFor(runs) + ")."
}
