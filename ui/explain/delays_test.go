package explain

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/ui/timeline"
)

// The case of policies.TestRelaxedByHand in minutes, with another job that needs too much: on 4 processors job 1 holds 3 until 100 min.
// Job 2, of 4, is the head: it can start at 100 min by the estimates, and may be delayed to 120 min. Job 3 ends at 115 min and is
// backfilled, so that job 2 can start at 115 min. Job 4 would end at 121 min, and needs 1 where none is left beside job 2.
func TestARelaxedHeadIsNotPromisedItsLimit(t *testing.T) {
	w := &engine.Workload{}
	for _, job := range [][3]int64{{0, 100, 3}, {0, 50, 4}, {10, 105, 1}, {101, 20, 1}} {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(job[0]) * engine.Minute, Run: engine.Time(job[1]) * engine.Minute, Estimate: engine.Time(job[1]) * engine.Minute, Processors: int32(job[2])})
	}
	o, err := engine.Simulate(w, engine.NewCluster(4, 1), &policies.Relaxed{Relaxation: 0.2}, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	n := Narrator{Outcome: o, Clock: timeline.Clock{}, Delays: Delays("relaxed")}
	for j, want := range []string{1: "By the estimates it could start at 1 h 40 min, at last at 1 h 55 min.",
		2: "Backfilled at 10 min: by its requested time it ended by 2 h, until when job 2 might be delayed.",
		3: "job 2 might be delayed until 2 h; by its requested time this job would still have run then, and it needs 1, more than the 0 processors left then."} {
		var about []engine.Decision
		for _, d := range o.Decisions {
			if int(d.Job) == j {
				about = append(about, d)
			}
		}
		var told strings.Builder
		for _, s := range n.Reasons(about) {
			told.WriteString(s.String() + "\n")
		}
		if !strings.Contains(told.String(), want) || strings.Contains(told.String(), "promised") {
			t.Errorf("of job %d is told\n%s, want %q", j+1, &told, want)
		}
	}
}
