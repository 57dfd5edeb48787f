package ui

import (
	"slices"

	"backfill/engine"
)

// changedJobs are the jobs of the workload that were changed or added by hand, with both of their runs.
func (p *Page) changedJobs() map[int32]bool {
	w := p.Workload()
	c := &p.whatif.marked
	if w == nil || len(w.Changes) == 0 {
		return nil
	}
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

// markedJobs are the changed jobs of a workload.
type markedJobs struct {
	of   *engine.Workload
	jobs map[int32]bool
}

// markChanges gives the timeline the jobs that were changed by hand.
func (p *Page) markChanges() {
	if jobs := p.changedJobs(); len(jobs) > 0 {
		p.Timeline.MarkChanged(func(j int32) bool { return jobs[j] })
	}
}

// jobsChanged says whether the changes by hand of single jobs are others than before.
func (p *Page) jobsChanged() bool {
	e := p.Before()
	return e != nil && !slices.Equal(e.Results.Workload.Changes, p.Workload().Changes)
}
