package partitions

import "backfill/engine"

// earliest is the first instant before the limit from which on some partition holds job j; the limit if there is none. What it takes is in the
// chooser then.
func (f *forecast) earliest(j int32, limit engine.Time) engine.Time {
	c := &f.machine.classes[f.machine.class[j]]
	at, where := limit, -1
	for i := range c.places {
		if t := f.earliestIn(j, c, &c.places[i], at); t < at {
			at, where = t, i
		}
	}
	if where < 0 && limit == engine.Never {
		panic("partitions: a job that fits on no machine asks for its earliest start")
	}
	if where >= 0 && where < len(c.places)-1 {
		f.earliestIn(j, c, &c.places[where], at+1) // others have been tried in the chooser since
	}
	return at
}

// earliestIn is the first instant before the limit from which on a place holds job j; the limit if there is none.
func (f *forecast) earliestIn(j int32, c *class, p *place, limit engine.Time) engine.Time {
	length := f.machine.jobs[j].Estimate
	if p.most == 1 && f.machine.Choice != Slurm {
		return f.onOneNode(c, p, length, limit)
	}
	start := f.total.EarliestFrom(c.processors, length, f.now, limit)
	if start >= limit {
		return limit
	}
	return f.onNodes(c, p, length, start, limit, nil)
}

// onOneNode is earliestIn for a job that runs on one node: the earliest on any group. O(groups * steps).
func (f *forecast) onOneNode(c *class, p *place, length, limit engine.Time) engine.Time {
	at, on := limit, int32(-1)
	for _, g := range p.list.groups {
		if t := f.soonest(g, c, p, length, at); t < at {
			at, on = t, g
		}
	}
	if on >= 0 {
		f.chooseOn(on, c, p, at, length)
	}
	return at
}

// soonest is the first instant before the limit from which on a group has room for a whole job of class c; the limit if there is none. What is
// free only grows where a step begins. O(steps), on a group with reservations times the steps while the job runs.
func (f *forecast) soonest(g int32, c *class, p *place, length, limit engine.Time) engine.Time {
	l := &f.lines[g]
	if l.reserved > 0 && l.blocked(length, limit) {
		return limit
	}
	l.pass(f.now)
	holds := func(free *resources) bool {
		r := f.machine.roomOn(c, p, g, free)
		return r.tasks >= c.tasks && r.gpus >= c.demand.AllGPUs
	}
	if limit <= f.now || l.reserved == 0 && !holds(&l.steps[l.step(limit-1)].free) {
		return limit
	}
	for i := range l.steps {
		from := max(l.steps[i].at, f.now)
		if from >= limit {
			break
		}
		if !holds(&l.steps[i].free) {
			continue
		}
		if l.reserved == 0 {
			return from
		}
		var least resources
		if l.least(from, from+length, &least); holds(&least) {
			return from
		}
	}
	return limit
}

// better is where and from when on a job runs that runs on one node and has a slot on group on, if another group, or the same one anew, counts: on
// that if it is earlier there, or in the same instant on an earlier group.
func (f *forecast) better(on, other int32, c *class, p *place, slot engine.Slot) (int32, engine.Time) {
	limit := slot.At
	if p.list.at[other] < p.list.at[on] {
		limit++
	}
	if t := f.soonest(other, c, p, slot.Length, limit); t < limit {
		return other, t
	}
	return on, slot.At
}

// chooseOn chooses a node for a job that runs on one, which has room on group on, the first of those that have, from an instant on.
func (f *forecast) chooseOn(on int32, c *class, p *place, at, length engine.Time) {
	first, last := int32(0), int32(len(f.lines))-1
	if f.machine.Choice == FirstFit && c.demand.AllGPUs == 0 {
		first, last = on, on
	}
	f.chooseAmong(first, last, c, p, at, length)
}

// chooseAmong chooses nodes of a place for a job, which has room there from an instant on, among the groups from the first to the last one.
func (f *forecast) chooseAmong(first, last int32, c *class, p *place, at, length engine.Time) {
	groups := []int32{first}
	if first < last {
		groups = f.openBy(at)
	} else {
		clear(f.open)
		f.open.Add(first, 1)
	}
	clear(f.least)
	for _, g := range groups {
		if g >= first && g <= last {
			f.lines[g].pass(f.now)
			f.lines[g].least(at, at+length, &f.least[g])
		}
	}
	if !f.machine.chooser.choose(f.machine, c, p, f.least, f.open) {
		panic("partitions: no room where there was some")
	}
}

// openBy are the groups on which a processor, or a node, may be free at an instant: it is now, or somebody who has some leaves by then. On a busy
// machine they are few.
func (f *forecast) openBy(at engine.Time) []int32 {
	copy(f.open, f.machine.vacant)
	for _, e := range f.ends[:f.ends.By(at)] {
		for i := range f.held[e.Job] {
			f.open.Add(f.held[e.Job][i].group, 1)
		}
	}
	f.opened = f.open.Append(f.opened[:0])
	return f.opened
}

// onNodes is the first instant before the limit, and not before the start, from which on a place holds a job; the limit if there is none. It
// goes from one end of a running job or a reservation to the next, and looks at the groups on which one ends, or on which a reservation begins
// while the job would run. In stretches from the start on, if there are some, it notes what the job lacks there. O(groups + what ends and begins) beside,
// where nodes may suffice, O(groups).
func (f *forecast) onNodes(c *class, p *place, length, start, limit engine.Time, notes []stretch) engine.Time {
	m, t := f.machine, &f.tally
	t.begin(c, len(m.groups))
	clear(f.least)
	for _, g := range f.openBy(start) {
		if p.list.at[g] < 0 {
			continue
		}
		f.lines[g].pass(f.now)
		if f.lines[g].least(start, start+length, &f.least[g]); f.least[g][0] > 0 {
			t.add(g, m.roomOn(c, p, g, &f.least[g]))
		}
	}
	ends, begins := f.ends[f.ends.By(start):], f.begins[f.begins.By(start+length-1):]
	k := -1 // the stretch of notes
	for at := start; ; {
		if t.maySuffice(c, p) && m.chooser.choose(m, c, p, f.least, f.open) {
			return at
		}
		next := limit
		if len(ends) > 0 {
			next = min(next, ends[0].At)
		}
		lacks := c.tasks - int32(min(t.tasks, int64(c.tasks)))
		if k >= 0 {
			notes[k].lacks = min(notes[k].lacks, lacks)
		}
		for ; k+1 < len(notes) && notes[k+1].begin < next; k++ {
			notes[k+1].lacks = lacks
		}
		if next == limit {
			return limit
		}
		at = next
		change := func(job int32) {
			held := f.held[job]
			for i := range held {
				g := held[i].group
				if p.list.at[g] < 0 {
					continue
				}
				had := &f.least[g]
				before := had[0]
				f.open.Add(g, 1)
				if f.lines[g].least(at, at+length, had); before > 0 || had[0] > 0 {
					t.change(g, m.roomOn(c, p, g, had))
				}
			}
		}
		for ; len(ends) > 0 && ends[0].At == at; ends = ends[1:] {
			change(ends[0].Job)
		}
		for ; len(begins) > 0 && begins[0].At < at+length; begins = begins[1:] {
			change(begins[0].Job)
		}
	}
}
