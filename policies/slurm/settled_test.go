package slurm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/settings"
)

// world draws a small machine with partitions that overlap, jobs that ask for processors, memory, nodes and whole nodes, and a policy.
func world(seed uint64) (*engine.Workload, *partitions.Machine, *Slurm) {
	r := rand.New(rand.NewPCG(seed, 1))
	c := partitions.Config{Choice: partitions.Slurm}
	var all, first []int32
	for i := range 1 + r.Int32N(8) {
		c.Nodes = append(c.Nodes, partitions.Node{Name: string(rune('a' + i)), Processors: 1 + r.Int32N(8), Memory: 1000 * r.Int32N(3), Weight: 1 + r.Int32N(2)})
		all = append(all, i)
		if len(first) == 0 || r.IntN(2) == 0 {
			first = append(first, i)
		}
	}
	c.Partitions = []partitions.Partition{{Name: "all", Number: 1, Nodes: all, Default: true}, {Name: "some", Number: 2, Nodes: first, Tier: r.Int32N(2), Whole: r.IntN(4) == 0}}
	w := &engine.Workload{Seed: seed}
	gap := []engine.Time{10, 60, 300, 2000}[r.IntN(4)] * engine.Second
	at := engine.Time(0)
	for j := range 1 + r.IntN(60) {
		at += engine.Time(r.Int64N(int64(2 * gap)))
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: 1 + engine.Time(r.Int64N(int64(30*engine.Minute))), Estimate: engine.Time(1+r.Int64N(40)) * engine.Minute, Processors: 1 + r.Int32N(8)})
		d := engine.Demand{Nodes: r.Int32N(3), NodeMemory: 500 * r.Int32N(3), Whole: r.IntN(8) == 0, Partitions: [][]int32{nil, {1}, {2}, {1, 2}}[r.IntN(4)]}
		w.Demand, w.Demands = append(w.Demand, int32(j)), append(w.Demands, d)
	}
	s := &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Completing: engine.Time(r.IntN(3)) * 2 * engine.Second, Epilog: r.IntN(2) == 0}}
	s.BfInterval = []int64{1, 7, 30, 120}[r.IntN(4)]
	s.BfWindow = []int64{600, 3600, 86400}[r.IntN(3)]
	s.BfResolution = []int64{1, 60, 300}[r.IntN(3)]
	s.LaterSlots, s.MatteringEnds = r.IntN(2) == 0, r.IntN(2) == 0
	s.DefaultQueueDepth, s.BfMaxJobTest = 1+r.IntN(20), 1+r.IntN(40)
	return w, partitions.New(c), s
}

// Passes that would decide as the last one are left out: without that, every job starts at the same instant.
func TestPassesThatAreLeftOut(t *testing.T) {
	for seed := range uint64(reference.Trials(600)) {
		outcome := func(plain bool) *engine.Outcome {
			w, m, s := world(seed)
			s.plain = plain
			o, err := engine.Simulate(w, m, s, engine.Options{Kill: engine.KillRule(seed % 4)})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		want, got := outcome(true), outcome(false)
		if !slices.Equal(want.Start, got.Start) || !slices.Equal(want.Pieces, got.Pieces) {
			t.Fatalf("seed %d: starts %v, with all passes %v", seed, got.Start, want.Start)
		}
	}
}
