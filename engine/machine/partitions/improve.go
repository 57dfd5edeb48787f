package partitions

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/freelist"
)

var _ engine.Improving = (*forecast)(nil)

// news are the groups that have become emptier, one after the other, so that a reservation is only looked for anew where there is more room than
// before.
type news struct {
	list      []emptied
	forgotten int                    // emptied groups that are not in the list any more
	looks     []look                 // by job; nil as long as nobody has asked for an earlier slot
	found     []emptied              // buffer of newsFor
	at        []int32                // by group: its place in found, if it is there
	before    [mostStretches]stretch // buffer of gain
	spare     freelist.Lists[stretch]
}

// emptied is a group that has become emptier in [from, to).
type emptied struct {
	group    int32
	from, to engine.Time
	by       resources
}

// look is what was known of a job with a reservation when an earlier slot was looked for last.
type look struct {
	seen      int       // how many groups had been emptied by then
	stretches []stretch // of time until its slot, for a job on several nodes; before the first, the whole machine has not enough processors
}

// mostNews is how many emptied groups are remembered.
const mostNews = 1 << 16

// emptied is how many groups have been emptied so far.
func (n *news) emptied() int { return n.forgotten + len(n.list) }

// note notes that what job j holds has become free in [from, to).
func (f *forecast) note(j int32, from, to engine.Time) {
	for i := range f.held[j] {
		s := &f.held[j][i]
		f.news.note(emptied{s.group, from, to, s.amounts})
	}
}

func (n *news) note(e emptied) {
	if n.looks == nil || e.to <= e.from {
		return
	}
	if len(n.list) > mostNews {
		n.forgotten += len(n.list)
		n.list = n.list[:0]
	}
	n.list = append(n.list, e)
}

// Improve is cheaper than Drop and Reserve: only slots up to the present one are looked for and, since what starts or is reserved makes no
// room, only where a group has become emptier. O(groups emptied since the last look), beside a search if that may be enough room.
func (f *forecast) Improve(j int32) engine.Slot {
	m, n := f.machine, &f.news
	c := &m.classes[m.class[j]]
	if n.looks == nil {
		n.looks, n.forgotten, n.at = make([]look, len(m.jobs)), 1, make([]int32, len(m.groups))
	}
	slot, known := f.Slot(j), n.looks[j].seen >= n.forgotten
	switch {
	case !m.keepsSlot(c):
		f.Drop(j)
		return f.Reserve(j)
	case !known || len(c.places) > 1:
		f.occupy(j, slot.At, slot.At+slot.Length, 1)
		slot.At = f.earliest(j, slot.At+1)
		f.settle(j, slot)
		n.looks[j].stretches = n.looks[j].stretches[:0]
	case c.places[0].most == 1:
		f.improveOnOne(j, c, slot)
	default:
		f.improveOnNodes(j, c, slot)
	}
	n.looks[j].seen = n.emptied()
	f.Hold(j, f.Release(j), len(m.jobs)) // as if it had been made anew, behind the others
	return f.Slot(j)
}

// keepsSlot says whether jobs of class c have room in the slots of their reservations again if nodes are chosen anew, whatever has started since. The
// choice of Slurm may fail, and so may that of nodes with GPUs in all.
func (m *Machine) keepsSlot(c *class) bool {
	for i := range c.places {
		if c.demand.AllGPUs > 0 && c.places[i].most > 1 {
			return false
		}
	}
	return m.Choice != Slurm
}

// newsFor are the groups of a place that have been emptied since job j was looked at last, each once, if that is before the end of its slot. O(news).
func (f *forecast) newsFor(j int32, p *place, end engine.Time) []emptied {
	n := &f.news
	n.found = n.found[:0]
	list := n.list[n.looks[j].seen-n.forgotten:]
	for i := range list {
		e := &list[i]
		if p.list.at[e.group] < 0 || e.from >= end || e.to <= f.now {
			continue
		}
		if i := int(n.at[e.group]); i < len(n.found) && n.found[i].group == e.group {
			both := &n.found[i]
			both.from, both.to = min(both.from, e.from), max(both.to, e.to)
			for i, all := range f.machine.empty[e.group] {
				both.by[i] = min(both.by[i], all-e.by[i]) + e.by[i]
			}
			continue
		}
		n.at[e.group] = int32(len(n.found))
		n.found = append(n.found, *e)
	}
	return n.found
}

// settle makes what is in the chooser, in a slot not later than its own, the reservation of job j, whose own was lifted: what it holds was given
// back, but not forgotten.
func (f *forecast) settle(j int32, slot engine.Slot) {
	own := f.Slot(j)
	f.occupy(j, own.At, own.At+own.Length, -1)
	if slot.At == own.At && slices.Equal(f.machine.chooser.shares, f.held[j]) {
		return
	}
	end := own.At + own.Length
	for i := range f.held[j] {
		s := &f.held[j][i]
		from := own.At
		if k := shareOn(f.machine.chooser.shares, s.group); k >= 0 && s.amounts.within(&f.machine.chooser.shares[k].amounts) {
			from = max(own.At, slot.At+slot.Length) // until then it holds as much there as before
		}
		f.news.note(emptied{s.group, from, end, s.amounts})
	}
	known := f.news.looks[j].stretches
	f.news.looks[j].stretches = nil
	f.drop(j)
	f.hold(j, slot)
	f.news.looks[j].stretches = known
}

// improveOnOne is Improve for a job that runs on one node.
func (f *forecast) improveOnOne(j int32, c *class, slot engine.Slot) {
	p, end := &c.places[0], slot.At+slot.Length
	own := f.held[j][0].group
	on, lifted := own, false
	again := !f.machine.isFirm(c) // nodes are chosen again even if no group has an earlier slot
	for _, e := range f.newsFor(j, p, end) {
		if e.group == own && !lifted {
			f.occupy(j, f.Slot(j).At, end, 1)
			lifted, again = true, again || c.anyGPUs()
		}
		on, slot.At = f.better(on, e.group, c, p, slot)
	}
	moves := again || on != own || slot.At < f.Slot(j).At
	switch {
	case moves && !lifted:
		f.occupy(j, f.Slot(j).At, end, 1)
	case !moves && lifted:
		f.occupy(j, f.Slot(j).At, end, -1)
	}
	if !moves {
		return
	}
	f.chooseOn(on, c, p, slot.At, slot.Length)
	f.settle(j, slot)
}

// anyGPUs says whether jobs of the class take GPUs of any type: which, depends on what is free.
func (c *class) anyGPUs() bool { return c.demand.NodeGPUs > 0 && c.gpu == 0 }

// improveOnNodes is Improve for a job that may run on several nodes.
func (f *forecast) improveOnNodes(j int32, c *class, slot engine.Slot) {
	p, l := &c.places[0], &f.news.looks[j]
	emptied := f.newsFor(j, p, slot.At+slot.Length)
	again := !f.machine.isFirm(c) || f.choosesOther(j, c, slot, emptied) // nodes are chosen again even if there is no earlier slot
	if l.stretches = current(l.stretches, f.now, slot.At); len(emptied) > 0 {
		f.gain(j, c, slot, emptied)
	}
	first := f.total.Earlier(c.processors, slot.Length, slot.At, -1) // instant with enough processors on the whole machine
	if first < slot.At && (len(l.stretches) == 0 || first < l.stretches[0].begin) {
		if l.stretches == nil {
			l.stretches = f.news.spare.Take()
		}
		l.stretches = f.divide(l.stretches, first, slot.At)
	}
	if _, unknown := unknownFrom(l.stretches, 0, slot.At, first); unknown == 0 && !again {
		return
	}
	own := slot.At
	f.occupy(j, own, own+slot.Length, 1)
	if slot.At = f.searchUnknown(c, l.stretches, slot, first); slot.At == own {
		if !again {
			f.occupy(j, own, own+slot.Length, -1)
			return
		}
		last := int32(len(f.lines)) - 1
		if f.machine.isFirm(c) { // those up to the last one that it holds have room enough
			last = f.held[j][len(f.held[j])-1].group
		}
		f.chooseAmong(0, last, c, p, slot.At, slot.Length)
	}
	f.settle(j, slot)
}

// choosesOther says whether job j, if its reservation begins as before, gets other nodes now that a group before its last one has become emptier.
// The first nodes with room are chosen, so it does not if it already holds all that it has room for there.
func (f *forecast) choosesOther(j int32, c *class, slot engine.Slot, emptied []emptied) bool {
	p, held := &c.places[0], f.held[j]
	last := p.list.at[held[len(held)-1].group]
	for i := range emptied {
		e := &emptied[i]
		if e.to <= slot.At || p.list.at[e.group] >= last && !c.anyGPUs() {
			continue
		}
		l := &f.lines[e.group]
		own := shareOn(held, e.group)
		if own < 0 {
			var least resources
			if l.least(slot.At, slot.At+slot.Length, &least); f.machine.roomOn(c, p, e.group, &least).tasks > 0 {
				return true
			}
			continue
		}
		has := &held[own].amounts
		var free resources
		l.leastWithout(has, slot.At, slot.At+slot.Length, &free)
		r := f.machine.roomOn(c, p, e.group, &free)
		switch {
		case f.machine.groups[e.group].whole:
			if r.nodes != has[0] {
				return true
			}
		case !p.whole && (c.anyGPUs() || r.tasks != has[processors]/c.perTask):
			return true
		}
	}
	return false
}

// shareOn is which of the shares lies on a group, -1 if none does.
func shareOn(shares []share, g int32) int {
	for i := range shares {
		if shares[i].group == g {
			return i
		}
	}
	return -1
}
