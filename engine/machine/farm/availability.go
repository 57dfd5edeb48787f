package farm

import (
	"math/bits"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// Availability is what is free on a farm, now or in a plan: processors of each computer and
// copies of each licence. A copy that is in use on a computer serves any number of jobs
// there.
type Availability struct {
	farm *Machine
	free []int32      // processors, by computer
	idle int32        // of all
	room []bitset.Set // by number of processors: computers with as many free
	left []int32      // copies that are in use nowhere, by licence
	uses []int32      // jobs that use a licence on a computer: entry l*computers + p
	in   []bitset.Set // by licence: computers where it is in use
}

// NewAvailability is what the empty farm has.
func (f *Machine) NewAvailability() *Availability {
	n, l := len(f.computers), len(f.copies)
	s := &Availability{farm: f, free: make([]int32, n), room: make([]bitset.Set, len(f.wide)),
		left: make([]int32, l), uses: make([]int32, l*n), in: make([]bitset.Set, l)}
	for c := range s.room {
		s.room[c] = bitset.New(int32(n))
	}
	for i := range s.in {
		s.in[i] = bitset.New(int32(n))
	}
	s.Clear()
	return s
}

// Clear makes it what the empty farm has. O(computers * (licences + processors of one) / 64),
// and O(computers * licences).
func (s *Availability) Clear() {
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
func (s *Availability) Idle() int32 { return s.idle }

// FreeAt is how many processors are free at p.
func (s *Availability) FreeAt(p engine.Placement) int32 { return s.free[p] }

// Unused is how many copies of licence l, from 0, are in use nowhere.
func (s *Availability) Unused(l int) int32 { return s.left[l] }

// InUse says whether licence l, from 0, is in use at p.
func (s *Availability) InUse(l int, p engine.Placement) bool { return s.in[l].Has(int32(p)) }

// word is word w of the set of computers on which job j, one that the farm can run, has
// room.
func (s *Availability) word(w int, processors int32, needs engine.Licences) uint64 {
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
func (s *Availability) First(j int32) (engine.Placement, bool) {
	processors, needs := s.farm.jobs[j].Processors, s.farm.workload.Needs(j)
	for w := range s.room[processors] {
		if word := s.word(w, processors, needs); word != 0 {
			return engine.Placement(w*64 + bits.TrailingZeros64(word)), true
		}
	}
	return engine.NoPlace, false
}

// Available fills set, of Words of the farm, with the computers on which job j has room,
// the fastest first, and says whether there are any. As jobs take what is free, and none
// gives anything back, no computer enters this set.
func (s *Availability) Available(j int32, set []uint64) bool {
	processors, needs := s.farm.jobs[j].Processors, s.farm.workload.Needs(j)
	any := uint64(0)
	for w := range set {
		set[w] = s.word(w, processors, needs)
		any |= set[w]
	}
	return any != 0
}

// Has says whether job j has room at p.
func (s *Availability) Has(j int32, p engine.Placement) bool {
	return s.word(int(p)/64, s.farm.jobs[j].Processors, s.farm.workload.Needs(j))&(1<<(p%64)) != 0
}

// Take gives job j room at p. It panics if there is none.
func (s *Availability) Take(j int32, p engine.Placement) {
	if !s.Has(j, p) {
		panic("engine: a job was started on a computer without room")
	}
	size := s.farm.jobs[j].Processors
	for c := s.free[p] - size + 1; c <= s.free[p]; c++ {
		s.room[c].Remove(int32(p), 1)
	}
	s.free[p] -= size
	s.idle -= size
	for needs := s.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &s.uses[l*len(s.free)+int(p)]
		if *uses == 0 {
			s.left[l]--
			s.in[l].Add(int32(p), 1)
		}
		*uses++
	}
}

// Give frees what job j has at p.
func (s *Availability) Give(j int32, p engine.Placement) {
	size := s.farm.jobs[j].Processors
	for c := s.free[p] + 1; c <= s.free[p]+size; c++ {
		s.room[c].Add(int32(p), 1)
	}
	s.free[p] += size
	s.idle += size
	for needs := s.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &s.uses[l*len(s.free)+int(p)]
		*uses--
		if *uses == 0 {
			s.left[l]++
			s.in[l].Remove(int32(p), 1)
		}
	}
}

// Nearest tells what job j lacks: most processors that are free on one computer that may
// use its licences, and those of its licences of which no copy is left, though they may be in
// use where it could share them.
func (s *Availability) Nearest(j int32) (processors int32, lacking engine.Licences) {
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
