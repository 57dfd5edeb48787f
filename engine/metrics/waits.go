package metrics

import "backfill/engine"

// Waits are the waits of the jobs that ended, in seconds, in the order of their ends.
func Waits(o *engine.Outcome) []float64 {
	ended := o.EndedJobs()
	values := make([]float64, len(ended))
	for i, j := range ended {
		values[i] = o.WaitInAll(j).Seconds()
	}
	return values
}

// BoundedSlowdowns are the bounded slowdowns of the jobs that ended, in the order of
// their ends.
func BoundedSlowdowns(o *engine.Outcome) []float64 {
	ended := o.EndedJobs()
	values := make([]float64, len(ended))
	for i, j := range ended {
		run := o.Ran(j)
		values[i] = boundedSlowdown(o.WaitInAll(j)+run, run)
	}
	return values
}
