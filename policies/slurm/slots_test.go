package slurm

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
		var slots slots
		slots.reset(0, 100, set(1))
		for range 1 + r.IntN(40) {
			from := r.Int64N(110)
			slots.take(from, from+r.Int64N(20), set(1+r.IntN(40)))
			for i := 1; i < len(slots.list); i++ {
				want := slices.Clone(slots.list[i].open)
				want.Subtract(slots.list[i-1].open)
				if !slices.Equal(slots.list[i].opening, want) || want.Count() > 0 && !slots.list[i].opens {
					t.Fatalf("seed %d: at %d nodes %x open, want %x", seed, slots.list[i].begin, slots.list[i].opening, want)
				}
			}
			moved, begun := span{offered: set(1 + r.IntN(2)), open: bitset.New(all)}, span{open: bitset.New(all)}
			begun.offered = moved.offered
			at, limit := int64(0), r.Int64N(60)
			moved.begin(slots.list, at, at+limit)
			for at += r.Int64N(30); at < 130; at += r.Int64N(30) { // also behind the slots, which end at 100
				before := slices.Clone(moved.open)
				changed := moved.move(slots.list, at, at+limit)
				begun.begin(slots.list, at, at+limit)
				want := slices.Clone(moved.offered)
				for i := range slots.list {
					if s := &slots.list[i]; s.begin <= at+limit && s.end > at {
						want.Intersect(s.open)
					}
				}
				if !slices.Equal(moved.open, want) || !slices.Equal(begun.open, want) || !changed && !slices.Equal(moved.open, before) {
					t.Fatalf("seed %d: in [%d, %d] nodes %x are open, changed %v, if it begins there %x; want %x, before %x", seed, at, at+limit, moved.open, changed, begun.open, want, before)
				}
				if !before.Contains(moved.open) {
					gained++
				}
			}
		}
	}
	if gained == 0 {
		t.Error("no span gains nodes")
	}
}
