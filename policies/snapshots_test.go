package policies

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/snapshot"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
)

// noted are the calls of p that o asks for; the outcome is nil if that was enough.
func noted(t *testing.T, w *engine.Workload, m engine.Machine, p engine.Policy, o engine.Options, wanted snapshot.Series) (*snapshot.Series, *engine.Outcome) {
	t.Helper()
	o.Observers = []engine.Observer{wanted.Observer()}
	outcome, err := engine.Simulate(w, m, p, o)
	if err != nil && !errors.Is(err, snapshot.ErrEnough) {
		t.Fatal(err)
	}
	if (err == nil) != wanted.Complete {
		t.Fatalf("the simulation ends with %v, complete is %v", err, wanted.Complete)
	}
	return &wanted, outcome
}

// The first minutes of the textbook case: 8 processors; jobs 1 (4 processors, requests 300 s) and
// 2 (3, 600 s) start at 0. At 60 jobs 3 (6, 240 s) and 4 (5, 300 s) come and wait, for 1 is
// free. Job 3 can start when both have ended, at 600 by their requests; then 2 are left. Job 5 (1
// processor, 480 s) comes at 120.
//
//   - FCFS: it waits behind job 3; nobody is promised anything.
//   - EASY: it would end at 600, not behind the shadow time, and starts. When job 1 ends at 240,
//     3 + 1 processors stay busy, 4 are free; nobody fits. Job 6 (4, 120 s) comes at 300, would end
//     at 420 and starts.
//   - Conservative: job 3 has 600 to 840, job 4 the five that job 1 leaves from 300 to 600. Job 5
//     then finds one processor until 300 only and has 600 to 1080, beside job 3: one is left. At 240
//     job 4 starts early, to end at 540, when job 5 is due now. Job 6 finds four processors for 120
//     s when job 3 has ended.
func TestSnapshotsOfTheTextbookCase(t *testing.T) {
	const s = engine.Second
	w := &engine.Workload{Jobs: []engine.Job{
		{Submit: 0, Run: 240 * s, Estimate: 300 * s, Processors: 4}, {Submit: 0, Run: 600 * s, Estimate: 600 * s, Processors: 3},
		{Submit: 60 * s, Run: 240 * s, Estimate: 240 * s, Processors: 6}, {Submit: 60 * s, Run: 300 * s, Estimate: 300 * s, Processors: 5},
		{Submit: 120 * s, Run: 480 * s, Estimate: 480 * s, Processors: 1}, {Submit: 300 * s, Run: 120 * s, Estimate: 120 * s, Processors: 4},
	}}
	slot := func(j int32, at, length engine.Time) snapshot.Promise {
		return snapshot.Promise{Job: j, At: at * s, Length: length * s, Lane: engine.NoLane}
	}
	third := slot(2, 600, 240)
	for _, c := range []struct {
		name     string
		policy   engine.Policy
		free     [5]int32   // at 0, 60, 120, 240, 300
		queue    [5][]int32 // the same
		reserved [5][]snapshot.Promise
		extra    [5]int32
		rules    map[int32]engine.Rule // at 120
	}{
		{"FCFS", FCFS{}, [5]int32{1, 1, 1, 5, 5}, [5][]int32{nil, {2, 3}, {2, 3, 4}, {2, 3, 4}, {2, 3, 4, 5}}, [5][]snapshot.Promise{}, [5]int32{},
			map[int32]engine.Rule{2: engine.HeadBlocked, 3: engine.BehindHead, 4: engine.BehindHead}},
		{"EASY", &EASY{Reservations: 1}, [5]int32{1, 1, 0, 4, 0}, [5][]int32{nil, {2, 3}, {2, 3}, {2, 3}, {2, 3}},
			[5][]snapshot.Promise{nil, {third}, {third}, {third}, {third}}, [5]int32{0, 2, 2, 2, 2},
			map[int32]engine.Rule{2: engine.HeadBlocked, 3: engine.TooWideNow, 4: engine.StartedBeforeShadow}},
		{"conservative", Conservative{Compress: true}, [5]int32{1, 1, 1, 0, 0}, [5][]int32{nil, {2, 3}, {2, 3, 4}, {2, 4}, {2, 4, 5}},
			[5][]snapshot.Promise{nil, {third, slot(3, 300, 300)}, {third, slot(3, 300, 300), slot(4, 600, 480)}, {third, slot(4, 540, 480)},
				{third, slot(4, 540, 480), slot(5, 840, 120)}}, [5]int32{0, 2, 1, 1, 1},
			map[int32]engine.Rule{2: engine.HeadBlocked, 3: engine.Reserved, 4: engine.Reserved}},
	} {
		got, _ := noted(t, w, engine.NewCluster(8, 1), c.policy, engine.Options{}, snapshot.Series{Most: 5, Depth: 10})
		if len(got.List) != 5 || got.Ordered {
			t.Fatalf("%s: %+v", c.name, got)
		}
		for i, m := range got.List {
			if want := [5]engine.Time{0, 60, 120, 240, 300}[i] * s; m.At != want || m.Free != c.free[i] || !slices.Equal(m.Queue, c.queue[i]) || int(m.Waiting) != len(m.Queue) {
				t.Errorf("%s: call %d is at %d, %d free, queue %v; want %d, %d, %v", c.name, i, m.At, m.Free, m.Queue, want, c.free[i], c.queue[i])
			}
			if !gocmp.Equal(m.Reserved, c.reserved[i]) || m.Extra != c.extra[i] {
				t.Errorf("%s: at %d the slots are %+v, beside them %d; want %+v, %d", c.name, m.At, m.Reserved, m.Extra, c.reserved[i], c.extra[i])
			}
		}
		rules := map[int32]engine.Rule{}
		for _, d := range got.List[2].Decisions {
			if rules[d.Job] = d.Rule; d.At != 120*s {
				t.Errorf("%s: %+v was decided at 120 s", c.name, d)
			}
		}
		if !gocmp.Equal(rules, c.rules) {
			t.Errorf("%s: at 120 s the rules are %v, want %v", c.name, rules, c.rules)
		}
		if want := []engine.Event{{Kind: engine.Arrival, Job: 2}, {Kind: engine.Arrival, Job: 3}}; !slices.Equal(got.List[1].Events, want) {
			t.Errorf("%s: at 60 s the events are %v", c.name, got.List[1].Events)
		}
		if want := []snapshot.Expectation{{Job: 0, End: 300 * s}, {Job: 1, End: 600 * s}}; !slices.Equal(got.List[1].Running, want) {
			t.Errorf("%s: at 60 s there run %v", c.name, got.List[1].Running)
		}
	}
}

// LOS reckons with the head of the queue without a reservation: of 4 processors job 0 has 3 until
// 10, job 1 needs all of them then.
func TestFreezeIsAPromise(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Run: 10, Estimate: 10, Processors: 3}, {Submit: 1, Run: 5, Estimate: 5, Processors: 4}}}
	got, _ := noted(t, w, engine.NewCluster(4, 1), &los.LOS{Reading: los.Faithful}, engine.Options{}, snapshot.Series{Most: 10, Depth: 10})
	if want := []snapshot.Promise{{Job: 1, At: 10, Length: 5, Lane: engine.NoLane}}; !gocmp.Equal(got.List[1].Reserved, want) || got.List[1].Extra != 0 {
		t.Errorf("the promises are %+v beside %d", got.List[1].Reserved, got.List[1].Extra)
	}
}

// Whatever a call started, extra is what is left beside the head of the queue at its shadow time: what is free now and what running jobs will have
// given back by then, as they are expected to end, less what the head takes.
func TestExtraIsLeftAtTheShadowTime(t *testing.T) {
	for name, policy := range map[string]func() engine.Policy{
		"easy": func() engine.Policy { return &EASY{Reservations: 1} }, "los": func() engine.Policy { return &los.LOS{Reading: los.Faithful} },
		"delayed": func() engine.Policy { return &los.Delayed{Reading: los.Faithful, MaxSkip: 2} },
		"easy-d":  func() engine.Policy { return &los.EASYD{} },
		"hybrid":  func() engine.Policy { return &los.Hybrid{Reading: los.Faithful, MaxSkip: 2} },
	} {
		held, less := 0, 0
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 16))
			w := &engine.Workload{}
			at := engine.Time(0)
			for range 40 {
				at += engine.Time(r.IntN(8))
				run := engine.Time(1 + r.IntN(30))
				w.Jobs = append(w.Jobs, engine.Job{Submit: at * engine.Second, Run: run * engine.Second, Estimate: (run + engine.Time(r.IntN(20))) * engine.Second, Processors: int32(1 + r.IntN(9))})
			}
			got, _ := noted(t, w, engine.NewCluster(12, 1), policy(), engine.Options{}, snapshot.Series{Most: math.MaxInt, Depth: 100})
			for _, m := range got.List {
				if len(m.Reserved) == 0 {
					continue
				}
				head := m.Reserved[0]
				left := m.Free - w.Jobs[head.Job].Processors
				for _, e := range m.Running {
					if e.End <= head.At {
						left += w.Jobs[e.Job].Processors
					}
				}
				if m.Extra != left {
					t.Fatalf("%s, seed %d, at %v: %d extra beside job %d, want %d", name, seed, m.At, m.Extra, head.Job+1, left)
				}
				held++
				if slices.ContainsFunc(m.Decisions, func(d engine.Decision) bool { return d.Rule == engine.StartedPacked || d.Rule == engine.StartedInExtra }) {
					less++
				}
			}
		}
		if held < 1000 || less < 50 {
			t.Errorf("%s: %d reservations, beside %d of which jobs start: the worlds are too easy", name, held, less)
		}
	}
}

// A job with components has its slot where they will lie: the first runs 4 + 2 processors on
// clusters of 4 and 2 until 10, the second the same from then on.
func TestPromisesHavePieces(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Run: 10, Estimate: 10, Processors: 6}, {Submit: 1, Run: 5, Estimate: 5, Processors: 6}}, Components: [][]int32{{4, 2}, {4, 2}}}
	m := multicluster.New([]int32{2, 4}, multicluster.WorstFit, false, 1)
	for _, p := range []engine.Policy{&EASY{Reservations: 1}, Conservative{Compress: true}} {
		got, _ := noted(t, w, m, p, engine.Options{}, snapshot.Series{Most: 10, Depth: 10})
		want := []snapshot.Promise{{Job: 1, At: 10, Length: 5, Lane: engine.NoLane, Pieces: []engine.Piece{{Lane: 1, Processors: 4, First: -1}, {Lane: 0, Processors: 2, First: -1}}}}
		if !gocmp.Equal(got.List[1].Reserved, want) {
			t.Errorf("%T: the promises are %+v, want %+v", p, got.List[1].Reserved, want)
		}
	}
}

// On every kind of machine, under every policy: noting changes no schedule, whenever it begins
// and whatever it leaves out; those who wait have arrived and do not run; who starts does so with
// a reason; and a walk in parts is the same as one in all.
func TestSnapshotsOfRandomRuns(t *testing.T) {
	starts, promises := 0, 0
	reference.EachTrial(t, 40, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 15))
		reference.Crowd(r, &c)
		m, what := reference.RandomMachine(r, &c)
		some := engine.Time(r.IntN(60))
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			want, err := engine.Simulate(c.Workload, m, make(), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			same := func(got *engine.Outcome) {
				t.Helper()
				for _, column := range [][2]any{{got.Start, want.Start}, {got.End, want.End}, {got.StartOrder, want.StartOrder}, {got.Pieces, want.Pieces}, {got.Lane, want.Lane}, {got.Segments, want.Segments}} {
					if !reflect.DeepEqual(column[0], column[1]) {
						t.Fatalf("%s on %s, %v (-without +with moments):\n%s", name, what, c, gocmp.Diff(column[1], column[0]))
					}
				}
			}
			whole, outcome := noted(t, c.Workload, m, make(), c.Options, snapshot.Series{Most: math.MaxInt, Depth: 1000})
			same(outcome)
			_, outcome = noted(t, c.Workload, m, make(), c.Options, snapshot.Series{From: some, Most: math.MaxInt, Every: some / 4, Depth: 3})
			same(outcome)

			var parts []snapshot.Snapshot
			for from, complete := engine.Time(0), false; !complete; {
				part, _ := noted(t, c.Workload, m, make(), c.Options, snapshot.Series{From: from, Most: 1 + r.IntN(60), Depth: 1000})
				parts = append(parts, part.List...)
				if complete = part.Complete; !complete {
					from = part.List[len(part.List)-1].At + 1
				}
			}
			if !reflect.DeepEqual(whole.List, parts) {
				diff := gocmp.Diff(whole.List, parts)
				t.Fatalf("%s on %s, %v (-in all +in parts):\n%s", name, what, c, diff)
			}
			started := map[int32]int{}
			for i, at := range whole.List {
				for _, d := range at.Decisions {
					if d.Rule.Acts() && want.Start[d.Job] == at.At {
						started[d.Job]++
					}
				}
				promises += len(at.Reserved)
				for _, promise := range at.Reserved {
					if !slices.Contains(at.Queue, promise.Job) || promise.At < at.At || promise.Length <= 0 {
						t.Fatalf("%s on %s, %v: at %d there is the promise %+v", name, what, c, at.At, promise)
					}
				}
				if i+1 < len(whole.List) && whole.List[i+1].At == at.At {
					continue
				}
				checkOrder(t, name+" on "+what, c, &at, whole.Ordered)
				checkMoment(t, name+" on "+what, c, want, &at)
			}
			for j, at := range want.Start {
				if (at >= 0) != (started[int32(j)] > 0) && want.Segments == nil {
					t.Fatalf("%s on %s, %v: job %d starts at %d, in the moments %d times", name, what, c, j, at, started[int32(j)])
				}
			}
			starts += len(started)
		})
	})
	if starts < reference.Trials(5_000) || promises < reference.Trials(10_000) {
		t.Errorf("only %d starts and %d promises: the trials are too easy", starts, promises)
	}
}

// checkMoment holds the last moment of an instant against what came of the run.
func checkMoment(t *testing.T, what string, c reference.Trial, o *engine.Outcome, m *snapshot.Snapshot) {
	t.Helper()
	var waiting, running []int32
	for j, job := range c.Workload.Jobs {
		if job.Submit > m.At || o.State[j] == engine.Refused || o.End[j] >= 0 && o.End[j] <= m.At {
			continue
		}
		runs := o.Start[j] >= 0 && o.Start[j] <= m.At
		if o.Segments != nil {
			runs = slices.ContainsFunc(o.Segments, func(s engine.Segment) bool {
				return s.Job == int32(j) && s.From <= m.At && (s.To < 0 || s.To > m.At)
			})
		}
		if runs {
			running = append(running, int32(j))
		} else {
			waiting = append(waiting, int32(j))
		}
	}
	queue, run := slices.Clone(m.Queue), []int32(nil)
	for _, e := range m.Running {
		run = append(run, e.Job)
		if e.End <= m.At {
			t.Errorf("%s, %v: at %d job %d is expected to have ended at %d", what, c, m.At, e.Job, e.End)
		}
	}
	slices.Sort(queue)
	slices.Sort(run)
	if !slices.Equal(queue, waiting) || !slices.Equal(run, running) || int(m.Waiting) != len(waiting) {
		t.Fatalf("%s, %v: at %d wait %v and run %v, want %v and %v", what, c, m.At, queue, run, waiting, running)
	}
}

// checkOrder holds the order of those who wait against what is known of it: it is that of arrival,
// that of the requested times, or that of the ranks in a plan.
func checkOrder(t *testing.T, what string, c reference.Trial, m *snapshot.Snapshot, ordered bool) {
	t.Helper()
	own := strings.HasPrefix(what, "priority") || strings.HasPrefix(what, "flexible") || strings.HasPrefix(what, "convergent")
	sorted := true
	switch {
	case !own:
		sorted = slices.IsSorted(m.Queue)
	case strings.HasPrefix(what, `priority-backfill{"priority": "sjf"} `):
		sorted = slices.IsSortedFunc(m.Queue, func(a, b int32) int { return cmp.Compare(c.Workload.Jobs[a].Estimate, c.Workload.Jobs[b].Estimate) })
	case strings.HasPrefix(what, "convergent"):
		rank := map[int32]int32{}
		for _, d := range m.Decisions {
			rank[d.Job] = d.Rank
		}
		last := int32(0)
		for _, j := range m.Queue {
			if r, told := rank[j]; told {
				sorted, last = sorted && r >= last, r
			}
		}
	}
	if !sorted || ordered != own {
		t.Fatalf("%s, %v: at %d the queue is %v, its own order: %v", what, c, m.At, m.Queue, ordered)
	}
}
