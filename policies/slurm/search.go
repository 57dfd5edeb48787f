package slurm

import (
	"backfill/engine/machine/bitset"
	"backfill/policies/slurm/slots"
)

// search is how a job of a pass of the backfill scheduler looks for room in the slots: from one instant on and then, as long as it finds none
// before there are more nodes, from that one on.
type search struct {
	*record
	limit      int64 // s
	least      int32 // nodes
	mayReserve bool  // otherwise it looks from the present on only
	candidates bitset.Set
	span       slots.Span

	from  int64 // the instant at hand
	later int64 // the next one, none if there is none
	at    int64 // when the job has room on the nodes of the span, or some instant for which it is too late anyway; forEver: never
}

// none is an instant that there is not.
const none = -1

// seek begins the search of a job.
func (c *controller) seek(r *record) *search {
	s := &c.search
	s.record, s.limit, s.least = r, c.leastLimit(r.job), c.machine.LeastNodes(r.job, r.partition)
	s.mayReserve = c.mayReserve(r)
	copy(s.candidates, c.machine.Candidates(r.job, r.partition))
	s.candidates.Intersect(c.up)
	s.from, s.later = none, c.latest(r.job, c.leaderOf(r.job))
	return s
}

// find goes on to the next instant from which on the job has room before there are more nodes. It is false if there is none.
func (c *controller) find(s *search) bool {
	for s.later != none {
		first := s.from == none
		s.from = s.later
		overlaps, changed := false, true
		if first || len(c.reserved) > 0 || c.plain {
			copy(s.span.Offered, s.candidates)
			overlaps = c.withoutReserved(s.span.Offered, s.record, s.from, s.from+s.limit)
			s.span.Begin(c.slots.List, s.from, s.from+s.limit)
		} else {
			changed = s.span.Move(c.slots.List, s.from, s.from+s.limit)
		}
		s.later = c.moreFrom(s)
		if end := c.endOfReserved(s.from); overlaps && end < c.now+c.BfWindow && (s.later == none || end < s.later) {
			s.later = end
		}
		if !s.mayReserve {
			s.later = none
		}
		latest := s.later // at which a start is of use
		if s.later == none {
			latest = c.now + c.BfWindow
		}
		if c.plain || s.later == none && c.why.observed() {
			latest = forEver
		}
		if changed || s.at <= latest { // otherwise it is too late on the same nodes as before
			if s.at = forEver; s.span.Open.Count() >= s.least {
				s.at = c.whenAndWhere(s.record, s.span.Open, latest)
			}
		}
		if s.at <= s.later || s.later == none && s.at < forEver {
			s.at = max(s.at, s.from)
			return true
		}
	}
	return false
}

// whenAndWhere is when the job of a record could start on some of the nodes, and where: running.Runs says it.
func (c *controller) whenAndWhere(r *record, avail bitset.Set, latest int64) (at int64) {
	if others := c.candidates(r); others != nil {
		return c.running.RoomBeside(others, r.job, r.partition, avail)
	}
	return c.running.WhenAndWhere(r.job, r.partition, avail, latest)
}

// moreFrom is from when on there may be more nodes than in the span at hand: at the end of its first slot behind which there is one; none if
// there is no such slot.
func (c *controller) moreFrom(s *search) int64 {
	behind := s.span.Behind(c.slots.List)
	if len(behind) > 0 && s.from == c.now {
		c.holds(behind[0].Begin - s.limit)
	}
	if at, is := s.span.Opening(c.slots.List); is {
		return at
	}
	if c.LaterSlots && len(behind) > 1 {
		c.holdsInSlot() // it may be the end of all slots
		return behind[1].End
	}
	return none
}
