package explain

import (
	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/ui/phrase"
)

// byRight is how a job would have started, after when.
var byRight = map[engine.Rule]string{
	engine.StartedBeforeShadow: ", backfilled to end by the shadow time",
	engine.StartedInExtra:      ", backfilled on the extra processors",
	engine.StartedElsewhere:    ", backfilled where nobody held a reservation",
	engine.StartedReserved:     ", by its reservation",
	engine.StartedPacked:       ", in the set of jobs that uses most processors",
	engine.StartedJumping:      ", past the head of the queue",
	engine.StartedByMain:       ", by the main scheduler",
	engine.StartedByBackfill:   ", by the backfill scheduler",
}

// byRightWithoutShadow is byRight under policies that have no shadow time and no extra processors.
var byRightWithoutShadow = map[engine.Rule]string{
	engine.StartedBeforeShadow: ", backfilled to end no later than a reservation begins",
	engine.StartedInExtra:      ", backfilled beside a reservation",
}

func (n Narrator) byRight(r engine.Rule) string {
	if words, ok := byRightWithoutShadow[r]; ok && !n.Shadow {
		return words
	}
	return byRight[r]
}

// Needs says what job j would have needed.
func (n Narrator) Needs(j int32, needs []experiment.Need) []Sentence {
	var told []Sentence
	job, fate := n.Outcome.Workload.Jobs[j], "started no earlier"
	if n.Outcome.FirstStart(j) < 0 {
		fate = "not started either"
	}
	for _, need := range needs {
		amount := func(v int64) string { return phrase.Grouped(v) }
		with := Say("With ", phrase.Plural(need.Value, "processor"), " instead of ", phrase.Grouped(int64(job.Processors)), " for the same run time")
		if need.Of == experiment.NeedRequest {
			amount = func(v int64) string { return phrase.Span(engine.Time(v)) }
			with = Say("With a requested time of ", amount(need.Value), " instead of ", amount(int64(job.Estimate)))
			if need.Start < 0 {
				with = Say("With a requested time of ", amount(need.Value), ", the least that its run time allows,")
			}
		}
		if need.Start < 0 {
			told = append(told, Say(with, " it would have ", fate, "."))
			continue
		}
		s := Say(with, " it would have started at ", n.instant(need.Start), n.byRight(need.Rule))
		if need.Beyond > 0 {
			s = Say(s, "; with ", amount(need.Beyond), " it would have ", fate)
		}
		told = append(told, Say(s, "."))
	}
	return told
}
