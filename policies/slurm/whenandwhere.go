package slurm

import "backfill/engine/machine/bitset"

// whenAndWhere is when a job could start on some of the nodes, and where: as the last trial says. If there is no room now, running jobs are taken away in the order
// in which they are expected to end, several of them together, until there is: all that end within a window, which grows from try to try. The job could start when
// the last one has ended that was taken away, needed or not.
//
// Source: plugins/select/cons_tres/job_test.c, _will_run_test; bf_window_linear of slurm.conf(5).
func (c *controller) whenAndWhere(r *record, avail bitset.Set) (at int64, ok bool) {
	c.trial.Begin(r.job, r.partition, avail)
	if c.trial.Fits() {
		return c.now, true
	}
	const first = 30 // s: the window, and of what its begin is a multiple
	window, base := int64(first), int64(none)
	last, untried := int64(none), 0 // the end of the last job that was taken away, and how many were since the last try
	for i := range c.running {
		run := &c.running[i]
		if !run.nodes.Intersects(avail) {
			continue
		}
		c.trial.Release(run.job)
		last = run.end
		untried++
		if base == none {
			base = run.end - run.end%first + first
		}
		if i+1 == len(c.running) {
			break
		}
		next := c.running[i+1].end
		if next <= base+window && untried <= mostTogether {
			continue
		}
		if untried = 0; c.trial.Fits() {
			return c.lastEnd(last), true
		}
		c.widen(&window, next-base)
	}
	if untried > 0 && c.trial.Fits() {
		return c.lastEnd(last), true
	}
	return 0, false
}

// lastEnd is when a job can start on the nodes of the last trial, for which jobs that end until last were taken away.
func (c *controller) lastEnd(last int64) int64 {
	if !c.MatteringEnds {
		return last
	}
	chosen, end := c.sets.chosen, c.now
	clear(chosen)
	c.nodes = c.trial.Nodes(c.nodes[:0])
	for _, n := range c.nodes {
		chosen.Add(n, 1)
	}
	for i := range c.running {
		if run := &c.running[i]; run.end <= last && run.nodes.Intersects(chosen) {
			end = max(end, run.end)
		}
	}
	return end
}

// mostTogether jobs are taken away between two tries.
const mostTogether = 200

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
