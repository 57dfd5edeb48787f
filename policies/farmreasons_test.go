package policies

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// Two computers of 4 processors, equally fast, and one copy of one licence, which the
// starred jobs need: the reasons under EASY, times in ms.
//
// First case: job 0* has all of computer 0 until 10. Job 1* (4) finds processors on computer 1
// but no copy; it is promised computer 0 at 10, when 4 processors are left on the other. Job 2*
// (1) finds no copy either. Job 3 (1) starts on computer 1, where nobody holds a reservation.
//
// Second case: job 0 has computer 0 until 10, job 1 three processors of computer 1 until
// 20. Job 2* (4) is promised computer 0 at 10, which leaves none there. Job 3* (1) would still
// have the copy on computer 1 at 10; job 4* (1) is done by then.
func TestReasonsOnAFarm(t *testing.T) {
	none := engine.Room{Lane: engine.NoLane, Processors: 4, Memory: -1, Licences: 1}
	for _, row := range []struct {
		jobs  [][4]int
		needs []engine.Licences
		watch []int32
		want  []engine.Decision
	}{
		{
			[][4]int{{0, 10, 10, 4}, {1, 5, 5, 4}, {2, 20, 20, 1}, {3, 20, 20, 1}},
			[]engine.Licences{1, 1, 1, 0}, []int32{1, 2, 3},
			[]engine.Decision{
				{Job: 1, At: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 10, Extra: 4, Free: 4, Room: none}},
				{Job: 2, At: 2, Reason: engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: 4, Room: none}},
				{Job: 3, At: 3, Reason: engine.Reason{Rule: engine.StartedElsewhere, Blocker: 1, Shadow: 10, Free: 4,
					Room: engine.Room{Lane: 1, Processors: 4, Memory: -1}}},
			},
		}, {
			[][4]int{{0, 10, 10, 4}, {0, 20, 20, 3}, {1, 9, 9, 4}, {2, 20, 20, 1}, {3, 7, 7, 1}},
			[]engine.Licences{0, 0, 1, 1, 1}, []int32{2, 3, 4},
			[]engine.Decision{
				{Job: 2, At: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 10, Extra: 1, Free: 1,
					Room: engine.Room{Lane: engine.NoLane, Processors: 1, Memory: -1}}},
				{Job: 3, At: 2, Reason: engine.Reason{Rule: engine.WouldDelay, Blocker: 2, Shadow: 10, Free: 1,
					Room: engine.Room{Lane: 1, Processors: 1, Memory: -1, Licences: 1}}},
				{Job: 4, At: 3, Reason: engine.Reason{Rule: engine.StartedBeforeShadow, Blocker: 2, Shadow: 10, Free: 1,
					Room: engine.Room{Lane: 1, Processors: 1, Memory: -1}}},
			},
		},
	} {
		w := reference.Jobs(row.jobs...)
		w.Licences = row.needs
		computer := farm.Computer{Processors: 4, Speed: 100, Licences: 1}
		m := farm.New(farm.Config{Computers: []farm.Computer{computer, computer}, Copies: []int32{1}, Benchmark: 100})
		o, err := engine.Simulate(w, m, &EASY{Reservations: 1}, engine.Options{Record: row.watch})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int32]bool{}
		var first []engine.Decision // about each job
		for _, d := range o.Decisions {
			if !seen[d.Job] {
				seen[d.Job] = true
				d.Until, d.Times = 0, 0
				first = append(first, d)
			}
		}
		if diff := cmp.Diff(row.want, first); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A job that starts and is interrupted in the same instant has not run: job 0 is put on
// computer 0 and, at the same instant, on computer 1; at 5 it is interrupted, put back and
// interrupted again, and goes on at 7. Nothing is lost on computer 1, which suspends.
func TestAJobThatIsInterruptedAsItStartsHasNotRun(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Submit: 0, Run: 10, Estimate: 10, Processors: 1}}}
	config := farm.Config{Benchmark: 100, Computers: []farm.Computer{{Processors: 1, Speed: 200}, {Processors: 1, Speed: 100, Suspends: true}}}
	o, err := engine.Simulate(w, farm.New(config), &hesitant{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Segment{{Job: 0, Lane: 1, From: 0, To: 5, End: engine.Suspended}, {Job: 0, Lane: 1, From: 7, To: 12, End: engine.Ended}}
	if diff := cmp.Diff(want, o.Segments); diff != "" || o.Lost[0] != 0 || o.Held[0] != 10 || len(o.StartOrder) != 1 {
		t.Errorf("lost %d, held %d, starts %v, segments (-want +got):\n%s", o.Lost[0], o.Held[0], o.StartOrder, diff)
	}
}

// hesitant is the policy of that test.
type hesitant struct{}

func (hesitant) Schedule(s *engine.State) {
	switch s.Now() {
	case 0:
		s.Start(0, 0)
		s.Preempt(0)
		s.Start(0, 1)
		s.WakeAt(5)
	case 5:
		s.Preempt(0)
		s.Start(0, 0)
		s.Preempt(0)
		s.WakeAt(7)
	case 7:
		s.Start(0, 1)
	}
}
