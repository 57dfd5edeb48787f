package explain

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/ui/timeline"
)

// The case of policies.TestReadingsOfEASYByHand in minutes: job 4 fits and would delay nobody, and waits where not all ends are counted.
func TestAJobThatIsReadAway(t *testing.T) {
	w := &engine.Workload{}
	for _, job := range [][3]int64{{0, 100, 4}, {0, 100, 4}, {1, 10, 5}, {2, 200, 2}} {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(job[0]) * engine.Minute, Run: engine.Time(job[1]) * engine.Minute, Estimate: engine.Time(job[1]) * engine.Minute, Processors: int32(job[2])})
	}
	for extra, want := range map[policies.Extra]string{
		policies.FirstEnds: "job 3 was promised 5 processors at 1 h 40 min (shadow time); this job would not have delayed it, but the policy, as it is set, started only jobs past it that ended earlier or needed no more than the 1 extra processor that it counted.",
		policies.NoExtra:   "job 3 was promised 5 processors at 1 h 40 min (shadow time); this job would not have delayed it, but the policy, as it is set, started only jobs past it that ended earlier.",
	} {
		o, err := engine.Simulate(w, engine.NewCluster(10, 1), &policies.EASY{Reservations: 1, Reading: policies.Reading{Extra: extra}}, engine.Options{RecordAll: true})
		if err != nil {
			t.Fatal(err)
		}
		about := slices.DeleteFunc(slices.Clone(o.Decisions), func(d engine.Decision) bool { return d.Job != 3 })
		told := Narrator{Outcome: o, Clock: timeline.Clock{}, Shadow: true}.Reasons(about)
		if !strings.Contains(told[0].String(), want) {
			t.Errorf("told %q, want %q", told[0], want)
		}
	}
}
