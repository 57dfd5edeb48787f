package timeline

import (
	"slices"

	"backfill/engine"
)

// SegmentMarks are the marks of every segment of o, in the order of Outcome.Segments. O(segments).
func SegmentMarks(o *engine.Outcome) []Mark {
	marks := make([]Mark, len(o.Segments))
	before := make([]int32, len(o.Segments))         // by segment: the one of the job before it, -1: none
	last := slices.Repeat([]int32{-1}, len(o.Start)) // by job: its latest segment
	for i, segment := range o.Segments {
		j := segment.Job
		p := last[j]
		before[i], last[j] = p, int32(i)
		switch {
		case p < 0:
			marks[i] = marksOfStart(o, j)
		case marks[p]&WasStopped == 0: // nothing is left of it
		case o.Workload.KeepsAnywhere(j) || o.Segments[p].Lane == segment.Lane:
			marks[i] = WentOn
		default: // it begins anew elsewhere
			for ; p >= 0 && marks[p]&WasStopped != 0; p = before[p] {
				marks[p] |= WasLost
			}
		}
		switch segment.End {
		case engine.Ended:
			marks[i] |= marksOfEnd(o, j)
		case engine.Restarted:
			marks[i] |= WasLost
		case engine.Suspended, engine.Checkpointed:
			marks[i] |= WasStopped
		}
	}
	return marks
}

// runMarks are the marks of runs, in the order in which they began. O(runs).
func runMarks(o *engine.Outcome, runs engine.Runs) []Mark {
	marks := make([]Mark, len(runs.Begun))
	ran := make([]bool, len(o.Start))
	for i, place := range runs.Begun {
		j := runs.At(place).Job
		if !ran[j] {
			ran[j], marks[i] = true, marksOfStart(o, j)
		}
		switch {
		case place >= 0:
			marks[i] |= marksOfEnd(o, j)
		case runs.At(place).Kept:
			marks[i] |= WasStopped
		default:
			marks[i] |= WasLost
		}
	}
	return marks
}
