package explain

import (
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// What the page says of jobs that are interrupted.

// StintsOf are the places of job j's stints in Outcome.Stints. O(stints).
func StintsOf(o *engine.Outcome, j int32) []int32 {
	var list []int32
	for i := range o.Stints {
		if o.Stints[i].Job == j {
			list = append(list, int32(i))
		}
	}
	return list
}

// OnFirstLane says where job j started first: " on host 3"; nothing if the machine is one pool.
func OnFirstLane(o *engine.Outcome, j int32) string {
	for i := range o.Stints {
		if o.Stints[i].Job == j {
			return " on " + LaneName(o, o.Stints[i].Lane)
		}
	}
	return OnLane(o, j)
}

// SpeedWords is the speed of a lane, " (589 MIPS)", if lanes differ in it.
func SpeedWords(o *engine.Outcome, lane int32) string {
	if lane < 0 || int(lane) >= len(o.Lanes) || o.Lanes[lane].Speed == 0 {
		return ""
	}
	return " (" + strconv.Itoa(int(o.Lanes[lane].Speed)) + " MIPS)"
}

// StintEnd says how stint i of job j ended, with the marks of all stints.
func StintEnd(o *engine.Outcome, i int32, marks []timeline.Mark) string {
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

// mostStints is how many stints of a job the inspector lists: the first and the last.
const mostStints = 24

// StintLines are the stints of job j in the order of time, if it has several.
func StintLines(o *engine.Outcome, j int32, clock timeline.Clock) []Sentence {
	stints := StintsOf(o, j)
	if len(stints) < 2 {
		return nil
	}
	marks := timeline.StintMarks(o)
	var lines []Sentence
	for k, i := range stints {
		if left := len(stints) - mostStints; left > 0 && k >= mostStints/2 && k < mostStints/2+left {
			if k == mostStints/2 {
				lines = append(lines, Say("… ", phrase.Plural(int64(left), "further stint"), " …"))
			}
			continue
		}
		stint := &o.Stints[i]
		ran := Say("From ", TimeWords(clock, stint.From))
		if stint.To >= 0 {
			ran = Say("Ran ", phrase.Span(stint.To-stint.From), ", from ", TimeWords(clock, stint.From), " to ", TimeWords(clock, stint.To), ",")
		}
		lines = append(lines, Say(ran, " on ", LaneName(o, stint.Lane), SpeedWords(o, stint.Lane), ": ", StintEnd(o, i, marks), "."))
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
	for _, i := range StintsOf(o, j) {
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

// Interruption is when job j is interrupted first after an instant, -1 if it is not. O(stints).
func Interruption(o *engine.Outcome, j int32, after engine.Time) engine.Time {
	for _, i := range StintsOf(o, j) {
		if stint := &o.Stints[i]; stint.End > engine.Ended && stint.To > after {
			return stint.To
		}
	}
	return -1
}
