package slots

import "backfill/engine/machine/bitset"

// Span is the slots that concern a job from an instant on with its limit, and which of the nodes that it is offered are open in all of them.
type Span struct {
	first, next   int // it is the slots in [first, next)
	Offered, Open bitset.Set
}

// Begin makes it the slots of a list that concern [from, to].
func (s *Span) Begin(list []Slot, from, to int64) {
	for s.first = 0; s.first < len(list) && list[s.first].End <= from; s.first++ {
	}
	copy(s.Open, s.Offered)
	if s.next = s.first; s.next < len(list) && list[s.next].Begin <= to {
		s.Open.Intersect(list[s.next].open)
		s.next++
		s.reach(list, to)
	}
}

// Move makes it the slots that concern a later [from, to] of the same length. It says whether other nodes may be open.
func (s *Span) Move(list []Slot, from, to int64) (changed bool) {
	before := s.first
	for ; s.first < len(list) && list[s.first].End <= from; s.first++ {
	}
	if s.first == len(list) { // behind the slots nothing is promised
		s.next = len(list)
		copy(s.Open, s.Offered)
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

// Behind are the slots of a list behind the span.
func (s *Span) Behind(list []Slot) []Slot { return list[s.next:] }

// Opening is the begin of the first slot at which nodes open that the span is offered: of those behind its first one, to the second behind
// the span.
func (s *Span) Opening(list []Slot) (at int64, is bool) {
	for i := s.first + 1; i < len(list) && i <= s.next+1; i++ {
		if list[i].opens && list[i].opening.Intersects(s.Offered) {
			return list[i].Begin, true
		}
	}
	return 0, false
}

// reach adds the slots that begin up to an instant. It says whether that closes nodes.
func (s *Span) reach(list []Slot, to int64) (any bool) {
	for ; s.next < len(list) && list[s.next].Begin <= to; s.next++ {
		if list[s.next].closes && s.Open.Intersect(list[s.next].open) {
			any = true
		}
	}
	return any
}

// gain adds the nodes that open at the begin of a slot and stay open in those behind it, to an instant. It says whether there are any.
func (s *Span) gain(list []Slot, to int64) (any bool) {
	stays := uint64(0)
	for w, open := range list[0].opening {
		for i := 1; i < len(list) && open != 0; i++ {
			open &= list[i].open[w]
		}
		stays |= open
		open &= s.Offered[w]
		any = any || open != 0
		s.Open[w] |= open
	}
	if stays == 0 {
		list[0].openUntil = to
	}
	return any
}
