package explain

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// SegmentsOf are the places of job j's segments in Outcome.Segments. O(segments).
func SegmentsOf(o *engine.Outcome, j int32) []int32 {
	var list []int32
	for i := range o.Segments {
		if o.Segments[i].Job == j {
			list = append(list, int32(i))
		}
	}
	return list
}

// OnFirstLane says where job j started first: " on host 3"; nothing if the machine is one pool.
func OnFirstLane(o *engine.Outcome, j int32) string {
	for i := range o.Segments {
		if o.Segments[i].Job == j {
			return " on " + LaneName(o, o.Segments[i].Lane)
		}
	}
	if o.Pieces != nil && o.Start[j] >= 0 && o.Lanes[0].Kind == "node" && o.Pieces[0].First < 0 {
		return onNodes(o, j)
	}
	return OnLane(o, j)
}

// onNodes are the nodes on which job j runs: " on n3 and n4", " on n1, n2, n3 and 5 more nodes".
func onNodes(o *engine.Outcome, j int32) string {
	const most = 4
	pieces := o.PiecesOf(slices.Index(o.StartOrder, j))
	var names []string
	for _, p := range pieces[:min(len(pieces), most)] {
		names = append(names, LaneName(o, p.Lane))
	}
	if more := len(pieces) - most; more > 0 {
		names = append(names[:most-1], phrase.Plural(int64(more+1), "more node"))
	}
	return " on " + phrase.List(names)
}

// SpeedWords is the speed of a lane, " (589 MIPS)", if lanes differ in it.
func SpeedWords(o *engine.Outcome, lane int32) string {
	if lane < 0 || int(lane) >= len(o.Lanes) || o.Lanes[lane].Speed == 0 {
		return ""
	}
	return " (" + strconv.Itoa(int(o.Lanes[lane].Speed)) + " MIPS)"
}

// SegmentEnd says how segment i of job j ended, with the marks of all segments.
func SegmentEnd(o *engine.Outcome, i int32, marks []timeline.Mark) string {
	segment := &o.Segments[i]
	switch segment.End {
	case engine.Ended:
		if o.State[segment.Job] == engine.Killed {
			return "killed at its limit"
		}
		return "ended"
	case engine.Restarted:
		return "interrupted: what it had done was lost, for this computer cannot suspend jobs and this job keeps no checkpoints"
	case engine.Suspended:
		if marks[i]&timeline.WasLost != 0 {
			return "suspended; then it began anew elsewhere: what it had done was lost"
		}
		return "suspended: what it had done was kept there"
	case engine.Checkpointed:
		return "interrupted: what it had done was kept"
	}
	return "had not ended"
}

// mostSegments is how many segments of a job the inspector lists: the first and the last.
const mostSegments = 24

// SegmentLines are the segments of job j in the order of time, if it has several.
func SegmentLines(o *engine.Outcome, j int32, clock timeline.Clock) []Sentence {
	segments := SegmentsOf(o, j)
	if len(segments) < 2 {
		return nil
	}
	marks := timeline.SegmentMarks(o)
	var lines []Sentence
	for k, i := range segments {
		if left := len(segments) - mostSegments; left > 0 && k >= mostSegments/2 && k < mostSegments/2+left {
			if k == mostSegments/2 {
				lines = append(lines, Say("… ", phrase.Plural(int64(left), "further segment"), " …"))
			}
			continue
		}
		segment := &o.Segments[i]
		ran := Say("From ", TimeWords(clock, segment.From))
		if segment.To >= 0 {
			ran = Say("Ran ", phrase.Span(segment.To-segment.From), ", from ", TimeWords(clock, segment.From), " to ", TimeWords(clock, segment.To), ",")
		}
		lines = append(lines, Say(ran, " on ", LaneName(o, segment.Lane), SpeedWords(o, segment.Lane), ": ", SegmentEnd(o, i, marks), "."))
	}
	return lines
}

// LastsWords say how long job j takes in one go where it ran last: "In one go it takes 20 min on
// computer 12 (589 MIPS)."; "" where that is not known or the same everywhere.
func LastsWords(o *engine.Outcome, j int32) string {
	w := o.Workload
	if o.Lane == nil || o.Lane[j] < 0 || o.Lanes[o.Lane[j]].Speed == 0 || w.Benchmark == nil || w.Benchmark[j] <= 0 {
		return ""
	}
	lane := o.Lane[j]
	speed := int64(o.Lanes[lane].Speed)
	takes := engine.Time((int64(w.Jobs[j].Run)*int64(w.Benchmark[j]) + speed - 1) / speed)
	return "In one go it takes " + phrase.Span(takes) + " on " + LaneName(o, lane) + SpeedWords(o, lane) + "."
}

// InterruptedWords say how often job j was interrupted, and what that cost: ", was interrupted 2
// times, ran 5 min to no avail".
func InterruptedWords(o *engine.Outcome, j int32) string {
	n := 0
	for _, i := range SegmentsOf(o, j) {
		if o.Segments[i].End > engine.Ended {
			n++
		}
	}
	if n < 1 {
		return ""
	}
	text := ", was interrupted once"
	if n > 1 {
		text = ", was interrupted " + phrase.Plural(int64(n), "time")
	}
	if o.Lost != nil && o.End[j] >= 0 && o.Lost[j] > 0 {
		text += ", ran " + phrase.Span(o.Lost[j]) + " to no avail"
	}
	return text
}

// DueWords say how the end of job j lies to its deadline: ", 5 min after its deadline".
func DueWords(o *engine.Outcome, j int32) string {
	due := o.Workload.DeadlineOf(j)
	switch {
	case due == engine.Never || o.End[j] < 0:
		return ""
	case o.End[j] > due:
		return ", " + phrase.Span(o.End[j]-due) + " after its deadline"
	case o.End[j] < due:
		return ", " + phrase.Span(due-o.End[j]) + " before its deadline"
	}
	return ", at its deadline"
}

// Interruption is when job j is interrupted first after an instant, -1 if it is not. O(segments).
func Interruption(o *engine.Outcome, j int32, after engine.Time) engine.Time {
	for _, i := range SegmentsOf(o, j) {
		if segment := &o.Segments[i]; segment.End > engine.Ended && segment.To > after {
			return segment.To
		}
	}
	return -1
}
