package policies

import (
	"fmt"
	"math"
	"math/big"
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
			{FCFS{}, FCFS{}}, {&EASY{Reservations: 1}, &EASY{Reservations: 1}}, {&EASY{Reservations: 3}, &EASY{Reservations: 3}}, {Conservative{Compress: true}, Conservative{Compress: true}}, {Conservative{Compress: false}, Conservative{Compress: false}},
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

// What the schedule says is recomputed from it in exact fractions: on each of its nodes a job that was not killed has done all its
// work when it ends, and a millisecond before it had not on one of them; a killed one has some left. In the first-order variant the
// same holds of the extension. So every end is that of exact fractions, rounded up to the millisecond.
func TestJobsEndWhenExactFractionsSay(t *testing.T) {
	for _, model := range []engine.SharingModel{engine.SharedRate, engine.FirstOrder} {
		slowed := 0
		reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
			config := reference.SharingTrial(&c, model)
			o, err := engine.Simulate(c.Workload, nodes.New(config), &EASY{Reservations: 1}, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%+v %v", config, c)
			checkProcessors(t, o, config, what)
			for i, j := range o.StartOrder {
				var last, before *big.Rat // most work left on a node at the end, and a millisecond earlier
				for _, piece := range o.PiecesOf(i) {
					last, before = most(last, workLeft(o, config, j, piece.Lane, o.End[j])), most(before, workLeft(o, config, j, piece.Lane, o.End[j]-1))
				}
				if killed := o.State[j] == engine.Killed; killed && last.Sign() <= 0 || !killed && (last.Sign() > 0 || before.Sign() <= 0) {
					t.Fatalf("%s: job %d, %v, runs %d from %d to %d: %v ms of work are left, %v before", what, j, o.State[j], c.Workload.Jobs[j].Run, o.Start[j], o.End[j], last, before)
				}
				if o.End[j]-o.Start[j] > c.Workload.Jobs[j].Run {
					slowed++
				}
			}
		})
		if slowed == 0 {
			t.Error("nobody was slowed down")
		}
	}
}

// most is the larger of a, if there is one, and b.
func most(a, b *big.Rat) *big.Rat {
	if a != nil && a.Cmp(b) > 0 {
		return a
	}
	return b
}

// workLeft is how much work job j has left at a time on a node, in ms, from who else ran there when.
func workLeft(o *engine.Outcome, config nodes.Config, j, node int32, until engine.Time) *big.Rat {
	type visit struct {
		job, processes int32
	}
	var visits []visit
	regular := o.Start[j] + o.Workload.Jobs[j].Run
	cuts := []engine.Time{o.Start[j], min(max(o.Start[j], regular), until), until}
	for i, k := range o.StartOrder {
		for _, piece := range o.PiecesOf(i) {
			if piece.Lane == node && o.Start[k] < until && o.End[k] > o.Start[j] {
				visits = append(visits, visit{k, piece.Processors})
				cuts = append(cuts, max(o.Start[k], o.Start[j]), min(o.End[k], until))
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	one := big.NewRat(1, 1)
	left := big.NewRat(int64(o.Workload.Jobs[j].Run), 1)
	for i := range len(cuts) - 1 {
		var bandwidth, network int64
		for _, v := range visits {
			if o.Start[v.job] <= cuts[i] && cuts[i] < o.End[v.job] {
				bandwidth += int64(v.processes) * int64(max(0, o.Workload.Bandwidth[v.job]))
				network += int64(v.processes) * int64(max(0, o.Workload.Network[v.job]))
			}
		}
		penalty := new(big.Rat)
		for _, r := range [][2]int64{{bandwidth, int64(config.Sharing.Bandwidth)}, {network, int64(config.Sharing.Network)}} {
			if r[1] > 0 && r[0] > r[1] {
				penalty.Add(penalty, big.NewRat(r[0]-r[1], r[1]))
			}
		}
		penalty.Mul(penalty, new(big.Rat).SetFloat64(config.Sharing.Scale))
		length := big.NewRat(int64(cuts[i+1]-cuts[i]), 1)
		if config.Sharing.Model == engine.SharedRate {
			left.Sub(left, length.Quo(length, penalty.Add(penalty, one)))
			continue
		}
		left.Sub(left, length)
		if cuts[i] < regular {
			left.Add(left, length.Mul(length, penalty))
		}
	}
	return left
}

// Job 0 works at two thirds of its speed in the first of every two milliseconds, beside another job of the same demand, 9000 of 6000
// MB/s together, which is killed then. In 2 ms it does 5/3 ms of work, so that 10,000 ms take 6,000 such pairs: 12,000 ms, and what it
// has to do beyond that is done alone.
func TestManyChangesOfSpeedLoseNothing(t *testing.T) {
	for _, more := range []engine.Time{0, 1, 5} {
		w := &engine.Workload{Jobs: []engine.Job{{Run: 10_000 + more, Estimate: 20_000, Processors: 1}}, Bandwidth: []int32{4500}}
		for i := range engine.Time(6000) {
			w.Jobs = append(w.Jobs, engine.Job{Submit: 2 * i, Run: 1, Estimate: 1, Processors: 1})
			w.Bandwidth = append(w.Bandwidth, 4500)
		}
		config := nodes.Config{Count: 2, PerNode: 2, Sharing: engine.Sharing{Model: engine.SharedRate, Bandwidth: 6000, Scale: 1}}
		o, err := engine.Simulate(w, nodes.New(config), FCFS{}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := 12_000 + more; o.End[0] != want || o.State[6000] != engine.Killed || o.End[6000] != 11_999 {
			t.Errorf("%d ms of work end at %d, want %d; the last of the others is %v at %d", w.Jobs[0].Run, o.End[0], want, o.State[6000], o.End[6000])
		}
	}
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
