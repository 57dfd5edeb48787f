package policies

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"backfill/engine"
)

// all are the policies that schedule, with the parameters that matter.
var all = []engine.Policy{FCFS{}, &EASY{1}, &EASY{2}, &EASY{5}, &EASY{1000}, Conservative{true}, Conservative{false}}

// trial is one random workload on one random machine.
type trial struct {
	seed       uint64
	workload   *engine.Workload
	exact      bool // estimates equal run times
	processors int32
	unit       int32
	options    engine.Options
}

func (c trial) String() string {
	return fmt.Sprintf("seed %d: %d processors in units of %d, %+v, jobs %v", c.seed, c.processors, c.unit, c.options, c.workload.Jobs)
}

// trials is how many random trials a test makes of n: a twentieth with -short, as in Node, where the same code takes many times as long.
func trials(n int) int {
	if testing.Short() {
		return max(n/20, 1)
	}
	return n
}

// onlyNatively skips a test with -short, as in Node, where its numbers are the same and take many times as long.
func onlyNatively(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: is the same in Node, only slower")
	}
}

// eachTrial calls f with many random trials, from light to overloaded machines.
func eachTrial(t *testing.T, n int, f func(t *testing.T, c trial)) {
	for seed := range uint64(trials(n)) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := trial{seed: seed, exact: r.IntN(3) == 0, unit: 1 + r.Int32N(3)}
		c.processors = c.unit * (1 + r.Int32N(12))
		c.options = engine.Options{
			Kill:  engine.KillRule(r.IntN(3)),
			Grace: engine.Time(r.IntN(9)),
			Order: engine.Order(r.IntN(2)),
		}
		c.workload = &engine.Workload{}
		gap, submit := 1+r.IntN(12), engine.Time(0)
		for range 1 + r.IntN(60) {
			submit += engine.Time(r.IntN(gap))
			job := engine.Job{Submit: submit, Run: 1 + engine.Time(r.IntN(20)), Processors: 1 + r.Int32N(c.processors+1)}
			job.Estimate = job.Run
			if !c.exact {
				job.Estimate = 1 + engine.Time(r.IntN(30))
			}
			c.workload.Jobs = append(c.workload.Jobs, job)
		}
		f(t, c)
		if t.Failed() {
			return
		}
	}
}

func (c trial) run(t *testing.T, p engine.Policy, recordAll bool) *engine.Outcome {
	t.Helper()
	options := c.options
	options.RecordAll = recordAll
	o, err := engine.Simulate(c.workload, engine.NewCluster(c.processors, c.unit), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// What must hold of every schedule: each job runs once, for as long as the kill
// rule lets it, not before it arrived, and the machine is never overbooked.
func TestSchedulesAreValid(t *testing.T) {
	eachTrial(t, 2000, func(t *testing.T, c trial) {
		for _, p := range all {
			o := c.run(t, p, false)
			var changes []change
			for j, job := range c.workload.Jobs {
				size := o.Occupied(int32(j))
				if size > c.processors {
					if o.State[j] != engine.Refused || o.Start[j] != -1 {
						t.Errorf("%v: job %d is too wide, but %v", c, j, o.State[j])
					}
					continue
				}
				run, state := job.Run, engine.Completed
				switch limit := job.Estimate + c.options.Grace; {
				case c.options.Kill == engine.KillAtEstimate && run > job.Estimate:
					run, state = job.Estimate, engine.Killed
				case c.options.Kill == engine.KillAfterGrace && run > limit:
					run, state = limit, engine.Killed
				}
				if o.Start[j] < job.Submit || o.End[j] != o.Start[j]+run || o.State[j] != state {
					t.Errorf("%T%v %v: job %d %v from %d to %d, want %v for %d", p, p, c, j, o.State[j], o.Start[j], o.End[j], state, run)
				}
				changes = append(changes, change{o.Start[j], size}, change{o.End[j], -size})
			}
			slices.SortFunc(changes, func(a, b change) int { return int(a.at-b.at)*1000 + int(a.size-b.size) })
			busy := int32(0)
			for _, ch := range changes {
				if busy += ch.size; busy > c.processors {
					t.Errorf("%T%v %v: %d processors busy at %d", p, p, c, busy, ch.at)
				}
			}
			if !inOrder(o.StartOrder, o.Start) || !inOrder(o.EndOrder, o.End) || 2*len(o.StartOrder) != len(changes) {
				t.Errorf("%T%v %v: orders %v %v", p, p, c, o.StartOrder, o.EndOrder)
			}
		}
	})
}

// everySecond starts jobs at even instants only: first one beside a reservation that may be
// overdue, then the others in order.
type everySecond struct{}

func (everySecond) Schedule(s *engine.State) {
	if s.Now()%2 == 0 {
		if j, place := s.Startable(s.First()); j != engine.NoJob {
			s.Start(j, place)
		}
		s.DropAll()
		FCFS{}.Schedule(s)
		return
	}
	if j := s.First(); j != engine.NoJob {
		if _, holds := s.Reservation(j); !holds {
			s.Reserve(j)
		}
		s.Postpone(s.Now() + 1)
	}
}

// A run that may be broken off is simulated by the general event loop.
func TestPlainRunsAreLikeAllOthers(t *testing.T) {
	compare := func(t *testing.T, c trial) {
		for _, p := range append([]engine.Policy{everySecond{}}, all...) {
			c.options.Kill, c.options.Order, c.options.Enough = engine.KillAtEstimate, engine.Batch, nil
			got := c.run(t, p, false)
			c.options.Enough = func(*engine.Outcome, engine.Time) bool { return false }
			if want := c.run(t, p, false); !reflect.DeepEqual(got, want) {
				t.Fatalf("%T%v %v: got %+v, want %+v", p, p, c, got, want)
			}
		}
	}
	eachTrial(t, 1000, compare)
	compare(t, trial{workload: deepQueue(t, 1000, `, "transform": [{"kind": "estimates"}]`), processors: 256, unit: 1})
}

type change struct {
	at   engine.Time
	size int32
}

func inOrder(jobs []int32, at []engine.Time) bool {
	return slices.IsSortedFunc(jobs, func(a, b int32) int { return int(at[a] - at[b]) })
}

// FCFS starts jobs in the order of arrival; and the machine is never left idle
// while the job that arrived first among the waiting would fit. Not so under
// conservative backfilling, where it may have to wait for a later job to give up
// its slot, at the next completion.
func TestHeadOfQueueNeverWaitsForNothing(t *testing.T) {
	eachTrial(t, 500, func(t *testing.T, c trial) {
		for _, p := range []engine.Policy{FCFS{}, &EASY{1}, &EASY{5}} {
			o := c.run(t, p, false)
			var instants []engine.Time
			for j := range c.workload.Jobs {
				if o.State[j] != engine.Refused {
					instants = append(instants, c.workload.Jobs[j].Submit, o.End[j])
				}
			}
			for _, now := range instants {
				head, free := int32(-1), c.processors
				for j := range c.workload.Jobs {
					if o.State[j] == engine.Refused || c.workload.Jobs[j].Submit > now {
						continue
					}
					if o.Start[j] > now && head < 0 {
						head = int32(j)
					}
					if o.Start[j] <= now && now < o.End[j] {
						free -= o.Occupied(int32(j))
					}
				}
				if head >= 0 && o.Occupied(head) <= free {
					t.Errorf("%T%v %v: at %d job %d waits, but %d processors are free", p, p, c, now, head, free)
				}
			}
			if _, ok := p.(FCFS); ok && !slices.IsSorted(o.StartOrder) {
				t.Errorf("%v: FCFS starts in the order %v", c, o.StartOrder)
			}
		}
	})
}

// Nobody is started later than he was promised, as long as running jobs end no
// later than their estimates say. EASY promises a start to the head of the queue,
// conservative backfilling to everybody on arrival; without compression it keeps
// to the promise exactly.
func TestPromisesAreKept(t *testing.T) {
	promises := 0
	eachTrial(t, 2000, func(t *testing.T, c trial) {
		c.options.Kill = engine.KillAtEstimate
		for _, p := range []engine.Policy{&EASY{1}, Conservative{true}, Conservative{false}} {
			o := c.run(t, p, true)
			for _, d := range o.Decisions {
				if d.Rule != engine.HeadBlocked && d.Rule != engine.Reserved {
					continue
				}
				promises++
				late := o.Start[d.Job] > d.Shadow
				if p == (Conservative{false}) {
					late = o.Start[d.Job] != d.Shadow
				}
				if late {
					t.Errorf("%T%v %v: job %d was promised %d at %d and started at %d", p, p, c, d.Job, d.Shadow, d.At, o.Start[d.Job])
				}
			}
		}
	})
	if promises < trials(10000) {
		t.Errorf("only %d promises were made: the trials are too easy", promises)
	}
}

// With exact estimates a reservation for everybody, made anew at every event, is
// conservative backfilling, and there is nothing to compress.
func TestAllReservedIsConservativeUnderExactEstimates(t *testing.T) {
	eachTrial(t, 2000, func(t *testing.T, c trial) {
		if !c.exact {
			return
		}
		want := c.run(t, Conservative{true}, false).Start
		for _, p := range []engine.Policy{Conservative{false}, &EASY{1000}} {
			if got := c.run(t, p, false).Start; !slices.Equal(got, want) {
				t.Errorf("%T%v %v: starts %v, want %v", p, p, c, got, want)
			}
		}
	})
}

// A record must not change the schedule, its last word on a started job must be a
// reason to start, given at the start, and the words before reasons to wait.
func TestRecordingIsComplete(t *testing.T) {
	eachTrial(t, 1000, func(t *testing.T, c trial) {
		for _, p := range all {
			plain, recorded := c.run(t, p, false), c.run(t, p, true)
			if !slices.Equal(plain.Start, recorded.Start) {
				t.Fatalf("%T%v %v: recording changes the schedule", p, p, c)
			}
			checkRecord(t, fmt.Sprintf("%T%v %v", p, p, c), recorded)
		}
	})
}

// checkRecord checks the order and the last words of a record of all decisions.
func checkRecord(t *testing.T, what string, o *engine.Outcome) {
	t.Helper()
	last := make([]engine.Decision, len(o.Start))
	for _, d := range o.Decisions {
		if before := last[d.Job]; before.Rule != 0 && starts(before.Rule) || before.Until > d.At {
			t.Errorf("%s: job %d: %+v after %+v", what, d.Job, d, before)
		}
		last[d.Job] = d
	}
	for j, d := range last {
		if started := o.Start[j] >= 0; started != starts(d.Rule) || started && d.At != o.Start[j] {
			t.Errorf("%s: job %d starts at %d, last decision %+v", what, j, o.Start[j], d)
		}
	}
}

func starts(r engine.Rule) bool {
	return r >= engine.StartedInOrder && r <= engine.StartedDue
}

// The plain simulator again, on longer queues than the shrinking test draws.
func TestLongQueuesEqualThePlainSimulator(t *testing.T) {
	eachTrial(t, 100, func(t *testing.T, c trial) {
		if c.unit != 1 {
			return
		}
		c.options.Order = engine.Batch
		for _, p := range all {
			reference := plain{workload: c.workload, processors: c.processors, options: c.options}
			if got, want := c.run(t, p, false).Start, reference.run(p); !slices.Equal(got, want) {
				t.Errorf("%T%v %v:\nstarts %v\nwant   %v", p, p, c, got, want)
			}
		}
	})
}
