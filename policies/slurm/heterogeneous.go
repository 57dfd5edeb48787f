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

// note keeps what has been found for a component: of several partitions, the earliest instant.
func (k *components) note(found component) {
	for i := range *k {
		if old := &(*k)[i]; old.job == found.job {
			if found.at < old.at {
				*old = found
			}
			return
		}
	}
	*k = append(*k, found)
}

// latest is when the last of the components beside job j starts, as far as the pass has come; now if there is none.
func (c *controller) latest(j, leader int32) int64 {
	at := c.now
	for _, other := range c.components {
		if other.leader == leader && other.job != j {
			at = max(at, other.at)
		}
	}
	return at
}

// startTogether starts the heterogeneous jobs of which every component can start now, and says how many components that are.
func (c *controller) startTogether() (started int) {
	all := make([]component, 0, len(c.components))
	for _, first := range c.components {
		all = all[:0]
		for _, o := range c.components {
			if o.leader == first.job && o.at <= c.now {
				all = append(all, o)
			}
		}
		if len(all) == 0 || int32(len(all)) != c.size(first.job) || !c.enoughLicences(all) || !c.allFit(all) {
			continue
		}
		for _, o := range all {
			c.trial.Begin(o.job, o.partition, o.nodes)
			c.trial.Fits()
			c.begin(o.job, o.partition)
			started++
		}
	}
	c.components = c.components[:0]
	return started
}

// allFit says whether all of a list fit now, on nodes of their own.
func (c *controller) allFit(list []component) bool {
	for i, o := range list {
		if c.trial.Begin(o.job, o.partition, o.nodes); !c.trial.Fits() || slices.ContainsFunc(list[:i], func(p component) bool { return p.nodes.Intersects(o.nodes) }) {
			return false
		}
	}
	return true
}

// enoughLicences says whether there are enough for all of a list.
func (c *controller) enoughLicences(list []component) bool {
	enough := true
	for _, o := range list {
		enough = enough && c.licences.enough(o.job)
		c.licences.take(o.job, 1)
	}
	for _, o := range list {
		c.licences.take(o.job, -1)
	}
	return enough
}

// size is how many components a heterogeneous job has.
func (c *controller) size(leader int32) (n int32) {
	for j := leader; int(j) < len(c.workload.Leader) && c.workload.Leader[j] == leader; j++ {
		n++
	}
	return n
}
