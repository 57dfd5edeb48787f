package partitions

import (
	"slices"

	"backfill/engine"
)

var _ engine.Improving = (*forecast)(nil)

// news are the groups that have become emptier, one after the other, so that a reservation is only looked for anew where there is more room than
// before.
type news struct {
	list      []emptied
	forgotten int       // emptied groups that are not in the list any more
	looks     []look    // by job; nil as long as nobody has asked for an earlier slot
	found     []emptied // buffer of forJob
	at        []int32   // by group: its place in found, if it is there
}

// emptied is a group that has become emptier in [from, to).
type emptied struct {
	group    int32
	from, to engine.Time
}

// look is what was known of a job with a reservation when an earlier slot was looked for last.
type look struct {
	seen  int         // how many groups had been emptied by then
	lacks int32       // tasks for which there is no room at any instant between from and its slot, at least; 0: not known
	from  engine.Time // before it, there are not even enough processors on the whole machine
}

// mostNews is how many emptied groups are remembered.
const mostNews = 1 << 16

// emptied is how many groups have been emptied so far.
func (n *news) emptied() int { return n.forgotten + len(n.list) }

// note notes that what job j holds has become free in [from, to).
func (f *forecast) note(j int32, from, to engine.Time) {
	for i := range f.held[j] {
		f.news.note(emptied{f.held[j][i].group, from, to})
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
		n.looks[j].lacks = 0
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
	for _, e := range n.list[n.looks[j].seen-n.forgotten:] {
		if p.list.at[e.group] < 0 || e.from >= end || e.to <= f.now {
			continue
		}
		if i := int(n.at[e.group]); i < len(n.found) && n.found[i].group == e.group {
			both := &n.found[i]
			both.from, both.to = min(both.from, e.from), max(both.to, e.to)
			continue
		}
		n.at[e.group] = int32(len(n.found))
		n.found = append(n.found, e)
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
		f.news.note(emptied{s.group, from, end})
	}
	f.drop(j)
	f.hold(j, slot)
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
	held := f.held[j]
	last := p.list.at[held[len(held)-1].group]
	again := !f.machine.isFirm(c) // nodes are chosen again even if there is no earlier slot
	gain := int64(0)
	emptied := f.newsFor(j, p, slot.At+slot.Length)
	for i := range emptied {
		e := &emptied[i]
		place := p.list.at[e.group]
		if !again && e.to > slot.At && (place < last || c.anyGPUs()) {
			again = f.choosesOther(e.group, j, c, slot)
		}
		if gain < int64(l.lacks) {
			gain += f.mostRoom(e, j, c, slot)
		}
	}
	l.lacks -= int32(min(gain, int64(l.lacks)))
	start := slot.At
	if len(emptied) > 0 {
		if t := f.total.Earlier(c.processors, slot.Length, slot.At, -1); t < l.from || l.lacks == 0 {
			start = t
		}
	}
	if start == slot.At && !again {
		return
	}
	f.occupy(j, slot.At, slot.At+slot.Length, 1)
	lacks, from := l.lacks, l.from
	slot.At = f.onNodes(c, p, slot.Length, start, slot.At+1)
	f.settle(j, slot)
	if l.lacks, l.from = f.lacks, start; start == slot.At {
		l.lacks, l.from = lacks, min(from, slot.At)
	}
}

// choosesOther says whether job j, whose reservation begins as before, gets other nodes now that a group before its last one has become emptier. The
// first nodes with room are chosen, so it does not if it already holds all that it has room for there.
func (f *forecast) choosesOther(g, j int32, c *class, slot engine.Slot) bool {
	p := &c.places[0]
	free := f.lines[g].least(slot.At, slot.At+slot.Length)
	i := shareOn(f.held[j], g)
	if i < 0 {
		return f.machine.roomOn(c, p, g, &free).tasks > 0
	}
	own := &f.held[j][i].amounts
	free.add(own, 1)
	r := f.machine.roomOn(c, p, g, &free)
	switch {
	case f.machine.groups[g].whole:
		return r.nodes != own[0]
	case p.whole:
		return false
	}
	return c.anyGPUs() || r.tasks != own[processors]/c.perTask
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

// mostRoom is for how many tasks of job j there is room, at most, on an emptied group from some instant before its slot on, when it would run
// while the group is emptier. O(steps), times the steps while the job runs.
func (f *forecast) mostRoom(e *emptied, j int32, c *class, slot engine.Slot) int64 {
	p, l := &c.places[0], &f.lines[e.group]
	l.pass(f.now)
	own := shareOn(f.held[j], e.group) >= 0
	most, before := int64(0), min(slot.At, e.to)
	for i := range l.steps {
		s := &l.steps[i]
		from := max(s.at, f.now)
		if from >= before {
			break
		}
		if s.free[0] == 0 || i+1 < len(l.steps) && l.steps[i+1].at+slot.Length <= e.from {
			continue
		}
		to := from + slot.Length
		if own {
			to = min(to, slot.At) // its own reservation is not in its way
		}
		least := l.least(from, to)
		r := f.machine.roomOn(c, p, e.group, &least)
		most = max(most, int64(r.nodes)*int64(r.tasks))
	}
	return most
}
