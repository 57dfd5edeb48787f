package slurm

import (
	"math"

	"backfill/engine"
)

// LeftOver lists the waiting jobs that a limit keeps from ever starting: nothing runs any more, so that each is over that limit alone, or usage that does
// not decay has used it up. Of a job in several partitions the first limit that is found counts. O(jobs that wait × partitions that they name).
func (p *Slurm) LeftOver(s *engine.State) (list []engine.Left) {
	c := p.c
	if c.limits == nil || len(c.running.List) > 0 {
		return nil
	}
	waits := make(map[int32]bool, s.Waiting())
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		waits[j] = true
	}
	for i := range c.queue {
		r := &c.queue[i]
		if waits[r.job] && c.overLimit(r) {
			last := &c.limits.Last
			short := func(n int64) int32 { return int32(min(n, math.MaxInt32)) }
			list = append(list, engine.Left{Job: r.job, Limit: engine.LimitNamed(last.Reason()), Used: short(last.Used), Asked: short(last.Asked), Bound: short(last.Bound)})
			delete(waits, r.job)
		}
	}
	return list
}

// overLimit says whether a limit keeps the job of a record from starting in its partition now.
func (c *controller) overLimit(r *record) bool {
	if c.limits.Before(r.job, r.partition) {
		return true
	}
	c.trial.Begin(r.job, r.partition, c.nodesOf[r.partition])
	c.trial.Fits()
	return c.limits.After(r.job, r.partition, c.trial, &c.nodes)
}
