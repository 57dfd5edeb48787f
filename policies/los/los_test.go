package los_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
)

// fourteen is a workload for 10 processors with estimates that are run times; times
// in seconds.
func fourteen() *engine.Workload {
	w := &engine.Workload{}
	arrival := []int{5, 10, 19, 28, 37, 42, 42, 42, 47, 48, 57, 57, 66, 71}
	size := []int{9, 8, 4, 8, 3, 5, 9, 10, 10, 10, 2, 4, 1, 6}
	run := []int{59, 37, 16, 45, 11, 14, 56, 30, 46, 5, 8, 20, 54, 33}
	for j := range arrival {
		r := engine.Time(run[j]) * engine.Second
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(arrival[j]) * engine.Second, Run: r, Estimate: r, Processors: int32(size[j])})
	}
	return w
}

// The schedules of an independent prototype.
func TestFourteenJobs(t *testing.T) {
	for _, c := range []struct {
		name   string
		policy engine.Policy
		starts []int
		wait   float64 // mean
		end    int     // last
	}{
		{"FCFS", policies.FCFS{}, []int{5, 64, 101, 117, 162, 162, 176, 232, 262, 308, 313, 313, 313, 333}, 163.5714, 367},
		{"EASY", &policies.EASY{Reservations: 1}, []int{5, 64, 101, 117, 101, 162, 176, 232, 262, 308, 64, 313, 72, 313}, 122.7857, 346},
		{"LOS", &los.LOS{Reading: los.Faithful}, []int{5, 64, 101, 117, 162, 101, 173, 229, 259, 305, 64, 310, 72, 310}, 121.5, 343},
		{"Delayed-LOS 1", &los.Delayed{MaxSkip: 1, Reading: los.Faithful}, []int{5, 94, 131, 203, 294, 131, 147, 64, 248, 305, 94, 310, 102, 310}, 133.3571, 343},
		{"Delayed-LOS 3", &los.Delayed{MaxSkip: 3, Reading: los.Faithful}, []int{5, 145, 182, 287, 274, 182, 198, 64, 94, 140, 145, 254, 153, 254}, 129, 332},
		{"Delayed-LOS 3 literal", &los.Delayed{MaxSkip: 3, Reading: los.Literal}, []int{5, 145, 227, 182, 243, 227, 261, 64, 94, 140, 182, 241, 190, 317}, 139.0714, 350},
		{"LOS literal", &los.LOS{Reading: los.Literal}, []int{5, 64, 101, 117, 162, 173, 187, 243, 273, 319, 66, 324, 74, 344}, 134.3571, 377},
		{"LOS one head", &los.LOS{Reading: los.OneHead}, []int{5, 64, 101, 117, 162, 101, 173, 229, 259, 305, 64, 310, 72, 330}, 122.9286, 363},
	} {
		o := reference.Simulate(t, fourteen(), 10, c.policy, engine.Options{})
		checkSeconds(t, c.name, o, c.starts, c.wait, c.end)
	}
}

// checkSeconds compares starts, mean wait (to four digits) and last end, in seconds.
func checkSeconds(t *testing.T, name string, o *engine.Outcome, starts []int, wait float64, end int) {
	t.Helper()
	got := make([]int, len(starts))
	for j, at := range o.Start {
		got[j] = int(at / engine.Second)
		if at%engine.Second != 0 {
			t.Errorf("%s: job %d starts at %d ms", name, j, at)
		}
	}
	if !slices.Equal(got, starts) {
		t.Errorf("%s: starts\n%v, want\n%v", name, got, starts)
	}
	m := metrics.Of(o)
	if mean := m.Value("meanWait"); mean < wait-0.00005 || mean > wait+0.00005 {
		t.Errorf("%s: mean wait %.4f s, want %.4f s", name, mean, wait)
	}
	if last := slices.Max(o.End); last != engine.Time(end)*engine.Second {
		t.Errorf("%s: last end %v, want %d s", name, last.Seconds(), end)
	}
}

// 10 processors are free, and jobs of 7, 4 and 6 arrive together. EASY and LOS start
// the 7, and 3 stay idle; Delayed-LOS starts 4 and 6. All run for 10.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Figure 2.
func TestHeadFillsLessThanTheOthers(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 7}, [4]int{0, 10, 10, 4}, [4]int{0, 10, 10, 6})
	for _, c := range []struct {
		policy engine.Policy
		want   []engine.Time
	}{
		{&policies.EASY{Reservations: 1}, []engine.Time{0, 10, 10}},
		{&los.LOS{Reading: los.Faithful}, []engine.Time{0, 10, 10}},
		{&los.Delayed{MaxSkip: 7, Reading: los.Faithful}, []engine.Time{10, 0, 0}},
	} {
		if o := reference.Simulate(t, w, 10, c.policy, engine.Options{}); !slices.Equal(o.Start, c.want) {
			t.Errorf("%T: starts %v, want %v", c.policy, o.Start, c.want)
		}
	}
}

// 6 processors. Job 0 (3 until 10) leaves 3; the head, job 1, needs 4: shadow time 10,
// 2 extra processors. Job 2 (2) ends at 10, which counts as running then: it takes the
// extra processors and starts. Job 3 (1 until 20) finds none. When job 4 arrives at 1,
// job 2 counts as ended by 10 and the 2 extra processors are there again: job 3 starts,
// although nothing happened but an arrival. Job 1 runs from 10 to 15, job 3 to 21.
func TestArrivalAfterAJobThatEndsWithTheFreeze(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 3}, [4]int{0, 5, 5, 4}, [4]int{0, 10, 10, 2}, [4]int{0, 20, 20, 1}, [4]int{1, 1, 1, 6})
	for _, p := range []engine.Policy{&los.LOS{Reading: los.Faithful}, &los.Delayed{Reading: los.Faithful}, &los.Hybrid{Reading: los.Faithful}, &los.LOSD{Reading: los.Faithful}} {
		o := reference.Simulate(t, w, 6, p, engine.Options{})
		if want := []engine.Time{0, 10, 0, 1, 21}; !slices.Equal(o.Start, want) {
			t.Errorf("%T: starts %v, want %v", p, o.Start, want)
		}
	}
}

// longQueue is 5,000 jobs of up to widest processors that wait from the beginning on.
func longQueue(widest int32) *engine.Workload {
	r := rand.New(rand.NewPCG(1, 1))
	w := &engine.Workload{}
	for range 5000 {
		run := engine.Time(1+r.IntN(100_000)) * engine.Second
		w.Jobs = append(w.Jobs, engine.Job{Run: run, Estimate: run + engine.Time(r.IntN(2)*r.IntN(100_000))*engine.Second, Processors: 1 + r.Int32N(widest)})
	}
	return w
}

// 100,000 processors and thousands of waiting jobs are too much for the program as a
// whole: the run ends all the same, says so, and keeps within the machine.
func TestLongQueueAtWideMachine(t *testing.T) {
	for _, widest := range []int32{100_000, 300} {
		o := reference.Simulate(t, longQueue(widest), 100_000, &los.LOS{Reading: los.Faithful}, engine.Options{})
		if busy := reference.MostBusy(o); len(o.EndOrder) != 5000 || busy > 100_000 {
			t.Errorf("up to %d processors a job: %d jobs ended, %d processors busy", widest, len(o.EndOrder), busy)
		}
		if len(o.Warnings) != 1 || !strings.Contains(o.Warnings[0], "the queue was packed in parts") {
			t.Errorf("up to %d processors a job: warnings %q", widest, o.Warnings)
		}
	}
}

// Jobs per second of lookahead: of a model's jobs on a machine of ordinary size, and of a
// long queue at a wide machine.
func BenchmarkLookahead(b *testing.B) {
	model := reference.Draw(b, policies.Catalogs(), `{"version": 1, "seed": 42, "machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": 5000, "processors": 128, "load": 0.9}, "policies": [{"kind": "los"}]}`)
	for _, c := range []struct {
		name       string
		workload   *engine.Workload
		processors int32
		policy     engine.Policy
	}{
		{"lublin/los", model, 128, &los.LOS{Reading: los.Faithful}},
		{"lublin/delayed-los", model, 128, &los.Delayed{MaxSkip: 7, Reading: los.Faithful}},
		{"lublin/hybrid-los", model, 128, &los.Hybrid{MaxSkip: 7, Reading: los.Faithful}},
		{"wide/los", longQueue(100_000), 100_000, &los.LOS{Reading: los.Faithful}},
		{"wide/delayed-los", longQueue(100_000), 100_000, &los.Delayed{MaxSkip: 7, Reading: los.Faithful}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				reference.Simulate(b, c.workload, c.processors, fresh(c.policy), engine.Options{})
			}
			b.ReportMetric(float64(len(c.workload.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
