package nodes

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/agenda"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/freelist"
	"backfill/engine/profile"
)

// asReserved is the placement that a job's reservation has. Placement 0, and asReserved when the
// reservation has been given up, is the last answer of Fits or StartsNow.
const asReserved engine.Placement = 1

// forecast knows when running jobs are expected to end, and which jobs hold reservations on which
// processors.
type forecast struct {
	machine *Machine
	now     engine.Time
	running agenda.Agenda // expected ends
	engine.Reservations
	reserved [][]bitset.Span // by job: the processors of its reservation
	spare    freelist.Lists[bitset.Span]

	// While a slot is looked for: what running jobs leave, what reservations leave of that, and
	// when reservations end.
	free, beside     bitset.Set
	left, besideLeft []int32 // memory of each node, MB
	ends             []engine.Time
	next             []int32       // jobs with reservations, by when these begin
	found            []bitset.Span // processors for one job that is neither placed nor reserved for
}

// Forecast makes an empty forecast. The machine must be empty.
func (m *Machine) Forecast() engine.Forecast {
	return &forecast{machine: m, reserved: make([][]bitset.Span, len(m.jobs)),
		free: bitset.New(m.Count), beside: bitset.New(m.Count), left: make([]int32, m.nodes), besideLeft: make([]int32, m.nodes)}
}

func (f *forecast) Advance(now engine.Time) { f.now = now }

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if _, held := f.Reservation(j); held {
		if p == asReserved {
			f.machine.assign(j, f.reserved[j])
		}
		f.Drop(j)
	}
	f.running.Add(end, j)
}

func (f *forecast) Ended(j int32, expected engine.Time) {
	f.running.Remove(expected, j)
}

func (f *forecast) Moved(j int32, from, to engine.Time) {
	f.Ended(j, from)
	f.running.Add(to, j)
}

// give adds the processors and memory of job j to what counts as free in the search.
func (f *forecast) give(j int32) {
	m := f.machine
	for _, s := range m.spans[j] {
		f.free.Add(s.First, s.Count)
	}
	if need := m.perProcess(j); need > 0 {
		for n, count := range m.onNodes(m.spans[j]) {
			f.left[n] += need * count
		}
	}
}

// withoutReserved takes out of beside and besideLeft the processors and the memory that are
// reserved at some time in [from, to) for jobs other than aside.
func (f *forecast) withoutReserved(from, to engine.Time, aside int32) {
	m := f.machine
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		if holder == aside || slot.At >= to || slot.At+slot.Length <= from {
			continue
		}
		for _, s := range f.reserved[holder] {
			f.beside.Remove(s.First, s.Count)
		}
		if need := m.perProcess(holder); need > 0 {
			for n, count := range m.onNodes(f.reserved[holder]) {
				f.besideLeft[n] = max(0, f.besideLeft[n]-need*count)
			}
		}
	}
}

func (f *forecast) StartsNow(j int32) (engine.Placement, bool) {
	m := f.machine
	if m.jobs[j].Processors > m.idle {
		return 0, false
	}
	if len(f.Holders()) == 0 {
		return m.Fits(j)
	}
	f.lookNow(j, engine.NoJob)
	return 0, m.find(j, f.beside, f.besideLeft)
}

// lookNow finds what is free for job j if it starts now, beside all reservations but that of job
// aside.
func (f *forecast) lookNow(j, aside int32) {
	copy(f.beside, f.machine.free)
	copy(f.besideLeft, f.machine.left)
	f.withoutReserved(f.now, f.now+f.machine.jobs[j].Estimate, aside)
}

// Holes are what is free until each reservation begins and, beside all of them, for ever.
// O(reservations, times processors / 64).
func (f *forecast) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	m := f.machine
	f.next = append(f.next[:0], f.Holders()...)
	slices.SortFunc(f.next, func(a, b int32) int { return cmp.Compare(f.Slot(a).At, f.Slot(b).At) })
	copy(f.beside, m.free)
	for _, holder := range f.next {
		slot := f.Slot(holder)
		if slot.At+slot.Length <= f.now {
			continue // a job has outlived its estimate, and no other has taken the slot
		}
		list = append(list, profile.Hole{Processors: m.room(f.beside), Memory: math.MaxInt32, Length: slot.At - f.now})
		for _, s := range f.reserved[holder] {
			f.beside.Remove(s.First, s.Count)
		}
	}
	return append(list, profile.Hole{Processors: m.room(f.beside), Memory: math.MaxInt32, Length: engine.Never}), m.memory == nil
}

// Earliest is the first slot in which the machine's selection finds processors: now or when a
// running job or a reservation ends. O(running jobs + reservations) calls of the selection.
func (f *forecast) Earliest(j int32) engine.Slot {
	slot, spans := f.earliest(j, f.found[:0])
	f.found = spans
	return slot
}

// earliest is Earliest; the slot's processors are appended to spans.
func (f *forecast) earliest(j int32, spans []bitset.Span) (engine.Slot, []bitset.Span) {
	m := f.machine
	length := m.jobs[j].Estimate
	if _, ok := f.StartsNow(j); ok {
		return engine.Slot{At: f.now, Length: length}, append(spans, m.spans[j]...)
	}
	f.ends = f.ends[:0]
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		if end := slot.At + slot.Length; end > f.now { // else nobody has taken the slot
			f.ends = append(f.ends, end)
		}
	}
	slices.Sort(f.ends)
	ends := f.ends
	copy(f.free, m.free)
	copy(f.left, m.left)
	free := m.idle
	next := f.running.By(f.now) // jobs that leave at this instant have given back what they held
	for {
		at := engine.Never
		if next < len(f.running) {
			at = f.running[next].At
		}
		if len(ends) > 0 && ends[0] <= at {
			at = ends[0]
			ends = ends[1:]
		}
		if at == engine.Never {
			panic("nodes: a job that fits on no machine asks for its earliest start")
		}
		for ; next < len(f.running) && f.running[next].At <= at; next++ {
			f.give(f.running[next].Job)
			free += m.jobs[f.running[next].Job].Processors
		}
		if free < m.jobs[j].Processors {
			continue
		}
		copy(f.beside, f.free)
		copy(f.besideLeft, f.left)
		f.withoutReserved(at, at+length, engine.NoJob)
		var ok bool
		if spans, ok = m.selectFrom(j, f.beside, f.besideLeft, spans); ok {
			return engine.Slot{At: at, Length: length}, spans
		}
	}
}

func (f *forecast) Reserve(j int32) engine.Slot {
	slot, spans := f.earliest(j, f.spare.Take())
	f.reserved[j] = spans
	slot.Place = asReserved
	f.Hold(j, slot, len(f.machine.jobs))
	return slot
}

func (f *forecast) AppendReserved(list []engine.Piece, j int32) []engine.Piece {
	return f.machine.appendPieces(list, f.reserved[j])
}

func (f *forecast) Drop(j int32) {
	f.Release(j)
	f.spare.Give(f.reserved[j])
	f.reserved[j] = nil
}

func (f *forecast) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *forecast) Extra(t engine.Time) int32 {
	extra := f.machine.idle
	for _, e := range f.running {
		if e.At <= t {
			extra += f.machine.jobs[e.Job].Processors
		}
	}
	for _, holder := range f.Holders() {
		if slot := f.Slot(holder); slot.At <= t && t < slot.At+slot.Length {
			extra -= f.machine.jobs[holder].Processors
		}
	}
	return extra
}

// Explain speaks of the first reservation that begins before job j would end, if the job fits
// now; else of the first reservation. Its own reservation does not count.
func (f *forecast) Explain(j int32) engine.Reason {
	m := f.machine
	find := func(free bitset.Set, left []int32) (ok bool) {
		f.found, ok = m.selectFrom(j, free, left, f.found[:0])
		return ok
	}
	f.lookNow(j, j)
	starts := find(f.beside, f.besideLeft)
	fits := starts || find(m.free, m.left)
	extra := func(t engine.Time) int32 {
		if own, held := f.Reservation(j); held && own.At <= t && t < own.At+own.Length {
			return f.Extra(t) + m.jobs[j].Processors
		}
		return f.Extra(t)
	}
	return f.ExplainPieces(j, f.now+m.jobs[j].Estimate, m.idle, starts, fits, extra, func(int32) bool { return true })
}
