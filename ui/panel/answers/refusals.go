package answers

import (
	"slices"

	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Refusals says how many jobs of the results never ran because the machine can never run
// them, and why; "" if none. Of what a log has no start of, nobody was refused.
func (c *Answers) Refusals() string {
	runs, _ := c.Runs()
	var simulated []*result.Run
	log := ""
	for _, r := range runs {
		if r.Recorded() {
			log = phrase.Join(" ", log, explain.WithoutStart(r))
		} else {
			simulated = append(simulated, r)
		}
	}
	return phrase.Join(" ", c.unrun(simulated), log)
}

// unrun is Refusals of runs that were simulated.
func (c *Answers) unrun(runs []*result.Run) string {
	var clauses []string
	var counts []explain.Unrun
	var all explain.Unrun
	for _, r := range runs {
		u := explain.UnrunOf(r)
		all.Refused, all.Waiting = all.Refused+u.Refused, all.Waiting+u.Waiting
		if counts = append(counts, u); u.All() > 0 {
			clauses = append(clauses, phrase.Plural(int64(u.All()), "job")+" under "+r.Label)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	if counts = slices.Compact(counts); len(counts) == 1 {
		w := c.Workload()
		n := counts[0].All()
		return phrase.Grouped(int64(n)) + " of " + phrase.Plural(int64(len(w.Jobs)-explain.TestRuns(w)), "job") + " " + all.Verb(n) + ": " + explain.RefusedFor(runs[:1]) + "."
	}
	return all.Title() + ": " + phrase.List(clauses) + " (" + explain.RefusedFor(runs) + ")."
}
