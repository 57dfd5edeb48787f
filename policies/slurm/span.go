package slurm

import "backfill/engine/machine/bitset"

// span is the slots that concern a job from an instant on with its limit, and which of the nodes that it is offered are open in all of them.
type span struct {
	first, next   int // it is the slots in [first, next)
	offered, open bitset.Set
	gained        bitset.Set // buffer
}

// begin makes it the slots of a list that concern [from, to].
func (s *span) begin(list []slot, from, to int64) {
	for s.first = 0; s.first < len(list) && list[s.first].end <= from; s.first++ {
	}
	copy(s.open, s.offered)
	for s.next = s.first; s.next < len(list) && list[s.next].begin <= to; s.next++ {
		s.open.Intersect(list[s.next].open)
	}
}

// move makes it the slots that concern a later [from, to] of the same length. It says whether other nodes are open.
func (s *span) move(list []slot, from, to int64) (changed bool) {
	clear(s.gained)
	for ; s.first < len(list) && list[s.first].end <= from; s.first++ {
		if s.first+1 < len(list) {
			for w, open := range list[s.first+1].open {
				s.gained[w] |= open &^ list[s.first].open[w]
			}
		}
	}
	for s.next = max(s.next, s.first); s.next < len(list) && list[s.next].begin <= to; s.next++ {
		for w, open := range list[s.next].open {
			changed = changed || s.open[w]&^open != 0
			s.open[w] &= open
		}
	}
	for w, gained := range s.gained {
		gained &= s.offered[w] &^ s.open[w]
		for i := s.first; i < s.next && gained != 0; i++ {
			gained &= list[i].open[w]
		}
		if gained != 0 {
			s.open[w] |= gained
			changed = true
		}
	}
	return changed
}
