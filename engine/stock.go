package engine

import "math/bits"

// Stock is what is free on a Farm, now or in a plan: processors of each computer and
// copies of each licence. A copy that is in use on a computer serves any number of jobs
// there.
type Stock struct {
	farm *Farm
	free []int32  // processors, by computer
	idle int32    // of all
	room []bitset // by number of processors: computers with as many free
	left []int32  // copies that are in use nowhere, by licence
	uses []int32  // jobs that use a licence on a computer: entry l*computers + p
	in   []bitset // by licence: computers where it is in use
}

// NewStock is what the empty farm has.
func (f *Farm) NewStock() *Stock {
	n, l := len(f.computers), len(f.copies)
	s := &Stock{farm: f, free: make([]int32, n), room: make([]bitset, len(f.wide)),
		left: make([]int32, l), uses: make([]int32, l*n), in: make([]bitset, l)}
	for c := range s.room {
		s.room[c] = newBitset(int32(n))
	}
	for i := range s.in {
		s.in[i] = newBitset(int32(n))
	}
	s.Clear()
	return s
}

// Clear makes it what the empty farm has. O(computers * (licences + processors of one) / 64),
// and O(computers * licences).
func (s *Stock) Clear() {
	for p := range s.free {
		s.free[p] = s.farm.computers[p].Processors
	}
	s.idle = s.farm.sum
	for c := range s.room {
		copy(s.room[c], s.farm.wide[c])
	}
	copy(s.left, s.farm.copies)
	clear(s.uses)
	for l := range s.in {
		clear(s.in[l])
	}
}

// Idle is the number of processors that are free.
func (s *Stock) Idle() int32 { return s.idle }

// FreeAt is how many processors are free at p.
func (s *Stock) FreeAt(p Placement) int32 { return s.free[p] }

// Unused is how many copies of licence l, from 0, are in use nowhere.
func (s *Stock) Unused(l int) int32 { return s.left[l] }

// InUse says whether licence l, from 0, is in use at p.
func (s *Stock) InUse(l int, p Placement) bool { return s.in[l].has(int32(p)) }

// word is word w of the set of computers on which job j, one that the farm can run, has
// room.
func (s *Stock) word(w int, processors int32, needs Licences) uint64 {
	word := s.room[processors][w]
	for ; needs != 0 && word != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		word &= s.farm.usable[l][w]
		if s.left[l] == 0 {
			word &= s.in[l][w]
		}
	}
	return word
}

// First is the fastest computer on which job j has room.
func (s *Stock) First(j int32) (Placement, bool) {
	processors, needs := s.farm.jobs[j].Processors, s.farm.workload.Needs(j)
	for w := range s.room[processors] {
		if word := s.word(w, processors, needs); word != 0 {
			return Placement(w*64 + bits.TrailingZeros64(word)), true
		}
	}
	return NoPlace, false
}

// Available fills set, of Words of the farm, with the computers on which job j has room,
// the fastest first, and says whether there are any. As jobs take what is free, and none
// gives anything back, no computer enters this set.
func (s *Stock) Available(j int32, set []uint64) bool {
	processors, needs := s.farm.jobs[j].Processors, s.farm.workload.Needs(j)
	any := uint64(0)
	for w := range set {
		set[w] = s.word(w, processors, needs)
		any |= set[w]
	}
	return any != 0
}

// Has says whether job j has room at p.
func (s *Stock) Has(j int32, p Placement) bool {
	return s.word(int(p)/64, s.farm.jobs[j].Processors, s.farm.workload.Needs(j))&(1<<(p%64)) != 0
}

// Take gives job j room at p. It panics if there is none.
func (s *Stock) Take(j int32, p Placement) {
	if !s.Has(j, p) {
		panic("engine: a job was started on a computer without room")
	}
	size := s.farm.jobs[j].Processors
	for c := s.free[p] - size + 1; c <= s.free[p]; c++ {
		s.room[c].clear(int32(p), 1)
	}
	s.free[p] -= size
	s.idle -= size
	for needs := s.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &s.uses[l*len(s.free)+int(p)]
		if *uses == 0 {
			s.left[l]--
			s.in[l].set(int32(p), 1)
		}
		*uses++
	}
}

// Give frees what job j has at p.
func (s *Stock) Give(j int32, p Placement) {
	size := s.farm.jobs[j].Processors
	for c := s.free[p] + 1; c <= s.free[p]+size; c++ {
		s.room[c].set(int32(p), 1)
	}
	s.free[p] += size
	s.idle += size
	for needs := s.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &s.uses[l*len(s.free)+int(p)]
		*uses--
		if *uses == 0 {
			s.left[l]++
			s.in[l].clear(int32(p), 1)
		}
	}
}

// Nearest tells what job j lacks: most processors that are free on one computer that may
// use its licences, and those of its licences of which no copy is left, though they may be in
// use where it could share them.
func (s *Stock) Nearest(j int32) (processors int32, lacking Licences) {
	needs := s.farm.workload.Needs(j)
	for p, free := range s.free {
		if needs&^s.farm.computers[p].Licences == 0 {
			processors = max(processors, free)
		}
	}
	for l := range needs.Each {
		if s.left[l] == 0 {
			lacking |= 1 << l
		}
	}
	return processors, lacking
}
