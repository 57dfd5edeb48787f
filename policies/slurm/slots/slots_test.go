package slots

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine/machine/bitset"
	"backfill/policies/internal/reference"
)

// Nodes are taken for drawn stretches of time. Each slot knows which nodes open at its begin. A span that begins somewhere has the nodes that are open
// in all slots that concern it, and so has one that moves on to there.
func TestSpan(t *testing.T) {
	gained := 0
	for seed := range uint64(reference.Trials(300)) {
		r := rand.New(rand.NewPCG(seed, 3))
		all := 1 + r.Int32N(130)
		set := func(share int) bitset.Set {
			s := bitset.New(all)
			for n := range all {
				if r.IntN(share) == 0 {
					s.Add(n, 1)
				}
			}
			return s
		}
		var slots Slots
		slots.Reset(0, 100, set(1))
		for range 1 + r.IntN(40) {
			from := r.Int64N(110)
			slots.Take(from, from+r.Int64N(20), set(1+r.IntN(40)))
			for i := 1; i < len(slots.List); i++ {
				want := slices.Clone(slots.List[i].open)
				want.Subtract(slots.List[i-1].open)
				if !slices.Equal(slots.List[i].opening, want) || want.Count() > 0 && !slots.List[i].opens {
					t.Fatalf("seed %d: at %d nodes %x open, want %x", seed, slots.List[i].Begin, slots.List[i].opening, want)
				}
			}
			moved, begun := Span{Offered: set(1 + r.IntN(2)), Open: bitset.New(all)}, Span{Open: bitset.New(all)}
			begun.Offered = moved.Offered
			at, limit := int64(0), r.Int64N(60)
			moved.Begin(slots.List, at, at+limit)
			for at += r.Int64N(30); at < 130; at += r.Int64N(30) { // also behind the slots, which end at 100
				before := slices.Clone(moved.Open)
				changed := moved.Move(slots.List, at, at+limit)
				begun.Begin(slots.List, at, at+limit)
				want := slices.Clone(moved.Offered)
				for i := range slots.List {
					if s := &slots.List[i]; s.Begin <= at+limit && s.End > at {
						want.Intersect(s.open)
					}
				}
				if !slices.Equal(moved.Open, want) || !slices.Equal(begun.Open, want) || !changed && !slices.Equal(moved.Open, before) {
					t.Fatalf("seed %d: in [%d, %d] nodes %x are open, changed %v, if it begins there %x; want %x, before %x", seed, at, at+limit, moved.Open, changed, begun.Open, want, before)
				}
				if !before.Contains(moved.Open) {
					gained++
				}
			}
		}
	}
	if gained == 0 {
		t.Error("no span gains nodes")
	}
}
