package convergent

import "backfill/engine"

// prospect is the best that a job can hope for in a plan.
type prospect struct {
	value float64
	row   int32
	at    engine.Placement // its best computer with room; ^f: value is a bound, for computers no faster than f
}

// heap holds the prospects of jobs that have no place yet: the highest on top, ties by row.
type heap []prospect

func (h heap) before(a, b int) bool {
	return h[a].value > h[b].value || h[a].value == h[b].value && h[a].row < h[b].row
}

// build makes prospects in any order a heap. O(n).
func (h heap) build() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

// sink moves prospect i, which may have become lower, to where it belongs.
func (h heap) sink(i int) {
	for {
		k := 2*i + 1
		if k >= len(h) {
			return
		}
		if k+1 < len(h) && h.before(k+1, k) {
			k++
		}
		if !h.before(k, i) {
			return
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
}

// pop takes the top away.
func (h *heap) pop() {
	last := len(*h) - 1
	(*h)[0] = (*h)[last]
	*h = (*h)[:last]
	h.sink(0)
}
