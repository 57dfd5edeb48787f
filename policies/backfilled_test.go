package policies

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/workload/logs"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

func shortestFirst() engine.Policy {
	return &priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 1}
}

// Two jobs of one processor, submitted at 0 and requesting 20 and 10: the shorter one is started first. With two processors both start
// at 0, and nobody has waited for anybody. With one, the longer one waits until 10.
func TestJobsThatStartTogetherAreNotBackfilled(t *testing.T) {
	w := reference.Jobs([4]int{0, 20, 20, 1}, [4]int{0, 10, 10, 1})
	for processors, want := range map[int32]float64{1: 0.5, 2: 0} {
		o, err := engine.Simulate(w, engine.NewCluster(processors, 1), shortestFirst(), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := metrics.Of(o).Value("backfilledShare"); got != want {
			t.Errorf("%d processors: starts %v, %v backfilled, want %v", processors, o.Start, got, want)
		}
	}
}

// On every kind of machine, under every policy, those jobs are backfilled that start at an earlier instant than one that had begun to
// wait before: sooner, or at the same instant and further up in the workload.
func TestBackfilledJobsByPairs(t *testing.T) {
	backfilled, together := 0, 0
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		m, what := reference.RandomMachine(rand.New(rand.NewPCG(c.Seed, 14)), &c)
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			o, err := engine.Simulate(c.Workload, m, make(), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			for j := range o.Start {
				want := false
				for i := range o.Start {
					before := cmp.Or(cmp.Compare(c.Workload.Jobs[i].Submit, c.Workload.Jobs[j].Submit), cmp.Compare(i, j)) < 0
					switch {
					case !before || o.Start[i] < 0 || o.Start[j] < 0:
					case o.Start[j] < o.Start[i]:
						want = true
					case o.Start[j] == o.Start[i]:
						together++
					}
				}
				if o.Overtook[j] != want {
					t.Fatalf("%s on %s, %v: job %d: backfilled %v, want %v", name, what, c, j, o.Overtook[j], want)
				}
				if want {
					backfilled++
				}
			}
		})
	})
	if backfilled == 0 || together == 0 {
		t.Errorf("the trials are too easy: %d jobs backfilled, %d pairs that start together", backfilled, together)
	}
}

// A schedule that is written as a log and read again has, under the policy recorded, every metric that it had, but for what a log does
// not say: who was killed, and with that how much work jobs asked for, and how often the policy planned.
func TestSchedulesKeepTheirMetricsAsLogs(t *testing.T) {
	backfilled := 0
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		for j := range c.Workload.Jobs {
			c.Workload.Jobs[j].Processors = min(c.Workload.Jobs[j].Processors, c.Processors) // a refused job has no place in a log
		}
		m := engine.NewCluster(c.Processors, c.Unit)
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			o, err := engine.Simulate(c.Workload, m, make(), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			if err := logs.WriteSWF(&log, o, nil); err != nil {
				t.Fatal(err)
			}
			w, _, err := logs.ReadSWF(&log, "again.swf")
			if err != nil {
				t.Fatal(err)
			}
			want, got := metrics.Of(o), metrics.Of(Recorded{}.Replay(w, m))
			for _, d := range metrics.Descriptions {
				if d.Name == "killed" || d.Name == "plans" || d.Name == "offeredLoad" && want.Value("killed") > 0 {
					continue
				}
				if x, y := want.Value(d.Name), got.Value(d.Name); !metricstest.Near(x, y) {
					t.Errorf("%s, %v: %s is %v, read again %v", name, c, d.Name, x, y)
				}
			}
			if want.Value("backfilledShare") > 0 {
				backfilled++
			}
		})
	})
	if backfilled == 0 {
		t.Error("nobody was backfilled")
	}
}
