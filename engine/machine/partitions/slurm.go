package partitions

import (
	"cmp"
	"slices"
)

// slurmChooser chooses nodes as select/cons_tres of Slurm does, without a topology plug-in: "consecutive best fit", for jobs with GPUs, too.
//
//   - A node offers its free processors, as far as there is memory for them. One without GPUs enough of the job's type, or without any for a job
//     that asks for some in all, offers nothing. To a job with GPUs it offers no more than the tasks that it could get there.
//   - Nodes of a higher weight count only where those of lower ones do not suffice. Among nodes of one weight, those are nearer that have more of the GPUs
//     that a job asks for in all, up to as many as it asks for. GPUs by node only rule nodes out.
//   - Neighbours in the order of the configuration with the same weight and nearness form runs. The best run of the lowest weight and the greatest nearness
//     is the one with the fewest processors that suffices, in processors, nodes and GPUs, or else the one with the most. If one node is enough, the one
//     of the run with the fewest processors that holds all that is left is taken; otherwise nodes in order, each with all it offers, but so that a processor is
//     left for each node that the job still needs. If the run does not suffice, the next best follows.
//   - If that fails, it is tried again without the nodes that have least.
//   - On the nodes there is one task each, then the others in turn. Processors decide whether the nodes suffice, not tasks of several processors: the
//     last of these may find no room in what was taken. They share the first nodes with others, have there what is left, and the job starts with
//     fewer processors than it asks for. GPUs in all are as many as are free on the first nodes, at least one on each.
//
// Source: slurm.conf(5), sbatch(1) and runs of Slurm 22.05.8, which decide what these do not say: 1,348 of 1,351 starts, all 170 of those with GPUs and memory,
// are on the same nodes (TestReferenceRuns). None of those has tasks of several processors; the runs of TestRealSlurm have.
type slurmChooser struct {
	offers []offer // by place in the configuration
	runs   []slurmRun
	taken  []int32 // offers
	busy   bool    // nodes are chosen for a promise by attemptBusy
}

// offer is what a node has for a job.
type offer struct {
	group      int32
	node       int32 // place in the configuration
	weight     int32
	near       int32 // GPUs that count for the order: as many as the job needs, if it asks for some
	processors int32
	gpus       int32
	has        int32 // processors and, for a job with GPUs, GPUs
	within     bool  // is looked at
	cut        int32 // processors that are left to the job when it takes nodes: stays so when it is tried again
}

// slurmRun is neighbours with the same weight and nearness, not yet taken or given up.
type slurmRun struct{ first, end, processors, gpus, nodes int32 }

// chooseAsSlurm is choose on some of the groups, which stand in node order. What the job takes is in ch.shares then.
func (ch *chooser) chooseAsSlurm(m *Machine, c *class, p *place, groups []int32, free []resources) bool {
	s := &ch.slurm
	s.offers = s.offers[:0]
	for _, g := range groups {
		if free[g][processors] == 0 {
			continue
		}
		if o, ok := m.offerOf(c, p, g, &free[g]); ok {
			s.offers = append(s.offers, o)
		}
	}
	for weight, found := s.nextWeight(-1); found; weight, found = s.nextWeight(weight) {
		if s.place(m, c, p, weight) {
			ch.shareAsSlurm(m, c, p, free)
			return true
		}
	}
	return false
}

// offerOf is what a node has for a job of class c where so much is free; false if it cannot be used.
func (m *Machine) offerOf(c *class, p *place, g int32, free *resources) (offer, bool) {
	r := m.roomOn(c, p, g, free)
	if r.tasks == 0 {
		return offer{}, false
	}
	group := &m.groups[g]
	n := group.nodes[0]
	o := offer{group: g, node: n, weight: m.Nodes[n].Weight, processors: free[processors], gpus: r.gpus}
	if group.memory && c.memory > 0 {
		o.processors = min(o.processors, int32(min(1024*int64(free[memory])/c.memory, int64(c.processors)+int64(o.processors))))
		o.processors -= o.processors % c.perTask
	}
	if p.most == 1 && o.processors < c.processors {
		return offer{}, false
	}
	d := &c.demand
	if o.has = o.processors; d.NodeGPUs > 0 || d.AllGPUs > 0 {
		switch {
		case p.most == 1:
			o.processors = c.processors
		case c.tasks == p.least && c.tasks == p.most:
			o.processors = c.perTask
		default:
			o.processors -= o.processors % c.perTask
		}
		o.near = min(o.gpus, max(d.NodeGPUs, d.AllGPUs))
		o.has = o.processors + o.gpus
	}
	return o, o.processors > 0
}

// place tries to find nodes up to a weight; after a failure without those that have least.
func (s *slurmChooser) place(m *Machine, c *class, p *place, weight int32) bool {
	attempt := s.attempt
	if s.busy {
		attempt = func(c *class, p *place) bool { return s.attemptBusy(m, c, p) }
	}
	left, most := int32(0), int32(0)
	for i := range s.offers {
		o := &s.offers[i]
		if o.within, o.cut = o.weight <= weight, o.processors; o.within {
			left++
			most = max(most, o.has)
		}
	}
	if left < p.least {
		return false
	}
	if attempt(c, p) {
		return true
	}
	for least := int32(1); least < most && left > p.least; least++ {
		dropped := false
		for i := range s.offers {
			if o := &s.offers[i]; o.within && o.has <= least && left > p.least {
				o.within, dropped = false, true
				left--
			}
		}
		if (dropped || least == 1) && attempt(c, p) {
			return true
		}
	}
	return false
}

// attempt takes nodes from the runs, the best first.
func (s *slurmChooser) attempt(c *class, p *place) bool {
	s.findRuns()
	s.taken = s.taken[:0]
	offered := func(i int32) int32 { return s.offers[i].cut }
	rest, left, nodes, most, gpus := c.processors, c.processors, p.least, p.most, c.demand.AllGPUs
	done := func() bool { return nodes <= 0 && rest <= 0 && gpus <= 0 }
	for len(s.runs) > 0 && most > 0 && !done() {
		at := s.best(rest, nodes, gpus)
		first, end := s.runs[at].first, s.runs[at].end
		if nodes <= 1 {
			if tight := s.tightest(first, end, rest, gpus); tight >= 0 {
				first, end = tight, tight+1
			}
		}
		for i := first; i < end && !done() && most > 0; i++ {
			o := &s.offers[i]
			gives := offered(i)
			if most == 1 && gives < rest {
				continue
			}
			if limit := left - max(nodes-1, 0); gives > limit {
				gives = max(limit, c.perTask)
				o.cut = gives
			}
			s.taken = append(s.taken, i)
			gpus -= o.gpus
			rest -= gives
			left -= gives
			nodes--
			most--
		}
		s.runs = slices.Delete(s.runs, at, at+1)
	}
	return done()
}

// findRuns finds the runs of neighbours.
func (s *slurmChooser) findRuns() {
	s.runs = s.runs[:0]
	goesOn := false
	for i := range s.offers {
		o := &s.offers[i]
		if !o.within {
			goesOn = false
			continue
		}
		if i > 0 {
			before := &s.offers[i-1]
			goesOn = goesOn && before.node == o.node-1 && before.weight == o.weight && before.near == o.near
		}
		if !goesOn {
			s.runs = append(s.runs, slurmRun{first: int32(i)})
		}
		r := &s.runs[len(s.runs)-1]
		r.end = int32(i) + 1
		r.processors += o.cut
		r.gpus += o.gpus
		r.nodes++
		goesOn = true
	}
}

// best is the run that is used next. Only those with the lowest weight and, among these, the most GPUs that count are looked at: the one with
// the fewest processors that suffices for what is left of the job, or else the one with the most.
func (s *slurmChooser) best(rest, nodes, gpus int32) int {
	best, suffices := -1, false
	for i := range s.runs {
		r := &s.runs[i]
		enough := r.processors >= rest && r.nodes >= nodes && r.gpus >= gpus
		better := best < 0
		if !better {
			b, o := &s.offers[s.runs[best].first], &s.offers[r.first]
			switch order := cmp.Or(cmp.Compare(o.weight, b.weight), cmp.Compare(b.near, o.near)); {
			case order < 0:
				better = true
			case order == 0:
				better = enough && (!suffices || r.processors < s.runs[best].processors) || !enough && r.processors > s.runs[best].processors
			}
		}
		if better {
			best, suffices = i, enough
		}
	}
	return best
}

// tightest is the node of a run that holds all that is left of the job with the fewest processors; -1 if none does.
func (s *slurmChooser) tightest(first, end, rest, gpus int32) int32 {
	best := int32(-1)
	for i := first; i < end; i++ {
		if o := &s.offers[i]; o.cut >= rest && o.gpus >= gpus && (best < 0 || o.cut < s.offers[best].cut) {
			best = i
		}
	}
	return best
}

// shareAsSlurm says what the job takes on its nodes: a task on each, the others from node to node in turn; GPUs in all as many as there are on
// the first nodes, at least one on each behind them if there are enough. Tasks that do not go into what was taken
// of the nodes get what is left there, on the first ones.
func (ch *chooser) shareAsSlurm(m *Machine, c *class, p *place, free []resources) {
	s := &ch.slurm
	slices.Sort(s.taken)
	ch.shares = ch.shares[:0]
	tasks := c.tasks
	for _, i := range s.taken {
		ch.shares = append(ch.shares, share{group: s.offers[i].group, partition: p.partition, amounts: resources{processors: c.perTask}})
		tasks--
	}
	for moved := true; tasks > 0 && moved; {
		moved = false
		for k, i := range s.taken {
			if on := &ch.shares[k].amounts[processors]; tasks > 0 && *on+c.perTask <= s.offers[i].cut {
				*on += c.perTask
				tasks--
				moved = true
			}
		}
	}
	for k, i := range s.taken[:min(max(int(tasks), 0), len(s.taken))] {
		on := &ch.shares[k].amounts[processors]
		*on += min(c.perTask, s.offers[i].cut-*on)
	}
	gpus := c.demand.AllGPUs
	for k, i := range s.taken {
		share := &ch.shares[k]
		group := &m.groups[share.group]
		n := c.demand.NodeGPUs
		if n == 0 && gpus > 0 {
			n = max(min(s.offers[i].gpus, gpus-int32(len(s.taken)-k-1)), 0)
			gpus -= n
		}
		if p.whole {
			share.amounts = group.each
			continue
		}
		c.takeGPUs(&share.amounts, n, &free[share.group])
	}
	ch.takeMemory(m, c, p)
}
