package priority_test

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// Where nothing but the wait counts, flexible backfilling is EASY.
func TestFlexibleBackfillingByWaitIsEASY(t *testing.T) {
	for seed := range uint64(reference.Trials(1000)) {
		c := reference.DrawFarmWorld(seed, 30)
		c.Options.Order = engine.Order(seed % 2)
		flexible, easy := c.Run(t, &priority.Flexible{AgingWeight: 5, Literal: true}), c.Run(t, &policies.EASY{Reservations: 1})
		if !slices.Equal(flexible.Start, easy.Start) || !slices.Equal(flexible.Lane, easy.Lane) {
			t.Fatalf("%v\nstarts %v\nEASY's %v", c, flexible.Start, easy.Start)
		}
	}
}

// Job 0 ends at 10 s, when job 3 arrives: where events come one at a time it is not there any
// more when flexible backfilling is asked about the arrival. So one job for 4 copies needs
// licence 1, and job 2 with 8 (8/10) + 5 (1/4) = 7.65 is behind jobs 1 and 3 with 8 (8/8).
// If job 0 counted, it would be 8.9, and job 2 the first.
func TestFlexibleDemandIsOfThoseWhoAreThere(t *testing.T) {
	job := func(submit, run engine.Time) engine.Job {
		return engine.Job{Submit: submit * engine.Second, Run: run * engine.Second, Estimate: run * engine.Second, Processors: 1}
	}
	w := &engine.Workload{Jobs: []engine.Job{job(0, 10), job(1, 8), job(2, 10), job(10, 8)}, Licences: []engine.Licences{1, 0, 1, 0}}
	for _, order := range []engine.Order{engine.Batch, engine.Sequential} {
		m := farm.New(farm.Config{Benchmark: 400, Copies: []int32{4}, Computers: []farm.Computer{{Processors: 1, Speed: 400, Licences: 1}}})
		o, err := engine.Simulate(w, m, &priority.Flexible{LicenceWeight: 5, WaitWeight: 8}, engine.Options{Order: order})
		if err != nil {
			t.Fatal(err)
		}
		if want := []engine.Time{0, 10_000, 26_000, 18_000}; !slices.Equal(o.Start, want) {
			t.Errorf("order %d: starts %v, want %v", order, o.Start, want)
		}
	}
}
