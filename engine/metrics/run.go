package metrics

import (
	"math"

	"backfill/engine"
)

// runTotals are what only a whole run has, no group or batch of its jobs: counts, NaN
// where undefined.
type runTotals struct {
	refused, unfinished                float64 // jobs
	cancelled                          float64 // jobs, while they waited or while they ran
	commandsAccepted, commandsRefused  float64
	restarts, suspensions, checkpoints float64 // preemptions by what became of the work
	requeues                           float64 // runs that were stopped for no other job
	plans, planTime                    float64 // seconds in all

	offered engine.Offered // nothing where jobs that came in the same time are left out
}

func runTotalsOf(o *engine.Outcome) runTotals {
	var t runTotals
	for i, state := range o.State {
		j := int32(i)
		counts := !o.Workload.Continued(j)
		switch {
		case state == engine.Refused && counts:
			t.refused++
		case state == engine.Unfinished && counts:
			t.unfinished++
		case state == engine.Cancelled && counts:
			t.cancelled++
		}
	}
	t.offered = o.Workload.Offered(func(j int32) engine.Time {
		if o.State[j] == engine.Refused {
			return -1
		}
		return o.Submitted(j)
	})
	if o.Segments == nil {
		t.suspensions, t.checkpoints = math.NaN(), math.NaN()
	}
	if !o.Reruns() {
		t.restarts = math.NaN()
	}
	t.requeues = only(o.Stopped != nil, 0)
	for i := range o.Stopped {
		switch run := &o.Stopped[i]; {
		case run.Kept && !run.Preempted: // by hand
		case run.Kept && math.IsNaN(t.suspensions):
			t.suspensions = 1
		case run.Kept:
			t.suspensions++
		case run.Preempted:
			t.restarts++
		default:
			t.requeues++
		}
	}
	for i := range o.Segments {
		switch o.Segments[i].End {
		case engine.Restarted:
			t.restarts++
		case engine.Suspended:
			t.suspensions++
		case engine.Checkpointed:
			t.checkpoints++
		}
	}
	t.plans = only(o.PlanCount > 0, float64(o.PlanCount))
	t.planTime = only(o.PlanTime > 0, o.PlanTime.Seconds())
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
	return runTotals{refused: nan, unfinished: nan, cancelled: nan, commandsAccepted: nan, commandsRefused: nan,
		restarts: nan, suspensions: nan, checkpoints: nan, requeues: nan, plans: nan, planTime: nan}
}
