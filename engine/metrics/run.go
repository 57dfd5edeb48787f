package metrics

import (
	"math"

	"backfill/engine"
)

// runTotals are what only a whole run has, no group or batch of its jobs: counts, NaN
// where undefined.
type runTotals struct {
	refused, unfinished               float64 // jobs
	commandsAccepted, commandsRefused float64

	// loaded is how long from time zero on the jobs arrived; 0 where jobs that arrived
	// then are left out.
	loaded engine.Time
}

func runTotalsOf(o *engine.Outcome) runTotals {
	var t runTotals
	for j, state := range o.State {
		switch state {
		case engine.Refused:
			t.refused++
			continue
		case engine.Unfinished:
			t.unfinished++
		}
		t.loaded = o.Workload.Jobs[j].Submit
	}
	if o.Fates == nil {
		t.commandsAccepted, t.commandsRefused = math.NaN(), math.NaN()
	}
	for _, fate := range o.Fates {
		switch fate {
		case engine.NotIssued:
		case engine.Accepted:
			t.commandsAccepted++
		default:
			t.commandsRefused++
		}
	}
	return t
}

// noRun are the totals of a part of a run.
func noRun() runTotals {
	nan := math.NaN()
	return runTotals{refused: nan, unfinished: nan, commandsAccepted: nan, commandsRefused: nan}
}
