package ui

import (
	"math"
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// What the page says of jobs that are interrupted.

// stintsOf are the places of job j's stints in Outcome.Stints. O(stints).
func stintsOf(o *engine.Outcome, j int32) []int32 {
	var list []int32
	for i := range o.Stints {
		if o.Stints[i].Job == j {
			list = append(list, int32(i))
		}
	}
	return list
}

// onFirstLane says where job j started first: " on host 3"; nothing if the machine is one pool.
func onFirstLane(o *engine.Outcome, j int32) string {
	for i := range o.Stints {
		if o.Stints[i].Job == j {
			return " on " + laneName(o, o.Stints[i].Lane)
		}
	}
	return onLane(o, j)
}

// speedWords is the speed of a lane, " (589 MIPS)", if lanes differ in it.
func speedWords(o *engine.Outcome, lane int32) string {
	if lane < 0 || int(lane) >= len(o.Lanes) || o.Lanes[lane].Speed == 0 {
		return ""
	}
	return " (" + strconv.Itoa(int(o.Lanes[lane].Speed)) + " MIPS)"
}

// stintEnd says how stint i of job j ended, with the marks of all stints.
func stintEnd(o *engine.Outcome, i int32, marks []timeline.Mark) string {
	stint := &o.Stints[i]
	switch stint.End {
	case engine.Ended:
		if o.State[stint.Job] == engine.Killed {
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

// stintLine says which stint is pointed at, of a job with several: "; here stint 2 of 3, on computer
// 12 (589 MIPS), from 10 s to 20 s: ended".
func (p *Page) stintLine(r *result.Run, h timeline.Hit) string {
	o, placement := r.Outcome, r.Layout.Placement
	if h.Piece < 0 || int(h.Piece) >= len(placement.Job) || placement.Job[h.Piece] != h.Job {
		return ""
	}
	stints, clock := stintsOf(o, h.Job), p.clock()
	if len(stints) < 2 {
		return ""
	}
	for k, i := range stints {
		if stint := &o.Stints[i]; stint.From == placement.Start(h.Piece) && stint.To != stint.From {
			text := "; here stint " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(stints)) + ", on " + laneName(o, stint.Lane) + speedWords(o, stint.Lane) +
				", from " + clock.Format(stint.From)
			if stint.To >= 0 {
				text += " to " + clock.Format(stint.To)
			}
			return text + ": " + stintEnd(o, i, timeline.StintMarks(o))
		}
	}
	return ""
}

// mostStints is how many stints of a job the inspector lists: the first and the last.
const mostStints = 24

// stintLines are the stints of job j in the order of time, if it has several.
func stintLines(o *engine.Outcome, j int32, clock timeline.Clock) []sentence {
	stints := stintsOf(o, j)
	if len(stints) < 2 {
		return nil
	}
	marks := timeline.StintMarks(o)
	var lines []sentence
	for k, i := range stints {
		if left := len(stints) - mostStints; left > 0 && k >= mostStints/2 && k < mostStints/2+left {
			if k == mostStints/2 {
				lines = append(lines, say("… ", phrase.Plural(int64(left), "further stint"), " …"))
			}
			continue
		}
		stint := &o.Stints[i]
		ran := say("From ", timeWords(clock, stint.From))
		if stint.To >= 0 {
			ran = say("Ran ", phrase.Span(stint.To-stint.From), ", from ", timeWords(clock, stint.From), " to ", timeWords(clock, stint.To), ",")
		}
		lines = append(lines, say(ran, " on ", laneName(o, stint.Lane), speedWords(o, stint.Lane), ": ", stintEnd(o, i, marks), "."))
	}
	return lines
}

// lastsWords say how long job j takes in one go where it ran last: "In one go it takes 20 min on
// computer 12 (589 MIPS)."; "" where that is not known or the same everywhere.
func lastsWords(o *engine.Outcome, j int32) string {
	w := o.Workload
	if o.Lane == nil || o.Lane[j] < 0 || o.Lanes[o.Lane[j]].Speed == 0 || w.Benchmark == nil || w.Benchmark[j] <= 0 {
		return ""
	}
	lane := o.Lane[j]
	speed := int64(o.Lanes[lane].Speed)
	takes := engine.Time((int64(w.Jobs[j].Run)*int64(w.Benchmark[j]) + speed - 1) / speed)
	return "In one go it takes " + phrase.Span(takes) + " on " + laneName(o, lane) + speedWords(o, lane) + "."
}

// interruptedWords say how often job j was interrupted, and what that cost: ", was interrupted 2
// times, ran 5 min to no avail".
func interruptedWords(o *engine.Outcome, j int32) string {
	n := 0
	for _, i := range stintsOf(o, j) {
		if o.Stints[i].End > engine.Ended {
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

// dueWords say how the end of job j lies to its deadline: ", 5 min after its deadline".
func dueWords(o *engine.Outcome, j int32) string {
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

// farmColumns are the columns of the job table that tell of deadlines and interruptions, as far as
// there are such; at formats instants.
func farmColumns(o *engine.Outcome, at func(engine.Time) string) []Column {
	var columns []Column
	if w := o.Workload; timeline.HasDeadlines(w) {
		margin := func(j int32) int64 { // those without one last
			if w.DeadlineOf(j) == engine.Never || o.End[j] < 0 {
				return math.MinInt64
			}
			return int64(o.End[j] - w.DeadlineOf(j))
		}
		columns = append(columns,
			Column{"deadline", "Deadline", func(j int32) int64 { return int64(w.DeadlineOf(j)) }, func(j int32) string { return at(w.Deadline[j]) }},
			Column{"late", "Late", margin, func(j int32) string {
				if text := timeline.MarginWords(o, j, ""); text != "" {
					return text
				}
				return "–"
			}})
	}
	if o.Stints != nil {
		interrupted := make([]int32, len(o.Start))
		for i := range o.Stints {
			if o.Stints[i].End > engine.Ended {
				interrupted[o.Stints[i].Job]++
			}
		}
		columns = append(columns, Column{"interrupted", "Interrupted", func(j int32) int64 { return int64(interrupted[j]) },
			func(j int32) string { return strconv.Itoa(int(interrupted[j])) }})
	}
	return columns
}
