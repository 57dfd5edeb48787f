// Package slots keeps which nodes nobody has been promised, and when, in a pass of the backfill scheduler.
//
// It knows seconds and sets of nodes, and no job.
//
// Source: the node_space of plugins/sched/backfill/backfill.c.
package slots

import (
	"math"
	"slices"

	"backfill/engine/machine/bitset"
)

// Slot is a stretch of time with the nodes that are not promised in it.
type Slot struct {
	Begin, End int64 // s, multiples of BfResolution
	open       bitset.Set
	opening    bitset.Set // those of open that are not open in the slot before
	opens      bool       // there may be some of those
	openUntil  int64      // none of these stays open until that second or longer; math.MaxInt64: that is not known
	closes     bool       // some that are open in the slot before may not be open in this one
}

// Slots are the stretches of a pass, one behind the other.
type Slots struct {
	List  []Slot // by time, without gaps; not empty after Reset
	spare []Slot
}

// Reset leaves one slot with all the nodes that are up.
func (s *Slots) Reset(begin, end int64, up bitset.Set) {
	for len(s.List) > 0 {
		s.remove(len(s.List) - 1)
	}
	s.insert(0, begin, end, up)
}

// End is that of the last slot.
func (s *Slots) End() int64 { return s.List[len(s.List)-1].End }

// insert puts a slot in, with a copy of its nodes, which are those of the slot before.
func (s *Slots) insert(at int, begin, end int64, open bitset.Set) {
	if len(s.spare) == 0 {
		s.spare = append(s.spare, Slot{open: make(bitset.Set, len(open)), opening: make(bitset.Set, len(open))})
	}
	n := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]
	n.Begin, n.End, n.opens, n.openUntil, n.closes = begin, end, false, begin, false
	copy(n.open, open)
	clear(n.opening)
	s.List = slices.Insert(s.List, at, n)
}

func (s *Slots) remove(at int) {
	s.spare = append(s.spare, s.List[at])
	s.List = slices.Delete(s.List, at, at+1)
}

// split makes an instant within the slots the begin of one.
func (s *Slots) split(t int64) {
	for i := range s.List {
		if at := &s.List[i]; at.Begin < t && t < at.End {
			end := at.End
			at.End = t
			s.insert(i+1, t, end, at.open)
			return
		}
	}
}

// Take takes nodes out of the slots in [from, to). Then the first two neighbours with the same nodes become one.
func (s *Slots) Take(from, to int64, nodes bitset.Set) {
	s.split(from)
	s.split(to)
	for i := range s.List {
		switch at := &s.List[i]; {
		case at.Begin >= from && at.End <= to:
			at.open.Subtract(nodes)
			if at.opens {
				at.opens = at.opening.Subtract(nodes)
			}
			at.closes = at.closes || at.Begin == from
		case at.Begin == to && from < to:
			at.opens, at.openUntil = true, math.MaxInt64
			for w := range nodes {
				at.opening[w] |= nodes[w] & at.open[w]
			}
		}
	}
	for i := 0; i+1 < len(s.List); i++ {
		if slices.Equal(s.List[i].open, s.List[i+1].open) {
			s.List[i].End = s.List[i+1].End
			s.remove(i + 1)
			return
		}
	}
}

// Offer says whether all nodes are open throughout [from, to).
func (s *Slots) Offer(from, to int64, nodes bitset.Set) bool {
	for i := range s.List {
		if at := &s.List[i]; at.Begin < to && at.End > from && !at.open.Contains(nodes) {
			return false
		}
	}
	return true
}
