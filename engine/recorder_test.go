package engine

import (
	"fmt"
	"testing"
)

// preempting starts whoever fits, job 1 first, for which it stops job 0 as soon as it comes, and gives its reasons.
type preempting struct{}

func (preempting) StopsJobs() {}

func (preempting) Schedule(s *State) {
	if s.Now() == 5 && s.Runs(0) {
		s.Note(0, Reason{Rule: PreemptedFor, Blocker: 1})
		s.Requeue(0, true)
	}
	for j := int32(1); j >= 0; j-- {
		if s.outcome.Submitted(j) > s.Now() || s.outcome.Start[j] >= 0 {
			continue
		}
		p, fits := s.Fits(j)
		if !fits {
			s.Note(j, Reason{Rule: TooWideNow, Blocker: NoJob})
			continue
		}
		s.Note(j, Reason{Rule: StartedInOrder, Blocker: NoJob})
		s.Start(j, p)
	}
}

// Job 0 runs from 0 on, is stopped at 5, waits for the 10 of job 1, and starts again. All of that is recorded of it alone.
func TestRecordOfAStoppedJob(t *testing.T) {
	w := &Workload{Jobs: []Job{{Run: 20, Estimate: 20, Processors: 1}, {Submit: 5, Run: 10, Estimate: 10, Processors: 1}}}
	o, err := Simulate(w, NewCluster(1, 1), preempting{}, Options{Record: []int32{0}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range o.Decisions {
		got = append(got, fmt.Sprint(d.Job, d.At, d.Rule))
	}
	if want := []string{fmt.Sprint(0, 0, StartedInOrder), fmt.Sprint(0, 5, PreemptedFor), fmt.Sprint(0, 5, TooWideNow), fmt.Sprint(0, 15, StartedInOrder)}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
