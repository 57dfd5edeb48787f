package policies

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// onNodes makes a policy of each kind that runs on nodes.
func onNodes() []engine.Policy {
	return []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: true},
		&priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 4000}, Reservations: 1}, &FPFS{MaxJumps: 2, head: engine.NoJob}}
}

// Where nobody is ever penalised, because the scale is 0 or because there is more of everything
// than all can ask for, every job starts and ends as without the model, on the same processors.
func TestSharingWithoutPenaltyIsTheTraditionalModel(t *testing.T) {
	reference.EachTrial(t, 150, func(t *testing.T, c reference.Trial) {
		config := reference.SharingTrial(&c, engine.NoSharing)
		schedule := func(i int, s engine.Sharing) *engine.Outcome {
			on := config
			on.Sharing = s
			o, err := engine.Simulate(c.Workload, nodes.New(on), onNodes()[i], c.Options)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		for i := range onNodes() {
			want := schedule(i, config.Sharing)
			for _, model := range []engine.SharingModel{engine.SharedRate, engine.FirstOrder} {
				without := config.Sharing
				without.Model, without.Scale = model, 0
				for _, s := range []engine.Sharing{without, {Model: model, Bandwidth: 1e9, Network: 1e9, Scale: 3}} {
					got := schedule(i, s)
					for _, column := range [][2]any{{got.Start, want.Start}, {got.End, want.End}, {got.State, want.State}, {got.Pieces, want.Pieces}} {
						if !reflect.DeepEqual(column[0], column[1]) {
							t.Fatalf("%T, %+v on %+v %v (-without +with):\n%s", onNodes()[i], s, config, c, cmp.Diff(column[1], column[0]))
						}
					}
				}
			}
		}
	})
}

// No node ever has less memory than the processes on it were promised, no processor is given
// twice, and whoever is not refused runs in the end.
func TestNodesKeepToTheirMemory(t *testing.T) {
	refused, short := 0, 0
	reference.EachTrial(t, 200, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 12))
		config := nodes.Config{Count: 2 + r.Int32N(20), PerNode: 1 + r.Int32N(5), Memory: 1 + r.Int32N(12), Selection: nodes.Selection(r.IntN(5))}
		for j := range c.Workload.Jobs {
			c.Workload.Jobs[j].Processors = 1 + r.Int32N(9)
			c.Workload.Memory = append(c.Workload.Memory, r.Int64N(6)*1024-1) // KB of each process: 0 to 5 MB, or unknown
		}
		what := fmt.Sprintf("%+v %v, memory %v", config, c, c.Workload.Memory)
		for _, p := range onNodes() {
			o, err := engine.Simulate(c.Workload, nodes.New(config), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			checkProcessors(t, o, config, what)
			for j, state := range o.State {
				if state == engine.Unfinished {
					t.Fatalf("%T on %s: job %d never ran", p, what, j)
				}
				if state == engine.Refused {
					refused++
				}
			}
			for i, j := range o.StartOrder {
				used := map[int32]int64{} // MB, when job j starts
				for k, other := range o.StartOrder[:i+1] {
					for _, piece := range o.PiecesOf(k) {
						if o.End[other] > o.Start[j] {
							used[piece.Lane] += int64(piece.Processors) * max(0, (c.Workload.Memory[other]+1023)/1024)
						}
					}
				}
				for lane, mb := range used {
					if mb > int64(config.Memory) {
						t.Fatalf("%T on %s: %d MB on node %d when job %d starts", p, what, mb, lane, j)
					}
					if mb == int64(config.Memory) {
						short++
					}
				}
			}
		}
	})
	if refused == 0 || short == 0 {
		t.Errorf("%d jobs refused, %d nodes full: the worlds are not short of memory", refused, short)
	}
}

// Nodes of four processors and 3 MB, processes of 2 MB: one fits on a node, so that two stand
// on both sides of the border between two nodes, and no three stand side by side.
func TestContiguousProcessorsWithMemory(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 2}, [4]int{0, 10, 10, 1}, [4]int{0, 10, 10, 3})
	w.Memory = []int64{2048, 2048, 2048}
	o, err := engine.Simulate(w, nodes.New(nodes.Config{Count: 12, PerNode: 4, Memory: 3, Selection: nodes.FirstContiguous}), FCFS{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Piece{{Lane: 0, Processors: 1, First: 3}, {Lane: 1, Processors: 1, First: 4}, {Lane: 2, Processors: 1, First: 8}}
	if diff := cmp.Diff(want, o.Pieces); diff != "" || o.Start[1] != 0 || o.State[2] != engine.Refused {
		t.Errorf("starts %v, states %v, pieces (-want +got):\n%s", o.Start, o.State, diff)
	}
}

// On random multi-clusters FPFS(0) and FCFS make the same schedule on the same clusters, and
// with jumps some worlds differ.
func TestFPFSWithoutJumpsIsFCFS(t *testing.T) {
	differ := 0
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 13))
		size := make([]int32, 2+r.IntN(4))
		for i := range size {
			size[i] = 1 + r.Int32N(9)
		}
		for j := range c.Workload.Jobs {
			first, second := 1+r.Int32N(6), r.Int32N(6)
			c.Workload.Jobs[j].Processors = first + second
			components := []int32{max(first, second), min(first, second)}
			if second == 0 {
				components = nil
			}
			c.Workload.Components = append(c.Workload.Components, components)
		}
		run := func(p engine.Policy) *engine.Outcome {
			o, err := engine.Simulate(c.Workload, multicluster.New(size, multicluster.Rule(c.Seed%3), c.Seed%2 == 0, 1), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		want, got := run(FCFS{}), run(&FPFS{head: engine.NoJob})
		if !slices.Equal(got.Start, want.Start) || !slices.Equal(got.Pieces, want.Pieces) {
			t.Fatalf("clusters %v, %v:\nstarts %v\nwant   %v", size, c, got.Start, want.Start)
		}
		if !slices.Equal(run(&FPFS{MaxJumps: 3, head: engine.NoJob}).Start, want.Start) {
			differ++
		}
	})
	if differ == 0 {
		t.Error("jumps never change anything")
	}
}
