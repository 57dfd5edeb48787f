package metrics

import (
	"math"
	"slices"

	"backfill/engine"
)

// waitingOnLanes knows whether one of the waiting jobs fits on one of the lanes of a
// machine. Of the waiting jobs of each size it keeps the least memory that one needs, in
// a tree of minima over the sizes: a job that comes or goes costs O(log n), a question
// O(lanes * log sizes).
type waitingOnLanes struct {
	outcome *engine.Outcome
	free    []freeOnLane
	sizes   []int32 // that jobs have, ascending
	of      []waitingLeast
	waiting []int32 // jobs of each size
	left    []int   // sizes that jobs have left at this instant
	least   []int32 // node i is the smaller of the nodes 2i and 2i+1; size k is node leaves+k
	leaves  int
}

// freeOnLane is what is free on a lane.
type freeOnLane struct{ Processors, Memory int32 }

// nobody is the memory that no job of a size needs if none waits.
const nobody = math.MaxInt32

func newWaitingOnLanes(o *engine.Outcome) *waitingOnLanes {
	w := &waitingOnLanes{outcome: o, leaves: 1}
	for _, lane := range o.Lanes {
		w.free = append(w.free, freeOnLane{lane.Processors, lane.Memory})
	}
	for j := range o.Start {
		w.sizes = append(w.sizes, o.Occupied(int32(j)))
	}
	slices.Sort(w.sizes)
	w.sizes = slices.Compact(w.sizes)
	for w.leaves < len(w.sizes) {
		w.leaves *= 2
	}
	w.of, w.waiting = make([]waitingLeast, len(w.sizes)), make([]int32, len(w.sizes))
	for k := range w.of {
		w.of[k].start = o.Start
	}
	w.least = slices.Repeat([]int32{nobody}, 2*w.leaves)
	return w
}

// comes notes that job j begins to wait.
func (w *waitingOnLanes) comes(j int32) {
	k, _ := slices.BinarySearch(w.sizes, w.outcome.Occupied(j))
	memory := w.outcome.Memory(j)
	w.of[k].push(memory, j)
	w.waiting[k]++
	w.set(k, min(memory, w.least[w.leaves+k]))
}

// goes notes that job j, which waited, started. Call settle after all starts of this instant.
func (w *waitingOnLanes) goes(j int32) {
	k, _ := slices.BinarySearch(w.sizes, w.outcome.Occupied(j))
	w.waiting[k]--
	w.left = append(w.left, k)
}

// settle brings the sizes that jobs have left up to the instant now.
func (w *waitingOnLanes) settle(now engine.Time) {
	for _, k := range w.left {
		if w.waiting[k] > 0 {
			w.set(k, w.of[k].least(now, w.waiting[k]))
		} else {
			w.of[k].heap = w.of[k].heap[:0]
			w.set(k, nobody)
		}
	}
	w.left = w.left[:0]
}

// set makes memory the least that a waiting job of size k needs.
func (w *waitingOnLanes) set(k int, memory int32) {
	i := w.leaves + k
	w.least[i] = memory
	for i /= 2; i > 0; i /= 2 {
		w.least[i] = min(w.least[2*i], w.least[2*i+1])
	}
}

// change gives job j's lane back what the job holds, sign 1, or takes it, -1.
func (w *waitingOnLanes) change(j, sign int32) {
	lane := &w.free[w.outcome.Lane[j]]
	lane.Processors += sign * w.outcome.Occupied(j)
	lane.Memory += sign * w.outcome.Memory(j)
}

// anyFits says whether a waiting job fits on a lane.
func (w *waitingOnLanes) anyFits() bool {
	for _, free := range w.free {
		k, exact := slices.BinarySearch(w.sizes, free.Processors)
		if exact {
			k++
		}
		if w.leastBelow(k) <= free.Memory {
			return true
		}
	}
	return false
}

// leastBelow is the least memory that a waiting job of one of the first k sizes needs.
func (w *waitingOnLanes) leastBelow(k int) int32 {
	least := int32(nobody)
	for lo, hi := w.leaves, w.leaves+k; lo < hi; lo, hi = lo/2, hi/2 {
		if lo%2 == 1 {
			least = min(least, w.least[lo])
			lo++
		}
		if hi%2 == 1 {
			hi--
			least = min(least, w.least[hi])
		}
	}
	return least
}
