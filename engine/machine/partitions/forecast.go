package partitions

import (
	"math"

	"backfill/engine"
	"backfill/engine/machine/agenda"
	"backfill/engine/machine/bitset"
	"backfill/engine/profile"
)

// asReserved is the placement that a job's reservation has. Placement 0, and asReserved when the reservation has been given up, is the
// last answer of Fits or StartsNow.
const asReserved engine.Placement = 1

// forecast knows when running jobs are expected to end, and what is reserved on which groups.
type forecast struct {
	machine *Machine
	now     engine.Time
	engine.Reservations
	held   [][]share     // by job that runs or holds a reservation
	ends   agenda.Agenda // of them
	begins agenda.Agenda // of reservations
	lines  []timeline
	booked []int32         // groups with reservations
	total  profile.Profile // processors

	news news

	promises uint64 // tells sets of reservations apart
	last     reservation
	moves    int // how often an expected end has moved

	least  []resources // by group, while a place is looked for; nothing where it is not open
	tally  tally
	open   bitset.Set // groups that may be open then
	opened []int32    // buffer
}

// reservation is the one that was made last while there was no other.
type reservation struct {
	job    int32
	slot   engine.Slot
	shares []share
	freed  int // groups that jobs had left by then
	moves  int
}

// Forecast makes an empty forecast. The machine must be empty.
func (m *Machine) Forecast() engine.Forecast {
	f := &forecast{machine: m, held: make([][]share, len(m.jobs)), last: reservation{job: engine.NoJob}, lines: make([]timeline, len(m.groups)),
		total: profile.New(m.Processors()), least: make([]resources, len(m.groups)), open: bitset.New(int32(len(m.groups)))}
	for g := range f.lines {
		f.lines[g] = timeline{steps: []step{{0, m.empty[g]}}, kinds: firstGPU + len(m.GPUTypes)}
	}
	return f
}

func (f *forecast) Advance(now engine.Time) {
	f.now = now
	f.total.Advance(now)
}

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if f.last.job != engine.NoJob {
		if _, held := f.Reservation(f.last.job); !held {
			f.last.job = engine.NoJob // this start may delay it
		}
	}
	if slot, held := f.Reservation(j); held {
		if p == asReserved {
			f.machine.assign(j, f.held[j])
			if slot.At == f.now && slot.At+slot.Length == end {
				f.redeem(j)
				return
			}
		}
		f.Drop(j)
	}
	f.held[j] = append(f.machine.spare.Take(), f.machine.shares[j]...)
	f.occupy(j, f.now, end, -1)
	f.ends.Add(end, j)
}

func (f *forecast) Ended(j int32, expected engine.Time) {
	f.note(j, f.now, expected)
	f.occupy(j, f.now, expected, 1)
	f.ends.Remove(expected, j)
	f.machine.spare.Give(f.held[j])
	f.held[j] = nil
}

func (f *forecast) Moved(j int32, from, to engine.Time) {
	f.occupy(j, from, to, -1)
	f.occupy(j, to, from, 1)
	f.note(j, to, from)
	f.ends.Remove(from, j)
	f.ends.Add(to, j)
	f.moves++
}

// occupy takes what job j holds in [from, to), with sign -1, or gives it back.
func (f *forecast) occupy(j int32, from, to engine.Time, sign int32) {
	sum := int32(0)
	for i := range f.held[j] {
		s := &f.held[j][i]
		f.lines[s.group].add(f.now, from, to, &s.amounts, sign)
		sum += f.machine.groups[s.group].processors(&s.amounts)
	}
	f.total.Add(from, to, sign*sum)
}

// leastNow makes least the least that is free of a group from now on until an instant.
func (f *forecast) leastNow(g int32, to engine.Time, least *resources) {
	l := &f.lines[g]
	if l.reserved == 0 {
		least.set(&f.machine.free[g], l.kinds)
		return
	}
	l.pass(f.now)
	l.least(f.now, to, least)
}

func (f *forecast) StartsNow(j int32) (engine.Placement, bool) {
	m := f.machine
	c := &m.classes[m.class[j]]
	if m.isRefused(c) || f.isRefused(j, c) {
		return 0, false
	}
	if len(f.Holders()) == 0 {
		return m.Fits(j)
	}
	if !f.total.Holds(c.processors, m.jobs[j].Estimate) {
		return 0, false // not even on the whole machine
	}
	if !f.findNow(j) {
		c.beside = m.refused(c)
		c.beside.promises, c.beside.estimate = f.promises, m.jobs[j].Estimate
		return 0, false
	}
	m.assign(j, m.chooser.shares)
	return 0, true
}

// findNow looks for a place for job j from now on, beside all reservations. What it takes is in the chooser then.
func (f *forecast) findNow(j int32) bool {
	m := f.machine
	c := &m.classes[m.class[j]]
	end := f.now + m.jobs[j].Estimate
	for _, g := range f.booked { // what is promised there is not free, for as long as this looks
		f.least[g].set(&m.free[g], f.lines[g].kinds)
		f.leastNow(g, end, &m.free[g])
	}
	found := false
	for i := range c.places {
		if found = m.chooser.choose(m, c, &c.places[i], m.free, m.vacant); found {
			break
		}
	}
	for _, g := range f.booked {
		m.free[g].set(&f.least[g], f.lines[g].kinds)
	}
	return found
}

// Holes is one hole, as wide as all free processors together.
func (f *forecast) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	return append(list, profile.Hole{Processors: f.machine.idle, Memory: math.MaxInt32, Length: engine.Never}), false
}

func (f *forecast) Earliest(j int32) engine.Slot {
	return engine.Slot{At: f.earliest(j, engine.Never), Length: f.machine.jobs[j].Estimate}
}

func (f *forecast) Reserve(j int32) engine.Slot {
	alone := len(f.Holders()) == 0
	slot, known := engine.Slot{}, false
	if alone {
		slot, known = f.renewed(j)
	}
	if !known {
		slot = engine.Slot{At: f.earliest(j, engine.Never), Length: f.machine.jobs[j].Estimate, Place: asReserved}
	}
	f.hold(j, slot)
	if alone {
		f.last = reservation{j, slot, append(f.last.shares[:0], f.held[j]...), f.machine.allFreed(), f.moves}
	}
	return slot
}

// renewed is the slot of the reservation that was made last, if job j had it and what has come of it since is known: jobs that have started
// beside it do not change it, and for a job on one node only a group that jobs have left can be better. What it takes is in the chooser then.
func (f *forecast) renewed(j int32) (slot engine.Slot, known bool) {
	m, l := f.machine, &f.last
	c := &m.classes[m.class[j]]
	if l.job != j || l.moves != f.moves || l.slot.At <= f.now || !m.isFirm(c) {
		return slot, false
	}
	if slot = l.slot; l.freed == m.allFreed() {
		m.chooser.shares = append(m.chooser.shares[:0], l.shares...)
		return slot, true
	}
	p := &c.places[0]
	if len(c.places) > 1 || p.most > 1 || l.freed < m.forgotten {
		return slot, false
	}
	on := l.shares[0].group
	for _, g := range m.freed[l.freed-m.forgotten:] {
		if p.list.at[g] >= 0 {
			on, slot.At = f.better(on, g, c, p, slot)
		}
	}
	f.chooseOn(on, c, p, slot.At, slot.Length)
	return slot, true
}

// isFirm says whether a reservation of a job of class c made anew, after jobs have started beside it and none has ended, is the same: first fit
// takes the first nodes that have room, and those before them have none either.
func (m *Machine) isFirm(c *class) bool {
	for i := range c.places {
		if p := &c.places[i]; m.Choice != FirstFit || c.demand.AllGPUs > 0 || p.most > 1 && (p.most < c.tasks || p.least > 1) {
			return false
		}
	}
	return true
}

// hold reserves what is in the chooser for job j.
func (f *forecast) hold(j int32, slot engine.Slot) {
	f.held[j] = append(f.machine.spare.Take(), f.machine.chooser.shares...)
	end := slot.At + slot.Length
	f.occupy(j, slot.At, end, -1)
	f.begins.Add(slot.At, j)
	f.ends.Add(end, j)
	for i := range f.held[j] {
		f.book(f.held[j][i].group)
	}
	f.Hold(j, slot, len(f.machine.jobs))
	if f.news.looks != nil {
		f.news.looks[j] = look{seen: f.news.emptied()}
	}
	f.promises += f.digest(j, slot)
}

// redeem forgets the reservation of job j, but for what it holds, as if the job were running.
func (f *forecast) redeem(j int32) {
	slot := f.Release(j)
	f.promises -= f.digest(j, slot)
	f.begins.Remove(slot.At, j)
	if f.news.looks != nil {
		f.news.spare.Give(f.news.looks[j].stretches)
		f.news.looks[j].stretches = nil
	}
	for i := range f.held[j] {
		f.unbook(f.held[j][i].group)
	}
}

// book notes one more reservation of a group.
func (f *forecast) book(g int32) {
	l := &f.lines[g]
	if l.reserved++; l.reserved == 1 {
		l.booked = len(f.booked)
		f.booked = append(f.booked, g)
	}
}

// unbook notes that there is one reservation less of a group.
func (f *forecast) unbook(g int32) {
	l := &f.lines[g]
	if l.reserved--; l.reserved > 0 {
		return
	}
	last := f.booked[len(f.booked)-1]
	f.booked[l.booked], f.lines[last].booked = last, l.booked
	f.booked = f.booked[:len(f.booked)-1]
}

// digest is a number that stands for the reservation of job j: two reservations that differ hardly ever have the same.
func (f *forecast) digest(j int32, slot engine.Slot) uint64 {
	const prime = 0x100000001b3 // of the hash function FNV-1a
	h := uint64(0xcbf29ce484222325)
	mix := func(n uint64) { h = (h ^ n) * prime; h ^= h >> 29 }
	mix(uint64(j))
	mix(uint64(slot.At))
	for i := range f.held[j] {
		s := &f.held[j][i]
		mix(uint64(s.group))
		for _, n := range s.amounts {
			mix(uint64(n))
		}
	}
	return h
}

func (f *forecast) AppendReserved(list []engine.Piece, j int32) []engine.Piece {
	return f.machine.appendPieces(list, f.held[j], true)
}

func (f *forecast) Drop(j int32) {
	slot := f.Slot(j)
	f.note(j, slot.At, slot.At+slot.Length)
	f.drop(j)
}

// drop is Drop, but for noting what has become free.
func (f *forecast) drop(j int32) {
	slot := f.Slot(j)
	end := slot.At + slot.Length
	f.redeem(j)
	f.occupy(j, slot.At, end, 1)
	f.ends.Remove(end, j)
	f.machine.spare.Give(f.held[j])
	f.held[j] = nil
}

func (f *forecast) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *forecast) Extra(t engine.Time) int32 { return f.total.At(max(t, f.now)) }

// Explain speaks of the first reservation that begins before job j would end, if the job fits now; else of the first reservation. Its own
// reservation does not count.
func (f *forecast) Explain(j int32) engine.Reason {
	m := f.machine
	starts := f.startsBeside(j)
	fits := starts || m.Lacks(j).Component == 0
	extra := func(t engine.Time) int32 {
		if own, held := f.Reservation(j); held && own.At <= t && t < own.At+own.Length {
			sum := f.Extra(t)
			for _, s := range f.held[j] {
				sum += m.groups[s.group].processors(&s.amounts)
			}
			return sum
		}
		return f.Extra(t)
	}
	return f.ExplainPieces(j, f.now+m.jobs[j].Estimate, m.idle, starts, fits, extra, func(holder int32) bool { return f.inTheWay(j, holder) })
}

// startsBeside says whether job j may start beside the reservations of others.
func (f *forecast) startsBeside(j int32) bool {
	slot, held := f.Reservation(j)
	if !held {
		return f.findNow(j)
	}
	end := slot.At + slot.Length
	f.occupy(j, slot.At, end, 1)
	starts := f.findNow(j)
	f.occupy(j, slot.At, end, -1)
	return starts
}

// inTheWay says whether a reservation lies on nodes on which job j may run.
func (f *forecast) inTheWay(j, holder int32) bool {
	m := f.machine
	for _, p := range m.classes[m.class[j]].places {
		for _, s := range f.held[holder] {
			if p.list.at[s.group] >= 0 {
				return true
			}
		}
	}
	return false
}
