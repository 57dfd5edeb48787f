package policies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// 10 processors, one jump. Job 0 (8) runs until 10. Job 1 (6) is head from 1 on and does not
// fit the 2 that are free. Job 2 (2) comes at 2 and jumps it, job 3 (1) at 3 must not: none
// is free until 10 anyway; at 10 the head starts and job 3 is next.
func TestReasonsOfFPFS(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 8}, [4]int{1, 5, 5, 6}, [4]int{2, 20, 20, 2}, [4]int{3, 5, 5, 1})
	o := reference.Simulate(t, w, 10, &FPFS{MaxJumps: 1, head: engine.NoJob}, engine.Options{RecordAll: true})
	head := engine.Reason{Rule: engine.HeadJumped, Blocker: engine.NoJob, Free: 2, MaxSkip: 1}
	after := head
	after.Skips, after.Free = 1, 0
	want := []engine.Decision{
		{Job: 0, At: 0, Until: 0, Times: 1, Reason: engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: 10}},
		{Job: 1, At: 1, Until: 2, Times: 2, Reason: head},
		{Job: 2, At: 2, Until: 2, Times: 1, Reason: engine.Reason{Rule: engine.StartedJumping, Blocker: 1, Free: 2, Skips: 1, MaxSkip: 1}},
		{Job: 1, At: 2, Until: 3, Times: 2, Reason: after},
		{Job: 3, At: 3, Until: 3, Times: 1, Reason: engine.Reason{Rule: engine.BehindJumped, Blocker: 1, Free: 0, Skips: 1, MaxSkip: 1}},
		{Job: 1, At: 10, Until: 10, Times: 1, Reason: engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: 8}},
		{Job: 3, At: 10, Until: 10, Times: 1, Reason: engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: 2}},
	}
	if diff := cmp.Diff(want, o.Decisions); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

// With hundreds of jobs waiting FPFS makes the same schedules as its listing: on clusters that
// components may share or not, on hosts with memory, and where commands change jobs that wait.
func TestFPFSWithManyWaiting(t *testing.T) {
	hosts := `"workload": {"kind": "o2k", "months": "2001-01", "transform": [{"kind": "first", "jobs": 1500}, {"kind": "load", "factor": 0.3}]}, "policies": [{"kind": "fcfs"}]`
	clusters := `"workload": {"kind": "power-of-two", "jobs": 4000, "min": 8, "q": 0.97, "threshold": 4, "meanGap": %v, "split": %q}, "policies": [{"kind": "fcfs"}]`
	elastic := `"workload": {"kind": "lublin-cwf", "jobs": 1500, "load": 1.5, "extendShare": 0.2, "reduceShare": 0.2, "dedicatedShare": 0.1}, "policies": [{"kind": "fcfs"}]`
	for _, c := range []struct{ machine, parts string }{
		{fiveClusters, fmt.Sprintf(clusters, 1.8, "random")},
		{strings.Replace(fiveClusters, "]", `], "share": true`, 1), fmt.Sprintf(clusters, 1.6, "phased")},
		{origin2000, hosts},
		{`{"kind": "cluster", "processors": 320}`, elastic},
	} {
		plan, w := compileOn(t, c.machine, c.parts, "")
		for i := range w.Commands {
			w.Commands[i].Kind, w.Commands[i].Amount = w.Commands[i].Kind+engine.ExtendProcessors, 100
		}
		for _, jumps := range []int{1, 10, 1e9} {
			for _, order := range []engine.Order{engine.Batch, engine.Sequential} {
				options := engine.Options{Order: order, Elastic: len(w.Commands) > 0}
				most := &mostWaiting{Policy: &FPFS{MaxJumps: jumps, head: engine.NoJob}}
				got, err := engine.Simulate(w, plan.Machine(), most, options)
				if err != nil {
					t.Fatal(err)
				}
				want, err := engine.Simulate(w, plan.Machine(), &reference.FPFS{Most: jumps, Head: engine.NoJob}, options)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Start, want.Start) {
					t.Errorf("%s, %s, %d jumps, order %d: other schedules than by the listing", c.machine, c.parts, jumps, order)
				}
				if jumps == 1 && most.waiting < 2*queue.Many {
					t.Errorf("%s, %s: at most %d jobs wait", c.machine, c.parts, most.waiting)
				}
			}
		}
	}
}

// The same on partitions of two tiers, where jobs of the higher one stand in front of the queue.
func TestFPFSWithManyWaitingInTiers(t *testing.T) {
	nodes := []int32{0, 1, 2, 3}
	config := partitions.Config{Nodes: slices.Repeat([]partitions.Node{{Processors: 4}}, 4),
		Partitions: []partitions.Partition{{Number: 1, Nodes: nodes}, {Number: 2, Nodes: nodes, Tier: 1}}}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 39))
		w := &engine.Workload{}
		for j := range 3 * queue.Many {
			w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(j / 10), Run: 1 + engine.Time(r.IntN(20)), Estimate: 20, Processors: 1 + r.Int32N(16)})
			w.Partition = append(w.Partition, 1+r.Int32N(2))
		}
		jumps := 1 + r.IntN(4)
		got, err := engine.Simulate(w, partitions.New(config), &FPFS{MaxJumps: jumps, head: engine.NoJob}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := engine.Simulate(w, partitions.New(config), &reference.FPFS{Most: jumps, Head: engine.NoJob}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Start, want.Start) {
			t.Errorf("seed %d, %d jumps: other schedules than by the listing", seed, jumps)
		}
	}
}

// mostWaiting is a policy that notes how many jobs have waited at most.
type mostWaiting struct {
	engine.Policy
	waiting int
}

func (p *mostWaiting) Schedule(s *engine.State) {
	p.waiting = max(p.waiting, s.Waiting())
	p.Policy.Schedule(s)
}
