package experiment

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/engine/workload"
)

// Refusals says how many jobs of a run were refused: a line for each reason, which names the
// first job refused for it, in the order of these jobs, and what the widest needs if it is wider than the machine.
func Refusals(o *engine.Outcome) []string {
	type refused struct {
		jobs, first int64
		widest      int32
		waits       bool // for ever, in the queue
	}
	var reasons []string
	by := map[string]refused{}
	for j, why := range o.EachRefusal {
		r, known := by[why]
		if !known {
			reasons = append(reasons, why)
			r.first, r.waits = o.Workload.JobNumber(j), o.NeverStarts(j)
		}
		r.jobs++
		r.widest = max(r.widest, o.Workload.Jobs[j].Processors)
		by[why] = r
	}
	if len(reasons) == 0 {
		return nil
	}
	all := 0 // test runs that another row continues are no jobs of their own
	for j := range o.State {
		if !o.Workload.Continued(int32(j)) {
			all++
		}
	}
	lines := make([]string, len(reasons))
	for i, why := range reasons {
		r := by[why]
		are, first, widest := areRefused, "the first: job", "the widest"
		if r.jobs == 1 {
			are, first, widest = isRefused, "job", "it"
		}
		switch {
		case r.waits:
			are = neverStart
		case why == engine.NoRecordedWait && r.jobs == 1:
			are = isUnstarted
		case why == engine.NoRecordedWait:
			are = areUnstarted
		}
		wide := ""
		if r.widest > o.Processors {
			wide = fmt.Sprintf("; %s needs %d processors, the machine has %d", widest, r.widest, o.Processors)
		}
		lines[i] = fmt.Sprintf("%s%s%s (%s %d%s)", workload.SomeJobs(int(r.jobs), all), are, why, first, r.first, wide)
	}
	return lines
}

const (
	isRefused  = " is refused: "
	areRefused = " are refused: "
	// Of a job that waits for ever in the queue of its scheduler.
	neverStart = " can never start: "
	// Of a log that is repeated.
	isUnstarted  = " has no start in the log: "
	areUnstarted = " have no start in the log: "
)

// TellsRefusals says whether a warning of a run is one of Refusals.
func TellsRefusals(warning string) bool {
	for _, words := range []string{isRefused, areRefused, neverStart, isUnstarted, areUnstarted} {
		if strings.Contains(warning, words) {
			return true
		}
	}
	return false
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
