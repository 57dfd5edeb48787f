package partitions

import "backfill/engine"

// refusal is what is known of a class of jobs that had no room when it was last looked for: it has none as long as the nodes on which jobs have
// left since do not have what was missing. What starts meanwhile makes no room, nor does time that passes.
type refusal struct {
	known bool
	freed int   // how many groups jobs had left by then
	lacks int32 // tasks for which no partition had room, at least; 0 if that is not known

	// Of jobs that found no room beside reservations:
	promises uint64      // which ones
	estimate engine.Time // of the job that found none: none has any that runs as long
}

// mostFreed is how long the list of groups that jobs have left may become.
const mostFreed = 1 << 20

// allFreed is how many groups jobs have left so far.
func (m *Machine) allFreed() int { return m.forgotten + len(m.freed) }

// refused is a refusal of a job of class c, for which the rooms in the chooser do not suffice. How much is missing can be told of a job that may
// run in one partition, on one node or on any number of them, without GPUs in all: the rooms of nodes add up then.
func (m *Machine) refused(c *class) refusal {
	r := refusal{known: true, freed: len(m.freed)}
	if len(c.places) != 1 || c.demand.AllGPUs > 0 || m.Choice == Slurm {
		return r
	}
	p := &c.places[0]
	switch {
	case p.most == 1:
		r.lacks = c.tasks
	case p.most == c.tasks && p.least == 1:
		sum := int64(0)
		for i := range m.chooser.rooms {
			on := &m.chooser.rooms[i]
			sum += int64(on.nodes) * int64(on.tasks)
		}
		r.lacks = max(0, c.tasks-int32(min(sum, int64(c.tasks))))
	}
	return r
}

// stands says whether a refusal of a job of class c still holds. roomOn is the room that a group has for the job.
func (m *Machine) stands(r *refusal, c *class, roomOn func(g int32) room) bool {
	if !r.known || m.Choice == Slurm {
		return false
	}
	if r.freed == len(m.freed) {
		return true
	}
	if r.lacks == 0 {
		return false
	}
	p := &c.places[0]
	for _, g := range m.freed[r.freed:] {
		if p.list.at[g] < 0 {
			continue
		}
		switch on := roomOn(g); {
		case p.most == 1 && on.tasks >= c.tasks:
			r.known = false
			return false
		case p.most > 1:
			r.lacks -= min(r.lacks, int32(min(int64(on.nodes)*int64(on.tasks), int64(r.lacks))))
			if r.lacks == 0 {
				r.known = false
				return false
			}
		}
	}
	r.freed = len(m.freed)
	return true
}

// isRefused says whether it is known that no partition has room for a job of class c.
func (m *Machine) isRefused(c *class) bool {
	return c.processors > m.idle ||
		m.stands(&c.refusal, c, func(g int32) room { return m.roomOn(c, &c.places[0], g, &m.free[g]) })
}

// isRefused says whether it is known that job j, of class c, has no room beside the reservations.
func (f *forecast) isRefused(j int32, c *class) bool {
	r := &c.beside
	if r.promises != f.promises || f.machine.jobs[j].Estimate < r.estimate || f.lapsed() {
		return false
	}
	return f.machine.stands(r, c, func(g int32) room {
		var least resources
		f.leastNow(g, f.now+r.estimate, &least) // jobs that run longer have no more
		return f.machine.roomOn(c, &c.places[0], g, &least)
	})
}

// lapsed says whether the time of a reservation is over that nobody has taken.
func (f *forecast) lapsed() bool {
	for _, holder := range f.Holders() {
		if slot := f.Slot(holder); slot.At+slot.Length <= f.now {
			return true
		}
	}
	return false
}

// forgetRefusals makes room in the list of groups that jobs have left.
func (m *Machine) forgetRefusals() {
	m.forgotten = m.allFreed()
	m.freed = m.freed[:0]
	for i := range m.classes {
		m.classes[i].refusal.known, m.classes[i].beside.known = false, false
	}
}
