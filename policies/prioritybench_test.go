package policies

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
)

// ncsaOrigin2000 is the machine of the months of workload o2k.
func ncsaOrigin2000() *engine.Hosts {
	hosts := []engine.Host{{Processors: 64, Memory: 30 << 10}}
	for i := range 7 {
		memory := int32(62 << 10)
		if i < 4 {
			memory = 30 << 10
		}
		hosts = append(hosts, engine.Host{Processors: 128, Memory: memory})
	}
	return engine.NewHosts(hosts, engine.FirstFit)
}

// readO2K draws months of workload o2k; exact says that requests are the run times.
func readO2K(b testing.TB, months string, exact bool) *engine.Workload {
	b.Helper()
	transform := ""
	if exact {
		transform = `, "transform": [{"kind": "estimates", "model": "exact"}]`
	}
	s, err := scenario.Read(fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "cluster", "processors": 960},
		"workload": {"kind": "o2k", "months": %q%s}, "policies": [{"kind": "fcfs"}], "seed": 1}`, months, transform))
	if err != nil {
		b.Fatal(err)
	}
	plan, err := scenario.Compile(s, Catalogs())
	if err != nil {
		b.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		b.Fatal(err)
	}
	return task.Workload
}

// eviction is how the Origin 2000 ended jobs.
var eviction = engine.Options{Kill: engine.KillAfterGrace, Grace: engine.Hour}

// Jobs per second of a processor on the ten months of the Origin 2000 under the published policies,
// those that cost most among them.
func BenchmarkMonths(b *testing.B) {
	for _, requests := range []string{"requested", "exact"} {
		w := readO2K(b, "2000-10..2001-07", requests == "exact")
		for _, c := range []struct {
			name   string
			policy PriorityBackfill
		}{
			{"sqrt-lxf-w k=2 dynamic", PriorityBackfill{Priority: Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: 2}},
			{"sqrt-lxf-w k=4 fixed", PriorityBackfill{Priority: Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: 4, Fixed: true}},
			{"lxf k=16 dynamic", PriorityBackfill{Priority: Priority{Name: "lxf", MaxRequest: 400}, Reservations: 16}},
			{"fcfs k=8 dynamic", PriorityBackfill{Priority: Priority{Name: "fcfs", MaxRequest: 400}, Reservations: 8}},
			{"sjf k=4 fixed", PriorityBackfill{Priority: Priority{Name: "sjf", MaxRequest: 400}, Reservations: 4, Fixed: true}},
		} {
			b.Run(requests+"/"+c.name, func(b *testing.B) {
				begin := cpuTime()
				for b.Loop() {
					p := c.policy
					if _, err := engine.Simulate(w, ncsaOrigin2000(), &p, eviction); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(w.Jobs))*float64(b.N)/(cpuTime()-begin).Seconds(), "jobs/s")
			})
		}
	}
}

// steady keeps depth jobs waiting as long as there are others that have not been
// submitted: those that are missing after a call come a moment later. It measures from
// its second call on and schedules nothing when no more are left.
type steady struct {
	engine.Policy
	depth, next int

	begin  time.Duration // 0: not yet
	took   time.Duration
	events int
}

func (p *steady) Schedule(s *engine.State) {
	jobs := s.Workload().Jobs
	if p.next == len(jobs) {
		if p.took == 0 {
			p.took = cpuTime() - p.begin
		}
		return
	}
	if p.begin > 0 {
		p.events += len(s.Events())
	}
	p.Policy.Schedule(s)
	for missing := p.depth - s.Waiting(); missing > 0 && p.next < len(jobs); missing-- {
		jobs[p.next].Submit = s.Now() + 1
		p.next++
	}
	if p.begin == 0 {
		p.begin = cpuTime()
	}
}

// What an arrival or a completion costs against the number of waiting jobs, which stays
// the same, in time of a processor. The jobs are those of workload o2k.
func BenchmarkQueueDepth(b *testing.B) {
	machines := []struct {
		name string
		make func() engine.Machine
	}{
		{"hosts", func() engine.Machine { return ncsaOrigin2000() }},
		{"cluster", func() engine.Machine { return engine.NewCluster(960, 1) }},
	}
	for _, requests := range []string{"requested", "exact"} {
		w := readO2K(b, "2001-01..2001-06", requests == "exact")
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
								return &PriorityBackfill{Priority: Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01, MaxRequest: 400}, Reservations: k, Fixed: fixed}
							}
							benchmarkDepth(b, w, m.make, policy, depth, 2000)
						})
					}
				}
			}
		}
	}
}

// benchmarkDepth measures, with depth jobs of w waiting, until up to measured others have been submitted.
func benchmarkDepth(b *testing.B, w *engine.Workload, machine func() engine.Machine, policy func() engine.Policy, depth, measured int) {
	n := min(len(w.Jobs), depth+measured)
	some := *w
	events, took := 0, time.Duration(0)
	for b.Loop() {
		some.Jobs = slices.Clone(w.Jobs[:n])
		for j := range some.Jobs {
			some.Jobs[j].Submit = 0
			if j >= depth {
				some.Jobs[j].Submit = engine.MaxTime
			}
		}
		p := &steady{Policy: policy(), depth: depth, next: depth}
		if _, err := engine.Simulate(&some, machine(), p, eviction); err != nil {
			b.Fatal(err)
		}
		events += p.events
		took += p.took
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took.Nanoseconds())/float64(events), "ns/event")
}
