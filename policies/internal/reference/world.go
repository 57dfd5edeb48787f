package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// World is a small random workload with dedicated jobs and commands.
type World struct {
	Seed       uint64
	Workload   *engine.Workload
	Processors int32
	Unit       int32
	Options    engine.Options
}

func (c World) String() string {
	return fmt.Sprintf("seed %d: %d processors in units of %d, %+v\njobs %v\nrequested %v\ncommands %v, at most %d",
		c.Seed, c.Processors, c.Unit, c.Options, c.Workload.Jobs, c.Workload.Requested, c.Workload.Commands, c.Workload.MaxCommands)
}

// DrawWorld draws up to most jobs with whole seconds, so that much happens at once.
func DrawWorld(seed uint64, most int) World {
	r := rand.New(rand.NewPCG(seed, 11))
	seconds := func(least, below int) engine.Time { return engine.Time(least+r.IntN(below-least)) * engine.Second }
	c := World{Seed: seed, Unit: 1 + r.Int32N(2), Options: engine.Options{Elastic: r.IntN(2) == 0, Kill: engine.KillRule(r.IntN(3))}}
	c.Processors = c.Unit * (2 + r.Int32N(8))
	if c.Options.Kill == engine.KillAfterGrace {
		c.Options.Grace = seconds(0, 6)
	}
	share, exact, gap := []float64{0, 0.3, 0.6, 0.9}[r.IntN(4)], r.IntN(2) == 0, 2+r.IntN(7)
	w := &engine.Workload{MaxCommands: r.Int32N(3)}
	submit := engine.Time(0)
	for range 1 + r.IntN(most) {
		submit += seconds(0, gap)
		job := engine.Job{Submit: submit, Run: seconds(1, 13), Processors: 1 + r.Int32N(c.Processors)}
		if r.IntN(30) == 0 {
			job.Processors = c.Processors + 1
		}
		job.Estimate = job.Run
		if !exact {
			job.Estimate = seconds(1, 17)
		}
		w.Jobs = append(w.Jobs, job)
		requested := engine.Time(-1)
		if r.Float64() < share {
			requested = max(0, submit+seconds(-2, 20))
			if k := r.IntN(len(w.Jobs)); r.IntN(3) == 0 && k < len(w.Requested) && w.Requested[k] >= 0 {
				requested = w.Requested[k]
			}
		}
		if share > 0 {
			w.Requested = append(w.Requested, requested)
		}
		for r.IntN(3) == 0 {
			c := engine.Command{At: max(0, submit+seconds(-2, 30)), Job: int32(len(w.Jobs) - 1), Kind: engine.CommandKind(r.IntN(4))}
			c.Amount = int64(seconds(1, 10))
			if c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors {
				c.Amount = int64(1 + r.IntN(4))
			}
			w.Commands = append(w.Commands, c)
		}
	}
	slices.SortStableFunc(w.Commands, func(a, b engine.Command) int { return int(a.At - b.At) })
	c.Workload = w
	return c
}

// Run simulates the world on its cluster.
func (c World) Run(t *testing.T, p engine.Policy, options engine.Options) *engine.Outcome {
	t.Helper()
	o, err := engine.Simulate(c.Workload, engine.NewCluster(c.Processors, c.Unit), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// EachWorld calls f with many random worlds.
func EachWorld(t *testing.T, n, most int, f func(c World)) {
	for seed := range uint64(Trials(n)) {
		f(DrawWorld(1e6+seed, most))
		if t.Failed() {
			return
		}
	}
}
