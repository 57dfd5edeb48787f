package slurm

import (
	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// mainPass is a pass of the main scheduler: in the order of the queue, jobs start until one of a partition does not find room. That closes the partition for the
// pass, and its nodes are closed to other partitions, too. Nothing is planned. A pass that is not full ends after DefaultQueueDepth jobs and one more.
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
	closed := c.closed
	clear(closed)
	clear(c.tried)
	usable := c.sets.usable
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
			for _, n := range c.machine.Partitions[r.partition].Nodes {
				usable.Remove(n, 1)
			}
		}
		if c.limits != nil && c.limits.before(r) {
			c.why.isOver(r, &c.limits.last)
			if c.AssocLimitStop {
				shut()
			}
			continue
		}
		nodes := int32(0)
		for _, n := range c.machine.Partitions[r.partition].Nodes {
			if usable.Has(n) {
				nodes++
			}
		}
		if nodes < c.machine.LeastNodes(r.job, r.partition) {
			shut()
			continue
		}
		c.openOf(usable)
		c.withoutReserved(c.sets.open, c.now, c.now+c.limit(r.job))
		c.trial.Begin(r.job, r.partition, c.sets.open)
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
	if started == 0 && !c.anyCleaning() && len(c.reserved) == 0 {
		if c.settled.records = depth; seen < depth {
			c.settled.records = whole
		}
	}
}

// openOf makes open the nodes of a set on which no job is being cleaned up: only there can a job start.
func (c *controller) openOf(from bitset.Set) {
	open := c.sets.open
	copy(open, from)
	for n, until := range c.cleaned {
		if until > c.instant {
			open.Remove(int32(n), 1)
		}
	}
}
