package policies

import (
	"reflect"
	"testing"

	"backfill/engine"
)

// One job alone on the machine from 0 s, and commands; times in seconds.
func TestCommandsChangeDurations(t *testing.T) {
	const et, rt = engine.ExtendTime, engine.ReduceTime
	type command struct {
		at     engine.Time
		kind   engine.CommandKind
		amount int64
	}
	for _, c := range []struct {
		name          string
		run, estimate engine.Time
		kill          engine.KillRule // grace 5 s
		commands      []command
		end           engine.Time
		state         engine.JobState
	}{
		{"extended", 10, 10, engine.KillAtEstimate, []command{{3, et, 5}}, 15, engine.Completed},
		{"reduced", 10, 10, engine.KillAtEstimate, []command{{3, rt, 4}}, 6, engine.Completed},
		{"reduced to what has elapsed: ends now", 10, 10, engine.KillAtEstimate, []command{{3, rt, 9}}, 3, engine.Completed},
		{"reduced in its first moment to one second", 10, 10, engine.KillAtEstimate, []command{{0, rt, 99}}, 1, engine.Completed},
		{"there and back: ends once", 10, 10, engine.KillAtEstimate, []command{{2, et, 5}, {3, rt, 5}}, 10, engine.Completed},
		{"killed later", 10, 6, engine.KillAtEstimate, []command{{3, et, 2}}, 8, engine.Killed},
		{"killed after grace later", 20, 6, engine.KillAfterGrace, []command{{8, et, 2}}, 13, engine.Killed},
		// The estimate goes from 10 to 3 and the run time of 4 with it.
		{"runs shorter than asked, reduced below", 4, 10, engine.KillAtEstimate, []command{{1, rt, 7}}, 3, engine.Completed},
		{"runs shorter than asked, reduced above", 4, 10, engine.KillAtEstimate, []command{{1, rt, 5}}, 4, engine.Completed},
		{"runs shorter than asked, extended", 4, 10, engine.KillAtEstimate, []command{{1, et, 5}}, 9, engine.Completed},
		// It outlives its estimate by as much as before.
		{"overdue, reduced", 20, 5, engine.KillNever, []command{{8, rt, 4}}, 16, engine.Completed},
		{"overdue, reduced to what has elapsed", 20, 5, engine.KillNever, []command{{8, rt, 14}}, 8, engine.Completed},
		// It would end now, and goes on.
		{"reduced to what has elapsed, then extended", 10, 10, engine.KillNever, []command{{3, rt, 9}, {3, et, 5}}, 8, engine.Completed},
		{"the same, of a job that may run on for a while", 10, 10, engine.KillAfterGrace, []command{{3, rt, 9}, {3, et, 5}}, 8, engine.Completed},
		{"overdue, extended", 20, 5, engine.KillNever, []command{{8, et, 4}}, 24, engine.Completed},
	} {
		for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: true}} {
			w := &engine.Workload{Jobs: []engine.Job{{Run: c.run * engine.Second, Estimate: c.estimate * engine.Second, Processors: 1}}}
			for _, x := range c.commands {
				w.Commands = append(w.Commands, engine.Command{At: x.at * engine.Second, Kind: x.kind, Amount: x.amount * int64(engine.Second)})
			}
			before := w.Jobs[0]
			o, err := engine.Simulate(w, engine.NewCluster(1, 1), p, engine.Options{Elastic: true, Kill: c.kill, Grace: 5 * engine.Second})
			if err != nil {
				t.Fatal(err)
			}
			if o.End[0] != c.end*engine.Second || o.State[0] != c.state || len(o.EndOrder) != 1 {
				t.Errorf("%s, %T: %v at %v s, want %v at %d s; ends %v", c.name, p, o.State[0], o.End[0].Seconds(), c.state, c.end, o.EndOrder)
			}
			if w.Jobs[0] != before {
				t.Errorf("%s, %T: the workload itself has changed to %v", c.name, p, w.Jobs[0])
			}
		}
	}
}

// Job 0 (1 of 2 processors) outlives its estimate of 5 s. Job 1 needs both from 9 s
// on; job 2 wants one for 6 s. While job 0 is expected to end in a moment, job 2
// would delay job 1. Extended at 8 s by 10 s it is expected at 15 s, when job 2 would
// be done.
func TestAnOverdueJobThatIsExtendedIsExpectedLater(t *testing.T) {
	w := &engine.Workload{
		Jobs: []engine.Job{
			{Run: 12 * engine.Second, Estimate: 5 * engine.Second, Processors: 1},
			{Submit: 9 * engine.Second, Run: engine.Second, Estimate: engine.Second, Processors: 2},
			{Submit: 9 * engine.Second, Run: 6 * engine.Second, Estimate: 6 * engine.Second, Processors: 1},
		},
		Commands: []engine.Command{{At: 8 * engine.Second, Kind: engine.ExtendTime, Amount: 10_000}},
	}
	for _, c := range []struct {
		elastic bool
		want    []engine.Time
	}{
		{false, []engine.Time{0, 12_000, 13_000}},
		{true, []engine.Time{0, 22_000, 9_000}},
	} {
		for _, p := range []engine.Policy{&EASY{Reservations: 1}, &EASY{Reservations: 2}, Conservative{Compress: true}} {
			o, err := engine.Simulate(w, engine.NewCluster(2, 1), p, engine.Options{Elastic: c.elastic, Kill: engine.KillNever})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(o.Start, c.want) {
				t.Errorf("%T%v, elastic %v: starts %v, want %v", p, p, c.elastic, o.Start, c.want)
			}
		}
	}
}

// 8 processors in units of 2. Job 0 fills them until 10 s; what waits changes its size:
// 3 (4 occupied) + 2 is 5, rounded up to 6; 8 - 3 is 5, rounded down to 4; 6 + 9 is all 8.
func TestCommandsChangeSizesOfWaitingJobs(t *testing.T) {
	job := func(submit, processors int) engine.Job {
		return engine.Job{Submit: engine.Time(submit) * engine.Second, Run: 10 * engine.Second, Estimate: 10 * engine.Second, Processors: int32(processors)}
	}
	command := func(at, j int, kind engine.CommandKind, amount int64) engine.Command {
		return engine.Command{At: engine.Time(at) * engine.Second, Job: int32(j), Kind: kind, Amount: amount}
	}
	w := &engine.Workload{
		Jobs: []engine.Job{job(0, 8), job(1, 3), job(1, 8), job(1, 6), job(1, 9)},
		Commands: []engine.Command{
			command(0, 1, engine.ExtendProcessors, 2),
			command(2, 1, engine.ExtendProcessors, 2),
			command(2, 2, engine.ReduceProcessors, 3),
			command(3, 3, engine.ExtendProcessors, 1<<62),
			command(3, 3, engine.ReduceProcessors, 1),
			command(4, 0, engine.ReduceProcessors, 2),
			command(4, 4, engine.ReduceProcessors, 2),
			command(99, 0, engine.ExtendTime, 2),
		},
		MaxCommands: 1,
	}
	for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 3}, Conservative{Compress: true}} {
		o, err := engine.Simulate(w, engine.NewCluster(8, 2), p, engine.Options{Elastic: true})
		if err != nil {
			t.Fatal(err)
		}
		fates := []engine.CommandFate{engine.RefusedEarly, engine.Accepted, engine.Accepted, engine.Accepted,
			engine.RefusedTooMany, engine.RefusedRunning, engine.RefusedNeverRan, engine.RefusedEnded}
		if !reflect.DeepEqual(o.Fates, fates) {
			t.Errorf("%T: %v, want %v", p, o.Fates, fates)
		}
		if want := []int32{8, 6, 4, 8, 9}; !reflect.DeepEqual(o.Sizes, want) {
			t.Errorf("%T: sizes %v, want %v", p, o.Sizes, want)
		}
		// 6 and 4 do not fit beside each other, nor 8 beside either.
		if want := []engine.Time{0, 10_000, 20_000, 30_000, -1}; !reflect.DeepEqual(o.Start, want) {
			t.Errorf("%T: starts %v, want %v", p, o.Start, want)
		}
	}
}
