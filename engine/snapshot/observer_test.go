package snapshot

import (
	"fmt"
	"testing"

	"backfill/engine"
)

// requeuing starts whoever fits. At 5 ms it requeues job 0 and starts it again at once; at 6 ms it requeues job 1, cancels it, and cancels job 2,
// which runs.
type requeuing struct{}

func (requeuing) StopsJobs() {}

func (requeuing) Schedule(s *engine.State) {
	switch s.Now() {
	case 5:
		s.Requeue(0, true)
	case 6:
		s.Requeue(1, false)
		s.Cancel(1)
		s.Cancel(2)
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if p, ok := s.Fits(j); ok {
			s.Start(j, p)
		}
	}
	if s.Now() < 6 {
		s.WakeAt(5 + s.Now()/5)
	}
}

// Who runs after each call is right, whoever was stopped: jobs of 10 ms, of one processor of 3, expected to end after that from their last start.
func TestRunningWhereJobsAreStopped(t *testing.T) {
	job := engine.Job{Run: 10, Estimate: 10, Processors: 1}
	m := Series{Most: 10, Depth: 10}
	o, err := engine.Simulate(&engine.Workload{Jobs: []engine.Job{job, job, job}}, engine.NewCluster(3, 1), requeuing{}, engine.Options{Observers: []engine.Observer{m.Observer()}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, one := range m.List {
		got = append(got, fmt.Sprint(one.At, one.Running))
	}
	if want := "[0 [{0 10} {1 10} {2 10}] 5 [{1 10} {2 10} {0 15}] 6 [{0 15}] 15 []]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
	if o.State[1] != engine.Cancelled || o.Start[1] != -1 || o.End[1] != 6 || o.State[2] != engine.Cancelled || o.End[2] != 6 {
		t.Errorf("jobs 1 and 2 are %v, %v", o.State[1:], o.End[1:])
	}
}
