package engine

import "math/bits"

// Span is a run of consecutive processors.
type Span struct{ First, Count int32 }

// extend appends s, joined with the last of spans if that ends where s begins.
func extend(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].First+spans[n-1].Count == s.First {
		spans[n-1].Count += s.Count
		return spans
	}
	return append(spans, s)
}

// bitset is a set of processors.
type bitset []uint64

func newBitset(n int32) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(p int32) bool { return b[p/64]&(1<<(p%64)) != 0 }

// mask is the part of word w of the processors from first on, count of them.
func mask(w, first, count int32) uint64 {
	low, high := max(first-w*64, 0), min(first+count-w*64, 64)
	if low >= high {
		return 0
	}
	return (^uint64(0) >> (64 - (high - low))) << low
}

func (b bitset) set(first, count int32) {
	for w := first / 64; w*64 < first+count; w++ {
		b[w] |= mask(w, first, count)
	}
}

func (b bitset) clear(first, count int32) {
	for w := first / 64; w*64 < first+count; w++ {
		b[w] &^= mask(w, first, count)
	}
}

// all says whether all processors of s are in.
func (b bitset) all(s Span) bool { return b.countIn(s.First, s.First+s.Count) == s.Count }

func (b bitset) count() int32 {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return int32(n)
}

// countIn is the number of processors from from (included) to to (excluded) that are in.
func (b bitset) countIn(from, to int32) int32 {
	n := 0
	for w := from / 64; w*64 < to; w++ {
		n += bits.OnesCount64(b[w] & mask(w, from, to-from))
	}
	return int32(n)
}

// take appends the first size processors from from (included) to to (excluded) that are
// in, and returns how many are missing.
func (b bitset) take(from, to, size int32, spans []Span) ([]Span, int32) {
	for w := from / 64; w*64 < to && size > 0; w++ {
		word := b[w] & mask(w, from, to-from)
		for word != 0 && size > 0 {
			start := int32(bits.TrailingZeros64(word))
			length := min(int32(bits.TrailingZeros64(^(word >> start))), size)
			spans = extend(spans, Span{w*64 + start, length})
			size -= length
			word &^= mask(0, start, length)
		}
	}
	return spans, size
}

// runs goes through the longest possible runs of consecutive processors that are in.
// O(words + runs).
func (b bitset) runs(yield func(s Span) bool) {
	s := Span{}
	for w, word := range b {
		for at := int32(0); at < 64; {
			rest := word >> at
			if rest&1 != 0 {
				ones := min(int32(bits.TrailingZeros64(^rest)), 64-at)
				s.Count += ones
				at += ones
				continue
			}
			if s.Count > 0 && !yield(s) {
				return
			}
			at = min(64, at+int32(bits.TrailingZeros64(rest))) // to the end if nothing is left
			s = Span{First: int32(w)*64 + at}
		}
	}
	if s.Count > 0 {
		yield(s)
	}
}

// run is the first of size consecutive processors that are in, -1 if there are none.
func (b bitset) run(size int32) int32 {
	for s := range b.runs {
		if s.Count >= size {
			return s.First
		}
	}
	return -1
}

// longest is the largest number of consecutive processors that are in.
func (b bitset) longest() int32 {
	most := int32(0)
	for s := range b.runs {
		most = max(most, s.Count)
	}
	return most
}
