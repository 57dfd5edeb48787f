package policies

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

func TestBackfillingOnFarmsEqualsThePlainSimulator(t *testing.T) {
	for seed := range uint64(reference.Trials(4000)) {
		c := reference.DrawFarmWorld(seed, 14)
		if len(c.Config.Computers) > 4 {
			continue // too many for it
		}
		r := rand.New(rand.NewPCG(seed, 31))
		flexible := &priority.Flexible{DeadlineWeight: float64(r.IntN(20)), AgingWeight: float64(r.IntN(6)), LicenceWeight: float64(r.IntN(6)), WaitWeight: float64(r.IntN(9)),
			K: []float64{0, 0.5, 1, 1.5}[r.IntN(4)], Literal: r.IntN(3) == 0}
		for _, policy := range []engine.Policy{&EASY{Reservations: 1}, &EASY{Reservations: 2}, &EASY{Reservations: 4}, flexible, Conservative{Compress: true}} {
			c := c
			if _, ok := policy.(Conservative); ok { // where it never overruns, nor wakes for a promise
				c = reference.DrawFarmWorld(seed, 14)
				for j := range c.Workload.Jobs {
					c.Workload.Jobs[j].Estimate = c.Workload.Jobs[j].Run
				}
			}
			p := reference.Farm{FarmWorld: c}
			p.Run(ruleOf(policy))
			o := c.Run(t, policy)
			if !slices.Equal(o.Start, p.Start) || !slices.Equal(o.Lane, p.Lane) {
				t.Fatalf("%T%+v, %v\nstarts %v\nwant   %v\nlanes %v\nwant  %v", policy, policy, c, o.Start, p.Start, o.Lane, p.Lane)
			}
		}
	}
}

// One computer without licences is a cluster. Events are taken in batches, since on a farm
// whoever ends now has always left before anybody comes.
func TestAFarmOfOneComputerIsACluster(t *testing.T) {
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		c.Unit = 1
		if !c.Exact {
			c.Options.Order = engine.Batch
		}
		config := farm.Config{Benchmark: 300, Computers: []farm.Computer{{Processors: c.Processors, Speed: 300}}}
		eachPolicyOn(t, farm.New(config).Offers()&engine.NewCluster(1, 1).Offers(), func(name string, make func() engine.Policy) {
			want := c.Run(t, make(), false)
			o, err := engine.Simulate(c.Workload, farm.New(config), make(), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(o.Start, want.Start) || !slices.Equal(o.End, want.End) || !slices.Equal(o.State, want.State) || !slices.Equal(o.Overtook, want.Overtook) {
				t.Errorf("%s, %v\nfarm    %v\ncluster %v", name, c, o.Start, want.Start)
			}
		})
	})
}

// Three jobs of 1100 years on the fastest computer that there can be, one after the other on
// the slowest: each ends after 2^52 ms, where the clock would overflow with the second.
func TestHugeTimesOnAFarm(t *testing.T) {
	job := engine.Job{Run: 1 << 45, Estimate: 1 << 45, Processors: 1}
	w := &engine.Workload{Jobs: []engine.Job{job, job, job}, Benchmark: []int32{farm.MaxSpeed, farm.MaxSpeed, farm.MaxSpeed}}
	for _, policy := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: true}} {
		m := farm.New(farm.Config{Benchmark: 400, Computers: []farm.Computer{{Processors: 1, Speed: 1}}})
		steps := 0
		o, err := engine.Simulate(w, m, policy, engine.Options{Progress: func(int, engine.Time) error {
			if steps++; steps > 2 {
				return errors.New("it does not end")
			}
			return nil
		}})
		if err != nil {
			t.Fatalf("%T: %v", policy, err)
		}
		if want := []engine.Time{1 << 52, 2 << 52, 3 << 52}; !slices.Equal(o.End, want) {
			t.Errorf("%T: ends %v, want %v", policy, o.End, want)
		}
	}
}
