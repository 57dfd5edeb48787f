package partitions

import "backfill/engine"

// stretch is a stretch of time until the next one, or the slot of a job, begins.
type stretch struct {
	begin engine.Time
	lacks int32 // tasks of the job for which there is no room from any instant in it on, at least; 0: not known
}

// mostStretches is how many stretches are told apart for a job.
const mostStretches = 8

// divide divides [begin, end) into stretches in which about as many jobs are expected to end. Of none of them it is known what a job lacks there.
func (f *forecast) divide(list []stretch, begin, end engine.Time) []stretch {
	list = append(list[:0], stretch{begin: begin})
	ends := f.ends[f.ends.By(begin):f.ends.By(end-1)]
	each := len(ends)/mostStretches + 1
	for i := each; i < len(ends); i += each {
		if at := ends[i].At; at > list[len(list)-1].begin {
			list = append(list, stretch{begin: at})
		}
	}
	return list
}

// until is when stretch k ends, of a job whose slot begins at an instant.
func until(list []stretch, k int, slot engine.Time) engine.Time {
	if k+1 < len(list) {
		return list[k+1].begin
	}
	return slot
}

// current drops stretches that are over, or begin when the slot of the job does.
func current(list []stretch, now, slot engine.Time) []stretch {
	for len(list) > 0 && list[len(list)-1].begin >= slot {
		list = list[:len(list)-1]
	}
	over := 0
	for over+1 < len(list) && list[over+1].begin <= now {
		over++
	}
	return list[:copy(list, list[over:])]
}

// unknownFrom is the first stretch from the k-th on of which it is not known that the job lacks something, and how many such follow each other
// there, not counting those that end by an instant; 0 if there is none.
func unknownFrom(list []stretch, k int, slot, by engine.Time) (first, n int) {
	for ; k < len(list); k++ {
		if list[k].lacks == 0 && until(list, k, slot) > by {
			break
		}
	}
	for k+n < len(list) && list[k+n].lacks == 0 {
		n++
	}
	return k, n
}

// gain lowers what job j lacks in each stretch by what it may have gained on groups that have become emptier: as many tasks as have room in what has
// become free or, if that would be enough, no more than have room at all.
func (f *forecast) gain(j int32, c *class, slot engine.Slot, news []emptied) {
	list := f.news.looks[j].stretches
	before := f.news.before[:copy(f.news.before[:], list)]
	enough, held := false, f.held[j]
	open := news[:0]
	for i := range news {
		e := &news[i]
		if f.lines[e.group].blocked(slot.Length, min(slot.At, e.to)) && shareOn(held, e.group) < 0 {
			continue
		}
		open = append(open, *e)
		most := f.machine.mostIn(c, e.group, &e.by)
		for k := range list {
			s := &list[k]
			if s.lacks > 0 && s.begin < e.to && until(list, k, slot.At)+slot.Length > e.from {
				s.lacks = max(0, s.lacks-most)
				enough = enough || s.lacks == 0
			}
		}
	}
	if !enough {
		return
	}
	copy(list, before)
	for i := range open {
		e := &open[i]
		most := f.machine.mostIn(c, e.group, &e.by)
		rooms := f.rooms(list, e, j, c, slot)
		for k := range list {
			list[k].lacks = max(0, list[k].lacks-min(most, rooms[k]))
		}
	}
}

// mostIn is for how many more tasks of a job of class c there is room, at most, where so much has become free on a group.
func (m *Machine) mostIn(c *class, g int32, by *resources) int32 {
	group, d := &m.groups[g], &c.demand
	gpus := false
	for _, n := range by[firstGPU:] {
		gpus = gpus || n > 0
	}
	switch {
	case group.whole:
		return int32(min(int64(by[0])*int64(min(c.tasks, group.each[0]/c.perTask)), int64(c.tasks)))
	case c.places[0].whole || d.NodeGPUs > 0 && gpus || d.NodeMemory > 0 && by[memory] > 0:
		return c.tasks // it may be what was missing for all the others
	}
	most := (by[processors] + c.perTask - 1) / c.perTask
	if c.memory > 0 && group.memory {
		each := c.memory * int64(c.perTask)
		most = int32(max(int64(most), min((1024*int64(by[memory])+each-1)/each, int64(c.tasks))))
	}
	return most
}

// rooms is for how many tasks of job j there is room on an emptied group from an instant in each stretch on, at most, when the job would run while the
// group is emptier. O(steps) where there is none, else times the steps while the job runs.
func (f *forecast) rooms(list []stretch, e *emptied, j int32, c *class, slot engine.Slot) (rooms [mostStretches]int32) {
	p, l := &c.places[0], &f.lines[e.group]
	l.pass(f.now)
	own := shareOn(f.held[j], e.group) >= 0
	before := min(slot.At, e.to)
	for i, k := 0, 0; i < len(l.steps) && l.steps[i].at < before; {
		from := max(l.steps[i].at, f.now)
		to := from + slot.Length
		if own {
			to = min(to, slot.At) // its own reservation is not in its way
		}
		var least resources
		n := l.lowest(i, to, 0, &least)
		if least[0] == 0 {
			i = n // there is no room before either, since the job would still run
			continue
		}
		i++
		next := before
		if i < len(l.steps) {
			next = min(next, l.steps[i].at)
		}
		if next+slot.Length <= e.from {
			continue
		}
		r := f.machine.roomOn(c, p, e.group, &least)
		room := int32(min(int64(r.nodes)*int64(r.tasks), int64(c.tasks)))
		for k+1 < len(list) && list[k+1].begin <= from {
			k++
		}
		for i := k; i < len(list) && list[i].begin < next; i++ {
			rooms[i] = max(rooms[i], room)
		}
	}
	return rooms
}

// searchUnknown is the first instant before its slot from which on a place holds a job, in stretches of which it is not known that it lacks something
// there and which end after an instant; that of its slot if there is none. What the job lacks is noted.
func (f *forecast) searchUnknown(c *class, list []stretch, slot engine.Slot, first engine.Time) engine.Time {
	for k, n := unknownFrom(list, 0, slot.At, first); n > 0; k, n = unknownFrom(list, k+n, slot.At, first) {
		limit := until(list, k+n-1, slot.At)
		if at := f.onNodes(c, &c.places[0], slot.Length, max(list[k].begin, f.now), limit, list[k:k+n]); at < limit {
			return at
		}
	}
	return slot.At
}
