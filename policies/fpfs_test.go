package policies

import (
	"testing"

	"backfill/engine"

	"github.com/google/go-cmp/cmp"
)

// 10 processors, one jump. Job 0 (8) runs until 10. Job 1 (6) is head from 1 on and does not
// fit the 2 that are free. Job 2 (2) comes at 2 and jumps it, job 3 (1) at 3 must not: none
// is free until 10 anyway; at 10 the head starts and job 3 is next.
func TestReasonsOfFPFS(t *testing.T) {
	w := jobs([4]int{0, 10, 10, 8}, [4]int{1, 5, 5, 6}, [4]int{2, 20, 20, 2}, [4]int{3, 5, 5, 1})
	o := simulate(t, w, 10, &FPFS{MaxJumps: 1, head: engine.NoJob}, engine.Options{RecordAll: true})
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
