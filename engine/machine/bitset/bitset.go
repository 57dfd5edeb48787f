// Package bitset is sets of processors or computers, named by consecutive numbers, as bits in
// words of 64.
package bitset

import "math/bits"

// Span is a run of consecutive processors.
type Span struct{ First, Count int32 }

// Extend appends s to spans, joined with the last span if that ends where s begins.
func Extend(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].First+spans[n-1].Count == s.First {
		spans[n-1].Count += s.Count
		return spans
	}
	return append(spans, s)
}

// Set is a set of processors, or of computers.
type Set []uint64

// New is an empty set of processors below n.
func New(n int32) Set { return make(Set, (n+63)/64) }

// Has says whether processor p is in.
func (b Set) Has(p int32) bool { return b[p/64]&(1<<(p%64)) != 0 }

// mask has the bits that count processors from first on have in word w.
func mask(w, first, count int32) uint64 {
	low, high := max(first-w*64, 0), min(first+count-w*64, 64)
	if low >= high {
		return 0
	}
	return (^uint64(0) >> (64 - (high - low))) << low
}

// Add puts count processors from first on in.
func (b Set) Add(first, count int32) {
	for w := first / 64; w*64 < first+count; w++ {
		b[w] |= mask(w, first, count)
	}
}

// AddEach puts each of a list in.
func (b Set) AddEach(list []int32) {
	for _, p := range list {
		b.Add(p, 1)
	}
}

// Remove takes count processors from first on out.
func (b Set) Remove(first, count int32) {
	for w := first / 64; w*64 < first+count; w++ {
		b[w] &^= mask(w, first, count)
	}
}

// HasAll says whether all processors of s are in.
func (b Set) HasAll(s Span) bool { return b.countIn(s.First, s.First+s.Count) == s.Count }

// Count is the number of processors that are in.
func (b Set) Count() int32 {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return int32(n)
}

// CountCommon is the number of processors that are in both.
func (b Set) CountCommon(o Set) int32 {
	n := 0
	for w, word := range b {
		n += bits.OnesCount64(word & o[w])
	}
	return int32(n)
}

// countIn is the number of processors of the set in [from, to).
func (b Set) countIn(from, to int32) int32 {
	n := 0
	for w := from / 64; w*64 < to; w++ {
		n += bits.OnesCount64(b[w] & mask(w, from, to-from))
	}
	return int32(n)
}

// Append appends the processors that are in to a list, ascending. O(words + processors).
func (b Set) Append(list []int32) []int32 {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			list = append(list, int32(w*64+bits.TrailingZeros64(word)))
		}
	}
	return list
}

// Take appends the first size processors of the set in [from, to), and returns how many are
// missing.
func (b Set) Take(from, to, size int32, spans []Span) ([]Span, int32) {
	for w := from / 64; w*64 < to && size > 0; w++ {
		word := b[w] & mask(w, from, to-from)
		for word != 0 && size > 0 {
			start := int32(bits.TrailingZeros64(word))
			length := min(int32(bits.TrailingZeros64(^(word >> start))), size)
			spans = Extend(spans, Span{w*64 + start, length})
			size -= length
			word &^= mask(0, start, length)
		}
	}
	return spans, size
}

// runs goes through the maximal runs of consecutive processors in the set. O(words + runs).
func (b Set) runs(yield func(s Span) bool) {
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

// Run is the first of size consecutive processors in the set, -1 if there are none.
func (b Set) Run(size int32) int32 {
	for s := range b.runs {
		if s.Count >= size {
			return s.First
		}
	}
	return -1
}

// Longest is the largest number of consecutive processors in the set.
func (b Set) Longest() int32 {
	most := int32(0)
	for s := range b.runs {
		most = max(most, s.Count)
	}
	return most
}

// Intersects says whether the sets have a processor in common.
func (b Set) Intersects(o Set) bool {
	o = o[:len(b)] // spares checks in the loop, as below
	for w := range b {
		if b[w]&o[w] != 0 {
			return true
		}
	}
	return false
}

// Contains says whether all processors of the other set are in.
func (b Set) Contains(o Set) bool {
	o = o[:len(b)]
	for w := range b {
		if o[w]&^b[w] != 0 {
			return false
		}
	}
	return true
}

// Intersect takes out what is not in the other set. It says whether that is anything.
func (b Set) Intersect(o Set) bool {
	o = o[:len(b)]
	lost := uint64(0)
	for w := range b {
		lost |= b[w] &^ o[w]
		b[w] &= o[w]
	}
	return lost != 0
}

// Unite puts the processors of the other set in.
func (b Set) Unite(o Set) {
	o = o[:len(b)]
	for w := range b {
		b[w] |= o[w]
	}
}

// Subtract takes out what is in the other set. It says whether anything is left.
func (b Set) Subtract(o Set) bool {
	o = o[:len(b)]
	left := uint64(0)
	for w := range b {
		b[w] &^= o[w]
		left |= b[w]
	}
	return left != 0
}
