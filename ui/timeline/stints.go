package timeline

import (
	"slices"

	"backfill/engine"
)

// StintMarks are the marks of every stint of o, in the order of Outcome.Stints. O(stints).
func StintMarks(o *engine.Outcome) []Mark {
	marks := make([]Mark, len(o.Stints))
	before := make([]int32, len(o.Stints))           // by stint: the one of the job before it, -1: none
	last := slices.Repeat([]int32{-1}, len(o.Start)) // by job: its latest stint
	for i, stint := range o.Stints {
		j := stint.Job
		p := last[j]
		before[i], last[j] = p, int32(i)
		switch {
		case p < 0:
			marks[i] = marksOfStart(o, j)
		case marks[p]&WasStopped == 0: // nothing is left of it
		case o.Workload.KeepsAnywhere(j) || o.Stints[p].Lane == stint.Lane:
			marks[i] = WentOn
		default: // it begins anew elsewhere
			for ; p >= 0 && marks[p]&WasStopped != 0; p = before[p] {
				marks[p] |= WasLost
			}
		}
		switch stint.End {
		case engine.Ended:
			if o.State[j] == engine.Killed {
				marks[i] |= WasKilled
			}
		case engine.Restarted:
			marks[i] |= WasLost
		case engine.Suspended, engine.Checkpointed:
			marks[i] |= WasStopped
		}
	}
	return marks
}
