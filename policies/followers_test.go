package policies

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/policies/internal/reference"
)

// One processor, first come, first served; times in ms. Job 1 is a test run of 36 that
// job 2 continues, job 4 follows job 3 by 5, job 6 job 5, which is refused, by 2.
//
//	row  submit           run  start  end
//	 0       0             10     0    10
//	 1       1             36    10    46
//	 2   46, end of 1      72    50   122   behind rows 3 and 6, which came before
//	 3       2              3    46    49
//	 4   54, 49 + 5         4   122   126
//	 5       3   too wide
//	 6    5, 3 + 2          1    49    50
func TestFollowersByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 1}, [4]int{1, 36, 36, 1}, [4]int{1, 72, 144, 1}, [4]int{2, 3, 3, 1},
		[4]int{2, 4, 4, 1}, [4]int{3, 1, 1, 2}, [4]int{3, 1, 1, 1})
	w.After = []int32{-1, -1, 1, -1, 3, -1, 5}
	w.Think = []engine.Time{-1, -1, -1, -1, 5, -1, 2}
	w.Continues = []bool{false, false, true, false, false, false, false}
	for _, order := range []engine.Order{engine.Batch, engine.Sequential} {
		o := reference.Simulate(t, w, 1, FCFS{}, engine.Options{Order: order})
		if want := []engine.Time{0, 1, 46, 2, 54, 3, 5}; !slices.Equal(o.Submit, want) {
			t.Errorf("order %d: submitted %v, want %v", order, o.Submit, want)
		}
		if want := []engine.Time{0, 10, 50, 46, 122, -1, 49}; !slices.Equal(o.Start, want) {
			t.Errorf("order %d: starts %v, want %v", order, o.Start, want)
		}
		// Of the job with the test run: 9 before the test, 36 of it, 4 after.
		if wait := o.WaitInAll(2); wait != 9+36+4 || o.Wait(2) != 4 {
			t.Errorf("order %d: waits %d, of which %d after the test", order, wait, o.Wait(2))
		}
		// Rows 0, 2, 3, 4 and 6 are the five jobs that ended: waits 0, 49, 44, 68, 44.
		m := metrics.Of(o)
		for name, want := range map[string]float64{"jobs": 5, "refused": 1, "meanWait": 0.205 / 5, "maxWait": 0.068, "unfinished": 0,
			// 10 + 36 + 72 + 3 + 4 + 1 of 126.
			"utilization": 1} {
			if got := m.Value(name); got < want-1e-12 || got > want+1e-12 {
				t.Errorf("order %d: %s %v, want %v", order, name, got, want)
			}
		}
	}
}

// forgetful never starts job 1.
type forgetful struct{}

func (forgetful) Schedule(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if j != 1 {
			s.Start(j, 0)
		}
	}
}

// Who follows a job that never ends is never submitted, and counts as unfinished; a test
// run that never ends and its job are one unfinished job.
func TestFollowersOfNobody(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 1}, [4]int{1, 5, 5, 1}, [4]int{1, 9, 9, 1}, [4]int{2, 5, 5, 1})
	w.After, w.Continues = []int32{-1, -1, 1, -1}, []bool{false, false, true, false}
	o := reference.Simulate(t, w, 4, forgetful{}, engine.Options{})
	if want := []engine.Time{0, 1, -1, 2}; !slices.Equal(o.Submit, want) {
		t.Errorf("submitted %v, want %v", o.Submit, want)
	}
	m := metrics.Of(o)
	if jobs, unfinished := m.Value("jobs"), m.Value("unfinished"); jobs != 2 || unfinished != 1 {
		t.Errorf("%v jobs, %v unfinished; want 2 and 1", jobs, unfinished)
	}
}

// Whatever the policy and the order of simultaneous events, a follower is submitted its
// think time after the other job has ended or, refused, was submitted.
func TestFollowersComeAfterTheirJobs(t *testing.T) {
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 8))
		w := c.Workload
		for j := range w.Jobs {
			w.After, w.Think = append(w.After, engine.NoJob), append(w.Think, engine.Time(r.IntN(9))-2)
			if j > 0 && r.IntN(2) == 0 {
				w.After[j] = r.Int32N(int32(j))
			}
		}
		for _, p := range all {
			o := c.Run(t, p, false)
			for j, job := range w.Jobs {
				want := job.Submit
				if after := w.After[j]; after != engine.NoJob {
					want = max(o.End[after], o.Submit[after]) + max(w.Think[j], 0)
				}
				if o.Submit[j] != want || o.State[j] != engine.Refused && o.Start[j] < want {
					t.Errorf("%T%v %v: job %d submitted at %d, want %d, started at %d", p, p, c, j, o.Submit[j], want, o.Start[j])
				}
			}
		}
	})
}
