package explain

import (
	"slices"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// Fate says in a few words what became of job j.
func Fate(o *engine.Outcome, j int32, clock timeline.Clock) Sentence {
	at := func(t engine.Time) Words { return TimeWords(clock, t) }
	segments := SegmentsOf(o, j)
	switch {
	case o.State[j] == engine.Refused && o.NeverStarts(j):
		return Say(neverWords(o.Refusal(j)), ".")
	case o.State[j] == engine.Refused && o.Refusal(j) == engine.NoRecordedWait:
		return Say("The log has no start of it: ", unstarted(o.Workload), ".")
	case o.State[j] == engine.Refused:
		return Say("Refused: ", o.Refusal(j), ".")
	case o.Submitted(j) < 0:
		return Say("Never submitted: the job that it follows never ended.")
	case o.Start[j] >= 0 || len(segments) > 0:
	case o.State[j] == engine.Cancelled:
		return Say("Waited ", phrase.Span(o.Wait(j)), ", cancelled at ", at(o.End[j]), " before it started.")
	case o.WhyLeftOf(j) != nil:
		return Say("Never started: ", LeftFor(o.WhyLeftOf(j)), ".")
	default:
		return Say("Never started.")
	}
	var s Sentence
	if o.Workload.After != nil && o.Workload.After[j] != engine.NoJob {
		s = Say("Submitted at ", at(o.Submitted(j)), ". ")
	}
	s = Say(s, StartWords(o, j, clock), OnFirstLane(o, j))
	if size := o.Size(j); size != o.Workload.Jobs[j].Processors {
		s = Say(s, " on ", phrase.Plural(int64(size), "processor"))
	}
	s = Say(s, InterruptedWords(o, j))
	switch o.State[j] {
	case engine.Killed:
		s = Say(s, ", killed at its limit at ", at(o.End[j]))
	case engine.Completed:
		s = Say(s, ", ended at ", at(o.End[j]))
	case engine.Cancelled:
		s = Say(s, ", cancelled at ", at(o.End[j]))
	}
	switch n := len(segments); {
	case o.Start[j] < 0 && o.End[j] < 0:
		s = Say(s, ", and waits again")
	case o.Start[j] < 0:
		s = Say(s, ", while it waited again")
	case n > 1 && o.End[j] >= 0 && o.Segments != nil:
		s = Say(s, OnLane(o, j))
	case n > 1 && o.End[j] >= 0:
		s = Say(s, segments[n-1].Where(o))
	}
	s = Say(s, DueWords(o, j))
	if o.Overtook[j] {
		s = Say(s, ". It started past a job that had arrived earlier")
	}
	return Say(s, ".", WaitInAll(o, j))
}

// Story tells of job j what it asks for, when it arrived and what became of it: why, too, if the decisions about it are known. A run
// that is played is told until now (engine.Never: the whole run); of a job that has not arrived by then there is no story.
func (n Narrator) Story(j int32, decisions []engine.Decision, now engine.Time) Sentence {
	o := n.Outcome
	arrived := o.Submitted(j)
	if now != engine.Never && (arrived < 0 || arrived > now) {
		return nil
	}
	job := &o.Workload.Jobs[j]
	story := Say("Job ", o.Workload.JobNumber(j), AttemptWords(o.Workload, j, ", "), " (", phrase.Plural(int64(job.Processors), "processor"), MemoryWords(o, j),
		", requests ", phrase.Span(job.Estimate), ")")
	if arrived >= 0 {
		story = Say(story, " arrived at ", n.instant(arrived))
	}
	later := func(d engine.Decision) bool { return d.Job != j || now != engine.Never && d.At > now }
	reasons := n.Reasons(slices.DeleteFunc(slices.Clone(decisions), later))
	story = Say(story, ".")
	for _, reason := range reasons {
		story = Say(story, " ", reason)
	}
	return Say(story, " ", n.outcomeUntil(j, now, len(reasons) > 0))
}

// outcomeUntil is what became of job j, as far as it is known at an instant; after its reasons, which tell of its wait and its start, only
// how it goes on.
func (n Narrator) outcomeUntil(j int32, now engine.Time, told bool) Sentence {
	o := n.Outcome
	started := o.FirstStart(j)
	begun, ended := started >= 0 && (now == engine.Never || started <= now), o.End[j] >= 0 && (now == engine.Never || o.End[j] <= now)
	switch {
	case o.State[j] == engine.Refused || !begun && now == engine.Never || ended && (!told || len(SegmentsOf(o, j)) > 1):
		return Fate(o, j, n.Clock)
	case ended && o.State[j] == engine.Killed:
		return Say("Killed at its limit at ", n.instant(o.End[j]), DueWords(o, j), ".")
	case ended && o.State[j] == engine.Cancelled:
		return Say("Cancelled at ", n.instant(o.End[j]), ".")
	case ended:
		return Say("Ended at ", n.instant(o.End[j]), DueWords(o, j), ".")
	case begun && told:
		return Say("It has not ended yet.")
	case begun:
		return Say("Started at ", n.instant(started), "; it has not ended yet.")
	}
	return Say("It still waits.")
}
