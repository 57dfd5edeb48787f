package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// Of a job with a test run the workload has two rows, each of which waits by itself.

// TestRuns is how many rows are test runs that another row continues.
func TestRuns(w *engine.Workload) int {
	n := 0
	for _, continues := range w.Continues {
		if continues {
			n++
		}
	}
	return n
}

// JobsText counts the jobs of a workload: "6,784 jobs and 2,339 test runs".
func JobsText(w *engine.Workload) string {
	tests := TestRuns(w)
	text := phrase.Plural(int64(len(w.Jobs)-tests), "job")
	if tests > 0 {
		text += " and " + phrase.Plural(int64(tests), "test run")
	}
	return text
}

// WaitInAll is, of a full run that has started, what both runs of its job waited, and the
// test run's length; "" of any other row.
func WaitInAll(o *engine.Outcome, j int32) string {
	if w := o.Workload; w.Continues == nil || !w.Continues[j] || o.Start[j] < 0 {
		return ""
	}
	return " With the test run and its wait, the job waited " + phrase.Span(o.WaitInAll(j)) + "."
}

// AttemptWords names which run of its job row j is, after before; empty for a job that
// runs once.
func AttemptWords(w *engine.Workload, j int32, before string) string {
	switch {
	case w.Continued(j):
		return before + "test run"
	case w.Continues != nil && w.Continues[j]:
		return before + "full run"
	}
	return ""
}
