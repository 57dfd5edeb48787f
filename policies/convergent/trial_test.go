package convergent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// trial is one random workload on one random farm, and a way to go about it.
type trial struct {
	seed     uint64
	farm     farm.Config
	workload *engine.Workload
	options  engine.Options
	config   Config
}

func (c trial) String() string {
	return fmt.Sprintf("seed %d: farm %+v, jobs %+v, options %+v, config %+v", c.seed, c.farm, c.workload, c.options, c.config)
}

// eachTrial calls f with many random trials: farms of up to 80 computers, light and heavy load,
// scarce licences, wrong estimates, all weights, some of them 0.
func eachTrial(t *testing.T, n int, f func(t *testing.T, c trial)) {
	n = reference.Trials(n)
	for seed := range uint64(n) {
		f(t, newTrial(seed))
		if t.Failed() {
			return
		}
	}
}

func newTrial(seed uint64) trial {
	r := rand.New(rand.NewPCG(seed, 21))
	c := trial{seed: seed}
	kinds, widest := 1+r.IntN(6), 1+r.Int32N(8)
	n := 1 + r.IntN(12)
	if seed%8 == 0 {
		n = 60 + r.IntN(20)
	}
	for range kinds {
		c.farm.Copies = append(c.farm.Copies, 1+r.Int32N(int32(n)))
	}
	speeds, powered := []int32{1, 20, 400}[r.IntN(3)], r.IntN(2) == 0
	for range n {
		computer := farm.Computer{Processors: 1 + r.Int32N(widest), Speed: 200 + r.Int32N(speeds), Suspends: r.IntN(2) == 0}
		for l := range kinds {
			if r.IntN(10) > 0 {
				computer.Licences |= 1 << l
			}
		}
		if powered {
			computer.Power = float64(100 + r.IntN(200))
		}
		c.farm.Computers = append(c.farm.Computers, computer)
	}
	c.farm.Benchmark = 400
	if r.IntN(2) == 0 {
		c.farm.Overhead = engine.Time(r.IntN(9))
	}
	c.options = engine.Options{Kill: engine.KillRule(r.IntN(3)), Grace: engine.Time(r.IntN(9)), Order: engine.Order(r.IntN(2))}

	w := &engine.Workload{}
	gap, submit := 1+r.IntN(12), engine.Time(0)
	if seed%8 == 0 {
		gap = 2
	}
	exact := r.IntN(3) == 0
	for range 1 + r.IntN(60) {
		submit += engine.Time(r.IntN(gap))
		job := engine.Job{Submit: submit, Run: 1 + engine.Time(r.IntN(40)), Processors: 1 + r.Int32N(widest)}
		job.Estimate = job.Run
		if !exact {
			job.Estimate = 1 + engine.Time(r.IntN(60))
		}
		w.Jobs = append(w.Jobs, job)
		var needs engine.Licences
		for l := range kinds {
			if r.IntN(5) == 0 {
				needs |= 1 << l
			}
		}
		w.Licences = append(w.Licences, needs)
		w.Benchmark = append(w.Benchmark, 200+r.Int32N(400))
		w.Checkpoints = append(w.Checkpoints, r.IntN(4) == 0)
		deadline := engine.Time(-1)
		if r.IntN(10) < 7 {
			deadline = submit + engine.Time(r.IntN(200))
		}
		w.Deadline = append(w.Deadline, deadline)
	}
	c.workload = w

	c.config = Config{Settings: Settings{K: []float64{1, 1, 0, 0.25, 3}[r.IntN(5)], Figure: r.IntN(2) == 0}, Counting: r.IntN(2) == 0}
	for _, h := range Heuristics {
		weight := h.Default
		switch r.IntN(4) {
		case 0:
			weight = 0
		case 1:
			weight = float64(r.IntN(50))
		}
		c.config.Weights = append(c.config.Weights, weight)
	}
	if r.IntN(3) == 0 {
		c.config.Every = engine.Time(1 + r.IntN(20))
	}
	return c
}

// run simulates the trial under p.
func (c trial) run(t testing.TB, p engine.Policy) *engine.Outcome {
	t.Helper()
	o, err := engine.Simulate(c.workload, farm.New(c.farm), p, c.options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}
