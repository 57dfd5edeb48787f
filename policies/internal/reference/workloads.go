package reference

import (
	"testing"

	"backfill/engine"
)

// Jobs makes a workload from rows of submit, run, estimate (ms) and processors.
func Jobs(rows ...[4]int) *engine.Workload {
	w := &engine.Workload{}
	for _, r := range rows {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(r[0]), Run: engine.Time(r[1]), Estimate: engine.Time(r[2]), Processors: int32(r[3])})
	}
	return w
}

// Simulate runs a workload on a cluster with so many processors.
func Simulate(t testing.TB, w *engine.Workload, processors int32, p engine.Policy, o engine.Options) *engine.Outcome {
	t.Helper()
	out, err := engine.Simulate(w, engine.NewCluster(processors, 1), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
