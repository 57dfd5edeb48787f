package engine

import (
	"iter"

	"backfill/engine/profile"
)

// Holes appends to list the holes in which a job may start now, run for its whole estimate and
// delay no reservation. StartsNow refuses every job that fits into no hole and, if exact, accepts
// all others.
func (s *State) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	return s.look().Holes(list)
}

// Earliest is the first slot in which job j fits, by the estimates of running jobs and beside the
// reservations.
func (s *State) Earliest(j int32) Slot { return s.look().Earliest(j) }

// Reserve holds the earliest slot for job j, which waits and holds none, until the job starts or
// the slot is dropped. A reservation does not start its job.
func (s *State) Reserve(j int32) Slot {
	if s.pool != nil && s.pool.single && s.pool.one.holder == NoJob && !s.Recording() {
		return s.pool.one.Reserve(j)
	}
	return s.reserved(j, s.look().Reserve(j))
}

// ReserveFrom is Reserve of the earliest slot that begins at from or later, on a machine that is one pool.
func (s *State) ReserveFrom(j int32, from Time) Slot {
	s.look()
	return s.reserved(j, s.pool.full().reserveFrom(j, from))
}

// reserved tells the observers which slot job j got, and returns it.
func (s *State) reserved(j int32, slot Slot) Slot {
	for _, o := range s.observing {
		o.Reserved(s, j, slot)
	}
	return slot
}

// Reservation is the slot held for job j, false if there is none.
func (s *State) Reservation(j int32) (Slot, bool) {
	if s.pool != nil && s.pool.profile != nil {
		return s.pool.profile.Reservation(j)
	}
	return s.look().Reservation(j)
}

// Drop gives up the reservation of job j, which holds one.
func (s *State) Drop(j int32) { s.look().Drop(j) }

// DropAll gives up every reservation.
func (s *State) DropAll() {
	for _, o := range s.observing {
		o.Dropping(s)
	}
	if s.pool != nil {
		s.pool.DropAll()
	} else {
		s.look().DropAll()
	}
}

// StartOrReserve starts waiting job j if it can run for its whole estimate without delaying a
// reservation; else it gives j a reservation at its earliest start. It notes why.
func (s *State) StartOrReserve(j int32) (started bool) {
	if place, ok := s.StartsNow(j); ok {
		s.NoteStartsNow(j)
		s.Start(j, place)
		return true
	}
	s.Reserve(j)
	s.NoteReserved(j)
	return false
}

// ToReconsider are the waiting jobs, in the order of arrival, that need a look under a policy
// that reserves for every job in that order. These are the jobs without a reservation, those
// whose reservation is due and, with earlier, those that might get an earlier one. The policy may
// start the job at hand. On machines other than one pool, and if decisions are recorded, all
// waiting jobs need a look.
//
// Without earlier, and if no processors were given back since all jobs were looked at, it costs
// O(log reservations) for each job.
func (s *State) ToReconsider(earlier bool) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		s.look()
		if s.pool != nil {
			p := s.pool.full()
			if len(p.holders) > 0 && !s.Recording() {
				if earlier && p.loosened() {
					p.movable(&s.queue, yield)
				} else {
					p.dueAndNew(&s.queue, yield)
				}
				return
			}
		}
		for j := s.First(); j != NoJob; j = s.Next(j) {
			if !yield(j) {
				return
			}
		}
	}
}

// Improve moves the reservation of waiting job j to the earliest slot that the job could have
// without it, and returns the slot. In the order in which jobs got their reservations, which reasons
// follow, the job keeps its place on a machine that is one pool and goes last on others, observed or not.
func (s *State) Improve(j int32) Slot {
	if s.pool != nil {
		return s.reserved(j, s.pool.full().improve(j))
	}
	if f, ok := s.forecast.(Improving); ok {
		return s.reserved(j, f.Improve(j))
	}
	s.Drop(j)
	return s.Reserve(j)
}

// FirstReserved is when the first reservation begins, Never if there is none.
// O(log reservations) amortised on a machine that is one pool, else O(waiting jobs).
func (s *State) FirstReserved() Time {
	s.look()
	if s.pool != nil {
		return s.pool.full().firstStart()
	}
	first := Never
	for j := s.First(); j != NoJob; j = s.Next(j) {
		if slot, held := s.forecast.Reservation(j); held {
			first = min(first, slot.At)
		}
	}
	return first
}
