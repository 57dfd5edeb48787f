package slurm

import (
	"slices"

	"backfill/engine/machine/bitset"
)

// slot is a stretch of time with the nodes that are not promised in it.
type slot struct {
	begin, end int64 // s, multiples of BfResolution
	open       bitset.Set
	opening    bitset.Set // those of open that are not open in the slot before
	opens      bool       // there may be some of those
	openUntil  int64      // none of these stays open until that second or longer; forEver: that is not known
	closes     bool       // some that are open in the slot before may not be open in this one
}

// slots are the stretches of a pass of the backfill scheduler, one behind the other.
type slots struct {
	list  []slot
	spare []slot
}

// reset leaves one slot with all the nodes that are up.
func (s *slots) reset(begin, end int64, up bitset.Set) {
	for len(s.list) > 0 {
		s.remove(len(s.list) - 1)
	}
	s.insert(0, begin, end, up)
}

// end is that of the last slot.
func (s *slots) end() int64 { return s.list[len(s.list)-1].end }

// insert puts a slot in, with a copy of its nodes, which are those of the slot before.
func (s *slots) insert(at int, begin, end int64, open bitset.Set) {
	if len(s.spare) == 0 {
		s.spare = append(s.spare, slot{open: make(bitset.Set, len(open)), opening: make(bitset.Set, len(open))})
	}
	n := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]
	n.begin, n.end, n.opens, n.openUntil, n.closes = begin, end, false, begin, false
	copy(n.open, open)
	clear(n.opening)
	s.list = slices.Insert(s.list, at, n)
}

func (s *slots) remove(at int) {
	s.spare = append(s.spare, s.list[at])
	s.list = slices.Delete(s.list, at, at+1)
}

// split makes an instant within the slots the begin of one.
func (s *slots) split(t int64) {
	for i := range s.list {
		if at := &s.list[i]; at.begin < t && t < at.end {
			end := at.end
			at.end = t
			s.insert(i+1, t, end, at.open)
			return
		}
	}
}

// take takes nodes out of the slots in [from, to). Then the first two neighbours with the same nodes become one.
func (s *slots) take(from, to int64, nodes bitset.Set) {
	s.split(from)
	s.split(to)
	for i := range s.list {
		switch at := &s.list[i]; {
		case at.begin >= from && at.end <= to:
			at.open.Subtract(nodes)
			if at.opens {
				at.opens = at.opening.Subtract(nodes)
			}
			at.closes = at.closes || at.begin == from
		case at.begin == to && from < to:
			at.opens, at.openUntil = true, forEver
			for w := range nodes {
				at.opening[w] |= nodes[w] & at.open[w]
			}
		}
	}
	for i := 0; i+1 < len(s.list); i++ {
		if slices.Equal(s.list[i].open, s.list[i+1].open) {
			s.list[i].end = s.list[i+1].end
			s.remove(i + 1)
			return
		}
	}
}

// offer says whether all nodes are open throughout [from, to).
func (s *slots) offer(from, to int64, nodes bitset.Set) bool {
	for i := range s.list {
		if at := &s.list[i]; at.begin < to && at.end > from && !at.open.Contains(nodes) {
			return false
		}
	}
	return true
}
