package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// BeliefWords say what the scheduler believed of job j: "The scheduler believed that it would run for 12 min; that was corrected twice,
// to 30 min at last."; "" where it goes by requests, or never heard of the job.
func BeliefWords(o *engine.Outcome, j int32) string {
	if o.Belief == nil || o.Belief[j] == 0 {
		return ""
	}
	text := "The scheduler believed that it would run for " + phrase.Span(o.Belief[j])
	corrected := o.Corrected(j)
	if len(corrected) == 0 {
		return text + "."
	}
	times := phrase.Grouped(int64(len(corrected))) + " times"
	switch len(corrected) {
	case 1:
		return text + "; that was corrected to " + phrase.Span(corrected[0].Belief) + "."
	case 2:
		times = "twice"
	}
	return text + "; that was corrected " + times + ", to " + phrase.Span(corrected[len(corrected)-1].Belief) + " at last."
}
