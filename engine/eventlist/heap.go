package eventlist

import "math/bits"

// Before says whether e comes before f.
func (e Entry) Before(f Entry) bool { return e.At < f.At || e.At == f.At && e.Seq < f.Seq }

// precedes is 1 if e is before f, else 0, without a branch. No number is negative.
func (e Entry) precedes(f Entry) int {
	_, later := bits.Sub64(uint64(e.Seq), uint64(f.Seq), 0)
	_, earlier := bits.Sub64(uint64(e.At), uint64(f.At), later)
	return int(earlier)
}

// Heap is a binary heap, the next entry first. It is typed because
// container/heap costs five times as much in WebAssembly.
type Heap []Entry

// Push adds an entry. O(log n).
func (h *Heap) Push(e Entry) {
	*h = append(*h, e)
	a := *h
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.Before(a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

// Pop takes the next entry. There must be one. O(log n).
func (h *Heap) Pop() Entry {
	a := *h
	n := len(a) - 1
	top, last := a[0], a[n]
	*h = (*h)[:n]
	// The gap goes down to a leaf. There the last entry fills it, and nearly always stays.
	i := 0
	for child := 2; child <= n; child = 2*i + 2 {
		child -= a[child-1].precedes(a[child])
		a[i] = a[child]
		i = child
	}
	for i > 0 && last.Before(a[(i-1)/2]) {
		a[i] = a[(i-1)/2]
		i = (i - 1) / 2
	}
	a[i] = last
	return top
}
