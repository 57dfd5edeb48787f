package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// Ends come and go by turns, so many that most of them are later ones at times.
func TestEndingsComeInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e endings
		var want endHeap
		seq := int32(0)
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			for range rapid.IntRange(0, 3*soonEndings).Draw(t, "pushed") {
				x := ending{Time(rapid.Int64Range(0, 99).Draw(t, "at")), seq, seq}
				e.push(x)
				want.push(x)
				seq++
			}
			for range rapid.IntRange(0, len(want)).Draw(t, "popped") {
				if at, next := e.at(), e.next(); at != want[0].at || next != want[0] {
					t.Fatalf("%v at %d is next, want %v", next, at, want[0])
				}
				if got, want := e.pop(), want.pop(); got != want {
					t.Fatalf("%v, want %v", got, want)
				}
			}
			if len(want) == 0 && e.at() != Never {
				t.Fatalf("the next ending is at %d, want none", e.at())
			}
		}
	})
}
