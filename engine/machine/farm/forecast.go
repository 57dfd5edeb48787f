package farm

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/profile"
)

// forecast holds a profile of the free processors of each computer and one of the unused copies
// of each licence, with running jobs and reservations taken out.
//
// A job takes a copy only while no other job on its computer needs the same licence. Running jobs
// only give back: without reservations, what is free now stays free.
type forecast struct {
	machine   *Machine
	now       engine.Time
	computers []computerFuture
	copies    []profile.Profile  // by licence
	place     []engine.Placement // by job that runs or ran: its computer
	promised  []int32            // by licence: reservations that need it

	available, affine []uint64 // computers for one job
	engine.Reservations
}

// computerFuture is the expected future of a computer.
type computerFuture struct {
	processors profile.Profile
	bookings   []booking // in the order in which they begin
	held       int       // reservations among them
}

// booking is when a job runs on a computer, as far as is known, or is to.
type booking struct {
	from, to engine.Time
	needs    engine.Licences
	job      int32
}

// Forecast makes an empty forecast. The farm must be empty.
func (f *Machine) Forecast() engine.Forecast {
	n := f.Words()
	future := &forecast{
		machine: f, computers: make([]computerFuture, len(f.computers)), copies: make([]profile.Profile, len(f.copies)),
		place: make([]engine.Placement, len(f.jobs)), promised: make([]int32, len(f.copies)),
		available: make([]uint64, n), affine: make([]uint64, n),
	}
	for p, c := range f.computers {
		future.computers[p].processors = profile.New(c.Processors)
	}
	for l, copies := range f.copies {
		future.copies[l] = profile.New(copies)
	}
	return future
}

func (f *forecast) Advance(now engine.Time) {
	f.now = now
	for p := range f.computers {
		f.computers[p].processors.Advance(now)
	}
	for l := range f.copies {
		f.copies[l].Advance(now)
	}
}

// gap is the first stretch from an instant on in which no booking needs licence l.
// O(bookings).
func (c *computerFuture) gap(l int, from engine.Time) (begin, end engine.Time) {
	for i := range c.bookings {
		b := &c.bookings[i]
		if b.needs&(1<<l) == 0 {
			continue
		}
		if b.from > from {
			return from, b.from
		}
		from = max(from, b.to)
	}
	return from, engine.Never
}

// change gives back what a booking at p takes beside the others there, sign 1, or takes
// it, -1.
func (f *forecast) change(b booking, p engine.Placement, sign int32) {
	c := &f.computers[p]
	from := max(b.from, f.now)
	c.processors.Add(from, b.to, sign*f.machine.jobs[b.job].Processors)
	for l := range b.needs.Each {
		for at := from; at < b.to; {
			begin, end := c.gap(l, at)
			f.copies[l].Add(begin, min(end, b.to), sign)
			at = end
		}
	}
}

// book takes what job j needs at p over [from, to).
func (f *forecast) book(j int32, p engine.Placement, from, to engine.Time) {
	b := booking{from, to, f.machine.workload.Needs(j), j}
	f.change(b, p, -1)
	c := &f.computers[p]
	c.bookings = append(c.bookings, b)
	i := len(c.bookings) - 1
	for ; i > 0 && c.bookings[i-1].from > from; i-- {
		c.bookings[i] = c.bookings[i-1]
	}
	c.bookings[i] = b
}

// cancel gives back what is booked at p for job j.
func (f *forecast) cancel(j int32, p engine.Placement) {
	c := &f.computers[p]
	for i, b := range c.bookings {
		if b.job == j {
			c.bookings = append(c.bookings[:i], c.bookings[i+1:]...)
			f.change(b, p, 1)
			return
		}
	}
}

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if _, held := f.Reservation(j); held {
		f.Drop(j)
	}
	f.place[j] = p
	f.book(j, p, f.now, end)
}

func (f *forecast) Ended(j int32, _ engine.Time) { f.cancel(j, f.place[j]) }

func (f *forecast) Moved(j int32, _, to engine.Time) {
	f.cancel(j, f.place[j])
	f.book(j, f.place[j], f.now, to)
}

// licensed is the first instant, from an instant on, at which licence l may be used at p for
// length. If that is not before the limit, it is some instant not before the limit. O(steps *
// bookings).
func (f *forecast) licensed(l int, p engine.Placement, length, from, limit engine.Time) engine.Time {
	at := from
	for from < limit {
		begin, end := f.computers[p].gap(l, at)
		if begin >= from+length {
			break
		}
		at = end
		if lacks, until := f.copies[l].Shortage(1, begin, min(end, from+length)); lacks < engine.Never {
			from = min(end, until)
			at = from
		}
	}
	return from
}

// room is the first instant before the limit at which job j has room at p for length, beside
// running jobs and reservations; some instant not before the limit if there is none.
func (f *forecast) room(j int32, p engine.Placement, length, limit engine.Time) engine.Time {
	at := f.now
	for at < limit {
		first := at
		at = f.computers[p].processors.EarliestFrom(f.machine.jobs[j].Processors, length, at, limit)
		for l := range f.machine.workload.Needs(j).Each {
			if at < limit {
				at = f.licensed(l, p, length, at, limit)
			}
		}
		if at == first {
			return at
		}
	}
	return at
}

// delays says whether job j, which has room at p now, would delay a reservation there.
func (f *forecast) delays(j int32, p engine.Placement) bool {
	if len(f.Holders()) == 0 || f.computers[p].held == 0 && !f.anyPromised(f.machine.workload.Needs(j)) {
		return false
	}
	length := f.machine.Takes(j, p, f.machine.jobs[j].Estimate)
	return f.room(j, p, length, f.now+1) > f.now
}

// anyPromised says whether a reservation needs one of the licences.
func (f *forecast) anyPromised(needs engine.Licences) bool {
	for l := range needs.Each {
		if f.promised[l] > 0 {
			return true
		}
	}
	return false
}

func (f *forecast) StartsNow(j int32) (engine.Placement, bool) {
	if len(f.Holders()) == 0 {
		return f.machine.Fits(j)
	}
	if !f.machine.present.Available(j, f.available) {
		return engine.NoPlace, false
	}
	for p := range Places(f.available) {
		if !f.delays(j, p) {
			return p, true
		}
	}
	return engine.NoPlace, false
}

// Holes is one hole, as wide as the most processors free on one computer.
func (f *forecast) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	return append(list, profile.Hole{Processors: slices.Max(f.machine.present.free), Memory: math.MaxInt32, Length: engine.Never}), false
}

// Earliest is the earliest slot on any computer, ties on the fastest. O(computers *
// licences) without reservations, else also as much as the bookings and steps of each.
func (f *forecast) Earliest(j int32) engine.Slot {
	m := f.machine
	needs, estimate := m.workload.Needs(j), m.jobs[j].Estimate
	var unused [engine.MaxLicences]engine.Time // by licence: when a copy becomes free, without reservations
	if len(f.Holders()) == 0 {
		for l := range needs.Each {
			unused[l] = f.copies[l].Risen(1).At
		}
	}
	slot := engine.Slot{At: engine.Never}
	m.Affine(j, f.affine)
	for p := range Places(f.affine) {
		length := m.Takes(j, p, estimate)
		at := f.now
		if len(f.Holders()) == 0 {
			at = f.computers[p].processors.Risen(m.jobs[j].Processors).At
			for l := range needs.Each {
				if !m.present.InUse(l, p) {
					at = max(at, unused[l])
				}
			}
		} else {
			at = f.room(j, p, length, slot.At)
		}
		if at < slot.At {
			slot = engine.Slot{At: at, Length: length, Place: p}
		}
	}
	return slot
}

func (f *forecast) Reserve(j int32) engine.Slot {
	slot := f.Earliest(j)
	f.Hold(j, slot, len(f.machine.jobs))
	f.count(j, slot.Place, 1)
	f.book(j, slot.Place, slot.At, slot.At+slot.Length)
	return slot
}

func (f *forecast) Drop(j int32) {
	slot := f.Release(j)
	f.count(j, slot.Place, -1)
	f.cancel(j, slot.Place)
}

// count notes that job j has got a reservation at p, or has lost it.
func (f *forecast) count(j int32, p engine.Placement, one int) {
	f.computers[p].held += one
	for l := range f.machine.workload.Needs(j).Each {
		f.promised[l] += int32(one)
	}
}

func (f *forecast) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *forecast) Extra(t engine.Time) int32 {
	sum := int32(0)
	for p := range f.computers {
		sum += f.computers[p].processors.At(max(t, f.now))
	}
	return sum
}

// Explain looks at the computers that have room for job j. If it would delay a reservation on
// each, that is the reason, on the fastest. Else it speaks of the first reservation on the
// computer where the job starts, or of one of its licences: one that it runs beside, else one
// that it ends before. Else it speaks of the first reservation elsewhere. Its own reservation
// does not count.
func (f *forecast) Explain(j int32) engine.Reason {
	m := f.machine
	reason := engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: m.present.idle}
	if !m.present.Available(j, f.available) {
		return reason
	}
	if own, held := f.Reservation(j); held {
		f.cancel(j, own.Place)
		defer f.book(j, own.Place, own.At, own.At+own.Length)
	}
	start := engine.NoPlace
	for p := range Places(f.available) {
		if !f.delays(j, p) {
			start = p
			break
		}
	}
	if start == engine.NoPlace {
		f.citeDelayed(&reason, j, Fastest(f.available))
		return reason
	}
	reason.Rule = engine.StartedInOrder
	end := f.now + m.Takes(j, start, m.jobs[j].Estimate)
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		switch {
		case holder == j:
		case slot.Place != start && m.workload.Needs(j)&m.workload.Needs(holder) == 0:
			if reason.Rule == engine.StartedInOrder {
				f.cite(&reason, engine.StartedElsewhere, holder)
			}
		case slot.At < end:
			f.cite(&reason, engine.StartedInExtra, holder)
			return reason
		case reason.Rule != engine.StartedBeforeShadow:
			f.cite(&reason, engine.StartedBeforeShadow, holder)
		}
	}
	return reason
}

// cite makes rule the reason, by the reservation of holder.
func (f *forecast) cite(reason *engine.Reason, rule engine.Rule, holder int32) {
	slot := f.Slot(holder)
	reason.Rule, reason.Blocker, reason.Shadow, reason.Lane = rule, holder, slot.At, int32(slot.Place)
	reason.Extra = f.computers[slot.Place].processors.At(max(slot.At, f.now))
}

// citeDelayed makes it the reason that job j, which has room at p, would delay a
// reservation: the first that finds too few processors there, or no copy of a licence that
// both need. What is free only decreases where a reservation begins.
func (f *forecast) citeDelayed(reason *engine.Reason, j int32, p engine.Placement) {
	m := f.machine
	end := f.now + m.Takes(j, p, m.jobs[j].Estimate)
	c := &f.computers[p]
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		if holder == j || slot.At >= end {
			continue
		}
		at := max(slot.At, f.now)
		short := engine.Licences(0)
		for l := range (m.workload.Needs(j) & m.workload.Needs(holder)).Each {
			if begin, _ := c.gap(l, at); begin == at && f.copies[l].At(at) < 1 {
				short |= 1 << l
			}
		}
		if short != 0 || slot.Place == p && c.processors.At(at) < m.jobs[j].Processors {
			f.cite(reason, engine.WouldDelay, holder)
			reason.Room.Licences = short
			return
		}
	}
	reason.Rule = engine.WouldDelay // a job that outlived its estimate is in the way
}
