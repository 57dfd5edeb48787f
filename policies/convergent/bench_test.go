package convergent

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// paper is a farm and jobs, all submitted at time 0, of the size and the distributions of
// Baraglia et al., section 6.
func paper(jobs int) (*engine.Workload, *farm.Machine) {
	r := rand.New(rand.NewPCG(1, 3))
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
		config.Copies = append(config.Copies, int32(math.Round((0.55+0.1*r.Float64())*computers)))
	}
	machine := farm.New(config)
	w := &engine.Workload{}
	for len(w.Jobs) < jobs {
		needs := engine.Licences(0)
		for l := range kinds {
			if r.Float64() < 0.2 {
				needs |= 1 << l
			}
		}
		run := engine.Time(500_000 + r.IntN(2_500_001))
		job := engine.Job{Processors: 1 + r.Int32N(8), Run: run, Estimate: run}
		if !machine.Runs(job.Processors, needs) {
			continue
		}
		deadline := engine.Time(-1)
		if r.Float64() < 0.7 {
			deadline = run + engine.Time(float64(run)*(0.25+1.25*r.Float64()))
		}
		w.Jobs = append(w.Jobs, job)
		w.Benchmark = append(w.Benchmark, 200+r.Int32N(401))
		w.Licences = append(w.Licences, needs)
		w.Deadline = append(w.Deadline, deadline)
		w.Checkpoints = append(w.Checkpoints, r.Float64() < 0.02)
	}
	return w, machine
}

func paperConfig() Config {
	c := Config{Settings: Settings{K: 1}}
	for _, h := range Heuristics {
		c.Weights = append(c.Weights, h.Default)
	}
	return c
}

var errMeasured = errors.New("measured")

// measured makes plans again and again at its at-th call, and nothing of them.
type measured struct {
	*Policy
	at, call int
	b        *testing.B
	jobs     int
}

func (m *measured) Schedule(s *engine.State) {
	if m.call++; m.call < m.at {
		m.Policy.Schedule(s)
		return
	}
	m.admit(s)
	for m.b.Loop() {
		m.survey(s)
		m.match()
	}
	m.jobs = len(m.rows)
	s.Fail(errMeasured)
}

// What one plan costs: with all jobs submitted at time 0 the first one, in which nobody runs,
// and one later on, when some have ended and others were interrupted.
func BenchmarkPlan(b *testing.B) {
	for _, at := range []int{1, 100} {
		for _, matching := range []string{"quicksort", "counting"} {
			for _, pairs := range []string{"all", "bounded"} {
				for _, jobs := range []int{250, 500, 1000, 2000, 4000} {
					b.Run(fmt.Sprintf("plan %d/%s/%s/%d", at, matching, pairs, jobs), func(b *testing.B) {
						c := paperConfig()
						c.Counting, c.AllPairs = matching == "counting", pairs == "all"
						w, machine := paper(jobs)
						m := &measured{Policy: New(c), at: at, b: b}
						if _, err := engine.Simulate(w, machine, m, engine.Options{}); !errors.Is(err, errMeasured) {
							b.Fatal(err)
						}
						b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), "ms/plan")
						b.ReportMetric(0, "ns/op")
						b.ReportMetric(float64(m.jobs), "jobs")
					})
				}
			}
		}
	}
}
