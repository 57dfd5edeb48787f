package explain

import (
	"testing"

	"backfill/engine"
	"backfill/ui/timeline"
)

// Jobs 1 and 2 wait until 3 min; job 3, which came last, starts at 2 min.
func TestStartsPastOthersAtOnce(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 4}, {Processors: 4}, {Submit: minute, Processors: 1}}}
	o := &engine.Outcome{Workload: w, Unit: 1, Start: []engine.Time{3 * minute, 3 * minute, 2 * minute}, End: []engine.Time{4 * minute, 4 * minute, 5 * minute},
		State: make([]engine.JobState, 3), StartOrder: []int32{2, 0, 1}, Overtook: []bool{false, false, true}}
	starts := func(rule engine.Rule, blocker, others int32) engine.Decision {
		return engine.Decision{Job: 2, At: 2 * minute, Reason: engine.Reason{Rule: rule, Blocker: blocker, Others: others}}
	}
	for _, c := range []struct {
		d    engine.Decision
		want string
	}{
		{starts(engine.StartedFitting, 0, 1), "Job 3 starts at 2 min: it fits, and job 1 and 1 other, before it in the queue, do not."},
		{starts(engine.StartedFitting, 0, 0), "Job 3 starts at 2 min: it fits, and job 1, before it in the queue, does not."},
		{starts(engine.StartedByScript, engine.NoJob, 0), "Job 3 starts at 2 min by the script, before job 1 and job 2, which came earlier and still wait."},
		{starts(engine.StartedInOrder, engine.NoJob, 0), "Job 3 starts at 2 min, before job 1 and job 2, which came earlier and still wait."},
	} {
		if got := (Narrator{Outcome: o, Clock: timeline.Clock{}, Present: true}).AtOnce(c.d).String(); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}
