package slurm

import (
	"math"

	"backfill/engine"
)

// LeftOver is the limit that keeps job j from ever starting: nothing runs any more, so that it is over that limit alone, or usage that does not decay
// has used it up. Of a job in several partitions the first limit that is found counts.
func (p *Slurm) LeftOver(_ *engine.State, j int32) (engine.Left, bool) {
	c := p.c
	if c.limits == nil || len(c.running.List) > 0 {
		return engine.Left{}, false
	}
	for i := range c.queue {
		r := &c.queue[i]
		if r.job != j {
			continue
		}
		over := c.limits.Before(j, r.partition)
		if !over {
			c.trial.Begin(j, r.partition, c.nodesOf[r.partition])
			c.trial.Fits()
			over = c.limits.After(j, r.partition, c.trial, &c.nodes)
		}
		if over {
			last := &c.limits.Last
			short := func(n int64) int32 { return int32(min(n, math.MaxInt32)) }
			return engine.Left{Job: j, Limit: engine.LimitNamed(last.Reason()), Used: short(last.Used), Asked: short(last.Asked), Bound: short(last.Bound)}, true
		}
	}
	return engine.Left{}, false
}
