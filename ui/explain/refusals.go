package explain

import (
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// RefusedFor lists the reasons for which jobs are refused, with how many there are in a
// single run if they differ.
func RefusedFor(runs []*result.Run) string {
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
