package engine

import "math/bits"

// ending is the planned end of a running job. Seq is its place in the order of
// starts, which decides between ends at one instant.
type ending struct {
	at  Time
	seq int32
	job int32
}

func (e ending) before(f ending) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

// precedes is 1 if e is before f, else 0, without a branch. No number is negative.
func (e ending) precedes(f ending) int {
	_, later := bits.Sub64(uint64(e.seq), uint64(f.seq), 0)
	_, earlier := bits.Sub64(uint64(e.at), uint64(f.at), later)
	return int(earlier)
}

// endHeap is a binary heap, the next ending first. It is typed because
// container/heap costs five times as much in WebAssembly.
type endHeap []ending

func (h *endHeap) push(e ending) {
	*h = append(*h, e)
	a := *h
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

func (h *endHeap) pop() ending {
	a := *h
	n := len(a) - 1
	top, last := a[0], a[n]
	*h = (*h)[:n]
	// The gap goes down to a leaf, the last ending among them, which nearly always belongs there.
	i := 0
	for child := 2; child <= n; child = 2*i + 2 {
		child -= a[child-1].precedes(a[child])
		a[i] = a[child]
		i = child
	}
	for i > 0 && last.before(a[(i-1)/2]) {
		a[i] = a[(i-1)/2]
		i = (i - 1) / 2
	}
	a[i] = last
	return top
}
