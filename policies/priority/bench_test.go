package priority_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/policies/internal/cost"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// Jobs per second of a processor on the ten months of the Origin 2000 under the published policies,
// those that cost most among them.
func BenchmarkMonths(b *testing.B) {
	for _, requests := range []string{"requested", "exact"} {
		w := reference.MonthsOfOrigin2000(b, policies.Catalogs(), "2000-10..2001-07", requests == "exact")
		for _, c := range []struct {
			name   string
			policy priority.Backfill
		}{
			{"sqrt-lxf-w k=2 dynamic", priority.Backfill{Priority: priority.Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: 2}},
			{"sqrt-lxf-w k=4 fixed", priority.Backfill{Priority: priority.Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: 4, Fixed: true}},
			{"lxf k=16 dynamic", priority.Backfill{Priority: priority.Priority{Name: "lxf", MaxRequest: 400}, Reservations: 16}},
			{"fcfs k=8 dynamic", priority.Backfill{Priority: priority.Priority{Name: "fcfs", MaxRequest: 400}, Reservations: 8}},
			{"sjf k=4 fixed", priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 4, Fixed: true}},
		} {
			b.Run(requests+"/"+c.name, func(b *testing.B) {
				begin := cost.CPUTime()
				for b.Loop() {
					p := c.policy
					if _, err := engine.Simulate(w, reference.Origin2000(), &p, reference.Eviction); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(w.Jobs))*float64(b.N)/(cost.CPUTime()-begin).Seconds(), "jobs/s")
			})
		}
	}
}

// What an arrival or a completion costs against the number of waiting jobs, which stays
// the same, in time of a processor. The jobs are those of workload o2k.
func BenchmarkQueueDepth(b *testing.B) {
	machines := []struct {
		name string
		make func() engine.Machine
	}{
		{"hosts", func() engine.Machine { return reference.Origin2000() }},
		{"cluster", func() engine.Machine { return engine.NewCluster(960, 1) }},
	}
	for _, requests := range []string{"requested", "exact"} {
		w := reference.MonthsOfOrigin2000(b, policies.Catalogs(), "2001-01..2001-06", requests == "exact")
		for _, m := range machines {
			for _, fixed := range []bool{false, true} {
				for _, k := range []int{1, 2, 4, math.MaxInt} {
					for _, depth := range []int{10, 100, 200, 500, 1000, 2000, 5000, 10000} {
						if k == math.MaxInt && depth > 500 || requests == "exact" && (fixed || k != 2) {
							continue
						}
						name := fmt.Sprintf("%s/%s/fixed=%v/k=%d/depth=%d", requests, m.name, fixed, k, depth)
						if k == math.MaxInt {
							name = strings.Replace(name, fmt.Sprint(k), "all", 1)
						}
						b.Run(name, func(b *testing.B) {
							policy := func() engine.Policy {
								return &priority.Backfill{Priority: priority.Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: k, Fixed: fixed}
							}
							cost.AtDepth(b, w, m.make, policy, depth, 2000)
						})
					}
				}
			}
		}
	}
}
