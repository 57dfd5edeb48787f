package policies

import (
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/priority"
)

// paperFarm is a farm and a workload of the size and the distributions of Baraglia et al.,
// with a mean gap in seconds between jobs; copies times their number of copies.
func paperFarm(seed uint64, gap, copies float64) (*engine.Workload, *farm.Machine) {
	r := rand.New(rand.NewPCG(seed, 3))
	const computers, kinds = 150, 20
	config := farm.Config{Benchmark: 400}
	for range computers {
		c := farm.Computer{Processors: 1 + r.Int32N(8), Speed: 200 + r.Int32N(401), Suspends: r.IntN(2) == 0}
		for l := range kinds {
			if r.Float64() < 0.9 {
				c.Licences |= 1 << l
			}
		}
		config.Computers = append(config.Computers, c)
	}
	for range kinds {
		config.Copies = append(config.Copies, max(1, int32(math.Round(copies*(0.55+0.1*r.Float64())*computers))))
	}
	m := farm.New(config)
	w := &engine.Workload{}
	submit := 0.0
	for len(w.Jobs) < 1500 {
		needs := engine.Licences(0)
		for l := range kinds {
			if r.Float64() < 0.2 {
				needs |= 1 << l
			}
		}
		job := engine.Job{Submit: engine.Time(submit * 1000), Processors: 1 + r.Int32N(8), Run: engine.Time(500000 + r.IntN(2500001))}
		if !m.Runs(job.Processors, needs) {
			continue
		}
		submit += r.ExpFloat64() * gap
		deadline := engine.Time(-1)
		if r.Float64() < 0.7 {
			deadline = job.Submit + job.Run + engine.Time(float64(job.Run)*(0.25+1.25*r.Float64()))
		}
		job.Estimate = job.Run
		w.Jobs = append(w.Jobs, job)
		w.Benchmark = append(w.Benchmark, 200+r.Int32N(401))
		w.Licences = append(w.Licences, needs)
		w.Deadline = append(w.Deadline, deadline)
		w.Checkpoints = append(w.Checkpoints, r.Float64() < 0.02)
	}
	return w, m
}

// paperFlexible is flexible backfilling with the weights of Baraglia et al.
func paperFlexible(literal bool) *priority.Flexible {
	return &priority.Flexible{DeadlineWeight: 15, AgingWeight: 5, LicenceWeight: 5, WaitWeight: 8, K: 1, Literal: literal}
}

func BenchmarkFarm(b *testing.B) {
	for _, row := range []struct {
		name   string
		policy func() engine.Policy
	}{
		{"fcfs", func() engine.Policy { return FCFS{} }},
		{"easy", func() engine.Policy { return &EASY{Reservations: 1} }},
		{"easy 4", func() engine.Policy { return &EASY{Reservations: 4} }},
		{"flexible", func() engine.Policy { return paperFlexible(false) }},
		{"flexible literal", func() engine.Policy { return paperFlexible(true) }},
	} {
		for _, copies := range []float64{1, 0.2} {
			b.Run(row.name, func(b *testing.B) {
				for b.Loop() {
					w, m := paperFarm(1, 1, copies)
					o, err := engine.Simulate(w, m, row.policy(), engine.Options{})
					if err != nil {
						b.Fatal(err)
					}
					late, due := 0, 0
					for j, d := range w.Deadline {
						if d >= 0 {
							due++
							if o.End[j] > d {
								late++
							}
						}
					}
					b.ReportMetric(float64(late)/float64(due)*100, "%late")
				}
			})
		}
	}
}
