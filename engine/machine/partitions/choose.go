package partitions

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"backfill/engine/machine/bitset"
)

// chooser chooses the nodes of one job. It is used again and again, so that nothing is allocated.
type chooser struct {
	rooms  []room
	order  []int32 // of rooms, while they are tried in another order than node order
	picks  []pick
	shares []share // what the job takes of each group
	slurm  slurmChooser
}

// room is what the nodes of a group that are free for a job have for it.
type room struct {
	group int32
	nodes int32 // how many
	tasks int32 // on each
	free  int32 // processors of each
	gpus  int32 // of the job's type, on each; if the job asks for some in all
}

// pick is so many nodes of a room.
type pick struct{ room, nodes int32 }

// roomOn is the room for a job of class c on the nodes of group g where so much is free: on how many nodes, and for how many tasks on each.
func (m *Machine) roomOn(c *class, p *place, g int32, free *resources) (r room) {
	group := &m.groups[g]
	r.group, r.nodes = g, 1
	on := free
	switch {
	case group.whole:
		r.nodes, on = free[0], &group.each
	case p.whole && *free != group.each:
		return room{}
	}
	r.free = on[processors]
	r.tasks = min(c.tasks, on[processors]/c.perTask)
	d := &c.demand
	if d.NodeGPUs > 0 || d.AllGPUs > 0 {
		r.gpus = c.gpusOf(on)
		if r.gpus < max(d.NodeGPUs, 1) {
			return room{}
		}
	}
	if group.memory {
		if d.NodeMemory > on[memory] {
			return room{}
		}
		if c.memory > 0 {
			r.tasks = int32(min(int64(r.tasks), 1024*int64(on[memory])/(c.memory*int64(c.perTask))))
		}
	}
	if r.tasks <= 0 || r.nodes <= 0 {
		return room{}
	}
	return r
}

// gpusOf are the free GPUs of the type that the class asks for.
func (c *class) gpusOf(free *resources) int32 {
	switch {
	case c.gpu < 0:
		return 0
	case c.gpu > 0:
		return free[c.gpu]
	}
	sum := int32(0)
	for _, n := range free[firstGPU:] {
		sum += n
	}
	return sum
}

// choose looks for nodes for a job of class c in one of its partitions, where so much is free in each group, and nothing in those that are not open. What
// the job takes is in shares then. O(open groups), beside sorting them where the first ones do not do.
func (ch *chooser) choose(m *Machine, c *class, p *place, free []resources, open bitset.Set) bool {
	if m.Choice == Slurm {
		return ch.chooseAsSlurm(m, c, p, p.list.groups, free)
	}
	ch.rooms = ch.rooms[:0]
	rest := int32(0)
	if m.Choice == FirstFit && c.demand.AllGPUs == 0 {
		if rest = ch.gather(m, c, p, free, open, rest, true); ch.inOrder(c, p, ch.atLeast(1)) {
			ch.share(m, c, p, free)
			return true
		}
	}
	ch.gather(m, c, p, free, open, rest, false)
	if !ch.suffice(c, p) {
		return false
	}
	ok := false
	switch {
	case c.demand.AllGPUs > 0:
		ok = ch.withGPUs(m, c, p)
	case m.Choice == BestFit:
		ok = ch.tightest(c, p)
	default:
		ok = ch.first(c, p)
	}
	if ok {
		ch.share(m, c, p, free)
	}
	return ok
}

// gather finds the rooms of open groups from one on; if few, only until they are enough. The next group has not been looked at.
func (ch *chooser) gather(m *Machine, c *class, p *place, free []resources, open bitset.Set, from int32, few bool) (next int32) {
	nodes, tasks := int64(0), int64(0)
	for w := int(from / 64); w < len(open); w++ {
		word := open[w]
		if w == int(from/64) {
			word &= math.MaxUint64 << (from % 64)
		}
		for ; word != 0; word &= word - 1 {
			g := int32(w*64 + bits.TrailingZeros64(word))
			if free[g][0] == 0 || p.list.at[g] < 0 {
				continue // no processor, or no node
			}
			r := m.roomOn(c, p, g, &free[g])
			if r.tasks == 0 {
				continue
			}
			ch.rooms = append(ch.rooms, r)
			nodes += int64(r.nodes)
			tasks += int64(r.nodes) * int64(r.tasks)
			if few && tasks >= int64(c.tasks) && nodes >= int64(p.least) {
				return g + 1
			}
		}
	}
	return int32(len(m.groups))
}

// suffice says whether all rooms together are enough: no choice among them is, if they are not.
func (ch *chooser) suffice(c *class, p *place) bool {
	nodes, tasks, gpus := int64(0), int64(0), int64(0)
	for i := range ch.rooms {
		r := &ch.rooms[i]
		nodes += int64(r.nodes)
		tasks += int64(r.nodes) * int64(r.tasks)
		gpus += int64(r.nodes) * int64(r.gpus)
	}
	return nodes >= int64(p.least) && tasks >= int64(c.tasks) && gpus >= int64(c.demand.AllGPUs)
}

// first are the first nodes with room. If these are too many, they are the first on which an equal part of the job has room, or those with
// most room.
func (ch *chooser) first(c *class, p *place) bool {
	return ch.inOrder(c, p, ch.atLeast(1)) || ch.inOrder(c, p, ch.atLeast(p.part(c))) || ch.inOrder(c, p, ch.byRoom())
}

// withGPUs are, for a job that asks for GPUs in all, nodes on which an equal part of the job has room, those with most GPUs first. If there
// are such, first fit prefers the first nodes with room, if these are not too many.
func (ch *chooser) withGPUs(m *Machine, c *class, p *place) bool {
	return ch.inOrder(c, p, ch.byGPUs(p.part(c))) &&
		(m.Choice == FirstFit && ch.inOrder(c, p, ch.atLeast(1)) || ch.inOrder(c, p, ch.byGPUs(p.part(c))))
}

// part is an equal part of a job on as many nodes as it may have, in tasks.
func (p *place) part(c *class) int32 { return (c.tasks + p.most - 1) / p.most }

// atLeast are the rooms for so many tasks on a node, in node order.
func (ch *chooser) atLeast(tasks int32) []int32 {
	ch.order = ch.order[:0]
	for i := range ch.rooms {
		if ch.rooms[i].tasks >= tasks {
			ch.order = append(ch.order, int32(i))
		}
	}
	return ch.order
}

// byRoom are the rooms, the largest first, ties in node order.
func (ch *chooser) byRoom() []int32 {
	order := ch.atLeast(1)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(ch.rooms[b].tasks, ch.rooms[a].tasks) })
	return order
}

// byGPUs are the rooms for so many tasks on a node, those with most GPUs on a node first, ties in node order.
func (ch *chooser) byGPUs(tasks int32) []int32 {
	order := ch.atLeast(tasks)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(ch.rooms[b].gpus, ch.rooms[a].gpus) })
	return order
}

// inOrder picks nodes in the given order until they suffice, if these are not too many.
func (ch *chooser) inOrder(c *class, p *place, order []int32) bool {
	ch.picks = ch.picks[:0]
	tasks, gpus, nodes := c.tasks, c.demand.AllGPUs, int32(0)
	for _, i := range order {
		r := &ch.rooms[i]
		n := max((tasks+r.tasks-1)/r.tasks, p.least-nodes)
		if gpus > 0 {
			n = max(n, (gpus+r.gpus-1)/r.gpus)
		}
		n = min(n, r.nodes)
		if nodes += n; nodes > p.most {
			return false
		}
		ch.picks = append(ch.picks, pick{i, n})
		tasks -= min(tasks, int32(min(int64(n)*int64(r.tasks), int64(tasks))))
		gpus -= min(gpus, n*r.gpus)
		if tasks == 0 && gpus == 0 && nodes >= p.least {
			return true
		}
	}
	return false
}

// tightest picks the one node that holds all tasks that are left and has the fewest processors free or, as long as there is none or more nodes
// are asked for, the node with the most room.
func (ch *chooser) tightest(c *class, p *place) bool {
	ch.picks = ch.picks[:0]
	left := c.tasks
	for nodes := int32(1); nodes <= p.most; nodes++ {
		behind := max(p.least-nodes, 0) // nodes that are asked for behind this one
		tight, roomy := int32(-1), int32(-1)
		for i := range ch.rooms {
			r := &ch.rooms[i]
			if r.nodes == 0 {
				continue
			}
			if behind == 0 && r.tasks >= left && (tight < 0 || r.free < ch.rooms[tight].free) {
				tight = int32(i)
			}
			if roomy < 0 || r.tasks > ch.rooms[roomy].tasks {
				roomy = int32(i)
			}
		}
		if tight >= 0 {
			ch.picks = append(ch.picks, pick{tight, 1})
			return true
		}
		if roomy < 0 {
			return false
		}
		left -= min(ch.rooms[roomy].tasks, left-behind)
		ch.rooms[roomy].nodes--
		if last := len(ch.picks) - 1; last >= 0 && ch.picks[last].room == roomy {
			ch.picks[last].nodes++
		} else {
			ch.picks = append(ch.picks, pick{roomy, 1})
		}
		if left == 0 && behind == 0 {
			return true
		}
	}
	return false
}

// share says what the job takes on the nodes that were picked: a task on each, then in turn as many more as there is room for.
func (ch *chooser) share(m *Machine, c *class, p *place, free []resources) {
	ch.shares = ch.shares[:0]
	more, gpus := c.tasks, c.demand.AllGPUs
	for _, k := range ch.picks {
		more -= k.nodes
	}
	for _, k := range ch.picks {
		r := &ch.rooms[k.room]
		extra := int32(min(int64(more), int64(k.nodes)*int64(r.tasks-1)))
		more -= extra
		s := share{group: r.group, partition: p.partition}
		g := &m.groups[r.group]
		switch {
		case g.whole:
			s.amounts[0] = k.nodes
			gpus -= min(gpus, k.nodes*r.gpus)
		case p.whole:
			s.amounts = g.each
			gpus -= min(gpus, r.gpus)
		default:
			s.amounts[processors] = (1 + extra) * c.perTask
			n := c.demand.NodeGPUs
			if n == 0 {
				n = min(gpus, r.gpus)
				gpus -= n
			}
			c.takeGPUs(&s.amounts, n, &free[r.group])
		}
		if last := len(ch.shares) - 1; g.whole && last >= 0 && ch.shares[last].group == s.group {
			ch.shares[last].amounts[0] += k.nodes
			continue
		}
		ch.shares = append(ch.shares, s)
	}
	ch.takeMemory(m, c, p)
}

// takeMemory says how much memory the job takes with its processors.
func (ch *chooser) takeMemory(m *Machine, c *class, p *place) {
	for i := range ch.shares {
		s := &ch.shares[i]
		if g := &m.groups[s.group]; !g.whole && !p.whole && g.memory {
			s.amounts[memory] = c.demand.NodeMemory
			if c.memory > 0 {
				s.amounts[memory] = int32((c.memory*int64(s.amounts[processors]) + 1023) / 1024)
			}
		}
	}
}

// takeGPUs adds n GPUs to amounts, of the type of the class or else type by type.
func (c *class) takeGPUs(amounts *resources, n int32, free *resources) {
	if c.gpu > 0 {
		amounts[c.gpu] = n
		return
	}
	for i := firstGPU; i < len(free) && n > 0; i++ {
		amounts[i] = min(n, free[i])
		n -= amounts[i]
	}
}
