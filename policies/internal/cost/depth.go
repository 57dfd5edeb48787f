package cost

import (
	"slices"
	"testing"
	"time"

	"backfill/engine"
)

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
			p.took = CPUTime() - p.begin
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
		p.begin = CPUTime()
	}
}

// AtDepth measures, with depth jobs of w waiting, until up to measured others have been submitted.
func AtDepth(b *testing.B, w *engine.Workload, machine func() engine.Machine, policy func() engine.Policy, depth, measured int) {
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
		if _, err := engine.Simulate(&some, machine(), p, engine.Options{Kill: engine.KillAfterGrace, Grace: engine.Hour}); err != nil {
			b.Fatal(err)
		}
		events += p.events
		took += p.took
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took.Nanoseconds())/float64(events), "ns/event")
}
