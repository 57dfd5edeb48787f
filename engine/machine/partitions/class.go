package partitions

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// class is what some jobs ask for alike.
type class struct {
	demand     engine.Demand // with GPUs by node or in all, not both
	processors int32         // of whole tasks
	perTask    int32         // processors of a task
	tasks      int32
	memory     int64   // KB by processor; 0: none
	gpu        int32   // place of the type among the resources; 0: any type, -1: one that no node has
	places     []place // in which it may run, and which could hold it if nothing else ran
	partitions []byte  // of places
	refusal    refusal // on the machine as it is
	beside     refusal // beside reservations
}

// place is a partition in which a job may run.
type place struct {
	partition int32
	least     int32 // nodes
	most      int32
	whole     bool
	list      *candidates
}

// candidates are the groups of a partition whose nodes have certain features, in node order.
type candidates struct {
	groups []int32
	at     []int32 // by group: its place among them, -1: none
	nodes  bitset.Set
}

// classify finds the classes of all jobs. O(jobs).
func (m *Machine) classify() {
	type key struct {
		demand, processors int32
		memory             int64
		admitted           string
	}
	m.classes, m.class = nil, make([]int32, len(m.jobs))
	known := map[key]int32{}
	m.lists = map[string]*candidates{}
	var admitted []byte
	for i := range m.jobs {
		j := int32(i)
		k := key{demand: -1, processors: m.jobs[j].Processors}
		if m.workload.Demand != nil {
			k.demand = m.workload.Demand[j]
		}
		if m.workload.Memory != nil {
			k.memory = min(max(m.workload.Memory[j], 0), 1<<40)
		}
		admitted = m.admitted(j, admitted[:0])
		c, ok := known[key{k.demand, k.processors, k.memory, string(admitted)}]
		if !ok {
			k.admitted = string(admitted)
			c = int32(len(m.classes))
			known[k] = c
			m.classes = append(m.classes, m.newClass(j, k.memory, admitted))
			added := &m.classes[c]
			added.places = slices.DeleteFunc(added.places, func(p place) bool { return !m.chooser.choose(m, added, &p, m.empty, m.everywhere) })
			for i := range added.places {
				added.partitions = append(added.partitions, byte(added.places[i].partition))
			}
		}
		m.class[j] = c
	}
}

// newClass is the class of job j, which may run in the partitions that are admitted, if these can hold it.
func (m *Machine) newClass(j int32, memory int64, admitted []byte) class {
	d := *m.workload.DemandOf(j)
	if d.NodeGPUs > 0 {
		d.AllGPUs = 0
	}
	c := class{demand: d, perTask: max(d.TaskProcessors, 1), memory: memory}
	c.tasks = tasksOf(&d, m.jobs[j].Processors)
	c.processors = c.tasks * c.perTask
	if d.NodeMemory > 0 {
		c.memory = 0
	}
	if d.GPUType != "" {
		c.gpu = -1
		if at := slices.Index(m.GPUTypes, d.GPUType); at >= 0 {
			c.gpu = firstGPU + int32(at)
		}
	}
	for _, p := range admitted {
		part := &m.Partitions[p]
		least, most := nodeBounds(&d, part, c.tasks)
		name := fmt.Sprint(p, d.Features)
		if m.lists[name] == nil {
			m.lists[name] = m.candidates(int32(p), d.Features)
		}
		c.places = append(c.places, place{int32(p), least, most, d.Whole || part.Whole, m.lists[name]})
	}
	return c
}

// tasksOf is how many tasks a job of so many processors has.
func tasksOf(d *engine.Demand, processors int32) int32 {
	perTask := max(d.TaskProcessors, 1)
	return (processors + perTask - 1) / perTask
}

// easeMemory makes the class ask for no memory.
func (c *class) easeMemory() { c.memory, c.demand.NodeMemory = 0, 0 }

// easeGPUs makes the class ask for no GPUs.
func (c *class) easeGPUs() { c.demand.NodeGPUs, c.demand.AllGPUs = 0, 0 }

// nodeBounds are on how many nodes of a partition a job may run.
func nodeBounds(d *engine.Demand, p *Partition, tasks int32) (least, most int32) {
	least, most = max(1, d.Nodes, p.MinNodes), tasks
	for _, limit := range []int32{d.MostNodes, p.MaxNodes} {
		if limit > 0 {
			most = min(most, limit)
		}
	}
	return least, most
}

// candidates are the groups of a partition whose nodes have the features.
func (m *Machine) candidates(partition int32, features []string) *candidates {
	inside := make([]bool, len(m.Nodes))
	for _, n := range m.Partitions[partition].Nodes {
		inside[n] = true
	}
	c := &candidates{at: make([]int32, len(m.groups)), nodes: bitset.New(int32(len(m.Nodes)))}
	for g := range m.groups {
		c.at[g] = -1
		if inside[m.groups[g].nodes[0]] && hasAll(m.groups[g].features, features) {
			c.at[g] = int32(len(c.groups))
			c.groups = append(c.groups, int32(g))
			for _, n := range m.groups[g].nodes {
				c.nodes.Add(n, 1)
			}
		}
	}
	return c
}
