package experiment

import (
	"fmt"
	"strings"

	"backfill/engine"
)

// Refusals says how many jobs of a run were refused: a line for each reason, which names the
// first job refused for it, in the order of these jobs.
func Refusals(o *engine.Outcome) []string {
	type refused struct{ jobs, first int64 }
	var reasons []string
	by := map[string]refused{}
	for j, why := range o.EachRefusal {
		r, known := by[why]
		if !known {
			reasons = append(reasons, why)
			r.first = o.Workload.JobNumber(j)
		}
		r.jobs++
		by[why] = r
	}
	lines := make([]string, len(reasons))
	for i, why := range reasons {
		if r := by[why]; r.jobs == 1 {
			lines[i] = fmt.Sprintf("1 job"+isRefused+"%s (job %d)", why, r.first)
		} else {
			lines[i] = fmt.Sprintf("%d jobs"+areRefused+"%s (the first: job %d)", r.jobs, why, r.first)
		}
	}
	return lines
}

const (
	isRefused  = " is refused: "
	areRefused = " are refused: "
)

// TellsRefusals says whether a warning of a run is one of Refusals.
func TellsRefusals(warning string) bool {
	return strings.Contains(warning, isRefused) || strings.Contains(warning, areRefused)
}

// stoppedForSlowness says how many jobs were stopped only because they ran slower in several
// clusters; no line if there are none. On nodes that share bandwidth, such jobs are what is
// studied, and count among the killed ones.
func stoppedForSlowness(o *engine.Outcome) []string {
	if !o.VariableRate || o.Sharing != nil {
		return nil
	}
	n := 0
	for j, state := range o.State {
		if state == engine.Killed && o.End[j]-o.Start[j] >= o.Workload.Jobs[j].Run {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 job was stopped at its limit because it ran slower in several clusters; the kill rule \"never\" lets it end"}
	}
	return []string{fmt.Sprintf("%d jobs were stopped at their limit because they ran slower in several clusters; the kill rule \"never\" lets them end", n)}
}
