package eventlist

import (
	"testing"

	"pgregory.net/rapid"

	"backfill/engine/clock"
)

// Entries come and go by turns, so many that most of them are later ones at times.
func TestEntriesComeInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e List
		var want Heap
		seq := int32(0)
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			for range rapid.IntRange(0, 3*mostSoon).Draw(t, "pushed") {
				x := Entry{clock.Time(rapid.Int64Range(0, 99).Draw(t, "at")), seq, seq}
				e.Push(x)
				want.Push(x)
				seq++
			}
			for range rapid.IntRange(0, len(want)).Draw(t, "popped") {
				if at, next := e.At(), e.Next(); at != want[0].At || next != want[0] {
					t.Fatalf("%v at %d is next, want %v", next, at, want[0])
				}
				if got, want := e.Pop(), want.Pop(); got != want {
					t.Fatalf("%v, want %v", got, want)
				}
			}
			if len(want) == 0 && e.At() != clock.Never {
				t.Fatalf("the next entry is at %d, want none", e.At())
			}
		}
	})
}

func TestHeapSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h Heap
		n := rapid.IntRange(0, 60).Draw(t, "n")
		for seq := range n {
			h.Push(Entry{clock.Time(rapid.Int64Range(0, 9).Draw(t, "at")), int32(seq), 0})
		}
		var last Entry
		for range n {
			next := h.Pop()
			if next.Before(last) {
				t.Fatalf("%v came after %v", next, last)
			}
			last = next
		}
		if len(h) != 0 {
			t.Fatalf("%d are left", len(h))
		}
	})
}
