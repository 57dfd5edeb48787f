package explain

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// Segment is a stretch of time in which a job ran without interruption: on a farm one of its segments, elsewhere one of its runs.
type Segment struct {
	engine.Segment
	place int32       // in Outcome.Segments
	run   *engine.Run // nil on a farm
}

// SegmentsOf are the segments or runs of job j, in the order of time; none where every job runs once. O(segments); O(jobs) if runs were stopped.
func SegmentsOf(o *engine.Outcome, j int32) (list []Segment) {
	for i := range o.Segments {
		if o.Segments[i].Job == j {
			list = append(list, Segment{Segment: o.Segments[i], place: int32(i)})
		}
	}
	if o.Stopped == nil {
		return list
	}
	for _, run := range o.RunsOf(j) {
		end := engine.Restarted
		if run.Kept {
			end = engine.Suspended
		}
		list = append(list, Segment{Segment: engine.Segment{Job: j, Lane: engine.NoLane, From: run.From, To: run.To, End: end}, run: &run})
	}
	if n := len(list); n > 0 && o.Start[j] >= 0 {
		if list[n-1].End = engine.Ended; list[n-1].To < 0 {
			list[n-1].End = engine.RunsOn
		}
	}
	return list
}

// Runs says whether job j, on a machine that interrupts no jobs, runs at an instant. O(what RunsOf takes).
func Runs(o *engine.Outcome, j int32, at engine.Time) bool {
	return slices.ContainsFunc(o.RunsOf(j), func(run engine.Run) bool { return run.From <= at && (run.To < 0 || at < run.To) })
}

// Where is where it ran: " on computer 12 (589 MIPS)", " on n3 and n4"; nothing if the machine is one pool.
func (s *Segment) Where(o *engine.Outcome) string {
	if s.run == nil {
		return " on " + LaneName(o, s.Lane) + SpeedWords(o, s.Lane)
	}
	return onPieces(o, s.run.Pieces)
}

// Noun is what it is called.
func (s *Segment) Noun() string {
	if s.run == nil {
		return "segment"
	}
	return "run"
}

// OnFirstLane says where job j started first: " on host 3"; nothing if the machine is one pool.
func OnFirstLane(o *engine.Outcome, j int32) string {
	switch list := SegmentsOf(o, j); {
	case len(list) > 0 && o.Segments != nil:
		return " on " + LaneName(o, list[0].Lane)
	case len(list) > 0:
		return list[0].Where(o)
	case o.Pieces != nil && o.Start[j] >= 0:
		if where := onPieces(o, o.PiecesOf(slices.Index(o.StartOrder, j))); where != "" {
			return where
		}
	}
	return OnLane(o, j)
}

// onPieces are the nodes on which a job runs: " on n3 and n4", " on n1, n2, n3 and 5 more nodes"; nothing where they have numbered processors.
func onPieces(o *engine.Outcome, pieces []engine.Piece) string {
	const most = 4
	if len(pieces) == 0 || o.Lanes[0].Kind != "node" || pieces[0].First >= 0 {
		return ""
	}
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

// SegmentEnd says how a segment or run of a job ended.
func SegmentEnd(o *engine.Outcome, s *Segment) string {
	switch s.End {
	case engine.Ended:
		switch o.State[s.Job] {
		case engine.Killed:
			return "killed at its limit"
		case engine.Cancelled:
			return "cancelled"
		}
		return "ended"
	case engine.Restarted:
		switch {
		case s.run == nil:
			return "interrupted: what it had done was lost, for this computer cannot suspend jobs and this job keeps no checkpoints"
		case s.run.Preempted:
			return "preempted: what it had done was lost, and it waited again"
		}
		return "requeued: what it had done was lost, and it waited again"
	case engine.Suspended:
		switch {
		case s.run != nil && s.run.Preempted:
			return "suspended for another job: what it had done was kept"
		case s.run != nil:
			return "suspended by hand: what it had done was kept"
		}
		if timeline.SegmentMarks(o)[s.place]&timeline.WasLost != 0 {
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

// SegmentLines are the segments or runs of job j in the order of time, if it has several, or one after which it waited again.
func SegmentLines(o *engine.Outcome, j int32, clock timeline.Clock) []Sentence {
	segments := SegmentsOf(o, j)
	if len(segments) == 0 || len(segments) == 1 && (segments[0].run == nil || o.Start[j] >= 0) {
		return nil
	}
	var lines []Sentence
	for k := range segments {
		segment := &segments[k]
		if left := len(segments) - mostSegments; left > 0 && k >= mostSegments/2 && k < mostSegments/2+left {
			if k == mostSegments/2 {
				lines = append(lines, Say("… ", phrase.Plural(int64(left), "further "+segment.Noun()), " …"))
			}
			continue
		}
		ran := Say("From ", TimeWords(clock, segment.From))
		if segment.To >= 0 {
			ran = Say("Ran ", phrase.Span(segment.To-segment.From), ", from ", TimeWords(clock, segment.From), " to ", TimeWords(clock, segment.To))
			if segment.Where(o) != "" {
				ran = Say(ran, ",")
			}
		}
		lines = append(lines, Say(ran, segment.Where(o), ": ", SegmentEnd(o, segment), "."))
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
// times, ran 5 min to no avail", ", was preempted once and requeued 2 times".
func InterruptedWords(o *engine.Outcome, j int32) string {
	var interrupted, preempted, suspended, requeued int
	for _, s := range SegmentsOf(o, j) {
		switch {
		case s.End <= engine.Ended:
		case s.run == nil:
			interrupted++
		case s.run.Preempted:
			preempted++
		case s.run.Kept:
			suspended++
		default:
			requeued++
		}
	}
	var told []string
	add := func(n int, what string) {
		switch {
		case n == 1:
			told = append(told, what+" once")
		case n > 1:
			told = append(told, what+" "+phrase.Plural(int64(n), "time"))
		}
	}
	add(interrupted, "interrupted")
	add(preempted, "preempted")
	add(suspended, "suspended")
	add(requeued, "requeued")
	if told == nil {
		return ""
	}
	text := ", was " + phrase.List(told)
	if o.Lost != nil && (o.End[j] >= 0 || o.Stopped != nil) && o.Lost[j] > 0 {
		text += ", ran " + phrase.Span(o.Lost[j]) + " to no avail"
	}
	return text
}

// DueWords say how the end of job j lies to its deadline: ", 5 min after its deadline".
func DueWords(o *engine.Outcome, j int32) string {
	due := o.Workload.DeadlineOf(j)
	switch {
	case due == engine.Never || !o.Ended(j):
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
	for _, s := range SegmentsOf(o, j) {
		if s.End > engine.Ended && s.To > after {
			return s.To
		}
	}
	return -1
}
