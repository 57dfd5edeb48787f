package slurm

import (
	"slices"

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
	if c.quiet && c.planned == nil {
		return // as Slurm does: it sees no change, even if the time has come for a job
	}
	c.beginPass(at)
	c.why.begin(true, len(c.machine.Partitions))
	c.horizon = forEver
	for i := range c.running.List {
		if c.holds(c.running.List[i].End); c.running.List[i].End <= c.now {
			c.holds(c.now + 1) // its expected end moves
		}
	}
	c.slots.Reset(floor(c.now, c.BfResolution), floor(c.now+c.BfWindow, c.BfResolution), c.up)
	if c.BfRunningJobReserve {
		c.reserveForRunning()
	}
	clear(c.promisesIn)
	c.pass++
	c.shares.reset()
	tested, started := 0, 0
	c.beginRest()
	for i := range c.queue {
		r := &c.queue[i]
		if c.atRest(i) {
			break
		}
		if !c.pending[r.job] && !c.nextTask(r) || c.arrays.full(r.job) {
			continue
		}
		if tested == c.BfMaxJobTest || tested == most {
			break
		}
		if c.limits != nil && !c.AssocLimitStop && c.limits.Before(r.job, r.partition) {
			c.why.isOver(r, &c.limits.Last)
			continue
		}
		if c.shares.tooMany(c, r) {
			continue
		}
		if !c.licences.enough(r.job) {
			c.why.plans(r, engine.WithoutLicences)
			continue
		}
		tested++
		more := true
		for promises := 0; more; {
			switch c.place(r) {
			case hasStarted:
				started++
			case hasPromise:
				promises++
			default:
				more = false
			}
			more = more && promises < c.BfMaxJobArrayResv && (started == 0 || started != c.BfMaxJobStart) && c.nextTask(r)
		}
		if started > 0 && started == c.BfMaxJobStart {
			break
		}
	}
	started += c.startTogether()
	c.why.end(c)
	c.quiet = len(c.queue) == 0
	c.holds(c.slots.List[0].End)
	if started == 0 && c.preempted == 0 && tested != most && !c.isCleaning() && len(c.reserved) == 0 {
		c.settled.backfill = c.horizon
	}
}

// reserveForRunning promises nodes to the running jobs that have them for themselves, until they are expected to end.
func (c *controller) reserveForRunning() {
	for i := range c.running.List {
		if run := &c.running.List[i]; c.machine.IsWhole(run.Job, c.machine.RunsIn(run.Job)) {
			c.slots.Take(c.slots.List[0].Begin, floor(c.running.GoneBy(run), c.BfResolution), run.Nodes)
		}
	}
}

// floor rounds down to a multiple of unit.
func floor(t, unit int64) int64 { return t - t%unit }

// placed says what the backfill scheduler has done for a job.
type placed int

const (
	hasNothing placed = iota
	hasPromise
	hasStarted
)

// place starts a job or promises nodes to it, if it can.
func (c *controller) place(r *record) placed {
	if !c.licences.enough(r.job) { // further tasks of an array hold some, too
		c.why.plans(r, engine.WithoutLicences)
		return hasNothing
	}
	s, leader := c.seek(r), c.leaderOf(r.job)
	chosen := c.sets.chosen
	for c.find(s) {
		at := s.at
		if at > c.now+c.BfWindow {
			if s.mayReserve {
				c.holds(at - c.BfWindow)
				c.why.plans(r, engine.BeyondWindow)
			}
			return hasNothing
		}
		c.choose()
		switch {
		case at > c.now || leader != engine.NoJob:
		case !c.clean.Contains(chosen):
			at, s.later = c.now+1, none
		case c.limits != nil && (c.AssocLimitStop && c.limits.Before(r.job, r.partition) || c.limits.After(r.job, r.partition, c.trial, &c.nodes)):
			c.why.isOver(r, &c.limits.Last)
			return hasNothing
		case c.trial.FitsNow():
			c.begin(r.job, r.partition)
			if s.limit < c.limit(r.job) { // Slurm's documentation says that it grows then, runs show that it does not
				c.relimit(r.job, s.limit)
				c.limitChanged(r.job)
			}
			if c.machine.IsWhole(r.job, r.partition) {
				c.slots.Take(c.slots.List[0].Begin, floor(c.now+s.limit, c.BfResolution), chosen)
			}
			return hasStarted
		default: // it does not start in this pass, and is promised the present
			c.why.makesRoom(r)
			room := c.trial.Room(nil)
			if c.makeRoom(r, s.span.Open) == roomNow {
				c.begin(r.job, r.partition)
				return hasStarted
			}
			c.trial.Recall(r.job, room)
			c.choose()
			s.later = none
		}
		if !s.mayReserve {
			return hasNothing
		}
		c.holds(at)
		begin, end := floor(at, c.BfResolution), floor(at+s.limit, c.BfResolution)
		if !c.slots.Offer(begin, end, chosen) {
			s.later = at
			continue
		}
		if c.limits != nil && !c.AssocLimitStop && c.limits.After(r.job, r.partition, c.trial, &c.nodes) {
			c.why.isOver(r, &c.limits.Last)
			return hasNothing
		}
		c.why.promise(c, r, at, c.nodes)
		if c.planned != nil {
			c.planned(Plan{r.job, r.partition, at, c.nodes})
		}
		if end = max(end, begin+c.BfResolution); end >= c.slots.End() {
			c.holdsInSlot() // later the slots reach further
		}
		c.slots.Take(max(begin, c.slots.List[0].Begin), end, chosen)
		c.promisesIn[r.partition]++
		c.promised[r.job] = c.pass
		if leader != engine.NoJob {
			c.components.note(component{r.job, leader, r.partition, at, slices.Clone(chosen)})
		}
		return hasPromise
	}
	c.why.plans(r, engine.NowhereInSlots)
	return hasNothing
}
