package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// components are what a pass of the backfill scheduler has found for the components of heterogeneous jobs. These start together, at the end
// of the pass, if each of them can start now.
//
// Source: plugins/sched/backfill/backfill.c, _het_job_start_set, _het_job_start_find and _het_job_start_test.
type components []component

// component is one that has nodes from an instant on.
type component struct {
	job, leader, partition int32
	at                     int64 // s
	nodes                  bitset.Set
}

// leaderOf is the first component of the heterogeneous job of which job j is one, NoJob if it is none.
func (c *controller) leaderOf(j int32) int32 {
	if c.workload.Leader == nil {
		return engine.NoJob
	}
	return c.workload.Leader[j]
}

// latest is when the last of the other components starts, as far as the pass has come; now if there is none.
func (c *controller) latest(leader int32) int64 {
	at := c.now
	for _, other := range c.components {
		if other.leader == leader {
			at = max(at, other.at)
		}
	}
	return at
}

// startTogether starts the heterogeneous jobs of which every component can start now, and says how many components that are.
func (c *controller) startTogether() (started int) {
	for i, first := range c.components {
		if first.job != first.leader {
			continue
		}
		all := c.components[i:]
		all = all[:len(all)-len(slices.DeleteFunc(slices.Clone(all), func(o component) bool { return o.leader == first.leader }))]
		if int32(len(all)) != c.size(first.leader) || slices.ContainsFunc(all, func(o component) bool { return o.at > c.now || o.leader != first.leader }) {
			continue
		}
		for _, o := range all {
			if c.trial.Begin(o.job, o.partition, o.nodes); !c.trial.Fits() {
				break
			}
			c.begin(o.job, o.partition)
			started++
		}
	}
	c.components = c.components[:0]
	return started
}

// size is how many components a heterogeneous job has.
func (c *controller) size(leader int32) (n int32) {
	for j := leader; int(j) < len(c.workload.Leader) && c.workload.Leader[j] == leader; j++ {
		n++
	}
	return n
}
