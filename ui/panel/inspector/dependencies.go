package inspector

import (
	"fmt"

	"backfill/engine"
	"backfill/ui/phrase"
)

// mostDependencies is how many dependencies of a job are told one by one.
const mostDependencies = 5

// dependsOn tells what has to come before job j is submitted, "" if nothing. O(dependencies of all jobs).
func dependsOn(w *engine.Workload, j int32) string {
	var list []string
	more := 0
	for _, d := range w.Dependencies {
		switch {
		case d.Job != j:
		case len(list) == mostDependencies:
			more++
		default:
			list = append(list, dependencyWords(w, &d))
		}
	}
	if more > 0 {
		list = append(list, phrase.Grouped(int64(more))+" more")
	}
	return phrase.List(list)
}

// dependencyWords are such as "job 5 has ended" and "5 min after job 7 has started".
func dependencyWords(w *engine.Workload, d *engine.Dependency) string {
	text := fmt.Sprintf("job %d has ended", w.JobNumber(d.On))
	switch {
	case d.Started:
		text = fmt.Sprintf("job %d has started", w.JobNumber(d.On))
	case d.Completed:
		text += " by itself"
	}
	if d.Delay > 0 {
		text = phrase.Span(d.Delay) + " after " + text
	}
	return text
}
