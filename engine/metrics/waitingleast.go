package metrics

import "backfill/engine"

// waitingLeast knows the least that a waiting job needs of something, such as processors. It is a
// heap of needs. Jobs that have started leave it only when they come to the top, or when they
// outnumber the waiting ones. A push costs O(log n), with all that follows from it.
type waitingLeast struct {
	start []engine.Time // of every job, -1 if it never starts
	heap  []uint64      // need in the high half, job in the low half
}

func (w *waitingLeast) push(need, job int32) {
	w.heap = append(w.heap, uint64(need)<<32|uint64(job))
	i := len(w.heap) - 1
	x := w.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if w.heap[parent] <= x {
			break
		}
		w.heap[i] = w.heap[parent]
		i = parent
	}
	w.heap[i] = x
}

// least is the smallest need among the waiting jobs, of which there is at least one,
// after the decisions at the instant now.
func (w *waitingLeast) least(now engine.Time, waiting int32) int32 {
	if len(w.heap) > 2*int(waiting)+64 {
		w.removeStarted(now)
	}
	for w.hasStarted(w.heap[0], now) {
		last := len(w.heap) - 1
		x := w.heap[last]
		w.heap = w.heap[:last]
		w.heap[0] = x
		w.sink(0)
	}
	return int32(w.heap[0] >> 32)
}

func (w *waitingLeast) hasStarted(entry uint64, now engine.Time) bool {
	start := w.start[uint32(entry)]
	return start >= 0 && start <= now
}

func (w *waitingLeast) removeStarted(now engine.Time) {
	kept := w.heap[:0]
	for _, entry := range w.heap {
		if !w.hasStarted(entry, now) {
			kept = append(kept, entry)
		}
	}
	w.heap = kept
	for i := len(kept)/2 - 1; i >= 0; i-- {
		w.sink(i)
	}
}

// sink moves the entry at i down to its place.
func (w *waitingLeast) sink(i int) {
	x := w.heap[i]
	for {
		child := 2*i + 1
		if child >= len(w.heap) {
			break
		}
		if right := child + 1; right < len(w.heap) && w.heap[right] < w.heap[child] {
			child = right
		}
		if x <= w.heap[child] {
			break
		}
		w.heap[i] = w.heap[child]
		i = child
	}
	w.heap[i] = x
}
