package slurm

import "backfill/engine/machine/bitset"

// whenAndWhere is when a job could start on some of the nodes, and where: as the last trial says. If there is no room now, running jobs are
// taken away in the order in which they reach their limits, several of them together, until there is: all that end within a window, which
// grows from try to try. The job could start when the last one has ended that was taken away, needed or not. It does not look further than
// to the instant latest: if the job has no room by then, at is some instant after it, and if it never has, forEver.
//
// Source: plugins/select/cons_tres/job_test.c, _will_run_test; bf_window_linear of slurm.conf(5).
func (c *controller) whenAndWhere(r *record, avail bitset.Set, latest int64) (at int64) {
	if c.MatteringEnds {
		latest = forEver // jobs that are taken away last need not matter
	}
	if list := c.candidates(r); list != nil {
		return c.roomBeside(r, avail, list)
	}
	o := c.outlookOn(avail)
	class := c.machine.Class(r.job)
	a := o.answer(class, r.partition)
	if a == nil {
		a = o.newAnswer(class, r.partition)
	}
	return c.lookFor(r, avail, o, a, latest)
}

// lookFor is whenAndWhere by an outlook, from what an answer has so far.
func (c *controller) lookFor(r *record, avail bitset.Set, o *outlook, a *answer, latest int64) (at int64) {
	if a.ok {
		c.trial.Recall(r.job, a.room)
		return max(a.at, c.now)
	}
	needs := c.machine.Needs(r.job)
	released := -1
	for ; ; a.tried++ {
		if a.tried == len(o.tries) {
			if o.next < len(c.running) && c.running[o.next].end > latest {
				return c.running[o.next].end
			}
			if !c.further(o) {
				return forEver
			}
		}
		t := &o.tries[a.tried]
		if t.end > latest {
			return t.end
		}
		if t.idle < needs {
			continue
		}
		if released < 0 {
			c.trial.Begin(r.job, r.partition, avail)
			for _, j := range c.gone {
				c.trial.Release(j)
			}
			released = 0
		}
		for ; released < t.released; released++ {
			c.trial.Release(c.running[o.touching[released]].job)
		}
		fits := c.trial.Fits
		if c.BfBusyNodes && t.released > 0 {
			fits = c.trial.FitsLater
		}
		if fits() {
			if a.at = 0; t.released > 0 {
				a.at = c.lastEnd(&c.running[o.touching[t.released-1]])
			}
			a.ok, a.room = true, c.trial.Room(a.room)
			return max(a.at, c.now)
		}
	}
}

// lastEnd is when a job can start on the nodes of the last trial, for which jobs were taken away, last of all the given one.
func (c *controller) lastEnd(last *running) int64 {
	if !c.MatteringEnds {
		return c.goneBy(last)
	}
	c.choose()
	chosen, end := c.sets.chosen, c.now+1
	for i := range c.running {
		if run := &c.running[i]; run.end <= last.end && run.nodes.Intersects(chosen) {
			end = max(end, c.goneBy(run))
		}
	}
	return end
}

// widen makes the window larger, until the next end falls into it.
func (c *controller) widen(window *int64, next int64) {
	for {
		if c.BfWindowLinear > 0 {
			*window += c.BfWindowLinear
		} else {
			*window *= 2
		}
		if next <= *window {
			return
		}
	}
}
