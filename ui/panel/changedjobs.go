package panel

import "backfill/engine"

// ChangedJobs are the jobs of the workload that were changed or added by hand, with both of their runs.
func (s *Shared) ChangedJobs() map[int32]bool {
	w := s.Workload()
	if w == nil || len(w.Changes) == 0 {
		return nil
	}
	c := &s.changedJobs
	if c.of == w {
		return c.jobs
	}
	c.of, c.jobs = w, map[int32]bool{}
	numbers := map[int64]bool{}
	for i := range w.Changes {
		if !w.Changes[i].Removed() {
			numbers[w.Changes[i].Number] = true
		}
	}
	for j := range int32(len(w.Jobs)) {
		if n := w.JobNumber(j); numbers[n] {
			c.jobs[j] = true
			if w.Continued(j) {
				c.jobs[j+1] = true
			}
			delete(numbers, n) // the first of several
		}
	}
	return c.jobs
}

// changedJobs are the changed jobs of a workload.
type changedJobs struct {
	of   *engine.Workload
	jobs map[int32]bool
}
