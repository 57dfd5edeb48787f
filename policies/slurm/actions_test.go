package slurm

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/policies/slurm/loops"
	"backfill/policies/slurm/settings"
)

// every are passes of the main scheduler at multiples of 10 s.
func every() *given {
	g := &given{}
	for at := 10; at <= 400; at += 10 {
		g.passes = append(g.passes, passAt(engine.Time(at)*engine.Second, loops.Main))
	}
	return g
}

func job(numbers ...int64) (s param.Set) {
	for _, n := range numbers {
		s = append(s, param.Range{From: n, To: n})
	}
	return s
}

// Three jobs of 100 s with a limit of 2 min come at time 0 to two nodes; each takes one. Without actions jobs 1 and 2 run from 10 to 110 s on
// a and b, job 3 from 110 s on a. Who is requeued may start 30 s later.
func TestActions(t *testing.T) {
	at := func(seconds int, do string) settings.Action {
		return settings.Action{At: engine.Time(seconds) * engine.Second, Do: do, Partition: -1}
	}
	with := func(a settings.Action, change func(a *settings.Action)) settings.Action {
		change(&a)
		return a
	}
	on := func(numbers ...int64) func(a *settings.Action) {
		return func(a *settings.Action) { a.Jobs = job(numbers...) }
	}
	nodes := func(names ...string) func(a *settings.Action) { return func(a *settings.Action) { a.Nodes = names } }
	for name, c := range map[string]struct {
		actions []settings.Action
		want    string // of each job: start, end, state; then runs that were stopped, then warnings
	}{
		"nothing": {nil, "[10-110 completed 10-110 completed 110-210 completed] [] []"},
		// Job 1 may start again at 55 s. At 30 s job 3 is held; it starts at 40 s on a. Job 1 has room again at 110 s, on b.
		"hold, requeue, release": {[]settings.Action{with(at(15, "hold"), on(3)), with(at(25, "requeue"), on(1)), with(at(35, "release"), on(3))},
			"[110-210 completed 10-110 completed 40-140 completed] [0:10-25 on 0] []"},
		// The same with job 1 held after it was requeued, until 125 s.
		"requeuehold": {[]settings.Action{with(at(25, "requeuehold"), on(1)), with(at(125, "release"), on(1))},
			"[130-230 completed 10-110 completed 30-130 completed] [0:10-25 on 0] []"},
		// Job 1 leaves a to job 3, resumed or not, and goes on there after it with the 85 s that are left of it.
		"suspend, resumejob": {[]settings.Action{with(at(25, "suspend"), on(1)), with(at(65, "resumejob"), on(1))},
			"[130-215 completed 10-110 completed 30-130 completed] [0:10-25 on 0] []"},
		"suspended for ever": {[]settings.Action{with(at(25, "suspend"), on(1))},
			"[-0-0 unfinished 10-110 completed 30-130 completed] [0:10-25 on 0] [the policy left 1 job waiting for ever]"},
		"suspended and cancelled": {[]settings.Action{with(at(25, "suspend"), on(1)), with(at(45, "cancel"), on(1))},
			"[-0-0 cancelled 10-110 completed 30-130 completed] [0:10-25 on 0] []"},
		// Whoever is held when it comes is so until it is released; whoever never is, stays.
		"held for ever": {[]settings.Action{with(at(0, "hold"), on(1, 2)), with(at(95, "release"), on(2))},
			"[-0-0 unfinished 100-200 completed 10-110 completed] [] [the policy left 1 job waiting for ever]"},
		// Job 2 leaves b at 45 s, where job 3 starts at 50 s. Job 3 is gone when it is cancelled.
		"cancel": {[]settings.Action{with(at(45, "cancel"), on(2)), with(at(160, "cancel"), on(3))},
			"[10-110 completed 10-45 cancelled 50-150 completed] [] [1 of the actions took no effect: cancel job 3 at 160 s: the job had ended]"},
		"cancel one that waits": {[]settings.Action{with(at(45, "cancel"), on(3))},
			"[10-110 completed 10-110 completed -0-0 cancelled] [] []"},
		// Job 1 reaches its limit of half a minute at 40 s.
		"timelimit": {[]settings.Action{with(at(20, "timelimit"), func(a *settings.Action) { a.Jobs, a.Length = job(1), 30*engine.Second })},
			"[10-40 killed 10-110 completed 40-140 completed] [] []"},
		// Job 1 runs on, nobody follows it on a.
		"drain": {[]settings.Action{with(at(15, "drain"), nodes("a"))},
			"[10-110 completed 10-110 completed 110-210 completed] [] []"},
		// Job 1 goes with its node and, as it was the first to be submitted, comes back before job 3.
		"down, resume": {[]settings.Action{with(at(25, "down"), nodes("a")), with(at(65, "resume"), nodes("a"))},
			"[70-170 completed 10-110 completed 110-210 completed] [0:10-25 on 0] []"},
		"close, open": {[]settings.Action{with(at(5, "close"), func(a *settings.Action) { a.Partition = 1 }), with(at(55, "open"), func(a *settings.Action) { a.Partition = 1 })},
			"[60-160 completed 60-160 completed 160-260 completed] [] []"},
		// b is reserved from 25 to 85 s, when jobs would still run by their limits that start before.
		"reserve": {[]settings.Action{with(at(5, "reserve"), func(a *settings.Action) { a.Nodes, a.In, a.Length = []string{"b"}, 20*engine.Second, engine.Minute })},
			"[10-110 completed 90-190 completed 110-210 completed] [] []"},
		"unknown": {[]settings.Action{with(at(5, "drain"), nodes("c")), with(at(6, "close"), func(a *settings.Action) { a.Partition = 9 }), with(at(7, "requeue"), on(8)), with(at(8, "release"), on(1)), with(at(9, "requeue"), on(1))},
			"[10-110 completed 10-110 completed 110-210 completed] [] [5 of the actions took no effect: drain c at 5 s: there is no node c; close partition 9 at 6 s: there is no such partition; " +
				"requeue job 8 at 7 s: there is no such job; release job 1 at 8 s: the job was not held; requeue job 1 at 9 s: the job did not run]"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &engine.Workload{}
			for range 3 {
				w.Jobs = append(w.Jobs, engine.Job{Run: 100 * engine.Second, Estimate: 2 * engine.Minute, Processors: 4})
			}
			p := &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Actions: c.actions}, table: every()}
			p.RequeueDelay = 30
			o, err := engine.Simulate(w, two(), p, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var jobs, stopped []string
			for j := range w.Jobs {
				jobs = append(jobs, fmt.Sprintf("%d-%d %s", o.Start[j]/engine.Second, o.End[j]/engine.Second, o.State[j]))
				if o.Start[j] < 0 {
					jobs[j] = "-0-0 " + o.State[j].String()
				}
			}
			for _, r := range o.Stopped {
				stopped = append(stopped, fmt.Sprintf("%d:%d-%d on %d", r.Job, r.From/engine.Second, r.To/engine.Second, r.Pieces[0].Lane))
			}
			if got := fmt.Sprint(jobs, stopped, o.Warnings); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// An array of six tasks, of which two run at once, is one record of the queue. Each task takes a processor of eight for 25 s.
func TestArrays(t *testing.T) {
	w := &engine.Workload{Demands: []engine.Demand{{MostTasks: 2}}}
	for j := range 7 {
		w.Jobs = append(w.Jobs, engine.Job{Run: 25 * engine.Second, Estimate: engine.Minute, Processors: 1})
		w.Array, w.Demand = append(w.Array, 7), append(w.Demand, 0)
		if j == 6 {
			w.Array[j], w.Demand[j] = -1, -1
		}
	}
	p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: every()}
	p.DefaultQueueDepth = 1 // of one record and one more: with tasks one by one the pass would not come to the last job
	o, err := engine.Simulate(w, two(), p, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range o.Decisions { // the pass that starts two tasks does not look at the others, which is not for its depth
		if d.At == 10*engine.Second && d.Job >= 2 && d.Job < 6 && d.Rule != engine.OverTasks {
			t.Errorf("task %d waits by rule %d, want JobArrayTaskLimit", d.Job+1, d.Rule)
		}
	}
	var starts []engine.Time
	for _, start := range o.Start {
		starts = append(starts, start/engine.Second)
	}
	if want := []engine.Time{10, 10, 40, 40, 70, 70, 10}; !slices.Equal(starts, want) {
		t.Errorf("starts at %v, want %v", starts, want)
	}
}

// Of two licences, job 1 holds one and job 2 needs both. Jobs 3 and 4 pass it, job 4 with the other one; with that job 2 waits for both.
func TestLicences(t *testing.T) {
	w := &engine.Workload{Demand: []int32{0, 1, -1, 0}, Demands: []engine.Demand{{Licences: []engine.Copies{{Licence: 5, Count: 1}}}, {Licences: []engine.Copies{{Licence: 5, Count: 2}}}}}
	for _, run := range []engine.Time{50, 10, 10, 70} {
		w.Jobs = append(w.Jobs, engine.Job{Run: run * engine.Second, Estimate: 2 * engine.Minute, Processors: 1})
	}
	p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: every()}
	p.Licences = map[int32]int32{5: 2}
	o, err := engine.Simulate(w, two(), p, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Time{10000, 80000, 10000, 10000}; !slices.Equal(o.Start, want) {
		t.Errorf("starts at %v ms, want %v", o.Start, want)
	}

	p = &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: every()}
	p.Licences = map[int32]int32{4: 2}
	o, err = engine.Simulate(w, two(), p, engine.Options{})
	if want := []string{"of licences that are not in the table of licences there are always enough: licence 5, asked for by 3"}; err != nil || !slices.Equal(o.Warnings, want) {
		t.Errorf("warnings are %q, %v; want %q", o.Warnings, err, want)
	}
}

// Three jobs of which each takes both nodes for 10 s, by priority/basic. Job 1 runs from 10 s. Job 3 was submitted before job 2, but may start from
// 5 s on only; it goes first nevertheless.
func TestPlaceOfJobsThatComeLate(t *testing.T) {
	w := &engine.Workload{Entered: []engine.Time{-1, -1, 1000}}
	for _, submit := range []engine.Time{0, 2, 5} {
		w.Jobs = append(w.Jobs, engine.Job{Submit: submit * engine.Second, Run: 10 * engine.Second, Estimate: engine.Minute, Processors: 8})
	}
	o, err := engine.Simulate(w, two(), &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: every()}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Time{10000, 30000, 20000}; !slices.Equal(o.Start, want) {
		t.Errorf("starts at %v ms, want %v", o.Start, want)
	}
}

// Job 1 of QOS 1 has both nodes from 10 s on. Job 2, of QOS 2, before which those of QOS 1 are suspended, comes at 15 s, starts at 20 s on a, and
// ends at 50 s. Job 3, of QOS 3, comes at 25 s: b is free, but for the suspended job alone. That goes on at 50 s with the 90 s that are left of it;
// job 3 starts when it has ended, at 140 s. In the second case job 1 is cancelled at 45 s, so that job 3 starts at 50 s.
func TestSuspension(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		w := &engine.Workload{QOS: []int32{1, 2, 3}}
		for _, j := range [][4]engine.Time{{0, 100, 8}, {15, 30, 4}, {25, 10, 4}} {
			w.Jobs = append(w.Jobs, engine.Job{Submit: j[0] * engine.Second, Run: j[1] * engine.Second, Estimate: 2 * engine.Minute, Processors: int32(j[2])})
		}
		p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: every()}
		p.Preemption = settings.Preemption{By: settings.ByQOS, Mode: settings.BySuspend, ReorderCount: 1, QOS: map[int32]settings.QOSPreemption{2: {Preempts: []int32{1}}}}
		if cancelled {
			p.Actions = []settings.Action{{At: 45 * engine.Second, Do: "cancel", Jobs: job(1), Partition: -1}}
		}
		o, err := engine.Simulate(w, two(), p, engine.Options{RecordAll: true})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(o.Start, o.End, o.State, o.Stopped[0].To, o.Stopped[0].Kept, o.Held[0], o.Lost[0])
		want := "[50000 20000 140000] [140000 50000 150000] [completed completed completed] 20000 true 100000 0"
		if cancelled {
			want = "[-1 20000 50000] [45000 50000 60000] [cancelled completed completed] 20000 true 10000 0"
		}
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
