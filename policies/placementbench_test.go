package policies

import (
	"fmt"
	"io"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/scenario"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/internal/cost"
)

// coallocated draws jobs of workload power-of-two, which run on the clusters fiveClusters.
func coallocated(b testing.TB, n int, fields string) *engine.Workload {
	b.Helper()
	_, w := compileOn(b, fiveClusters, fmt.Sprintf(`"workload": {"kind": "power-of-two", "jobs": %d%s}, "policies": [{"kind": "fcfs"}]`, n, fields), "")
	return w
}

func newFiveClusters() engine.Machine {
	return multicluster.New([]int32{20, 20, 20, 20, 20}, multicluster.WorstFit, false, 1)
}

// Jobs per second of a processor on five clusters at the published load, 0.787, a million jobs a run.
func BenchmarkCoallocation(b *testing.B) {
	w := coallocated(b, 1_000_000, "")
	for _, jumps := range []int{0, 10, 50} {
		b.Run(fmt.Sprintf("fpfs %d", jumps), func(b *testing.B) {
			cost.OfJobs(b, w, newFiveClusters, func() engine.Policy { return &FPFS{MaxJumps: jumps, head: engine.NoJob} })
		})
	}
}

// sharedNodes is a machine of 512 processors with the first 10,000 jobs of the CTC log, four
// of five with a high demand.
func sharedNodes(b *testing.B, selection, model string) (*scenario.Plan, *engine.Workload) {
	b.Helper()
	log, err := io.ReadAll(workloadtest.OpenTrace(b, "CTC-SP2-1996-filtered-first10000.swf.gz"))
	if err != nil {
		b.Fatal(err)
	}
	return compileOn(b, fmt.Sprintf(`{"kind": "nodes", "processors": 512, "selection": %q, "model": %q}`, selection, model),
		`"workload": {"kind": "swf", "file": "log.swf.gz", "transform": [{"kind": "bandwidth"}]}, "policies": [{"kind": "priority-backfill", "priority": "sjf"}]`, string(log))
}

// Jobs per second of a processor on nodes that share memory bandwidth.
func BenchmarkSharedNodes(b *testing.B) {
	for _, selection := range []string{"firstFit", "firstContiguous"} {
		for _, model := range []string{"none", "rate", "firstOrder"} {
			b.Run(selection+"/"+model, func(b *testing.B) {
				plan, w := sharedNodes(b, selection, model)
				cost.OfJobs(b, w, plan.Machine, plan.Policies[0].New)
			})
		}
	}
}

// What an arrival or a completion costs FPFS against the number of waiting jobs, which stays
// the same, in time of a processor.
func BenchmarkQueueDepthFPFS(b *testing.B) {
	w := coallocated(b, 30_000, "")
	for _, jumps := range []int{0, 10, 50, 1e9} {
		for _, depth := range []int{10, 100, 200, 500, 1000, 2000, 5000, 10000} {
			b.Run(fmt.Sprintf("jumps=%d/depth=%d", jumps, depth), func(b *testing.B) {
				cost.AtDepth(b, w, newFiveClusters, func() engine.Policy { return &FPFS{MaxJumps: jumps, head: engine.NoJob} }, depth, 20_000)
			})
		}
	}
}

// What an arrival or a completion costs on nodes that share memory bandwidth.
func BenchmarkQueueDepthNodes(b *testing.B) {
	for _, selection := range []string{"firstFit", "firstContiguous"} {
		for _, depth := range []int{10, 100, 200, 500, 1000, 2000, 5000} {
			b.Run(fmt.Sprintf("%s/depth=%d", selection, depth), func(b *testing.B) {
				plan, w := sharedNodes(b, selection, "rate")
				cost.AtDepth(b, w, plan.Machine, plan.Policies[0].New, depth, 2000)
			})
		}
	}
}
