// Package steps keeps step functions of time in little memory: millions of instants (Instants), and what holds from
// each of them on (Counts). A schedule of a million jobs has two million instants, and every frame of its picture looks
// at them.
//
// It knows times and numbers, and not what they are about.
package steps

import (
	"iter"
	"math"
	"sort"

	"backfill/engine"
)

// Instants are times in strictly ascending order, in 4 bytes each as long as few of them lie further apart than 49 days:
// they are cut into stretches of at most so long. The zero value has none.
type Instants struct {
	After []uint32      // milliseconds from the beginning of its stretch
	Begin []engine.Time // of each stretch: its first instant
	First []int32       // of each stretch: the place of that instant
}

// Place is where an instant stands among others.
type Place struct {
	Index   int32 // -1 before the first
	Stretch int32 // in which it lies, 0 before the first
}

// Before is the place before the first instant.
var Before = Place{Index: -1}

// NewInstants has no instants, and room for n.
func NewInstants(n int) Instants { return Instants{After: make([]uint32, 0, n)} }

// InstantsOf makes Instants of times, which must ascend strictly.
func InstantsOf(times []engine.Time) Instants {
	x := NewInstants(len(times))
	for _, at := range times {
		x.Append(at)
	}
	return x
}

// Append adds a time after all others.
func (x *Instants) Append(at engine.Time) {
	last := len(x.Begin) - 1
	if last < 0 || at-x.Begin[last] > math.MaxUint32 {
		x.Begin, x.First = append(x.Begin, at), append(x.First, int32(len(x.After)))
		last++
	}
	x.After = append(x.After, uint32(at-x.Begin[last]))
}

// Len is the number of instants.
func (x *Instants) Len() int { return len(x.After) }

// Size is how many bytes of memory the instants take.
func (x *Instants) Size() int { return 4*len(x.After) + 12*len(x.Begin) }

// At is instant i, counted from 0. O(log stretches).
func (x *Instants) At(i int) engine.Time {
	s := sort.Search(len(x.First), func(s int) bool { return int(x.First[s]) > i }) - 1
	return x.Begin[s] + engine.Time(x.After[i])
}

// In is the instant at a place, which is not before the first.
func (x *Instants) In(p Place) engine.Time { return x.Begin[p.Stretch] + engine.Time(x.After[p.Index]) }

// All are the times with their places, counted from 0.
func (x *Instants) All() iter.Seq2[int, engine.Time] {
	return func(yield func(int, engine.Time) bool) {
		for s, begin := range x.Begin {
			first := int(x.First[s])
			for i, after := range x.After[first:x.end(s)] {
				if !yield(first+i, begin+engine.Time(after)) {
					return
				}
			}
		}
	}
}

// end is the place behind the last instant of a stretch.
func (x *Instants) end(stretch int) int {
	if stretch+1 < len(x.First) {
		return int(x.First[stretch+1])
	}
	return len(x.After)
}

// Seek is the place of the last instant up to at, given one that is not behind it: Before, if no better one is known.
// O(log instants between).
func (x *Instants) Seek(at engine.Time, near Place) Place {
	s := int(near.Stretch)
	if s+1 < len(x.Begin) && x.Begin[s+1] <= at {
		rest := x.Begin[s+1:]
		s += sort.Search(len(rest), func(i int) bool { return rest[i] > at })
		near.Index = x.First[s]
	} else if near.Index < 0 {
		if len(x.Begin) == 0 || at < x.Begin[0] {
			return Before
		}
		near.Index = 0
	}
	after := uint32(min(at-x.Begin[s], math.MaxUint32))
	// Strides grow until one goes too far, since who asks again and again goes about as far as the last time.
	first, end := int(near.Index), x.end(s)
	for stride := 1; ; stride *= 2 {
		if first+stride >= end {
			break
		}
		if x.After[first+stride] > after {
			end = first + stride
			break
		}
		first += stride
	}
	for first+1 < end {
		if middle := int(uint(first+end) / 2); x.After[middle] <= after {
			first = middle
		} else {
			end = middle
		}
	}
	return Place{int32(first), int32(s)}
}
