package nodes

import (
	"testing"

	"backfill/engine"
)

// Of six processors the second and the fourth are busy: a run of three is not free.
func TestLackOfARow(t *testing.T) {
	m := New(Config{Count: 6, PerNode: 2, Selection: FirstContiguous})
	m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: 3}, {Processors: 2}}})
	m.free.Remove(1, 1)
	m.free.Remove(3, 1)
	if got, want := m.Lacks(0), (engine.Room{Processors: 2, Component: 3}); got != want {
		t.Errorf("the room is %+v, want %+v", got, want)
	}
	if got := m.Lacks(1); got != (engine.Room{}) {
		t.Errorf("two in a row have the room %+v", got)
	}
}
