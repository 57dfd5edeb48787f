package partitions

import "backfill/engine"

// Lacks looks for nodes as Fits does. If there are none, it says which resource is short: processors, if there are none even for a job that
// asks for nothing else; else GPUs, if there are none for a job that asks for no memory; else memory.
func (m *Machine) Lacks(j int32) engine.Room {
	c := &m.classes[m.class[j]]
	for i := range c.places {
		if m.chooser.choose(m, c, &c.places[i], m.free, m.vacant) {
			return engine.Room{}
		}
	}
	room := engine.Room{Processors: m.idle, Component: m.jobs[j].Processors}
	if len(c.places) == 0 {
		return room
	}
	p := &c.places[0]
	if p.whole {
		room.Short = m.shortOfNodes(c, p)
		return room
	}
	eased := *c
	eased.easeMemory()
	withoutMemory := m.chooser.choose(m, &eased, p, m.free, m.vacant)
	eased.easeGPUs()
	inAll := int32(0) // nodes on which what is needed in all has to be: any number, unless the job may have one only
	if p.most == 1 {
		inAll = 1
	}
	d, short := &c.demand, &room.Short
	switch {
	case !m.chooser.choose(m, &eased, p, m.free, m.vacant):
		*short = m.short(p, engine.FreeProcessors, func(free *resources) int32 { return free[processors] })
		short.Need, short.Nodes = c.processors, inAll
	case !withoutMemory:
		*short = m.short(p, engine.FreeGPUs, c.gpusOf)
		if short.Need, short.Nodes = d.NodeGPUs, p.least; d.NodeGPUs == 0 {
			short.Need, short.Nodes = d.AllGPUs, inAll
		}
	default:
		*short = m.short(p, engine.FreeMemory, func(free *resources) int32 { return free[memory] })
		if short.Need, short.Nodes = d.NodeMemory, p.least; d.NodeMemory == 0 {
			short.Need, short.Nodes = int32((c.memory*int64(c.processors)+1023)/1024), inAll
		}
	}
	return room
}

// short is how much of a resource is free on the nodes of a place.
func (m *Machine) short(p *place, of engine.Resource, amount func(free *resources) int32) engine.Shortage {
	s := engine.Shortage{Of: of}
	for _, g := range p.list.groups {
		nodes, free := int32(1), &m.free[g]
		if m.groups[g].whole {
			nodes, free = free[0], &m.groups[g].each
		}
		if n := amount(free); n > 0 && nodes > 0 {
			s.Free += nodes * n
			s.On += nodes
			s.Most = max(s.Most, n)
		}
	}
	return s
}

// shortOfNodes is how many nodes of a place are free that have room for tasks of the job, and how many it needs: as many as its tasks need on
// the roomiest of these nodes.
func (m *Machine) shortOfNodes(c *class, p *place) engine.Shortage {
	s := engine.Shortage{Of: engine.FreeNodes}
	roomiest := int32(1)
	for _, g := range p.list.groups {
		if r := m.roomOn(c, p, g, &m.empty[g]); r.tasks > 0 {
			roomiest = max(roomiest, r.tasks)
		}
		s.Free += m.roomOn(c, p, g, &m.free[g]).nodes
	}
	s.On, s.Most, s.Need = s.Free, min(s.Free, 1), max(p.least, (c.tasks+roomiest-1)/roomiest)
	return s
}
