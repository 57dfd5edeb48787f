package policies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/nodes"
	"backfill/engine/metrics"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// Without sharing every policy that runs on nodes makes the same schedule as on the plain
// machine, for each selection that is not random; no processor is given twice, and
// contiguous ones are.
func TestNodesEqualThePlainOnes(t *testing.T) {
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 10))
		config := nodes.Config{Count: 1 + r.Int32N(30), PerNode: 1 + r.Int32N(5), Selection: nodes.Selection(r.IntN(4))}
		reference.Crowd(r, &c)
		for j := range c.Workload.Jobs {
			c.Workload.Jobs[j].Processors = 1 + r.Int32N(9)
		}
		what := fmt.Sprintf("%+v %v", config, c)
		for _, p := range []struct{ fast, plain engine.Policy }{
			{FCFS{}, FCFS{}}, {&EASY{1}, &EASY{1}}, {&EASY{3}, &EASY{3}}, {Conservative{true}, Conservative{true}}, {Conservative{false}, Conservative{false}},
			{&priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 1}, &priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 1}},
		} {
			got, err := engine.Simulate(c.Workload, nodes.New(config), p.fast, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			want, err := engine.Simulate(c.Workload, reference.NewNodes(config), p.plain, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Start, want.Start) {
				t.Fatalf("%T%v on %s:\nstarts %v\nwant   %v", p.fast, p.fast, what, got.Start, want.Start)
			}
			checkProcessors(t, got, config, what)
		}
	})
}

// checkProcessors checks that no processor of o is given twice.
func checkProcessors(t *testing.T, o *engine.Outcome, config nodes.Config, what string) {
	t.Helper()
	until := make([]engine.Time, config.Count)
	from := int32(0)
	for i, j := range o.StartOrder {
		sum, first, last := int32(0), int32(math.MaxInt32), int32(-1)
		for _, piece := range o.Pieces[from:o.PieceEnd[i]] {
			for p := piece.First; p < piece.First+piece.Processors; p++ {
				if until[p] > o.Start[j] || p/config.PerNode != piece.Lane {
					t.Fatalf("%s: job %d gets processor %d of node %d at %d, held until %d", what, j, p, piece.Lane, o.Start[j], until[p])
				}
				until[p] = o.End[j]
			}
			sum += piece.Processors
			first, last = min(first, piece.First), max(last, piece.First+piece.Processors-1)
		}
		if size := o.Workload.Jobs[j].Processors; sum != size || config.Selection == nodes.FirstContiguous && last-first+1 != size {
			t.Fatalf("%s: job %d of %d processors gets %d from %d to %d", what, j, size, sum, first, last)
		}
		from = o.PieceEnd[i]
	}
}

// What the schedule says is recomputed from it: on each of its nodes a job that was not
// killed has done all its work when it ends, and a millisecond before it had not on one of
// them; a killed one has some left. In the first-order variant the same holds of the
// extension.
func TestSharedWorkIsConserved(t *testing.T) {
	for _, model := range []engine.SharingModel{engine.SharedRate, engine.FirstOrder} {
		slowed := 0
		reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
			config := reference.SharingTrial(&c, model)
			o, err := engine.Simulate(c.Workload, nodes.New(config), &EASY{1}, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%+v %v", config, c)
			checkProcessors(t, o, config, what)
			for i, j := range o.StartOrder {
				run, from := c.Workload.Jobs[j].Run, int32(0)
				if i > 0 {
					from = o.PieceEnd[i-1]
				}
				// leftAt is the most work that is left on a node at the end, and one millisecond before.
				leftAt, leftBefore := math.Inf(-1), math.Inf(-1)
				changes := 0
				for _, piece := range o.Pieces[from:o.PieceEnd[i]] {
					left, n := workLeft(o, config, j, piece.Lane, o.End[j])
					before, _ := workLeft(o, config, j, piece.Lane, o.End[j]-1)
					leftAt, leftBefore, changes = max(leftAt, left), max(leftBefore, before), changes+n
				}
				const rounding = 2.0 / 1024
				slack := rounding * float64(changes+1)
				switch killed := o.State[j] == engine.Killed; {
				case killed && leftAt < -slack, !killed && (leftAt > slack || leftBefore < -slack):
					t.Fatalf("%s: job %d, %v, runs %d from %d to %d: %v ms of work are left, %v before", what, j, o.State[j], run, o.Start[j], o.End[j], leftAt, leftBefore)
				}
				if o.End[j]-o.Start[j] > run {
					slowed++
				}
			}
		})
		if slowed == 0 {
			t.Error("nobody was slowed down")
		}
	}
}

// workLeft is how much work job j has left at a time on a node, from who else ran there
// when, and how often that changed.
func workLeft(o *engine.Outcome, config nodes.Config, j, node int32, until engine.Time) (left float64, changes int) {
	cuts := []engine.Time{o.Start[j], until}
	asked := func(at engine.Time) (bandwidth, network float64) {
		from := int32(0)
		for i, k := range o.StartOrder {
			for _, piece := range o.Pieces[from:o.PieceEnd[i]] {
				if piece.Lane == node && o.Start[k] <= at && at < o.End[k] {
					bandwidth += float64(piece.Processors * max(0, o.Workload.Bandwidth[k]))
					network += float64(piece.Processors * o.Workload.Network[k])
				}
			}
			from = o.PieceEnd[i]
		}
		return bandwidth, network
	}
	regular := o.Start[j] + o.Workload.Jobs[j].Run
	for _, k := range o.StartOrder {
		for _, at := range []engine.Time{o.Start[k], o.End[k], regular} {
			if o.Start[j] < at && at < until {
				cuts = append(cuts, at)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	left = float64(o.Workload.Jobs[j].Run)
	for i := range len(cuts) - 1 {
		bandwidth, network := asked(cuts[i])
		penalty := max(0, bandwidth/float64(config.Sharing.Bandwidth)-1)
		if config.Sharing.Network > 0 {
			penalty += max(0, network/float64(config.Sharing.Network)-1)
		}
		penalty *= config.Sharing.Scale
		length := float64(cuts[i+1] - cuts[i])
		switch {
		case config.Sharing.Model == engine.SharedRate:
			left -= length / (1 + penalty)
		case cuts[i] < regular:
			left += length*penalty - length
		default:
			left -= length
		}
	}
	return left, len(cuts)
}

// Four processes of 2000 MB/s on a node of 6000 ask for 8/6 of it: a job of 600 ms alone takes
// 800. Two jobs of two processes each, the second submitted at 300:
//
//	rate         job 0: 300 alone; then 300 of work at 6/8: 400, ends at 700. Job 1: 300 of
//	             work done at 700, the other 300 alone: ends at 1000.
//	first order  job 0: penalty 1/3 from 300 to its 600: 100 longer, ends at 700. Job 1 has
//	             run from 300 to 900 with a penalty until 700: 400/3, ends at 1033.33, rounded up.
//	scale 0.5    rate: job 0 has 300 left at 300, at 6/7: ends at 650. Job 1: 300 done, ends at 950.
func TestSharingByHand(t *testing.T) {
	config := nodes.Config{Count: 4, PerNode: 4, Sharing: engine.Sharing{Model: engine.SharedRate, Bandwidth: 6000, Scale: 1}}
	alone := reference.Jobs([4]int{0, 600, 9999, 4})
	alone.Bandwidth = []int32{2000}
	two := reference.Jobs([4]int{0, 600, 9999, 2}, [4]int{300, 600, 9999, 2})
	two.Bandwidth = []int32{2000, 2000}
	for _, c := range []struct {
		w     *engine.Workload
		model engine.SharingModel
		scale float64
		want  []engine.Time
	}{
		{alone, engine.SharedRate, 1, []engine.Time{800}},
		{alone, engine.FirstOrder, 1, []engine.Time{800}},
		{alone, engine.NoSharing, 1, []engine.Time{600}},
		{alone, engine.SharedRate, 0, []engine.Time{600}},
		{two, engine.SharedRate, 1, []engine.Time{700, 1000}},
		{two, engine.FirstOrder, 1, []engine.Time{700, 1034}},
		{two, engine.SharedRate, 0.5, []engine.Time{650, 950}},
	} {
		config.Sharing.Model, config.Sharing.Scale = c.model, c.scale
		o, err := engine.Simulate(c.w, nodes.New(config), FCFS{}, engine.Options{Kill: engine.KillNever})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.End, c.want) {
			t.Errorf("model %d, scale %v: ends %v, want %v", c.model, c.scale, o.End, c.want)
		}
	}
	// A request of 800 is met exactly; one of 799 kills.
	for request, want := range map[engine.Time]engine.JobState{800: engine.Completed, 799: engine.Killed} {
		config.Sharing.Model, config.Sharing.Scale = engine.SharedRate, 1
		alone.Jobs[0].Estimate = request
		o, err := engine.Simulate(alone, nodes.New(config), FCFS{}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o.State[0] != want || o.End[0] != request {
			t.Errorf("request %d: %v at %d", request, o.State[0], o.End[0])
		}
	}
}

// Where nodes share nothing the mean extension of run times is none; a machine that has no
// nodes can have no such metric.
func TestNoSharingExtendsNothing(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Run: 100, Estimate: 200, Processors: 4}}, Bandwidth: []int32{2000}}
	extension := func(m engine.Machine) float64 {
		o, err := engine.Simulate(w, m, FCFS{}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return metrics.Of(o).Value("penalizedRuntime")
	}
	config := nodes.Config{Count: 8, PerNode: 4, Sharing: engine.Sharing{Model: engine.SharedRate, Bandwidth: 6000, Scale: 1}}
	// Four processes on one node ask for 8000 of 6000 MB/s: 134 instead of 100 ms, rounded up.
	if got := extension(nodes.New(config)); got != 0.34 {
		t.Errorf("with sharing %v, want 0.34", got)
	}
	config.Sharing.Scale = 0
	if got := extension(nodes.New(config)); got != 0 {
		t.Errorf("with penalties times 0 %v, want 0", got)
	}
	config.Sharing = engine.Sharing{}
	if got := extension(nodes.New(config)); got != 0 {
		t.Errorf("without sharing %v, want 0", got)
	}
	if got := extension(engine.NewCluster(8, 1)); !math.IsNaN(got) {
		t.Errorf("on a cluster %v, want it undefined", got)
	}
}
