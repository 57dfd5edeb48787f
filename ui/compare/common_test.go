package compare

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/metrics"
)

// Two runs of workloads that share some jobs, on machines that refuse some of them and under rules that kill some: what is compared
// is what one finds by looking up each job by its number.
func TestCommonJobs(t *testing.T) {
	world := func(rt *rapid.T, side string) *engine.Outcome {
		changes := `{"job":11,"request":1},{"job":12,"request":1}` // killed under one of the rules
		for _, c := range []string{`{"job":3,"action":"remove"}`, `{"job":90,"action":"add","submit":500,"run":600,"processors":2}`, `{"job":5,"run":77}`, `{"job":7,"processors":1}`, `{"job":9,"submit":1}`} {
			if rapid.Bool().Draw(rt, side+c) {
				changes += "," + c
			}
		}
		text := fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": %d}, "kill": {"rule": %q}, "seed": 5,
			"workload": {"kind": "lublin", "jobs": 40, "processors": 16, "load": 0.9, "transform": [{"kind": "change", "jobs": [%s]}]},
			"policies": [{"kind": %q}]}`, rapid.SampledFrom([]int{8, 16}).Draw(rt, side+"processors"),
			rapid.SampledFrom([]string{"estimate", "never"}).Draw(rt, side+"kill"), changes, rapid.SampledFrom([]string{"fcfs", "easy"}).Draw(rt, side+"policy"))
		return outcomes(rt, text)[0]
	}
	rapid.Check(t, func(rt *rapid.T) {
		a, b := world(rt, "a"), world(rt, "b")
		c := CommonOf(Measured{a, metrics.Of(a)}, Measured{b, metrics.Of(b)}, PairJobs(b.Workload, a.Workload))

		rows := map[int64]int32{} // of a
		for j := range int32(len(a.Start)) {
			rows[a.Workload.JobNumber(j)] = j
		}
		var jobs, added, less, longer, apart, other, was, is float64
		longest := [2]float64{}
		found := 0
		for j := range int32(len(b.Start)) {
			k, ok := rows[b.Workload.JobNumber(j)]
			if !ok {
				added++
				continue
			}
			found++
			if a.State[k] != b.State[j] {
				apart++
			}
			if x, y := a.Workload.Jobs[k], b.Workload.Jobs[j]; x.Submit != y.Submit || x.Processors != y.Processors || x.Run != y.Run {
				other++
			}
			if a.End[k] < 0 || b.End[j] < 0 {
				continue
			}
			x := (a.Start[k] - a.Workload.Jobs[k].Submit).Seconds()
			y := (b.Start[j] - b.Workload.Jobs[j].Submit).Seconds()
			jobs, was, is = jobs+1, was+x, is+y
			longest = [2]float64{max(longest[0], x), max(longest[1], y)}
			if y < x {
				less++
			}
			if y > x {
				longer++
			}
		}
		removed := float64(len(a.Start) - found)
		if got, want := fmt.Sprint(c.Jobs, c.Added, c.Removed, c.Less, c.Longer), fmt.Sprint(jobs, added, removed, less, longer); got != want {
			rt.Errorf("jobs, added, removed, less, longer: %s, want %s", got, want)
		}
		for i, want := range []float64{was / jobs, is / jobs} {
			if got := c.Of[i].Value("meanWait"); math.Abs(got-want) > 1e-9*want {
				rt.Errorf("mean wait %d: %v, want %v", i, got, want)
			}
			if got := c.Of[i].Value("maxWait"); got != longest[i] {
				rt.Errorf("longest wait %d: %v, want %v", i, got, longest[i])
			}
		}
		if got, want := c.SameWork(), added+removed+apart+other == 0; got != want {
			rt.Errorf("the same work: %v, want %v", got, want)
		}
	})
}

// Test runs belong to the jobs that continue them: they are neither compared nor counted.
func TestCommonJobsWithoutTestRuns(t *testing.T) {
	w := &engine.Workload{Jobs: make([]engine.Job, 3), Continues: []bool{false, true, false}, After: []int32{-1, 0, -1}}
	for j := range w.Jobs {
		w.Jobs[j] = engine.Job{Run: 10, Estimate: 10, Processors: 1}
	}
	at := func(start ...engine.Time) Measured {
		o := &engine.Outcome{Workload: w, Unit: 1, Processors: 4, StartOrder: []int32{0, 1, 2}, Start: start, Overtook: make([]bool, 3), Submit: []engine.Time{0, start[0] + 10, 0},
			State: []engine.JobState{engine.Killed, engine.Completed, engine.Completed}, EndOrder: []int32{0, 1, 2}}
		for _, at := range start {
			o.End = append(o.End, at+10)
		}
		return Measured{o, metrics.Of(o)}
	}
	c := CommonOf(at(0, 10, 20), at(5, 20, 20), []int32{0, 1, 2})
	// The job that continues its test run waits 0 of each at first, then 5 before the test run and 5 behind it.
	if c.Jobs != 2 || c.Longer != 1 || c.Same != 1 || c.Fates[engine.Killed] != (Count{}) || !c.SameWork() || c.Unchanged {
		t.Errorf("%+v", c)
	}
}

// What runs had to do is other work in these cases, though the jobs have the same times of submission, run times and processors, and
// each is left in the same state.
func TestOtherWork(t *testing.T) {
	run := func(policy, jobs, more string) Measured {
		o := outcomes(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [`+policy+`], "workload": {"kind": "jobs", "jobs": [`+jobs+`]`+more+`}}`)[0]
		return Measured{o, metrics.Of(o)}
	}
	const fcfs, jobs, commands = `{"kind": "fcfs"}`, `{"run": 100, "request": 10}, {"run": 50}`, `, "commands": [{"at": 5, "job": 2, "type": "ET", "amount": 30}]`
	// Job 1 is killed after 10 s, or after 20 s.
	longer := run(fcfs, `{"run": 100, "request": 20}, {"run": 50}`, "")
	dedicated := run(fcfs, `{"run": 100, "request": 10}, {"run": 50, "start": 40}`, "")
	ignored, obeyed := run(fcfs, jobs, commands), run(`{"kind": "fcfs", "elastic": true}`, jobs, commands)
	plain := run(fcfs, jobs, "")
	demanding := run(fcfs, `{"run": 100, "request": 10, "bandwidth": 500}, {"run": 50}`, "")
	// Job 2 is submitted when job 1 has ended, or at 0.
	follower := *plain.Outcome
	w := *follower.Workload
	w.After, follower.Workload = []int32{engine.NoJob, 0}, &w
	// Job 2 depends on job 1, or is a task of an array, or was entered earlier.
	with := func(change func(*engine.Workload)) Measured {
		o, w := *plain.Outcome, *plain.Outcome.Workload
		change(&w)
		o.Workload = &w
		return Measured{&o, plain.Metrics}
	}
	depends := func(d engine.Dependency) Measured {
		return with(func(w *engine.Workload) { w.Dependencies = []engine.Dependency{d} })
	}
	dependent := depends(engine.Dependency{Job: 1, On: 0})
	for _, test := range []struct {
		name string
		a, b Measured
		want bool
	}{
		{"as it was", plain, run(fcfs, jobs, ""), true},
		{"killed later", plain, longer, false},
		{"a dedicated job", plain, dedicated, false},
		{"other bandwidth", plain, demanding, false},
		{"commands that nobody obeys", plain, ignored, true},
		{"commands", ignored, obeyed, false},
		{"a follower", plain, Measured{&follower, plain.Metrics}, false},
		{"a dependency", plain, dependent, false},
		{"the same dependency", dependent, depends(engine.Dependency{Job: 1, On: 0}), true},
		{"another one", dependent, depends(engine.Dependency{Job: 1, On: 0, Started: true}), false},
		{"of another job", dependent, depends(engine.Dependency{Job: 0, On: 1}), false},
		{"a task", plain, with(func(w *engine.Workload) { w.Array = []int32{-1, 7} }), false},
		{"components", plain, with(func(w *engine.Workload) { w.Leader = []int32{0, 0} }), false},
		{"entered earlier", plain, with(func(w *engine.Workload) { w.Entered = []engine.Time{-1, 0} }), false},
	} {
		for _, pair := range [][2]Measured{{test.a, test.b}, {test.b, test.a}} {
			c := CommonOf(pair[0], pair[1], PairJobs(pair[1].Outcome.Workload, pair[0].Outcome.Workload))
			if got := c.SameWork(); got != test.want || !c.sameFates() {
				t.Errorf("%s: the same work: %v; %+v", test.name, got, c)
			}
		}
	}
}

// Workloads are about the same jobs as long as most of those with the same number are as wide and run as long, whenever they come.
func TestSameJobs(t *testing.T) {
	jobs := func(runs ...engine.Time) *engine.Workload {
		w := &engine.Workload{}
		for i, run := range runs {
			w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(i) * run, Run: run, Processors: 1})
		}
		return w
	}
	for _, test := range []struct {
		a, b *engine.Workload
		want bool
	}{
		{jobs(1, 2, 3, 4), jobs(1, 2, 3, 4), true},
		{jobs(1, 2), jobs(1, 2, 3, 4, 5, 6), true},
		{jobs(1, 2, 3, 4), jobs(1, 2, 9, 9), true},
		{jobs(1, 2, 3), jobs(1, 9, 9), false},
		{jobs(), jobs(1), false},
	} {
		if got := SameJobs(test.a, test.b, PairJobs(test.a, test.b)); got != test.want {
			t.Errorf("%v and %v: %v", test.a.Jobs, test.b.Jobs, got)
		}
	}
}

// Every field of a demand counts: a job that asks for other nodes is not the same work.
func TestOtherDemandsAreOtherWork(t *testing.T) {
	base := engine.Demand{Nodes: 1, Features: []string{"ib"}, Partitions: []int32{1}, Licences: []engine.Copies{{Licence: 1, Count: 2}}}
	fields := reflect.TypeOf(base).NumField()
	for i := range fields {
		other := base
		switch f := reflect.ValueOf(&other).Elem().Field(i); f.Kind() {
		case reflect.Int32, reflect.Int64:
			f.SetInt(f.Int() + 1)
		case reflect.String:
			f.SetString("a100")
		case reflect.Bool:
			f.SetBool(true)
		default:
			f.Set(f.Slice(0, 0))
		}
		same := base
		if sameNodes(&base, &other) || !sameNodes(&base, &same) {
			t.Errorf("%+v and %+v are the same, or %+v and itself are not", base, other, base)
		}
	}
}
