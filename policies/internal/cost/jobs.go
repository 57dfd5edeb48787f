package cost

import (
	"testing"

	"backfill/engine"
)

// OfJobs reports how many jobs are simulated in a second of processor time.
func OfJobs(b *testing.B, w *engine.Workload, machine func() engine.Machine, policy func() engine.Policy) {
	b.ReportAllocs()
	begin := CPUTime()
	for b.Loop() {
		if _, err := engine.Simulate(w, machine(), policy(), engine.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(w.Jobs))*float64(b.N)/(CPUTime()-begin).Seconds(), "jobs/s")
}
