package slurm

import (
	"backfill/policies/slurm/settings"
	"backfill/policies/slurm/slots"
)

// rest is the part of the queue that a pass of the backfill scheduler has to go through. Promises are forgotten when a pass is over, so that of records at
// the end of the queue of which none can start now nothing is left: the pass leaves them out.
type rest struct {
	leaves bool // some may be left out
	end    int  // records from this place on are
	span   slots.Span
}

// beginRest begins a pass with the whole queue. Nothing is left out where somebody looks at the promises, where jobs start by them, as those in components
// do, or where jobs are stopped to make room for others.
func (c *controller) beginRest() {
	r := &c.rest
	r.end = len(c.queue)
	r.leaves = !c.plain && !c.why.observed() && c.planned == nil && c.workload.Leader == nil && c.Preemption.By == settings.NoPreemption
}

// atRest says whether none of the records from a place on can start in the pass at hand. What has no room now has none either when there are more promises
// and fewer free processors.
func (c *controller) atRest(from int) bool {
	r := &c.rest
	if !r.leaves {
		return from >= r.end
	}
	for r.end > from && !c.mayHaveRoom(&c.queue[r.end-1]) {
		r.end--
	}
	return from >= r.end
}

// mayHaveRoom says whether the job of a record could have room now for as long as it may run: whether as many processors are free on the nodes that nobody is
// promised as it needs. A record of an array always may: its tasks are not asked about one by one.
func (c *controller) mayHaveRoom(r *record) bool {
	if !c.pending[r.job] || c.arrays.of != nil && c.arrays.of[r.job] >= 0 {
		return c.arrays.of != nil
	}
	s := &c.rest.span
	copy(s.Offered, c.machine.Candidates(r.job, r.partition))
	s.Offered.Intersect(c.up)
	s.Begin(c.slots.List, c.now, c.now+c.leastLimit(r.job))
	return s.Open.Count() >= c.machine.LeastNodes(r.job, r.partition) && c.machine.Idle(s.Open) >= c.machine.Needs(r.job)
}
