package timeline

import "math/bits"

// freeSet is the set of free units of a machine, numbered from 0. It finds the
// lowest free run of a given length in O(log units): a binary tree over words of 64
// units knows of each subtree its free prefix, suffix and longest run.
type freeSet struct {
	words []uint64  // bit i of word w: unit 64w+i is free
	tree  []freeRun // node i has the children 2i and 2i+1; the leaf of word w is leaves+w
	span  []int32   // units below a node of each level, by level from the root
	leaf  int       // number of leaves, a power of two
}

type freeRun struct{ prefix, suffix, longest int32 }

// newFreeSet makes a set in which the units 0 to n-1 are free.
func newFreeSet(n int32) *freeSet {
	words := int(n+63) / 64
	leaves := 1
	for leaves < words {
		leaves *= 2
	}
	f := &freeSet{words: make([]uint64, leaves), tree: make([]freeRun, 2*leaves), leaf: leaves}
	for span := int32(64 * leaves); span >= 64; span /= 2 {
		f.span = append(f.span, span)
	}
	if n > 0 {
		f.put(0, n)
	}
	return f
}

// longest is the length of the longest free run.
func (f *freeSet) longest() int32 { return f.tree[1].longest }

// take removes and returns the lowest run of n units, 1 <= n <= longest().
func (f *freeSet) take(n int32) int32 {
	first := f.find(n)
	f.change(first, n, false)
	return first
}

// put adds the units first to first+n-1.
func (f *freeSet) put(first, n int32) { f.change(first, n, true) }

// find is where the lowest free run of n units begins.
func (f *freeSet) find(n int32) int32 {
	node, at, level := 1, int32(0), 0
	for node < f.leaf {
		left, right := f.tree[2*node], f.tree[2*node+1]
		half := f.span[level] / 2
		switch {
		case left.longest >= n:
			node = 2 * node
		case left.suffix+right.prefix >= n:
			return at + half - left.suffix
		default:
			node, at = 2*node+1, at+half
		}
		level++
	}
	return at + firstRun(f.words[node-f.leaf], n)
}

func (f *freeSet) change(first, n int32, free bool) {
	w0, w1 := int(first/64), int((first+n-1)/64)
	for w := w0; w <= w1; w++ {
		mask := ^uint64(0)
		if w == w0 {
			mask &= ^uint64(0) << (first % 64)
		}
		if w == w1 {
			mask &= ^uint64(0) >> (63 - (first+n-1)%64)
		}
		if free {
			f.words[w] |= mask
		} else {
			f.words[w] &^= mask
		}
		f.tree[f.leaf+w] = runsOf(f.words[w])
	}
	level := len(f.span) - 2
	for a, b := (f.leaf+w0)/2, (f.leaf+w1)/2; a > 0; a, b = a/2, b/2 {
		half := f.span[level] / 2
		for node := a; node <= b; node++ {
			f.tree[node] = join(f.tree[2*node], f.tree[2*node+1], half)
		}
		level--
	}
}

// join describes two neighbours of half units each.
func join(l, r freeRun, half int32) freeRun {
	j := freeRun{l.prefix, r.suffix, max(l.longest, r.longest, l.suffix+r.prefix)}
	if l.prefix == half {
		j.prefix += r.prefix
	}
	if r.suffix == half {
		j.suffix += l.suffix
	}
	return j
}

// runsOf describes one word.
func runsOf(w uint64) freeRun {
	return freeRun{
		prefix:  int32(bits.TrailingZeros64(^w)),
		suffix:  int32(bits.LeadingZeros64(^w)),
		longest: longestRun(w),
	}
}

func longestRun(w uint64) int32 {
	if w == ^uint64(0) {
		return 64
	}
	n := int32(0)
	for ; w != 0; n++ {
		w &= w << 1
	}
	return n
}

// firstRun is the lowest bit that begins n set bits, 1 <= n <= longestRun(w).
func firstRun(w uint64, n int32) int32 {
	// After each step bit i is set if have bits from i on were set in w.
	for have := int32(1); have < n; {
		step := min(have, n-have)
		w &= w >> step
		have += step
	}
	return int32(bits.TrailingZeros64(w))
}
