package slurm

import (
	"backfill/engine"
)

// backfillPass is a pass of the backfill scheduler: in the order of the queue, jobs start now if that takes no node that is promised before
// they would have ended; others get a promise, of whole nodes, where they find room first. Promises are forgotten when the pass is over. It
// ends after BfMaxJobTest jobs, or after most of them, if most is not below 0.
//
// Source: plugins/sched/backfill/backfill.c, _attempt_backfill; SchedulerParameters of slurm.conf(5).
func (c *controller) backfillPass(at engine.Time, most int) {
	if c.unix(at) < c.settled.backfill && c.planned == nil && !c.plain && !c.why.observed() {
		return
	}
	c.beginPass(at)
	c.why.begin(true, len(c.machine.Partitions))
	c.horizon = forEver
	for i := range c.running {
		if c.holds(c.running[i].end); c.running[i].limit <= c.now {
			c.holds(c.now + 1) // its expected end moves
		}
	}
	c.slots.reset(floor(c.now, c.BfResolution), floor(c.now+c.BfWindow, c.BfResolution), c.up)
	c.shares.reset()
	tested, started := 0, 0
	for i := range c.queue {
		r := &c.queue[i]
		if !c.pending[r.job] {
			continue
		}
		if tested == c.BfMaxJobTest || tested == most {
			break
		}
		if c.limits != nil && !c.AssocLimitStop && c.limits.before(r) {
			c.why.isOver(r, &c.limits.last)
			continue
		}
		if c.shares.tooMany(c, r) {
			continue
		}
		tested++
		if c.place(r) {
			if started++; started == c.BfMaxJobStart {
				break
			}
		}
	}
	c.why.end(c)
	c.holds(c.slots.list[0].end)
	if started == 0 && tested != most && !c.isCleaning() && len(c.reserved) == 0 {
		c.settled.backfill = c.horizon
	}
}

// floor rounds down to a multiple of unit.
func floor(t, unit int64) int64 { return t - t%unit }

// place starts a job or promises nodes to it. It says whether the job started.
func (c *controller) place(r *record) bool {
	s := c.seek(r)
	chosen := c.sets.chosen
	for c.find(s) {
		at := s.at
		if at > c.now+c.BfWindow {
			if s.mayReserve {
				c.holds(at - c.BfWindow)
				c.why.plans(r, engine.BeyondWindow)
			}
			return false
		}
		c.choose()
		if at <= c.now {
			if c.clean.Contains(chosen) {
				if c.limits != nil && (c.AssocLimitStop && c.limits.before(r) || c.limits.after(r, c.trial, &c.nodes)) {
					c.why.isOver(r, &c.limits.last)
					return false
				}
				c.begin(r.job, r.partition)
				if c.machine.IsWhole(r.job, r.partition) {
					c.slots.take(c.slots.list[0].begin, floor(c.now+s.limit, c.BfResolution), chosen)
				}
				return true
			}
			at, s.later = c.now+1, none
		}
		if !s.mayReserve {
			return false
		}
		c.holds(at)
		begin, end := floor(at, c.BfResolution), floor(at+s.limit, c.BfResolution)
		if !c.slots.offer(begin, end, chosen) {
			s.later = at
			continue
		}
		if c.limits != nil && !c.AssocLimitStop && c.limits.after(r, c.trial, &c.nodes) {
			c.why.isOver(r, &c.limits.last)
			return false
		}
		c.why.promise(c, r, at, c.nodes)
		if c.planned != nil {
			c.planned(Plan{r.job, r.partition, at, c.nodes})
		}
		if end = max(end, begin+c.BfResolution); end >= c.slots.end() {
			c.holdsInSlot() // later the slots reach further
		}
		c.slots.take(max(begin, c.slots.list[0].begin), end, chosen)
		return false
	}
	c.why.plans(r, engine.NowhereInSlots)
	return false
}
