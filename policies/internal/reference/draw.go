package reference

import (
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
)

// Draw makes the workload of a scenario, whose kinds are those of catalogs.
func Draw(t testing.TB, catalogs scenario.Catalogs, text string) *engine.Workload {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, catalogs)
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return task.Workload
}
