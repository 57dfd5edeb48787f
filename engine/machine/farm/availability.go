package farm

import (
	"math/bits"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// Availability is what is free on a farm, now or in a plan: processors of each computer and
// copies of each licence. A copy in use on a computer serves any number of jobs there.
type Availability struct {
	farm *Machine
	free []int32      // processors, by computer
	idle int32        // of all
	room []bitset.Set // by number of processors: computers with at least as many free
	left []int32      // by licence: copies that no computer uses
	uses []int32      // jobs that use a licence on a computer: entry l*computers + p
	in   []bitset.Set // by licence: computers where it is in use
}

// NewAvailability is the availability of the empty farm.
func (f *Machine) NewAvailability() *Availability {
	n, l := len(f.computers), len(f.copies)
	a := &Availability{farm: f, free: make([]int32, n), room: make([]bitset.Set, len(f.wide)),
		left: make([]int32, l), uses: make([]int32, l*n), in: make([]bitset.Set, l)}
	for c := range a.room {
		a.room[c] = bitset.New(int32(n))
	}
	for i := range a.in {
		a.in[i] = bitset.New(int32(n))
	}
	a.Clear()
	return a
}

// Clear makes it the availability of the empty farm. O(computers * (licences + processors of one)
// / 64), and O(computers * licences).
func (a *Availability) Clear() {
	for p := range a.free {
		a.free[p] = a.farm.computers[p].Processors
	}
	a.idle = a.farm.sum
	for c := range a.room {
		copy(a.room[c], a.farm.wide[c])
	}
	copy(a.left, a.farm.copies)
	clear(a.uses)
	for l := range a.in {
		clear(a.in[l])
	}
}

// Idle is the number of processors that are free.
func (a *Availability) Idle() int32 { return a.idle }

// FreeAt is how many processors are free at p.
func (a *Availability) FreeAt(p engine.Placement) int32 { return a.free[p] }

// Unused is how many copies of licence l, from 0, are in use nowhere.
func (a *Availability) Unused(l int) int32 { return a.left[l] }

// InUse says whether licence l, from 0, is in use at p.
func (a *Availability) InUse(l int, p engine.Placement) bool { return a.in[l].Has(int32(p)) }

// word is word w of the set of computers on which job j has room. The farm can run the job.
func (a *Availability) word(w int, processors int32, needs engine.Licences) uint64 {
	word := a.room[processors][w]
	for ; needs != 0 && word != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		word &= a.farm.usable[l][w]
		if a.left[l] == 0 {
			word &= a.in[l][w]
		}
	}
	return word
}

// First is the fastest computer on which job j has room.
func (a *Availability) First(j int32) (engine.Placement, bool) {
	processors, needs := a.farm.jobs[j].Processors, a.farm.workload.Needs(j)
	for w := range a.room[processors] {
		if word := a.word(w, processors, needs); word != 0 {
			return engine.Placement(w*64 + bits.TrailingZeros64(word)), true
		}
	}
	return engine.NoPlace, false
}

// Available fills set, of Words of the farm, with the computers on which job j has room, the
// fastest first, and says whether there are any. As long as jobs only take and give nothing back,
// no computer enters this set.
func (a *Availability) Available(j int32, set []uint64) bool {
	processors, needs := a.farm.jobs[j].Processors, a.farm.workload.Needs(j)
	any := uint64(0)
	for w := range set {
		set[w] = a.word(w, processors, needs)
		any |= set[w]
	}
	return any != 0
}

// Has says whether job j has room at p.
func (a *Availability) Has(j int32, p engine.Placement) bool {
	return a.word(int(p)/64, a.farm.jobs[j].Processors, a.farm.workload.Needs(j))&(1<<(p%64)) != 0
}

// Take gives job j room at p. It panics if there is none.
func (a *Availability) Take(j int32, p engine.Placement) {
	if !a.Has(j, p) {
		panic("farm: a job was started on a computer without room")
	}
	size := a.farm.jobs[j].Processors
	for c := a.free[p] - size + 1; c <= a.free[p]; c++ {
		a.room[c].Remove(int32(p), 1)
	}
	a.free[p] -= size
	a.idle -= size
	for needs := a.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &a.uses[l*len(a.free)+int(p)]
		if *uses == 0 {
			a.left[l]--
			a.in[l].Add(int32(p), 1)
		}
		*uses++
	}
}

// Give frees what job j has at p.
func (a *Availability) Give(j int32, p engine.Placement) {
	size := a.farm.jobs[j].Processors
	for c := a.free[p] + 1; c <= a.free[p]+size; c++ {
		a.room[c].Add(int32(p), 1)
	}
	a.free[p] += size
	a.idle += size
	for needs := a.farm.workload.Needs(j); needs != 0; needs &= needs - 1 {
		l := bits.TrailingZeros64(uint64(needs))
		uses := &a.uses[l*len(a.free)+int(p)]
		*uses--
		if *uses == 0 {
			a.left[l]++
			a.in[l].Remove(int32(p), 1)
		}
	}
}

// Nearest tells what job j lacks: the most processors free on one computer that may use its
// licences, and its licences of which no copy is left. Such a licence may still be in use on a
// computer where the job could share it.
func (a *Availability) Nearest(j int32) (processors int32, lacking engine.Licences) {
	needs := a.farm.workload.Needs(j)
	for p, free := range a.free {
		if needs&^a.farm.computers[p].Licences == 0 {
			processors = max(processors, free)
		}
	}
	for l := range needs.Each {
		if a.left[l] == 0 {
			lacking |= 1 << l
		}
	}
	return processors, lacking
}
