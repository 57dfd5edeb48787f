package reference

import (
	"testing"

	"backfill/engine"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/workloadtest"
)

// ReadLog reads a real log in the Standard Workload Format. It skips the test where the log is absent.
func ReadLog(t testing.TB, name string) *engine.Workload {
	t.Helper()
	w, _, err := logs.ReadSWF(workloadtest.OpenTrace(t, name), name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
