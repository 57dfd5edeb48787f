package explain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

// The log's own schedule has no reasons, but who overtook whom. A log of two jobs, of which the
// second started first.
func TestOvertakersInALog(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Submit: 0, Processors: 1}, {Submit: 1, Processors: 1}}}
	o := &engine.Outcome{Workload: w, Unit: 1, Start: []engine.Time{20, 10}, End: []engine.Time{30, 40}, State: make([]engine.JobState, 2), StartOrder: []int32{1, 0}}
	told := Narrator{Outcome: o}.Overtaking(0, Overtakers(o, 0), nil)
	if len(told) != 2 || told[1].String() != "It is: job 2." {
		t.Errorf("told is %v", told)
	}
	if got := Overtakers(o, 1); got != nil {
		t.Errorf("job 2 was overtaken by %v", got)
	}
}

// Job 0 is interrupted from 10 to 20: job 1, which came later, begins then; job 2 only when job 0
// runs again.
func TestOvertakersOfAnInterruptedJob(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{}, {Submit: 5}, {Submit: 6}}}
	o := &engine.Outcome{Workload: w, Unit: 1, Start: []engine.Time{0, 10, 20}, End: []engine.Time{30, 20, 40}, State: make([]engine.JobState, 3), StartOrder: []int32{0, 1, 2},
		Held: []engine.Time{20, 10, 20}, Segments: []engine.Segment{
			{Job: 0, From: 0, To: 10, End: engine.Suspended}, {Job: 1, From: 10, To: 20, End: engine.Ended},
			{Job: 0, From: 20, To: 30, End: engine.Ended}, {Job: 2, From: 20, To: 40, End: engine.Ended}}}
	if diff := cmp.Diff([]stay{{10, 20}}, waits(o, 0), cmp.AllowUnexported(stay{})); diff != "" {
		t.Errorf("job 0 waited (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int32{1}, Overtakers(o, 0)); diff != "" {
		t.Errorf("job 0 was overtaken by (-want +got):\n%s", diff)
	}
}
