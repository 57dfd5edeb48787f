package partitions

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/profile"
)

// asReserved is the placement that a job's reservation has. Placement 0, and asReserved when the reservation has been given up, is the
// last answer of Fits or StartsNow.
const asReserved engine.Placement = 1

// forecast knows when running jobs are expected to end, and what is reserved on which groups.
type forecast struct {
	machine *Machine
	now     engine.Time
	running []expectedEnd // by time
	engine.Reservations
	reserved [][]share // by job
	on       [][]stay  // by group: reservations
	ends     [][]stay  // by group: running jobs, by their expected ends

	least   []resources   // by group, while a place is looked for
	instant []engine.Time // at which something becomes free
}

// expectedEnd is when a running job is expected to end.
type expectedEnd struct {
	at  engine.Time
	job int32
}

// stay is what a job holds of a group from one instant to another.
type stay struct {
	job      int32
	from, to engine.Time
	amounts  resources
}

// Forecast makes an empty forecast. The machine must be empty.
func (m *Machine) Forecast() engine.Forecast {
	n := len(m.groups)
	return &forecast{machine: m, reserved: make([][]share, len(m.jobs)), on: make([][]stay, n), ends: make([][]stay, n), least: make([]resources, n)}
}

func (f *forecast) Advance(now engine.Time) { f.now = now }

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if _, held := f.Reservation(j); held {
		if p == asReserved {
			f.machine.assign(j, f.reserved[j])
		}
		f.Drop(j)
	}
	f.insert(j, end)
}

// insert notes that job j holds what it has taken until end.
func (f *forecast) insert(j int32, end engine.Time) {
	f.running = slices.Insert(f.running, f.endingBy(end), expectedEnd{end, j})
	for _, s := range f.machine.shares[j] {
		list := f.ends[s.group]
		at := len(list)
		for at > 0 && list[at-1].to > end {
			at--
		}
		f.ends[s.group] = slices.Insert(list, at, stay{job: j, to: end, amounts: s.amounts})
	}
}

// endingBy is how many running jobs are expected to end up to and including t.
func (f *forecast) endingBy(t engine.Time) int {
	n, _ := slices.BinarySearchFunc(f.running, t, func(e expectedEnd, t engine.Time) int {
		if e.at <= t {
			return -1
		}
		return 1
	})
	return n
}

func (f *forecast) Ended(j int32, expected engine.Time) {
	i := f.endingBy(expected) - 1
	for f.running[i].job != j {
		i--
	}
	f.running = slices.Delete(f.running, i, i+1)
	for g := range f.ends {
		f.ends[g] = slices.DeleteFunc(f.ends[g], func(s stay) bool { return s.job == j })
	}
}

func (f *forecast) Moved(j int32, from, to engine.Time) {
	f.Ended(j, from)
	f.insert(j, to)
}

// freeAt is what is free of a group at t, not before the present, beside reservations of others than job aside.
func (f *forecast) freeAt(g int32, t engine.Time, aside int32) resources {
	free := f.machine.free[g]
	for i := range f.ends[g] {
		s := &f.ends[g][i]
		if s.to > t {
			break
		}
		if s.to > f.now { // else the job has given back what it held
			free.add(&s.amounts, 1)
		}
	}
	for i := range f.on[g] {
		if s := &f.on[g][i]; s.from <= t && t < s.to && s.job != aside {
			free.add(&s.amounts, -1)
		}
	}
	return free
}

// leastOn is the least that is free of a group in [from, to). What is free becomes less only where a reservation begins.
func (f *forecast) leastOn(g int32, from, to engine.Time, aside int32) resources {
	least := f.freeAt(g, from, aside)
	for i := range f.on[g] {
		if s := &f.on[g][i]; from < s.from && s.from < to && s.job != aside {
			free := f.freeAt(g, s.from, aside)
			least.lower(&free)
		}
	}
	return least
}

func (f *forecast) StartsNow(j int32) (engine.Placement, bool) {
	if len(f.Holders()) == 0 {
		return f.machine.Fits(j)
	}
	m := f.machine
	c := &m.classes[m.class[j]]
	if m.isRefused(c) {
		return 0, false
	}
	if !f.findNow(j, engine.NoJob) {
		return 0, false
	}
	m.assign(j, m.chooser.shares)
	return 0, true
}

// findNow looks for a place for job j from now on, beside all reservations but that of job aside. What it takes is in the chooser then.
func (f *forecast) findNow(j, aside int32) bool {
	m := f.machine
	c := &m.classes[m.class[j]]
	end := f.now + m.jobs[j].Estimate
	for i := range c.places {
		p := &c.places[i]
		for _, g := range p.list.groups {
			f.least[g] = m.free[g]
			if len(f.on[g]) > 0 {
				f.least[g] = f.leastOn(g, f.now, end, aside)
			}
		}
		if m.chooser.choose(m, c, p, f.least) {
			return true
		}
	}
	return false
}

// Holes is one hole, as wide as all free processors together.
func (f *forecast) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	return append(list, profile.Hole{Processors: f.machine.idle, Memory: math.MaxInt32, Length: engine.Never}), false
}

func (f *forecast) Earliest(j int32) engine.Slot {
	at, _ := f.earliest(j)
	return engine.Slot{At: at, Length: f.machine.jobs[j].Estimate}
}

// earliest is the first instant from which on some partition holds job j. What it takes is in the chooser then.
func (f *forecast) earliest(j int32) (engine.Time, int32) {
	if f.findNow(j, engine.NoJob) {
		return f.now, 0
	}
	m := f.machine
	c := &m.classes[m.class[j]]
	f.instant = f.instant[:0]
	for _, e := range f.running[f.endingBy(f.now):] {
		f.instant = append(f.instant, e.at)
	}
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		if end := slot.At + slot.Length; end > f.now {
			f.instant = append(f.instant, end)
		}
	}
	slices.Sort(f.instant)
	f.instant = slices.Compact(f.instant)
	for _, at := range f.instant {
		for i := range c.places {
			p := &c.places[i]
			for _, g := range p.list.groups {
				f.least[g] = f.leastOn(g, at, at+m.jobs[j].Estimate, engine.NoJob)
			}
			if m.chooser.choose(m, c, p, f.least) {
				return at, int32(i)
			}
		}
	}
	panic("partitions: a job that fits on no machine asks for its earliest start")
}

func (f *forecast) Reserve(j int32) engine.Slot {
	at, _ := f.earliest(j)
	m := f.machine
	slot := engine.Slot{At: at, Length: m.jobs[j].Estimate, Place: asReserved}
	f.reserved[j] = append(m.list(), m.chooser.shares...)
	for _, s := range f.reserved[j] {
		f.on[s.group] = append(f.on[s.group], stay{j, slot.At, slot.At + slot.Length, s.amounts})
	}
	f.Hold(j, slot, len(m.jobs))
	return slot
}

func (f *forecast) AppendReserved(list []engine.Piece, j int32) []engine.Piece {
	return f.machine.appendPieces(list, f.reserved[j], true)
}

func (f *forecast) Drop(j int32) {
	f.Release(j)
	for _, s := range f.reserved[j] {
		f.on[s.group] = slices.DeleteFunc(f.on[s.group], func(s stay) bool { return s.job == j })
	}
	f.machine.giveBack(f.reserved[j])
	f.reserved[j] = nil
}

func (f *forecast) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *forecast) Extra(t engine.Time) int32 {
	t = max(t, f.now)
	extra := int32(0)
	for g := range f.on {
		free := f.freeAt(int32(g), t, engine.NoJob)
		extra += f.machine.groups[g].processors(&free)
	}
	return extra
}

// Explain speaks of the first reservation that begins before job j would end, if the job fits now; else of the first reservation. Its own
// reservation does not count.
func (f *forecast) Explain(j int32) engine.Reason {
	m := f.machine
	starts := f.findNow(j, j)
	fits := starts || m.Lacks(j).Component == 0
	extra := func(t engine.Time) int32 {
		if own, held := f.Reservation(j); held && own.At <= t && t < own.At+own.Length {
			sum := f.Extra(t)
			for _, s := range f.reserved[j] {
				sum += m.groups[s.group].processors(&s.amounts)
			}
			return sum
		}
		return f.Extra(t)
	}
	return f.ExplainPieces(j, f.now+m.jobs[j].Estimate, m.idle, starts, fits, extra, func(holder int32) bool { return f.inTheWay(j, holder) })
}

// inTheWay says whether a reservation lies on nodes on which job j may run.
func (f *forecast) inTheWay(j, holder int32) bool {
	m := f.machine
	for _, p := range m.classes[m.class[j]].places {
		for _, s := range f.reserved[holder] {
			if p.list.at[s.group] >= 0 {
				return true
			}
		}
	}
	return false
}
