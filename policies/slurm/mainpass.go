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
	closed, usable, open := c.closed, c.sets.usable, c.sets.open
	clear(closed)
	clear(c.tried)
	copy(usable, c.up)
	seen, started := 0, 0
	for i := range c.queue {
		r := &c.queue[i]
		if !c.pending[r.job] {
			continue // started in another partition
		}
		if seen == depth {
			break
		}
		seen++
		if c.tried[r.partition]++; c.PartitionJobDepth > 0 && c.tried[r.partition] > c.PartitionJobDepth {
			continue
		}
		if closed[r.partition] {
			c.why.isBehind(r)
			continue
		}
		shut := func() {
			c.why.closes(c, r, usable)
			closed[r.partition] = true
			usable.Subtract(c.nodesOf[r.partition])
		}
		if c.limits != nil && c.limits.before(r) {
			c.why.isOver(r, &c.limits.last)
			if c.AssocLimitStop {
				shut()
			}
			continue
		}
		copy(open, usable)
		open.Intersect(c.nodesOf[r.partition])
		if open.Count() < c.machine.LeastNodes(r.job, r.partition) {
			shut()
			continue
		}
		open.Intersect(c.clean)
		c.withoutReserved(open, c.now, c.now+c.limit(r.job))
		c.trial.Begin(r.job, r.partition, open)
		fits := c.trial.Fits()
		// The limit comes before the room: a job that is over one closes nothing.
		if c.limits != nil && c.limits.after(r, c.trial, &c.nodes) {
			c.why.isOver(r, &c.limits.last)
			if c.AssocLimitStop {
				shut()
			}
			continue
		}
		if !fits {
			shut()
			continue
		}
		c.begin(r.job, r.partition)
		if started++; started == c.MaxJobStart {
			break
		}
	}
	c.why.end(c)
	if started == 0 && !c.isCleaning() && len(c.reserved) == 0 {
		if c.settled.records = depth; seen < depth {
			c.settled.records = whole
		}
	}
}
