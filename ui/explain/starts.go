package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// StartWords say how long job j, which has started, waited and when it started. The wait of a dedicated job
// counts from its requested start, unless it was submitted later.
func StartWords(o *engine.Outcome, j int32, clock timeline.Clock) Sentence {
	w, wait, start, ready := o.Workload, o.Wait(j), TimeWords(clock, o.FirstStart(j)), o.Ready(j)
	switch n := len(SegmentsOf(o, j)); {
	case o.Start[j] < 0 && o.End[j] < 0: // it waits still
		return Say("Started first at ", start)
	case n > 1 || o.Start[j] < 0: // and again and again
		return Say("Waited ", phrase.Span(wait), " in all, started first at ", start)
	}
	late := w.Dedicated(j) && ready > w.Jobs[j].Submit
	switch {
	case late && o.Start[j] == ready:
		return Say("Started on time, at its requested start ", start)
	case late && wait == 0:
		return Say("Started before its requested start, at ", start) // only in a log
	case late:
		return Say("Waited ", phrase.Span(wait), " after its requested start ", TimeWords(clock, ready), ", started at ", start)
	case wait > 0:
		return Say("Waited ", phrase.Span(wait), ", started at ", start)
	case w.Dedicated(j):
		return Say("Started at once, at ", start, ", its requested start having passed")
	}
	return Say("Started at once, at ", start)
}
