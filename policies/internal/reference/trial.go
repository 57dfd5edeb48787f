package reference

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"backfill/engine"
)

// Trial is one random workload on one random machine.
type Trial struct {
	Seed       uint64
	Workload   *engine.Workload
	Exact      bool // estimates equal run times
	Processors int32
	Unit       int32
	Options    engine.Options
}

func (c Trial) String() string {
	return fmt.Sprintf("seed %d: %d processors in units of %d, %+v, jobs %v", c.Seed, c.Processors, c.Unit, c.Options, c.Workload.Jobs)
}

// Trials is how many random trials a test makes of n: a twentieth with -short, as in Node, where the same code takes many times as long.
func Trials(n int) int {
	if testing.Short() {
		return max(n/20, 1)
	}
	return n
}

// EachTrial calls f with many random trials, from light to overloaded machines.
func EachTrial(t *testing.T, n int, f func(t *testing.T, c Trial)) {
	for seed := range uint64(Trials(n)) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := Trial{Seed: seed, Exact: r.IntN(3) == 0, Unit: 1 + r.Int32N(3)}
		c.Processors = c.Unit * (1 + r.Int32N(12))
		c.Options = engine.Options{
			Kill:  engine.KillRule(r.IntN(3)),
			Grace: engine.Time(r.IntN(9)),
			Order: engine.Order(r.IntN(2)),
		}
		c.Workload = &engine.Workload{}
		gap, submit := 1+r.IntN(12), engine.Time(0)
		for range 1 + r.IntN(60) {
			submit += engine.Time(r.IntN(gap))
			job := engine.Job{Submit: submit, Run: 1 + engine.Time(r.IntN(20)), Processors: 1 + r.Int32N(c.Processors+1)}
			job.Estimate = job.Run
			if !c.Exact {
				job.Estimate = 1 + engine.Time(r.IntN(30))
			}
			c.Workload.Jobs = append(c.Workload.Jobs, job)
		}
		f(t, c)
		if t.Failed() {
			return
		}
	}
}

// Run simulates the trial on its cluster, with a record of all decisions if recordAll.
func (c Trial) Run(t *testing.T, p engine.Policy, recordAll bool) *engine.Outcome {
	t.Helper()
	options := c.Options
	options.RecordAll = recordAll
	o, err := engine.Simulate(c.Workload, engine.NewCluster(c.Processors, c.Unit), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}
