package policies

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/internal/schedule"
)

// all are the policies that schedule, with the parameters that matter.
var all = []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 2}, &EASY{Reservations: 5}, &EASY{Reservations: 1000}, Conservative{Compress: true}, Conservative{Compress: false}}

// What must hold of every schedule: each job runs once, for as long as the kill
// rule lets it, not before it arrived, and the machine is never overbooked.
func TestSchedulesAreValid(t *testing.T) {
	reference.EachTrial(t, 2000, func(t *testing.T, c reference.Trial) {
		for _, p := range all {
			o := c.Run(t, p, false)
			var changes []change
			for j, job := range c.Workload.Jobs {
				size := o.Occupied(int32(j))
				if size > c.Processors {
					if o.State[j] != engine.Refused || o.Start[j] != -1 {
						t.Errorf("%v: job %d is too wide, but %v", c, j, o.State[j])
					}
					continue
				}
				run, state := job.Run, engine.Completed
				switch limit := job.Estimate + c.Options.Grace; {
				case c.Options.Kill == engine.KillAtEstimate && run > job.Estimate:
					run, state = job.Estimate, engine.Killed
				case c.Options.Kill == engine.KillAfterGrace && run > limit:
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
				if busy += ch.size; busy > c.Processors {
					t.Errorf("%T%v %v: %d processors busy at %d", p, p, c, busy, ch.at)
				}
			}
			if !reference.InOrder(o.StartOrder, o.Start) || !reference.InOrder(o.EndOrder, o.End) || 2*len(o.StartOrder) != len(changes) {
				t.Errorf("%T%v %v: orders %v %v", p, p, c, o.StartOrder, o.EndOrder)
			}
		}
	})
}

// The same on machines of every kind, under every policy of the catalog, also as far as lanes go.
func TestSchedulesAreValidOnEveryMachine(t *testing.T) {
	reference.EachTrial(t, 100, func(t *testing.T, c reference.Trial) {
		m, what := reference.RandomMachine(rand.New(rand.NewPCG(c.Seed, 40)), &c)
		if m.Offers()&engine.Farms != 0 {
			return // on which jobs take longer on slower computers: FarmWorld.Check
		}
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			o, err := engine.Simulate(c.Workload, m, make(), c.Options)
			if err == nil {
				err = schedule.Check(o, c.Options, false)
			}
			if err != nil {
				t.Errorf("%s on %s, %v: %v", name, what, c, err)
			}
		})
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
	compare := func(t *testing.T, c reference.Trial) {
		for _, p := range append([]engine.Policy{everySecond{}}, all...) {
			c.Options.Kill, c.Options.Order, c.Options.Enough = engine.KillAtEstimate, engine.Batch, nil
			got := c.Run(t, p, false)
			c.Options.Enough = func(*engine.Outcome, engine.Time) bool { return false }
			if want := c.Run(t, p, false); !reflect.DeepEqual(got, want) {
				t.Fatalf("%T%v %v: got %+v, want %+v", p, p, c, got, want)
			}
		}
	}
	reference.EachTrial(t, 1000, compare)
	compare(t, reference.Trial{Workload: deepQueue(t, 1000, `, "transform": [{"kind": "estimates"}]`), Processors: 256, Unit: 1})
}

type change struct {
	at   engine.Time
	size int32
}

// FCFS starts jobs in the order of arrival; and the machine is never left idle
// while the job that arrived first among the waiting would fit. Not so under
// conservative backfilling, where it may have to wait for a later job to give up
// its slot, at the next completion.
func TestHeadOfQueueNeverWaitsForNothing(t *testing.T) {
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 5}} {
			o := c.Run(t, p, false)
			var instants []engine.Time
			for j := range c.Workload.Jobs {
				if o.State[j] != engine.Refused {
					instants = append(instants, c.Workload.Jobs[j].Submit, o.End[j])
				}
			}
			for _, now := range instants {
				head, free := int32(-1), c.Processors
				for j := range c.Workload.Jobs {
					if o.State[j] == engine.Refused || c.Workload.Jobs[j].Submit > now {
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

// No job starts later than it was promised, as long as running jobs end no
// later than their estimates say. EASY promises a start to the head of the queue,
// conservative backfilling to everybody on arrival; without compression it keeps
// to the promise exactly.
func TestPromisesAreKept(t *testing.T) {
	promises := 0
	reference.EachTrial(t, 2000, func(t *testing.T, c reference.Trial) {
		c.Options.Kill = engine.KillAtEstimate
		for _, p := range []engine.Policy{&EASY{Reservations: 1}, Conservative{Compress: true}, Conservative{Compress: false}} {
			o := c.Run(t, p, true)
			for _, d := range o.Decisions {
				if d.Rule != engine.HeadBlocked && d.Rule != engine.Reserved {
					continue
				}
				promises++
				late := o.Start[d.Job] > d.Shadow
				if p == (Conservative{Compress: false}) {
					late = o.Start[d.Job] != d.Shadow
				}
				if late {
					t.Errorf("%T%v %v: job %d was promised %d at %d and started at %d", p, p, c, d.Job, d.Shadow, d.At, o.Start[d.Job])
				}
			}
		}
	})
	if promises < reference.Trials(10000) {
		t.Errorf("only %d promises were made: the trials are too easy", promises)
	}
}

// With exact estimates a reservation for everybody, made anew at every event, is
// conservative backfilling, and there is nothing to compress.
func TestAllReservedIsConservativeUnderExactEstimates(t *testing.T) {
	reference.EachTrial(t, 2000, func(t *testing.T, c reference.Trial) {
		if !c.Exact {
			return
		}
		want := c.Run(t, Conservative{Compress: true}, false).Start
		for _, p := range []engine.Policy{Conservative{Compress: false}, &EASY{Reservations: 1000}} {
			if got := c.Run(t, p, false).Start; !slices.Equal(got, want) {
				t.Errorf("%T%v %v: starts %v, want %v", p, p, c, got, want)
			}
		}
	})
}

// A record must not change the schedule, its last word on a started job must be a
// reason to start, given at the start, and the words before reasons to wait.
func TestRecordingIsComplete(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		for _, p := range all {
			plain, recorded := c.Run(t, p, false), c.Run(t, p, true)
			if !slices.Equal(plain.Start, recorded.Start) {
				t.Fatalf("%T%v %v: recording changes the schedule", p, p, c)
			}
			reference.CheckRecord(t, fmt.Sprintf("%T%v %v", p, p, c), recorded)
		}
	})
}

// The plain simulator again, on longer queues than the shrinking test draws.
func TestLongQueuesEqualThePlainSimulator(t *testing.T) {
	reference.EachTrial(t, 100, func(t *testing.T, c reference.Trial) {
		if c.Unit != 1 {
			return
		}
		c.Options.Order = engine.Batch
		for _, p := range all {
			slow := reference.Cluster{Workload: c.Workload, Processors: c.Processors, Options: c.Options}
			if got, want := c.Run(t, p, false).Start, slow.Run(ruleOf(p)); !slices.Equal(got, want) {
				t.Errorf("%T%v %v:\nstarts %v\nwant   %v", p, p, c, got, want)
			}
		}
	})
}
