package slurm

import "backfill/engine/machine/bitset"

// search is how a job of a pass of the backfill scheduler looks for room in the slots: from one instant on and then, as long as it finds none
// before there are more nodes, from that one on.
type search struct {
	*record
	limit      int64 // s
	least      int32 // nodes
	mayReserve bool  // otherwise it looks from the present on only
	candidates bitset.Set
	span       span

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
			copy(s.span.offered, s.candidates)
			overlaps = c.withoutReserved(s.span.offered, s.record, s.from, s.from+s.limit)
			s.span.begin(c.slots.list, s.from, s.from+s.limit)
		} else {
			changed = s.span.move(c.slots.list, s.from, s.from+s.limit)
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
			if s.at = forEver; s.span.open.Count() >= s.least {
				s.at = c.whenAndWhere(s.record, s.span.open, latest)
			}
		}
		if s.at <= s.later || s.later == none && s.at < forEver {
			s.at = max(s.at, s.from)
			return true
		}
	}
	return false
}

// moreFrom is from when on there may be more nodes than in the span at hand: at the end of its first slot behind which there is one; none if
// there is no such slot.
func (c *controller) moreFrom(s *search) int64 {
	list, span := c.slots.list, &s.span
	if span.next < len(list) && s.from == c.now {
		c.holds(list[span.next].begin - s.limit)
	}
	for i := span.first + 1; i < len(list) && i <= span.next+1; i++ {
		if list[i].opens && list[i].opening.Intersects(span.offered) {
			return list[i].begin
		}
	}
	if c.LaterSlots && span.next+1 < len(list) {
		c.holdsInSlot() // it may be the end of all slots
		return list[span.next+1].end
	}
	return none
}

// span is the slots that concern a job from an instant on with its limit, and which of the nodes that it is offered are open in all of them.
type span struct {
	first, next   int // it is the slots in [first, next)
	offered, open bitset.Set
}

// begin makes it the slots of a list that concern [from, to].
func (s *span) begin(list []slot, from, to int64) {
	for s.first = 0; s.first < len(list) && list[s.first].end <= from; s.first++ {
	}
	copy(s.open, s.offered)
	if s.next = s.first; s.next < len(list) && list[s.next].begin <= to {
		s.open.Intersect(list[s.next].open)
		s.next++
		s.reach(list, to)
	}
}

// move makes it the slots that concern a later [from, to] of the same length. It says whether other nodes may be open.
func (s *span) move(list []slot, from, to int64) (changed bool) {
	before := s.first
	for ; s.first < len(list) && list[s.first].end <= from; s.first++ {
	}
	if s.first == len(list) { // behind the slots nothing is promised
		s.next = len(list)
		copy(s.open, s.offered)
		return true
	}
	changed = s.reach(list, to)
	for i := before + 1; i <= s.first && i < len(list); i++ {
		if list[i].openUntil > to && s.gain(list[i:s.next], to) {
			changed = true
		}
	}
	return changed
}

// reach adds the slots that begin up to an instant. It says whether that closes nodes.
func (s *span) reach(list []slot, to int64) (any bool) {
	for ; s.next < len(list) && list[s.next].begin <= to; s.next++ {
		if list[s.next].closes && s.open.Intersect(list[s.next].open) {
			any = true
		}
	}
	return any
}

// gain adds the nodes that open at the begin of a slot and stay open in those behind it, to an instant. It says whether there are any.
func (s *span) gain(list []slot, to int64) (any bool) {
	stays := uint64(0)
	for w, open := range list[0].opening {
		for i := 1; i < len(list) && open != 0; i++ {
			open &= list[i].open[w]
		}
		stays |= open
		open &= s.offered[w]
		any = any || open != 0
		s.open[w] |= open
	}
	if stays == 0 {
		list[0].openUntil = to
	}
	return any
}
