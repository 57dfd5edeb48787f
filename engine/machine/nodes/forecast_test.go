package nodes

import (
	"testing"

	"backfill/engine"
)

// One processor, with reservations for job 0 from 0 to 5, for job 1 from 5 to 12 and for job 2 from 12 to 17. Job 1's is given up, and at
// 10 that of job 0 is over, unused. A job of 4 cannot start then, before job 2, nor at 5, where the first one left off: it can at 17.
func TestASlotThatIsOverIsNoEndToComeFrom(t *testing.T) {
	m := New(Config{Count: 1, PerNode: 1})
	m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: 1, Estimate: 5}, {Processors: 1, Estimate: 7}, {Processors: 1, Estimate: 5}, {Processors: 1, Estimate: 4}}})
	f := m.Forecast()
	for j := range int32(3) {
		f.Reserve(j)
	}
	f.Drop(1)
	f.Advance(10)
	if slot := f.Earliest(3); slot.At != 17 {
		t.Errorf("the earliest start is %d, want 17", slot.At)
	}
}
