package slurm

import "backfill/engine/machine/bitset"

// whenAndWhere is when a job could start on some of the nodes, and where: as the last trial says. If there is no room now, running jobs are
// taken away in the order in which they reach their limits, several of them together, until there is: all that end within a window, which
// grows from try to try. The job could start when the last one has ended that was taken away, needed or not.
//
// Source: plugins/select/cons_tres/job_test.c, _will_run_test; bf_window_linear of slurm.conf(5).
func (c *controller) whenAndWhere(r *record, avail bitset.Set) (at int64, ok bool) {
	if list := c.candidates(r); list != nil {
		return c.roomBeside(r, avail, list)
	}
	o := c.outlookOn(avail)
	class := c.machine.Class(r.job)
	a := o.answer(class, r.partition)
	if a == nil {
		a = o.newAnswer(class, r.partition)
		if a.at, a.ok = c.tryOn(o, r, avail); a.ok {
			a.room = c.trial.Room(a.room)
		}
	} else if a.ok {
		c.trial.Recall(r.job, a.room)
	}
	return max(a.at, c.now), a.ok
}

// tryOn is whenAndWhere without what is known of jobs that ask for the same; 0 if the job has room now.
func (c *controller) tryOn(o *outlook, r *record, avail bitset.Set) (at int64, ok bool) {
	needs := c.machine.Needs(r.job)
	released := -1
	for i := 0; i < len(o.tries) || c.further(o); i++ {
		t := &o.tries[i]
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
			if t.released == 0 {
				return 0, true
			}
			return c.lastEnd(&c.running[o.touching[released-1]]), true
		}
	}
	return 0, false
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
