package partitions

import (
	"fmt"
	"math"
)

// lack is what the nodes of no partition have for a class of jobs.
type lack uint8

const (
	ofFeatures lack = iota
	ofMemory
	ofGPUs
	ofMemoryWithGPUs // each alone they have
	ofNodes
	ofProcessors
)

// lackWords continue "asking for".
var lackWords = [...]string{ofFeatures: "features that no node has in", ofMemory: "more memory than there is on the nodes of", ofGPUs: "more GPUs than there are on the nodes of",
	ofMemoryWithGPUs: "memory and GPUs that no nodes have together in", ofNodes: "more nodes than can be used together in", ofProcessors: "more processors than there are on the nodes of"}

// nodeLimit is on how many nodes of a partition the class may run at most.
func (c *class) nodeLimit() (limit int32) {
	for i := range c.places {
		limit = max(limit, c.places[i].most)
	}
	return limit
}

// nodesOf is "one node" or "3 nodes".
func nodesOf(n int32) string {
	if n == 1 {
		return "one node"
	}
	return fmt.Sprint(n, " nodes")
}

// everHolds says whether the nodes of a partition hold a class when nothing else runs.
func (m *Machine) everHolds(c *class) bool {
	for i := range c.places {
		if m.chooser.choose(m, c, &c.places[i], m.empty, m.everywhere) {
			return true
		}
	}
	return false
}

// lackOf finds what the nodes of no partition of a class have, which is in no partition.
func (m *Machine) lackOf(c *class) lack {
	holds := func(ease ...func(c *class)) bool {
		eased := *c
		for _, e := range ease {
			e(&eased)
		}
		return m.everHolds(&eased)
	}
	nodes := true
	for i := range c.places {
		nodes = nodes && len(c.places[i].list.groups) == 0
	}
	switch {
	case nodes:
		return ofFeatures
	case holds((*class).easeMemory):
		return ofMemory
	case holds((*class).easeGPUs):
		return ofGPUs
	case holds((*class).easeMemory, (*class).easeGPUs):
		return ofMemoryWithGPUs
	case c.demand.Nodes > 1 && m.mostNodes(c) > 0:
		return ofNodes
	}
	return ofProcessors
}

// AtMost says how much job j, which the machine can never run, might ask for of what there is too little of, the rest being as it is: "64 processors". It is
// "" if none of it would do, or if the limits of partitions keep the job out.
func (m *Machine) AtMost(j int32) string {
	c := m.newClass(j, m.classes[m.class[j]].memory, m.admitted(j, nil))
	if len(c.places) == 0 {
		return ""
	}
	n, unit := int64(0), ""
	switch m.lackOf(&c) {
	case ofMemory:
		n, unit = m.most(&c, 1, int64(c.demand.NodeMemory), func(c *class, n int64) { c.demand.NodeMemory = int32(n) }), "MB on each node"
		if c.demand.NodeMemory == 0 {
			n, unit = m.most(&c, 1, c.memory, func(c *class, n int64) { c.memory = n })/1024, "MB for each processor"
		}
	case ofGPUs:
		n, unit = m.most(&c, 1, int64(c.demand.NodeGPUs), func(c *class, n int64) { c.demand.NodeGPUs = int32(n) }), "GPUs on each node"
		if c.demand.NodeGPUs == 0 {
			n, unit = m.most(&c, 1, int64(c.demand.AllGPUs), func(c *class, n int64) { c.demand.AllGPUs = int32(n) }), "GPUs"
		}
	case ofNodes:
		n, unit = m.mostNodes(&c), "nodes"
	case ofProcessors:
		n, unit = int64(c.perTask)*m.most(&c, m.fewestTasks(&c), int64(c.tasks), func(c *class, n int64) { m.resize(c, int32(n)) }), "processors"
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n, " ", unit)
}

// mostNodes is on how many nodes a class that asks for more might run.
func (m *Machine) mostNodes(c *class) int64 {
	return m.most(c, 1, int64(c.demand.Nodes), func(c *class, n int64) {
		c.demand.Nodes = int32(n)
		m.resize(c, c.tasks)
	})
}

// resize gives a class so many tasks.
func (m *Machine) resize(c *class, tasks int32) {
	c.tasks, c.processors = tasks, tasks*c.perTask
	for i := range c.places {
		p := &c.places[i]
		p.least, p.most = nodeBounds(&c.demand, &m.Partitions[p.partition], tasks)
	}
}

// most is the largest amount from the least to below the one asked for with which a class can run, 0 if there is none. What a class can run with, it can run
// with less of, too.
func (m *Machine) most(c *class, least, asked int64, set func(c *class, n int64)) int64 {
	fits := func(n int64) bool {
		tried := *c
		tried.places = append([]place(nil), c.places...)
		set(&tried, n)
		for i := range tried.places {
			if p := &tried.places[i]; p.least <= p.most && m.chooser.choose(m, &tried, p, m.empty, m.everywhere) {
				return true
			}
		}
		return false
	}
	low, high := least-1, max(min(asked, math.MaxInt32), least)
	for low+1 < high {
		if middle := (low + high) / 2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	if low < least {
		return 0
	}
	return low
}

// fewestTasks are those with which there is one for each node that a class asks for at least.
func (m *Machine) fewestTasks(c *class) int64 {
	fewest := int64(c.tasks)
	for i := range c.places {
		fewest = min(fewest, int64(c.places[i].least))
	}
	return fewest
}
