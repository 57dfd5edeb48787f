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
	held     [][]share // by job that runs
	on       [][]stay  // by group: reservations
	ends     [][]stay  // by group: running jobs, by their expected ends

	promises uint64 // tells sets of reservations apart
	last     reservation
	moves    int // how often an expected end has moved

	least  []resources   // by group, while a place is looked for
	slots  []engine.Time // at which reservations end
	shared []int32       // groups of the place with reservations
	tally  tally
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
	left     resources // of a reservation that has not begun: what is free there when it begins, beside all reservations
}

// reservation is the one that was made last while there was no other.
type reservation struct {
	job      int32
	slot     engine.Slot
	shares   []share
	departed int // how many jobs had left by then
	moves    int
}

// Forecast makes an empty forecast. The machine must be empty.
func (m *Machine) Forecast() engine.Forecast {
	n := len(m.groups)
	return &forecast{machine: m, reserved: make([][]share, len(m.jobs)), held: make([][]share, len(m.jobs)), last: reservation{job: engine.NoJob}, on: make([][]stay, n), ends: make([][]stay, n), least: make([]resources, n)}
}

func (f *forecast) Advance(now engine.Time) { f.now = now }

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if f.last.job != engine.NoJob {
		if _, held := f.Reservation(f.last.job); !held {
			f.last.job = engine.NoJob // this start may delay it
		}
	}
	if _, held := f.Reservation(j); held {
		if p == asReserved {
			f.machine.assign(j, f.reserved[j])
		}
		f.Drop(j)
	}
	f.held[j] = append(f.machine.list(), f.machine.shares[j]...)
	f.insert(j, end)
}

// insert notes that job j holds what it has taken until end.
func (f *forecast) insert(j int32, end engine.Time) {
	f.running = slices.Insert(f.running, f.endingBy(end), expectedEnd{end, j})
	for _, s := range f.held[j] {
		f.widen(s.group, f.now, end, &s.amounts, -1)
		list := f.ends[s.group]
		at := len(list)
		for at > 0 && list[at-1].to > end {
			at--
		}
		f.ends[s.group] = slices.Insert(list, at, stay{job: j, to: end, amounts: s.amounts})
	}
}

// remove notes that job j does not hold anything any more until end.
func (f *forecast) remove(j int32, end engine.Time) {
	i := f.endingBy(end) - 1
	for f.running[i].job != j {
		i--
	}
	f.running = slices.Delete(f.running, i, i+1)
	for _, s := range f.held[j] {
		f.widen(s.group, f.now, end, &s.amounts, 1)
		list := f.ends[s.group]
		at := slices.IndexFunc(list, func(s stay) bool { return s.job == j })
		f.ends[s.group] = slices.Delete(list, at, at+1)
	}
}

// widen changes what is left for reservations that begin on a group in [from, to).
func (f *forecast) widen(g int32, from, to engine.Time, by *resources, sign int32) {
	on := f.on[g]
	for i := range on {
		if s := &on[i]; from <= s.from && s.from < to {
			s.left.add(by, sign)
		}
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
	f.remove(j, expected)
	f.machine.giveBack(f.held[j])
	f.held[j] = nil
}

func (f *forecast) Moved(j int32, from, to engine.Time) {
	f.remove(j, from)
	f.insert(j, to)
	f.moves++
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
func (f *forecast) leastOn(g int32, from, to engine.Time) resources {
	least := f.freeAt(g, from, engine.NoJob)
	on := f.on[g]
	for i := range on {
		if s := &on[i]; from < s.from && s.from < to {
			least.lower(&s.left)
		}
	}
	return least
}

// leastNow is leastOn from now on.
func (f *forecast) leastNow(g int32, to engine.Time) resources {
	least := f.machine.free[g]
	on := f.on[g]
	for i := range on {
		if s := &on[i]; s.from <= f.now && f.now < s.to {
			least.add(&s.amounts, -1)
		}
	}
	for i := range on {
		if s := &on[i]; f.now < s.from && s.from < to {
			least.lower(&s.left)
		}
	}
	return least
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
	for i := range c.places {
		p := &c.places[i]
		for _, g := range p.list.groups {
			if f.least[g] = m.free[g]; len(f.on[g]) > 0 {
				f.least[g] = f.leastNow(g, end)
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
	return engine.Slot{At: f.earliest(j), Length: f.machine.jobs[j].Estimate}
}

// earliest is the first instant from which on some partition holds job j. What it takes is in the chooser then.
func (f *forecast) earliest(j int32) engine.Time {
	if f.findNow(j) {
		return f.now
	}
	c := &f.machine.classes[f.machine.class[j]]
	f.slots = f.slots[:0]
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		if end := slot.At + slot.Length; end > f.now {
			f.slots = append(f.slots, end)
		}
	}
	slices.Sort(f.slots)
	at, where := engine.Never, -1
	for i := range c.places {
		if t := f.earliestIn(j, c, &c.places[i], at); t < at {
			at, where = t, i
		}
	}
	if where < 0 {
		panic("partitions: a job that fits on no machine asks for its earliest start")
	}
	if where < len(c.places)-1 {
		f.earliestIn(j, c, &c.places[where], at+1) // others have been tried in the chooser since
	}
	return at
}

// earliestIn is the first instant before the limit from which on a place, which does not hold job j now, holds it; the limit if there is none.
// It goes from one end of a running job or a reservation to the next. O(what ends before, and what it held), and at each instant O(groups with
// reservations); where nodes may suffice, O(groups).
func (f *forecast) earliestIn(j int32, c *class, p *place, limit engine.Time) engine.Time {
	m, t := f.machine, &f.tally
	length := m.jobs[j].Estimate
	t.begin(c, len(m.groups))
	f.shared = f.shared[:0]
	one := p.most == 1 // then only nodes that change are looked at, since none has room now
	for _, g := range p.list.groups {
		f.least[g] = m.free[g]
		if len(f.on[g]) > 0 {
			f.shared = append(f.shared, g)
			f.least[g] = f.leastNow(g, f.now+length)
		}
		if t.rooms[g] = (room{}); f.least[g][0] > 0 && !one {
			t.add(g, m.roomOn(c, p, g, &f.least[g]))
		}
	}
	slots, next := f.slots, f.endingBy(f.now)
	for {
		at := engine.Never
		if next < len(f.running) {
			at = f.running[next].at
		}
		if len(slots) > 0 {
			at = min(at, slots[0])
		}
		if at >= limit {
			return limit
		}
		for len(slots) > 0 && slots[0] == at {
			slots = slots[1:]
		}
		enough := false
		look := func(g int32) {
			r := m.roomOn(c, p, g, &f.least[g])
			if one {
				enough = enough || r.tasks >= c.tasks
			} else {
				t.change(g, r)
			}
		}
		for ; next < len(f.running) && f.running[next].at == at; next++ {
			held := f.held[f.running[next].job]
			for i := range held {
				if g := held[i].group; p.list.at[g] >= 0 && len(f.on[g]) == 0 {
					f.least[g].add(&held[i].amounts, 1)
					look(g)
				}
			}
		}
		for _, g := range f.shared {
			f.least[g] = f.leastOn(g, at, at+length)
			look(g)
		}
		if (enough || !one && t.maySuffice(c, p)) && m.chooser.choose(m, c, p, f.least) {
			return at
		}
	}
}

func (f *forecast) Reserve(j int32) engine.Slot {
	m, l := f.machine, &f.last
	alone := len(f.Holders()) == 0
	if alone && l.job == j && l.departed == m.departed && l.moves == f.moves && l.slot.At > f.now && m.isFirm(&m.classes[m.class[j]]) {
		m.chooser.shares = append(m.chooser.shares[:0], l.shares...)
		f.hold(j, l.slot)
		return l.slot
	}
	slot := engine.Slot{At: f.earliest(j), Length: m.jobs[j].Estimate, Place: asReserved}
	f.hold(j, slot)
	if alone {
		*l = reservation{j, slot, append(l.shares[:0], f.reserved[j]...), m.departed, f.moves}
	}
	return slot
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
	m := f.machine
	f.reserved[j] = append(m.list(), m.chooser.shares...)
	f.occupy(j, slot)
	f.Hold(j, slot, len(m.jobs))
	f.promises += f.digest(j, slot)
}

// occupy notes on the groups what is reserved for job j.
func (f *forecast) occupy(j int32, slot engine.Slot) {
	end := slot.At + slot.Length
	for _, s := range f.reserved[j] {
		f.widen(s.group, slot.At, end, &s.amounts, -1)
		left := f.freeAt(s.group, slot.At, engine.NoJob)
		left.add(&s.amounts, -1)
		f.on[s.group] = append(f.on[s.group], stay{j, slot.At, end, s.amounts, left})
	}
}

// vacate takes back what occupy has noted.
func (f *forecast) vacate(j int32, slot engine.Slot) {
	for _, s := range f.reserved[j] {
		on := f.on[s.group]
		at := slices.IndexFunc(on, func(s stay) bool { return s.job == j })
		f.on[s.group] = slices.Delete(on, at, at+1)
		f.widen(s.group, slot.At, slot.At+slot.Length, &s.amounts, 1)
	}
}

// digest is a number that stands for the reservation of job j: two reservations that differ hardly ever have the same.
func (f *forecast) digest(j int32, slot engine.Slot) uint64 {
	const prime = 0x100000001b3 // of the hash function FNV-1a
	h := uint64(0xcbf29ce484222325)
	mix := func(n uint64) { h = (h ^ n) * prime; h ^= h >> 29 }
	mix(uint64(j))
	mix(uint64(slot.At))
	for i := range f.reserved[j] {
		s := &f.reserved[j][i]
		mix(uint64(s.group))
		for _, n := range s.amounts {
			mix(uint64(n))
		}
	}
	return h
}

func (f *forecast) AppendReserved(list []engine.Piece, j int32) []engine.Piece {
	return f.machine.appendPieces(list, f.reserved[j], true)
}

func (f *forecast) Drop(j int32) {
	slot := f.Release(j)
	f.promises -= f.digest(j, slot)
	f.vacate(j, slot)
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
	starts := f.startsBeside(j)
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

// startsBeside says whether job j may start beside the reservations of others.
func (f *forecast) startsBeside(j int32) bool {
	slot, held := f.Reservation(j)
	if !held {
		return f.findNow(j)
	}
	f.vacate(j, slot)
	starts := f.findNow(j)
	f.occupy(j, slot)
	return starts
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
