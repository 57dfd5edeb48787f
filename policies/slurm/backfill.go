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
	candidates, chosen := c.sets.candidates, c.sets.chosen
	copy(candidates, c.machine.Candidates(r.job, r.partition))
	candidates.Intersect(c.up)
	limit := c.limit(r.job)
	least := c.machine.LeastNodes(r.job, r.partition)
	mayReserve := c.limits == nil || c.limits.mayReserve(r)
	span, at := &c.span, int64(0)
	for later := c.now; ; {
		from := later
		changed, overlaps := true, false
		if from == c.now || len(c.reserved) > 0 {
			copy(span.offered, candidates)
			overlaps = c.withoutReserved(span.offered, from, from+limit)
			span.begin(c.slots.list, from, from+limit)
		} else {
			changed = span.move(c.slots.list, from, from+limit)
		}
		later = c.gains(from, limit)
		if end := c.endOfReserved(from); overlaps && end < c.now+c.BfWindow && (later == none || end < later) {
			later = end
		}
		if !changed && later != none && at > later {
			continue // there was no room on these nodes
		}
		at = forEver
		if span.open.Count() >= least {
			latest := later
			if later == none {
				latest = c.now + c.BfWindow
				if c.why.observed() {
					latest = forEver
				}
			}
			at = c.whenAndWhere(r, span.open, latest)
		}
		if at == forEver {
			if later == none || !mayReserve {
				c.why.plans(r, engine.NowhereInSlots)
				return false
			}
			continue
		}
		at = max(at, from)
		if later != none && at > later && mayReserve {
			continue
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
					c.slots.take(c.slots.list[0].begin, floor(c.now+limit, c.BfResolution), chosen)
				}
				return true
			}
			at, later = c.now+1, none
		}
		if !mayReserve {
			return false
		}
		if later != none && at > later {
			continue
		}
		if at > c.now+c.BfWindow {
			c.holds(at - c.BfWindow)
			c.why.plans(r, engine.BeyondWindow)
			return false
		}
		c.holds(at)
		begin, end := floor(at, c.BfResolution), floor(at+limit, c.BfResolution)
		if !c.slots.offer(begin, end, chosen) {
			later = at
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
}

// none is an instant that there is not.
const none = -1

// gains is when there may be more nodes than in the span of a job from an instant on: at the end of its first slot behind which there is
// one; none if there is no such slot.
func (c *controller) gains(from, limit int64) (later int64) {
	list, span := c.slots.list, &c.span
	if span.next < len(list) && from == c.now {
		c.holds(list[span.next].begin - limit)
	}
	for i := span.first; i+1 < len(list) && i <= span.next; i++ {
		for w, offered := range span.offered {
			if offered&list[i+1].open[w]&^list[i].open[w] != 0 {
				return list[i].end
			}
		}
	}
	if c.LaterSlots && span.next+1 < len(list) {
		c.holdsInSlot() // it may be the end of all slots
		return list[span.next+1].end
	}
	return none
}
