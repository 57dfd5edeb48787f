package engine

import (
	"math"

	"backfill/engine/profile"
)

// fewReservations is the future of a cluster as long as a few reservations at a time are enough:
// the expected ends of running jobs and, for each reservation, the processors that are left when
// it begins. Free processors become fewer only where a reservation begins, so this is enough to
// say which jobs may start.
type fewReservations struct {
	cluster *Cluster
	now     Time
	ends    profile.ExpectedEnds
	held    []heldSlot // in the order in which they were made
}

// heldSlot is a reservation.
type heldSlot struct {
	job, size int32
	at, end   Time
	left      int32 // processors free when it begins, beside all reservations; of no meaning once it has begun
}

// fewSlots is how many reservations are few.
const fewSlots = 8

// few is the same future as f, with room for up to fewSlots reservations.
func (f *oneReservation) few() *fewReservations {
	s := &fewReservations{cluster: f.cluster, now: f.now, ends: f.ends}
	if f.holder != NoJob {
		slot := f.slot()
		s.held = append(s.held, heldSlot{f.holder, f.cluster.occupies(f.holder), slot.At, slot.At + slot.Length, f.extra})
	}
	return s
}

// profile is the same future, with room for any number of reservations.
func (f *fewReservations) profile() *poolProfile {
	s := (&oneReservation{cluster: f.cluster, now: f.now, ends: f.ends, holder: NoJob}).profile()
	for _, r := range f.held {
		s.reserve(r.job, r.slot())
	}
	return s
}

func (r *heldSlot) slot() Slot { return Slot{At: r.at, Length: r.end - r.at} }

func (f *fewReservations) Advance(now Time) {
	f.now = now
	f.ends.Pass(now)
}

func (f *fewReservations) Started(j int32, _ Placement, end Time) {
	if i := f.find(j); i >= 0 {
		f.drop(i)
	}
	f.occupy(f.cluster.occupies(j), end)
}

func (f *fewReservations) Ended(j int32, expected Time) {
	if expected > f.now {
		size := f.cluster.occupies(j)
		f.ends.Remove(expected, size)
		f.widen(f.now, expected, size)
	}
}

func (f *fewReservations) Moved(j int32, from, to Time) {
	f.Ended(j, from)
	if to > f.now {
		f.occupy(f.cluster.occupies(j), to)
	}
}

// occupy notes that size processors are held from now until end, which lies ahead.
func (f *fewReservations) occupy(size int32, end Time) {
	f.ends.Add(end, size)
	f.widen(f.now, end, -size)
}

// widen changes what is left for reservations that begin in [from, to).
func (f *fewReservations) widen(from, to Time, by int32) {
	for i := range f.held {
		if r := &f.held[i]; from <= r.at && r.at < to {
			r.left += by
		}
	}
}

// reserved is how many processors reservations hold at t.
func (f *fewReservations) reserved(t Time) int32 {
	sum := int32(0)
	for i := range f.held {
		if r := &f.held[i]; r.at <= t && t < r.end {
			sum += r.size
		}
	}
	return sum
}

// delayed is the first reservation that a job of size processors would delay if it started at t
// and ran for length; nil if it would delay none. The job has room at t.
func (f *fewReservations) delayed(size int32, t, length Time) *heldSlot {
	var first *heldSlot
	for i := range f.held {
		if r := &f.held[i]; r.left < size && r.at > t && r.at-t < length && (first == nil || r.at < first.at) {
			first = r
		}
	}
	return first
}

func (f *fewReservations) StartsNow(j int32) (Placement, bool) {
	size := f.cluster.occupies(j)
	return 0, size <= f.cluster.free-f.reserved(f.now) && f.delayed(size, f.now, f.cluster.jobs[j].Estimate) == nil
}

func (f *fewReservations) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	now := profile.Hole{Processors: f.cluster.free - f.reserved(f.now), Memory: math.MaxInt32, Length: Never}
	for t := f.now; now.Processors > 0; {
		r := f.delayed(now.Processors, t, Never)
		if r == nil {
			return append(list, now), true
		}
		t, now.Length = r.at, r.at-f.now
		list = append(list, now)
		now.Processors, now.Length = r.left, Never
	}
	return list, true
}

func (f *fewReservations) Earliest(j int32) Slot {
	at, _ := f.earliest(f.cluster.occupies(j), f.cluster.jobs[j].Estimate)
	return Slot{At: at, Length: f.cluster.jobs[j].Estimate}
}

// earliest is the first instant from which on size processors are free for length, and how many
// are free then. O(expected ends before that).
func (f *fewReservations) earliest(size int32, length Time) (at Time, free int32) {
	at, free = f.now, f.cluster.free
	next := len(f.ends) - 1
	for {
		// Up to the next begin or end of a reservation, free processors only rise.
		reserved, until := int32(0), Never
		for i := range f.held {
			switch r := &f.held[i]; {
			case at < r.at:
				until = min(until, r.at)
			case at < r.end:
				until = min(until, r.end)
				reserved += r.size
			}
		}
		for ; free-reserved < size && next >= 0 && f.ends[next].At < until; next-- {
			at = f.ends[next].At
			free += f.ends[next].Free
		}
		if free-reserved >= size {
			r := f.delayed(size, at, length)
			if r == nil {
				return at, free - reserved
			}
			until = r.at
		}
		for at = until; next >= 0 && f.ends[next].At <= at; next-- {
			free += f.ends[next].Free
		}
	}
}

func (f *fewReservations) Reserve(j int32) Slot {
	size, length := f.cluster.occupies(j), f.cluster.jobs[j].Estimate
	at, free := f.earliest(size, length)
	f.widen(at, at+length, -size)
	f.held = append(f.held, heldSlot{j, size, at, at + length, free - size})
	return Slot{At: at, Length: length}
}

// find is the index of the reservation of job j, -1 if it holds none.
func (f *fewReservations) find(j int32) int {
	for i := range f.held {
		if f.held[i].job == j {
			return i
		}
	}
	return -1
}

func (f *fewReservations) Drop(j int32) { f.drop(f.find(j)) }

func (f *fewReservations) drop(i int) {
	r := f.held[i]
	f.held = append(f.held[:i], f.held[i+1:]...)
	f.widen(r.at, r.end, r.size)
}

func (f *fewReservations) DropAll() { f.held = f.held[:0] }

func (f *fewReservations) Reservation(j int32) (Slot, bool) {
	if i := f.find(j); i >= 0 {
		return f.held[i].slot(), true
	}
	return Slot{}, false
}

func (f *fewReservations) Extra(t Time) int32 {
	t = max(t, f.now)
	return f.cluster.free + f.ends.By(t) - f.reserved(t)
}

func (f *fewReservations) Explain(j int32) Reason { return f.profile().Explain(j) }
