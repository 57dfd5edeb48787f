package transform

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// ClosedLoop submits jobs after the end of the jobs that they follow.
var ClosedLoop = workload.Transform{
	Description: param.Description{
		Kind: "closedLoop",
		Name: "Closed loop",
		Doc: "Submits a job that the log says follows another one as long after the other's end in the simulation as its user took to think; " +
			"so users who wait longer send their next jobs later. An unknown think time counts as none.",
		Source: "Standard Workload Format, fields 17 and 18",
	},
	Resubmits: true,
	Apply:     applyClosedLoop,
}

// applyClosedLoop makes followers of the jobs with a preceding job that stands before
// them: of several with that number the last. What the log says about waits does not
// hold for the new times. Cost: O(n).
func applyClosedLoop(_ param.Values, w *engine.Workload, _ workload.Inputs) (*engine.Workload, []string, error) {
	out := *w
	out.Wait = nil
	out.After = make([]int32, len(w.Jobs))
	rows := make(map[int64]int32, len(w.Jobs))
	following, unknown := 0, 0
	for i := range w.Jobs {
		j := int32(i)
		out.After[j] = engine.NoJob
		if w.Continues != nil && w.Continues[j] {
			out.After[j] = w.After[j]
		} else if w.Preceding != nil && w.Preceding[j] >= 0 {
			if row, known := rows[w.Preceding[j]]; known {
				out.After[j] = row
				following++
			} else {
				unknown++
			}
		}
		rows[w.JobNumber(j)] = j
	}
	if following == 0 {
		return w, []string{"no job follows another one of the log, so that all are submitted as they were"}, nil
	}
	note := workload.SomeJobs(following, len(w.Jobs)) + workload.Verb(following, " is", " are") + " submitted after the end of another job"
	if unknown > 0 {
		note += fmt.Sprintf("; %d follow a job that is not among those before them and are submitted as they were", unknown)
	}
	return &out, []string{note}, nil
}
