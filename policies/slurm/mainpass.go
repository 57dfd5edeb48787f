package slurm

import "backfill/engine"

// mainPass is a pass of the main scheduler: in the order of the queue, jobs start until one of a partition does not find room. That closes
// the partition for the pass, and its nodes are closed to other partitions, too. Nothing is planned. A pass that is not full ends after
// DefaultQueueDepth jobs and one more.
//
// Source: slurmctld/job_scheduler.c, _schedule; Slurm's guide to its schedulers (sched_config.html).
func (c *controller) mainPass(at engine.Time, full bool) {
	depth := whole
	if !full {
		depth = c.DefaultQueueDepth + 1
	}
	if c.settled.records >= depth && !c.plain && !c.why.observed() {
		return
	}
	c.beginPass(at)
	c.why.begin(false, len(c.machine.Partitions))
	clear(c.closed)
	clear(c.tried)
	for i := range c.reserved {
		c.reserved[i].closed = false
	}
	copy(c.sets.usable, c.up)
	seen, started := 0, 0
	for i := range c.queue {
		r := &c.queue[i]
		if !c.pending[r.job] && !c.nextTask(r) || c.arrays.full(r.job) {
			continue // started in another partition
		}
		if seen == depth {
			break
		}
		seen++
		if c.tried[r.partition]++; c.PartitionJobDepth > 0 && c.tried[r.partition] > c.PartitionJobDepth {
			continue
		}
		more := true
		for more && c.startNow(r) {
			started++
			more = started != c.MaxJobStart && c.nextTask(r)
		}
		if started > 0 && started == c.MaxJobStart {
			break
		}
	}
	c.why.end(c)
	if started == 0 && c.preempted == 0 && !c.isCleaning() && len(c.reserved) == 0 {
		if c.settled.records = depth; seen < depth {
			c.settled.records = whole
		}
	}
}

// startNow starts the job of a record, if its partition is open and it finds room; if it does not, it closes the partition.
func (c *controller) startNow(r *record) bool {
	usable, open := c.sets.usable, c.sets.open
	own := c.reservationOf(r.job)
	if own == nil && c.closed[r.partition] || own != nil && own.closed {
		c.why.isBehind(r)
		return false
	}
	if c.leaderOf(r.job) != engine.NoJob {
		c.shut(r) // the backfill scheduler alone starts components, together
		return false
	}
	if c.limits != nil && c.limits.Before(r.job, r.partition) {
		c.why.isOver(r, &c.limits.Last)
		if c.AssocLimitStop {
			c.shut(r)
		}
		return false
	}
	copy(open, usable)
	open.Intersect(c.nodesOf[r.partition])
	if open.Count() < c.machine.LeastNodes(r.job, r.partition) {
		c.shut(r)
		return false
	}
	if !c.licences.enough(r.job) {
		c.why.waits(r, engine.LacksLicences, engine.NoJob)
		return false
	}
	open.Intersect(c.clean)
	c.withoutReserved(open, r, c.now, c.now+c.limit(r.job))
	c.trial.Begin(r.job, r.partition, open)
	fits := c.trial.Fits()
	// The limit comes before the room: a job that is over one closes nothing.
	if c.limits != nil && c.limits.After(r.job, r.partition, c.trial, &c.nodes) {
		c.why.isOver(r, &c.limits.Last)
		if c.AssocLimitStop {
			c.shut(r)
		}
		return false
	}
	if !fits {
		switch c.makeRoom(r, open) {
		case roomNow:
			c.begin(r.job, r.partition)
			return true
		case roomLater:
			c.shut(r)
			c.why.makesRoom(r)
		default:
			c.shut(r)
		}
		return false
	}
	c.begin(r.job, r.partition)
	return true
}

// shut closes the partition of a record for the pass, and its nodes to other partitions; that of a job in a reservation closes this alone.
func (c *controller) shut(r *record) {
	c.why.closes(c, r, c.sets.usable)
	if c.tooLow(r) {
		return
	}
	if own := c.reservationOf(r.job); own != nil {
		own.closed = true
		return
	}
	c.closed[r.partition] = true
	c.sets.usable.Subtract(c.nodesOf[r.partition])
}
