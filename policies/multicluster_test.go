package policies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// On random multi-clusters every policy that runs there makes the same schedules as on the plain one: who
// starts and ends when, whether it is killed at its request; no processor is given twice, and components of a job
// are in distinct clusters unless they may share one.
func TestMulticlusterEqualsThePlainOne(t *testing.T) {
	reference.EachTrial(t, 120, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 9))
		size := make([]int32, 1+r.IntN(5))
		for i := range size {
			size[i] = 1 + r.Int32N(9)
		}
		rule, share, slowdown := multicluster.Rule(r.IntN(3)), r.IntN(3) == 0, []float64{1, 1.25, 3}[r.IntN(3)]
		reference.Crowd(r, &c)
		reference.SplitJobs(r, &c)
		what := fmt.Sprintf("clusters %v, rule %d, share %v, slowdown %v, components %v, %v", size, rule, share, slowdown, c.Workload.Components, c)
		jumps := r.IntN(4)
		for _, p := range []struct{ fast, plain engine.Policy }{
			{FCFS{}, FCFS{}}, {&EASY{Reservations: 1}, &EASY{Reservations: 1}}, {&EASY{Reservations: 3}, &EASY{Reservations: 3}}, {Conservative{Compress: true}, Conservative{Compress: true}}, {Conservative{Compress: false}, Conservative{Compress: false}},
			{&FPFS{MaxJumps: jumps, head: engine.NoJob}, &reference.FPFS{Most: jumps, Head: engine.NoJob}},
			{&FPFS{head: engine.NoJob}, FCFS{}},
			{&priority.Backfill{Priority: priority.Priority{Name: "lxf"}, Reservations: 2}, &priority.Backfill{Priority: priority.Priority{Name: "lxf"}, Reservations: 2}},
		} {
			got, err := engine.Simulate(c.Workload, multicluster.New(size, rule, share, slowdown), p.fast, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			want, err := engine.Simulate(c.Workload, &reference.Multicluster{Size: size, Rule: rule, Share: share, Slowdown: slowdown}, p.plain, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Start, want.Start) {
				t.Fatalf("%T%v on %s:\nstarts %v\nwant   %v", p.fast, p.fast, what, got.Start, want.Start)
			}
			if !slices.Equal(got.End, want.End) || !slices.Equal(got.State, want.State) {
				t.Fatalf("%T%v on %s:\nends %v %v\nwant %v %v", p.fast, p.fast, what, got.End, got.State, want.End, want.State)
			}
			checkPieces(t, got, size, share, what)
		}
	})
}

// checkPieces checks that no cluster of o holds more than it has.
func checkPieces(t *testing.T, o *engine.Outcome, size []int32, share bool, what string) {
	t.Helper()
	type change struct {
		at   engine.Time
		lane int32
		by   int32
	}
	var changes []change
	from := int32(0)
	for i, j := range o.StartOrder {
		var lanes []int32
		sum := int32(0)
		for _, piece := range o.Pieces[from:o.PieceEnd[i]] {
			if slices.Contains(lanes, piece.Lane) && !share {
				t.Fatalf("%s: job %d has two components in cluster %d", what, j, piece.Lane)
			}
			lanes = append(lanes, piece.Lane)
			sum += piece.Processors
			changes = append(changes, change{o.Start[j], piece.Lane, piece.Processors}, change{o.End[j], piece.Lane, -piece.Processors})
		}
		if sum != o.Workload.Jobs[j].Processors {
			t.Fatalf("%s: job %d runs on %d processors", what, j, sum)
		}
		from = o.PieceEnd[i]
	}
	slices.SortFunc(changes, func(a, b change) int { return int(a.at-b.at)*1000 + int(a.by-b.by) })
	busy := make([]int32, len(size))
	for _, c := range changes {
		if busy[c.lane] += c.by; busy[c.lane] > size[c.lane] {
			t.Fatalf("%s: cluster %d holds %d at %d", what, c.lane, busy[c.lane], c.at)
		}
	}
}
