package policies

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/policies/internal/reference"
)

// A machine of 10 processors, exact estimates.
//
//	job  submit  run  size
//	 0      0     10    6   starts at 0, 4 left
//	 1      1     10    8   head: 6 too few; shadow time 10, 10 free then, 2 extra
//	 2      2      8    3   ends at 10 = shadow time
//	 3      3     20    2   ends at 23, long after the shadow time; 2 = the extra processors
//	 4      4      6    2   ends at 10, but see below
//	 5      5      4    1
var textbook = reference.Jobs([4]int{0, 10, 10, 6}, [4]int{1, 10, 10, 8}, [4]int{2, 8, 8, 3},
	[4]int{3, 20, 20, 2}, [4]int{4, 6, 6, 2}, [4]int{5, 4, 4, 1})

func TestTextbookCase(t *testing.T) {
	for _, c := range []struct {
		policy engine.Policy
		want   []engine.Time
	}{
		// Job 1 waits for job 0 until 10 and everybody for job 1. Then 8 + ... : 2 are
		// left, too few for job 2 (3) until job 1 ends at 20: jobs 2 to 5 need 3+2+2+1 = 8.
		{FCFS{}, []engine.Time{0, 10, 20, 20, 20, 20}},
		// At 2, job 2 (3 of 4 free) ends at the shadow time 10: starts. 1 is left. At 3,
		// job 3 needs 2: too wide. At 5, job 5 (1) ends at 9: starts. At 9 job 5 gives 1
		// back: jobs 3 and 4 need 2, still too wide. At 10 jobs 0 and 2 end: job 1
		// starts, 2 are left; job 3 starts. Job 4 is head; job 1 ends at 20: 8 free.
		{&EASY{Reservations: 1}, []engine.Time{0, 10, 2, 10, 20, 5}},
		// Promises on arrival: 1 at 10; 2 at 2; 3 (2 for 20): at 3 only 1 is free until
		// 10, then 2 for ever: 10. Job 4 (2 for 6): 10 to 20 is full, so 20. Job 5 (1 for 4)
		// at 5. Nothing ends early.
		{Conservative{Compress: true}, []engine.Time{0, 10, 2, 10, 20, 5}},
	} {
		o := reference.Simulate(t, textbook, 10, c.policy, engine.Options{})
		if !slices.Equal(o.Start, c.want) {
			t.Errorf("%T: starts %v, want %v", c.policy, o.Start, c.want)
		}
		if over := o.Overtook; over[2] != (c.policy != FCFS{}) {
			t.Errorf("%T: backfilled %v", c.policy, over)
		}
	}
}

// The record of EASY in the textbook case, about job 3, derived above: it is too
// wide for the 1 free processor when it arrives at 3 and at every event until 9 (4;
// 5, looked at before job 5 starts; 9). At 10 it starts past nobody, since job 1
// has just started.
func TestReasonsOfOneJob(t *testing.T) {
	o := reference.Simulate(t, textbook, 10, &EASY{Reservations: 1}, engine.Options{Record: []int32{3}})
	want := []engine.Decision{
		{Job: 3, At: 3, Until: 9, Times: 4, Reason: engine.Reason{Rule: engine.TooWideNow, Blocker: 1, Shadow: 10, Extra: 2, Free: 1}},
		{Job: 3, At: 10, Until: 10, Times: 1, Reason: engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: 2}},
	}
	if diff := cmp.Diff(want, o.Decisions); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

// Every rule of EASY, one job each. 10 processors; job 0 runs until 100 on 6, job 1
// (8 processors) is head from 1 on: shadow time 100, 10 - 8 = 2 extra processors.
//
//	job 2: 5 processors           too wide, 4 are free
//	job 3: 2 for 99, until 100    before the shadow time; 2 left
//	job 4: 1 for 200              in the extra processors; 1 extra left, 1 free
//	job 5: 1 for 200              the last extra processor; none free
//
// and, without job 5 but with 2 processors wanted for 200: more than the 1 extra
// processor left, so it would delay job 1.
func TestEveryRuleOfEASY(t *testing.T) {
	w := reference.Jobs([4]int{0, 100, 100, 6}, [4]int{1, 10, 10, 8}, [4]int{1, 5, 5, 5}, [4]int{1, 99, 99, 1},
		[4]int{1, 200, 200, 1}, [4]int{1, 200, 200, 2}, [4]int{1, 200, 200, 1})
	o := reference.Simulate(t, w, 10, &EASY{Reservations: 1}, engine.Options{RecordAll: true})
	want := []engine.Rule{engine.StartedInOrder, engine.HeadBlocked, engine.TooWideNow, engine.StartedBeforeShadow,
		engine.StartedInExtra, engine.WouldDelay, engine.StartedInExtra}
	for _, d := range o.Decisions {
		if d.At > 1 {
			continue
		}
		if d.Rule != want[d.Job] {
			t.Errorf("job %d: rule %d, want %d", d.Job, d.Rule, want[d.Job])
		}
		if d.Job >= 1 && d.Shadow != 100 {
			t.Errorf("job %d: shadow time %d, want 100", d.Job, d.Shadow)
		}
	}
}

// Two processors; at 10 job 0 ends and job 3 arrives. Job 1 (2 processors) is head.
//
// Batch: job 0 has ended when the policy is called, one processor is free beside
// job 2, which runs until 20. Job 3 (1 for 10) ends at 20 = shadow time: starts at 10.
//
// Sequential, job 0 ending as estimated: the same, since it counts as finished when
// job 3 arrives. With an estimate of 15 instead, job 3 arrives first and finds no
// processor; it starts at the completion, at the same instant but in another call.
func TestSimultaneousEvents(t *testing.T) {
	for _, c := range []struct {
		order    engine.Order
		estimate int
		calls    int
	}{
		{engine.Batch, 10, 1},
		{engine.Batch, 15, 1},
		{engine.Sequential, 10, 2},
		{engine.Sequential, 15, 2},
	} {
		w := reference.Jobs([4]int{0, 10, c.estimate, 1}, [4]int{0, 20, 20, 1}, [4]int{1, 5, 5, 2}, [4]int{10, 10, 10, 1})
		spy := &spy{policy: &EASY{Reservations: 1}, at: 10}
		o := reference.Simulate(t, w, 2, spy, engine.Options{Order: c.order})
		if want := []engine.Time{0, 0, 20, 10}; !slices.Equal(o.Start, want) {
			t.Errorf("order %d, estimate %d: starts %v, want %v", c.order, c.estimate, o.Start, want)
		}
		if len(spy.free) != c.calls {
			t.Errorf("order %d, estimate %d: %d calls at 10, want %d", c.order, c.estimate, len(spy.free), c.calls)
		}
		if c.order == engine.Sequential {
			if want := int32(0); c.estimate == 15 && spy.free[0] != want {
				t.Errorf("the arrival finds %d processors, want %d", spy.free[0], want)
			}
			if want := int32(1); c.estimate == 10 && spy.free[0] != want {
				t.Errorf("the arrival finds %d processors, want %d", spy.free[0], want)
			}
		}
	}
}

// spy notes how many processors are free in each call at one instant.
type spy struct {
	policy engine.Policy
	at     engine.Time
	free   []int32
}

func (p *spy) Schedule(s *engine.State) {
	if s.Now() == p.at {
		p.free = append(p.free, s.Free())
	}
	p.policy.Schedule(s)
}

// A job of 10 ms that asked for 4, and one that waits for it with one processor.
func TestKillRules(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 4, 1}, [4]int{1, 2, 2, 1})
	for _, c := range []struct {
		options    engine.Options
		end, start engine.Time
		state      engine.JobState
	}{
		{engine.Options{}, 4, 4, engine.Killed},
		{engine.Options{Kill: engine.KillAfterGrace, Grace: 3}, 7, 7, engine.Killed},
		{engine.Options{Kill: engine.KillAfterGrace, Grace: 6}, 10, 10, engine.Completed},
		{engine.Options{Kill: engine.KillNever}, 10, 10, engine.Completed},
	} {
		for _, p := range all {
			o := reference.Simulate(t, w, 1, p, c.options)
			if o.End[0] != c.end || o.Start[1] != c.start || o.State[0] != c.state {
				t.Errorf("%T%v %+v: job 0 %v at %d, job 1 starts at %d", p, p, c.options, o.State[0], o.End[0], o.Start[1])
			}
		}
	}
}

// Jobs that are killed at a half minute: the first, from 1 s on, has asked for 20 s and is killed at 30 s; with a grace period of 10 s, at 60 s; the second, which asks for
// 30 s from then on, at 60 s or, with its grace period over at 100 s, at 120 s.
func TestKillAtSweep(t *testing.T) {
	w := reference.Jobs([4]int{1000, 90_000, 20_000, 1}, [4]int{2000, 90_000, 30_000, 1})
	for _, c := range []struct {
		grace      engine.Time
		end, other engine.Time
	}{{0, 30_000, 60_000}, {10_000, 60_000, 120_000}} {
		for _, p := range all {
			o := reference.Simulate(t, w, 1, p, engine.Options{Kill: engine.KillAtSweep, Grace: c.grace})
			if o.End[0] != c.end || o.Start[1] != c.end || o.End[1] != c.other {
				t.Errorf("%T%v, grace %d: ends at %d and %d, want %d and %d", p, p, c.grace, o.End[0], o.End[1], c.end, c.other)
			}
		}
	}
	// A job of a log that asked for 20 s and was stopped after 25 s counts as killed whenever the half minutes come here: from 1 s on at 26 s, from
	// 7 s on at 30 s. One that ended within its 20 s, or at them, does not.
	for _, c := range []struct {
		submit, run int
		end         engine.Time
		state       engine.JobState
	}{{1000, 25_000, 26_000, engine.Killed}, {7000, 25_000, 30_000, engine.Killed}, {1000, 20_000, 21_000, engine.Completed}} {
		for _, p := range all {
			o := reference.Simulate(t, reference.Jobs([4]int{c.submit, c.run, 20_000, 1}), 1, p, engine.Options{Kill: engine.KillAtSweep})
			if o.End[0] != c.end || o.State[0] != c.state {
				t.Errorf("%T%v, from %d on: %v at %d, want %v at %d", p, p, c.submit, o.State[0], o.End[0], c.state, c.end)
			}
		}
	}
}

// A log with waits 0, 5 and unknown; the third job's run time was recorded as 0.
func TestRecordedTakesTheLogAsItIs(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 4}, [4]int{1, 1, 1, 4}, [4]int{2, 3, 3, 4})
	w.Wait = []engine.Time{0, 5, -1}
	w.Recorded = []engine.Time{12, 0, 3}
	o := reference.Simulate(t, w, 4, Recorded{}, engine.Options{})
	if want := []engine.Time{0, 6, -1}; !slices.Equal(o.Start, want) {
		t.Errorf("starts %v, want %v", o.Start, want)
	}
	if want := []engine.Time{12, 7, -1}; !slices.Equal(o.End, want) {
		t.Errorf("ends %v, want %v", o.End, want)
	}
	if want := []int32{1, 0}; !slices.Equal(o.EndOrder, want) || o.State[2] != engine.Refused || o.Refusal(2) != "without a recorded wait" {
		t.Errorf("ends in order %v, states %v", o.EndOrder, o.State)
	}
	// From 6 to 7 both jobs run: 8 processors on a machine of 4.
	want := []string{"the log shows up to 8 of 4 processors busy"}
	if !slices.Equal(o.Warnings, want) {
		t.Errorf("warnings %q, want %q", o.Warnings, want)
	}
}

// Job 1 depends on the start of job 0, which the log has at 5, and 3 after; it came at 8 and waited until 9. Job 2 depends on job 0, which ended at 15, and
// on job 3, of which nothing is known; it started at 14, so that it cannot have come later. Job 4 had to come after job 1, but was submitted later.
func TestRecordedDependents(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 1}, [4]int{1, 1, 1, 1}, [4]int{2, 3, 3, 1}, [4]int{2, 3, 3, 1}, [4]int{20, 3, 3, 1})
	w.Wait = []engine.Time{5, 8, 12, -1, 0}
	w.Dependencies = []engine.Dependency{{Job: 1, On: 0, Started: true, Delay: 3}, {Job: 2, On: 0}, {Job: 2, On: 3}, {Job: 4, On: 1}}
	o := reference.Simulate(t, w, 4, Recorded{}, engine.Options{})
	if want := []engine.Time{5, 9, 14, -1, 20}; !slices.Equal(o.Start, want) {
		t.Errorf("starts %v, want %v", o.Start, want)
	}
	if want := []engine.Time{0, 8, 14, 2, 20}; !slices.Equal(o.Submit, want) {
		t.Errorf("submitted %v, want %v", o.Submit, want)
	}
}

// 10 processors; job 0 has 6 until 10, job 1 needs 8 and is promised 10. Job 2 (3 for
// 12) finds 4 free, but would take 3 of the 2 that job 1 leaves at 10: it is promised
// 20, when job 1 ends and 7 are left beside it. So it is at 3, looked at before job 3,
// and at 8, when job 3 (2 for 5) has ended. At 10 job 1 starts and 2 are free.
func TestReasonsUnderConservativeBackfilling(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 6}, [4]int{1, 10, 10, 8}, [4]int{2, 12, 12, 3}, [4]int{3, 5, 5, 2})
	o := reference.Simulate(t, w, 10, Conservative{Compress: true}, engine.Options{Record: []int32{2, 3}})
	want := []engine.Decision{
		{Job: 2, At: 2, Until: 8, Times: 3, Reason: engine.Reason{Rule: engine.Reserved, Blocker: 1, Shadow: 20, Extra: 7, Free: 4}},
		{Job: 3, At: 3, Until: 3, Times: 1, Reason: engine.Reason{Rule: engine.StartedBeforeShadow, Blocker: 1, Shadow: 10, Extra: 2, Free: 4}},
		{Job: 2, At: 10, Until: 10, Times: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 20, Extra: 7, Free: 2}},
		{Job: 2, At: 20, Until: 20, Times: 1, Reason: engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Shadow: 20, Free: 10}},
	}
	if diff := cmp.Diff(want, o.Decisions); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}
