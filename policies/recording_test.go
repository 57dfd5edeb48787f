package policies

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/param"

	"github.com/google/go-cmp/cmp"
)

// everyWay are parameters that take other ways through the policies of the catalog than
// their defaults.
var everyWay = map[string][]string{
	"easy":              {`{"reservations": 3}`},
	"conservative":      {`{"compress": false}`},
	"fpfs":              {`{"maxJumps": 1}`},
	"los":               {`{"lookahead": 3}`},
	"flexible-backfill": {`{"age": "literal"}`, `{"k": 1.5, "licenceWeight": 0}`},
	"convergent":        {`{"matching": "counting", "every": 0.01}`, `{"pairs": "all"}`},
	"priority-backfill": {`{"priority": "sjf"}`, `{"priority": "lxf", "reservations": 3}`, `{"priority": "sjf", "reservations": 2, "reservation": "fixed"}`, `{"priority": "lxf-w", "reservations": 0}`},
}

// eachPolicyOn calls f with every policy of the catalog that runs on a machine which offers
// so much, in each of its ways. One that make gives serves one simulation.
func eachPolicyOn(t *testing.T, offers engine.Capability, f func(name string, make func() engine.Policy)) {
	t.Helper()
	for _, kind := range Catalog {
		if kind.Needs.Missing(offers) != nil {
			continue
		}
		for _, way := range append(everyWay[kind.Kind], `{}`) {
			var fields map[string]json.RawMessage
			if err := json.Unmarshal([]byte(way), &fields); err != nil {
				t.Fatal(err)
			}
			values, err := param.Check("", kind.Params, fields)
			if err != nil {
				t.Fatal(err)
			}
			f(kind.Kind+way, func() engine.Policy { return kind.New(values) })
		}
	}
}

// crowd lets the jobs of c come together and run longer, so that more arrive between two ends.
func crowd(r *rand.Rand, c *trial) {
	closer, longer := engine.Time(1+r.IntN(4)), engine.Time(1+r.IntN(3))
	for j := range c.workload.Jobs {
		job := &c.workload.Jobs[j]
		job.Submit /= closer
		job.Run *= longer
		job.Estimate *= longer
	}
}

// splitJobs gives the jobs of c new sizes and some of them up to four components.
func splitJobs(r *rand.Rand, c *trial) {
	c.workload.Components = make([][]int32, len(c.workload.Jobs))
	for j := range c.workload.Jobs {
		left := 1 + r.Int32N(16)
		c.workload.Jobs[j].Processors = left
		n := 1 + r.Int32N(4)
		if n == 1 || n > left {
			continue
		}
		var widths []int32
		for k := range n - 1 {
			widths = append(widths, 1+r.Int32N(left-(n-1-k)))
			left -= widths[k]
		}
		widths = append(widths, left)
		slices.SortFunc(widths, func(a, b int32) int { return int(b - a) })
		c.workload.Components[j] = widths
	}
}

// randomMachine is one of each kind in turn, with jobs that need what it gives.
func randomMachine(r *rand.Rand, c *trial) (engine.Machine, string) {
	switch c.seed % 5 {
	case 4:
		return randomFarm(r, c)
	case 0:
		return engine.NewCluster(c.processors, c.unit), "cluster"
	case 1:
		return randomHosts(r, *c), "hosts"
	case 2:
		splitJobs(r, c)
		size := make([]int32, 1+r.IntN(5))
		for i := range size {
			size[i] = 1 + r.Int32N(9)
		}
		rule, share, slowdown := engine.ClusterRule(r.IntN(3)), r.IntN(3) == 0, []float64{1, 1.5}[r.IntN(2)]
		return engine.NewMulticluster(size, rule, share, slowdown), fmt.Sprintf("clusters %v, rule %d, share %v, slowdown %v, components %v", size, rule, share, slowdown, c.workload.Components)
	}
	config := sharingTrial(c, engine.SharingModel(r.IntN(3)))
	if r.IntN(3) == 0 {
		config.Memory = 2 + r.Int32N(12)
		for range c.workload.Jobs {
			c.workload.Memory = append(c.workload.Memory, r.Int64N(4)*1024)
		}
	}
	return engine.NewNodes(config), fmt.Sprintf("%+v, memory %v", config, c.workload.Memory)
}

// randomFarm is one of up to six computers, with licences and deadlines of the jobs of c.
func randomFarm(r *rand.Rand, c *trial) (engine.Machine, string) {
	config := engine.FarmConfig{Benchmark: 10, Copies: []int32{1 + r.Int32N(3), 1 + r.Int32N(3)}, Overhead: engine.Time(r.IntN(3))}
	for range 1 + r.IntN(6) {
		config.Computers = append(config.Computers, engine.Computer{Processors: 1 + r.Int32N(12), Speed: 5 + r.Int32N(15), Licences: engine.Licences(r.IntN(4)), Suspends: r.IntN(2) == 0})
	}
	w := c.workload
	for _, job := range w.Jobs {
		w.Licences = append(w.Licences, engine.Licences(r.IntN(4)&r.IntN(4)))
		w.Deadline = append(w.Deadline, job.Submit+engine.Time(r.IntN(60)))
		w.Checkpoints = append(w.Checkpoints, r.IntN(3) == 0)
	}
	return engine.NewFarm(config), fmt.Sprintf("%+v, licences %v, deadlines %v, checkpoints %v", config, w.Licences, w.Deadline, w.Checkpoints)
}

// On every kind of machine, with each of its rules, a record of all decisions or of those about
// one job changes nothing: who starts and ends when, where. And the latter is a part of the former.
//
// A policy that remembers something from call to call does without while decisions are recorded,
// so that this also compares it with itself making everything anew.
func TestRecordingChangesNothing(t *testing.T) {
	eachTrial(t, 600, func(t *testing.T, c trial) {
		r := rand.New(rand.NewPCG(c.seed, 14))
		m, what := randomMachine(r, &c)
		one := []int32{r.Int32N(int32(len(c.workload.Jobs)))}
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			run := func(record []int32, all bool) *engine.Outcome {
				options := c.options
				options.Record, options.RecordAll = record, all
				o, err := engine.Simulate(c.workload, m, make(), options)
				if err != nil {
					t.Fatal(err)
				}
				return o
			}
			want, whole, part := run(nil, false), run(nil, true), run(one, false)
			for _, got := range []*engine.Outcome{whole, part} {
				for _, column := range [][2]any{{got.Start, want.Start}, {got.End, want.End}, {got.State, want.State}, {got.StartOrder, want.StartOrder},
					{got.Pieces, want.Pieces}, {got.Lane, want.Lane}, {got.Stints, want.Stints}} {
					if !reflect.DeepEqual(column[0], column[1]) {
						t.Fatalf("%s on %s, %v (-without +with a record):\n%s", name, what, c, cmp.Diff(column[1], column[0]))
					}
				}
			}
			about := slices.DeleteFunc(whole.Decisions, func(d engine.Decision) bool { return d.Job != one[0] })
			if len(about)+len(part.Decisions) > 0 && !reflect.DeepEqual(about, part.Decisions) {
				t.Fatalf("%s on %s, %v, job %d (-of all +alone):\n%s", name, what, c, one[0], cmp.Diff(about, part.Decisions))
			}
		})
	})
}
