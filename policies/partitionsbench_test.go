package policies

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/cost"
)

// manyNodes are 1,000 nodes with GPUs, for jobs of up to 1,024 processors, of which some ask for one node with GPUs.
func manyNodes(b *testing.B, jobs int, load float64) (newMachine func() engine.Machine, w *engine.Workload) {
	b.Helper()
	plan, w := compileOn(b, `{"kind": "partitions", "nodes": [{"name": "n[1-1000]", "processors": 64, "memory": 256, "gpus": "4"}], "partitions": [{"name": "all"}]}`,
		fmt.Sprintf(`"workload": {"kind": "lublin", "jobs": %d, "processors": 1024, "load": %g, "transform": [{"kind": "estimates", "model": "tsafrir"}, {"kind": "demand", "rows": [
			{"share": 0.6, "memory": 2}, {"share": 0.15, "most": 64, "gpus": 1, "nodes": 1, "memory": 3},
			{"share": 0.1, "most": 64, "gpus": 4, "nodes": 1, "memory": 2}, {"share": 0.2, "least": 65, "memory": 1}]}]}, "policies": [{"kind": "easy"}]`, jobs, load), "")
	return plan.Machine, w
}

// Jobs per second of a processor on nodes and partitions.
func BenchmarkPartitions(b *testing.B) {
	newMachine, w := manyNodes(b, 10_000, 62.5)
	b.Run("easy", func(b *testing.B) {
		cost.OfJobs(b, w, newMachine, func() engine.Policy { return &EASY{Reservations: 1} })
	})
	newMachine, w = manyNodes(b, 5000, 62.5)
	b.Run("conservative", func(b *testing.B) {
		cost.OfJobs(b, w, newMachine, func() engine.Policy { return Conservative{Compress: true} })
	})
}

// What an arrival or a completion costs on nodes and partitions against the number of waiting jobs, which stays the same.
func BenchmarkQueueDepthPartitions(b *testing.B) {
	newMachine, w := manyNodes(b, 3000, 62.5)
	for _, depth := range []int{10, 50, 100, 200} {
		b.Run(fmt.Sprintf("easy/depth=%d", depth), func(b *testing.B) {
			cost.AtDepth(b, w, newMachine, func() engine.Policy { return &EASY{Reservations: 1} }, depth, 2000)
		})
		b.Run(fmt.Sprintf("conservative/depth=%d", depth), func(b *testing.B) {
			cost.AtDepth(b, w, newMachine, func() engine.Policy { return Conservative{Compress: true} }, depth, 1000)
		})
	}
}
