package policies

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Recorded is not a policy but what happened: every job starts after the wait that
// its log recorded and runs as long as it did, whatever the machine, the estimate
// or the rule for killing. Where the log's clocks disagree it may show more
// processors busy than there are.
//
// Jobs without a recorded wait are left out: they count as refused. One that depends on others came, as in simulations, when these had started
// or ended, as far as they have waits.
//
// O(n log n) for n jobs, and O(dependencies).
type Recorded struct{}

// Schedule is never called, since a Replay's outcome is taken as it is.
func (Recorded) Schedule(*engine.State) {}

// Replay is the outcome that the log recorded: every job starts after its recorded wait.
func (Recorded) Replay(w *engine.Workload, m engine.Machine) *engine.Outcome {
	o := engine.NewOutcome(w, m)
	for j := range w.Jobs {
		if w.Wait[j] < 0 {
			o.State[j] = engine.Refused
			continue
		}
		o.Start[j] = w.Jobs[j].Submit + w.Wait[j]
		o.End[j] = o.Start[j] + w.RecordedRun(int32(j))
		o.State[j] = engine.Completed
		o.StartOrder = append(o.StartOrder, int32(j))
		o.EndOrder = append(o.EndOrder, int32(j))
	}
	o.Submit = w.RecordedComings()
	sortBy(o.StartOrder, o.Start)
	sortBy(o.EndOrder, o.End)
	o.MarkOvertaking()
	if most := peak(o); most > m.Processors() {
		o.Warnings = append(o.Warnings, fmt.Sprintf("the log shows up to %d of %d processors busy", most, m.Processors()))
	}
	return o
}

// peak is the largest number of processors that were busy at once.
func peak(o *engine.Outcome) int32 {
	busy, most, ended := int32(0), int32(0), 0
	for _, j := range o.StartOrder {
		for ; o.End[o.EndOrder[ended]] <= o.Start[j]; ended++ {
			busy -= o.Occupied(o.EndOrder[ended])
		}
		busy += o.Occupied(j)
		most = max(most, busy)
	}
	return most
}

// sortBy sorts jobs by the column at, ties in workload order.
func sortBy(jobs []int32, at []engine.Time) {
	slices.SortStableFunc(jobs, func(a, b int32) int { return cmp.Compare(at[a], at[b]) })
}

var recorded = scenario.PolicyKind{
	Description: param.Description{
		Kind: scenario.Recorded, Name: "As recorded",
		Doc: "The waits that the log itself recorded, to stand beside what a policy would have done.",
	},
	Needs: engine.RecordedWaits,
	New:   func(param.Values) engine.Policy { return Recorded{} },
}
