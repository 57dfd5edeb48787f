package los_test

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
)

// What must hold of every schedule with dedicated jobs and commands: no job starts
// before it may, what runs fits the machine, and every job runs that can.
func TestSchedulesWithDedicatedJobsAreValid(t *testing.T) {
	reference.EachWorld(t, 2000, 30, func(c reference.World) {
		c.Options.Order = engine.Order(c.Seed % 2)
		members := family(3, los.Lookahead{})
		for _, p := range others {
			members = append(members, familyMember{name: fmt.Sprintf("%T", p), policy: p})
		}
		for _, m := range members {
			o := c.Run(t, m.policy, c.Options)
			for j := range int32(len(c.Workload.Jobs)) {
				if o.Start[j] < 0 {
					if o.State[j] != engine.Refused && m.plain.Reading != reference.Printed {
						t.Errorf("%s %+v, %v\njob %d never starts", m.name, m.plain, c, j)
					}
					continue
				}
				if o.Start[j] < c.Workload.Ready(j) {
					t.Errorf("%s %+v, %v\njob %d starts at %d, but may not before %d", m.name, m.plain, c, j, o.Start[j], c.Workload.Ready(j))
				}
			}
			if busy := reference.MostBusy(o); busy > c.Processors && m.plain.Reading != reference.Printed {
				t.Errorf("%s %+v, %v\n%d processors are busy at a time", m.name, m.plain, c, busy)
			}
		}
	})
}

// Policies that are defined by others are those others.
func TestPatienceOfZeroAndQueuesWithoutDedicatedJobs(t *testing.T) {
	reference.EachWorld(t, 4000, 20, func(c reference.World) {
		c.Options.Order = engine.Order(c.Seed % 2)
		same := func(a, b engine.Policy) {
			t.Helper()
			if x, y := c.Run(t, a, c.Options).Start, c.Run(t, b, c.Options).Start; !slices.Equal(x, y) {
				t.Errorf("%v\n%T starts\n%v, %T\n%v", c, a, x, b, y)
			}
		}
		for _, r := range []los.Reading{los.Faithful, los.OneHead, los.Literal} {
			same(&los.Delayed{Reading: r}, &los.LOS{Reading: r})
		}
		for _, r := range []los.Reading{los.Faithful, los.OneHead} {
			same(&los.Hybrid{Reading: r}, &los.LOSD{Reading: r})
		}
		if c.Workload.Requested == nil {
			for _, r := range []los.Reading{los.Faithful, los.OverFreeze, los.CombinedFreeze, los.NewestFirst} {
				same(&los.Hybrid{MaxSkip: 3, Reading: r}, &los.Delayed{MaxSkip: 3, Reading: los.Faithful})
			}
			same(&los.Hybrid{MaxSkip: 3, Reading: los.OneHead}, &los.Delayed{MaxSkip: 3, Reading: los.OneHead})
			same(&los.LOSD{Reading: los.Faithful}, &los.LOS{Reading: los.Faithful})
			same(&los.HybridAsPrinted{MaxSkip: 3}, &los.Delayed{MaxSkip: 3, Reading: los.Literal})
			if c.Options.Kill == engine.KillAtEstimate {
				same(&los.EASYD{}, &policies.EASY{Reservations: 1})
			}
		}
	})
}

// Obeying commands changes nothing where there are none, and a command that is refused
// is as good as none.
func TestRefusedCommandsChangeNothing(t *testing.T) {
	refused := 0
	reference.EachWorld(t, 1000, 14, func(c reference.World) {
		for _, m := range family(2, los.Lookahead{}) {
			elastic, inert := c.Options, c.Options
			elastic.Elastic, inert.Elastic = true, false
			o := c.Run(t, fresh(m.policy), elastic)
			accepted, none := *c.Workload, *c.Workload
			accepted.Commands, none.Commands = nil, nil
			for i, command := range c.Workload.Commands {
				if o.Fates[i] == engine.Accepted {
					accepted.Commands = append(accepted.Commands, command)
				} else {
					refused++
				}
			}
			again, bare := c, c
			again.Workload, bare.Workload = &accepted, &none
			if got := again.Run(t, fresh(m.policy), elastic).Start; !slices.Equal(got, o.Start) {
				t.Errorf("%s %+v, %v\nwithout refused commands it starts\n%v, with them\n%v", m.name, m.plain, c, got, o.Start)
			}
			if x, y := bare.Run(t, fresh(m.policy), elastic).Start, bare.Run(t, fresh(m.policy), inert).Start; !slices.Equal(x, y) {
				t.Errorf("%s %+v, %v\nwithout commands it starts\n%v when it obeys, else\n%v", m.name, m.plain, c, x, y)
			}
		}
	})
	if refused < reference.Trials(1000) {
		t.Errorf("only %d commands were refused", refused)
	}
}

// witness watches a policy with a dedicated queue, batch by batch of events. It counts again, from the running
// jobs and not by freezes, what is left for the first group of coming dedicated jobs.
type witness struct {
	engine.Policy
	t     *testing.T
	world reference.World
	lets  bool // the policy may start batch jobs that delay the group
	one   bool // the policy starts one head at a time, of a group as well

	running   map[int32]engine.Time // start
	promised  []int32               // the group that will be on time if nothing intervenes
	due       engine.Time           // its requested start
	kept      *int
	protected *int
}

// DedicatedFirst marks the policy as one with a dedicated queue.
func (w *witness) DedicatedFirst() {}

// left is how many processors will be free at t, by the estimates.
func (w *witness) left(s *engine.State, t engine.Time) int32 {
	free := s.Processors()
	for j, start := range w.running {
		end := start + s.Job(j).Estimate
		if end <= s.Now() {
			end = s.Now() + engine.Millisecond
			if w.world.Options.Kill == engine.KillAfterGrace {
				end = start + s.Job(j).Estimate + w.world.Options.Grace
			}
		}
		if end > t {
			free -= s.Occupies(j)
		}
	}
	return free
}

// earliest is the first second, from t on, in which size processors will be free.
func (w *witness) earliest(s *engine.State, t engine.Time, size int32) engine.Time {
	for w.left(s, t) < size {
		t += engine.Millisecond * 500
	}
	return t
}

func (w *witness) Schedule(s *engine.State) {
	disturbed := s.Saw(engine.Change) || s.Saw(engine.Overrun)
	for _, e := range s.Events() {
		if e.Kind == engine.Completion {
			delete(w.running, e.Job)
		}
	}
	var waiting []int32
	dueBefore := false
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		waiting = append(waiting, j)
		dueBefore = dueBefore || s.Workload().Dedicated(j) && !slices.Contains(w.promised, j) && s.Workload().Requested[j] < w.due
	}
	promised, due := w.promised, w.due
	group, start, total := w.group(s)
	var before engine.Time
	if len(group) > 0 {
		before = w.earliest(s, start, total)
	}

	w.Policy.Schedule(s)

	startedDue := false
	still := map[int32]bool{}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		still[j] = true
	}
	for _, j := range waiting {
		if !still[j] {
			w.running[j] = s.Now()
			startedDue = startedDue || s.Workload().Dedicated(j)
		}
	}
	// Batch jobs do not move the group's start.
	if len(group) > 0 && !startedDue && !w.lets {
		*w.protected++
		if after := w.earliest(s, start, total); after > before {
			w.t.Errorf("%T %v\nat %d the group %v could start at %d, then at %d", w.Policy, w.world, s.Now(), group, before, after)
		}
	}
	// A group that was to be on time is, unless something intervened.
	if len(promised) > 0 && s.Now() >= due {
		if s.Now() > due {
			w.t.Errorf("%T %v\nnothing happened at %d", w.Policy, w.world, due)
		}
		for _, j := range promised {
			if !disturbed && !dueBefore && still[j] {
				w.t.Errorf("%T %v\njob %d was to be on time at %d", w.Policy, w.world, j, due)
			}
			*w.kept++
		}
	}
	w.promised = nil
	head := s.First()
	if first := head == engine.NoJob || !s.Workload().Dedicated(head); len(group) > 0 && first && total <= w.left(s, start) && w.whole(s, group) && !w.lets && !w.one {
		w.promised, w.due = group, start
	}
}

// group is the coming dedicated jobs with the first requested start that fit the
// machine together.
func (w *witness) group(s *engine.State) (jobs []int32, start engine.Time, size int32) {
	for j := s.Coming(); j != engine.NoJob; j = s.NextComing(j) {
		at := s.Workload().Requested[j]
		if len(jobs) > 0 && at != start || size+s.Occupies(j) > s.Processors() {
			break
		}
		jobs, start, size = append(jobs, j), at, size+s.Occupies(j)
	}
	return jobs, start, size
}

// whole says whether the group is everybody who is to start with it.
func (w *witness) whole(s *engine.State, group []int32) bool {
	last := group[len(group)-1]
	next := s.NextComing(last)
	return next == engine.NoJob || s.Workload().Requested[next] > s.Workload().Requested[last]
}

// Batch jobs never take what the first group of dedicated jobs needs; and a group is on
// time if, from some moment on, its instant was the first waiting one, it fitted the
// processors free at that instant by the estimates and no running job was extended or
// overdue.
func TestDedicatedGroupsAreProtected(t *testing.T) {
	kept, protected := 0, 0
	reference.EachWorld(t, 4000, 20, func(c reference.World) {
		for _, m := range family(2, los.Lookahead{}) {
			if !m.plain.Dedicated || m.plain.Reading == reference.NewestFirst || m.plain.Reading == reference.Printed {
				continue
			}
			c.Run(t, &witness{Policy: m.policy, t: t, world: c, lets: m.plain.Reading == reference.OverFreeze, one: m.plain.Reading == reference.OneHead,
				running: map[int32]engine.Time{}, kept: &kept, protected: &protected}, c.Options)
		}
	})
	if kept < reference.Trials(5_000) || protected < reference.Trials(50_000) {
		t.Errorf("%d jobs were to be on time, %d times a group was looked at: the worlds are too easy", kept, protected)
	}
}

// Recording changes no schedule of the family and leaves no start or wait without a
// reason. A recorded run looks at every job in every call: that others do not makes no
// difference.
func TestRecordingOfTheFamilyIsComplete(t *testing.T) {
	reference.EachWorld(t, 2000, 20, func(c reference.World) {
		options := c.Options
		options.Order = engine.Order(c.Seed % 2)
		look := los.Lookahead{MaxStates: 64 << (c.Seed % 12)} // often too few
		for _, m := range family(2, look) {
			silent := c.Run(t, fresh(m.policy), options)
			recording := options
			recording.RecordAll = true
			recorded := c.Run(t, fresh(m.policy), recording)
			if !slices.Equal(silent.Start, recorded.Start) {
				t.Fatalf("%s %+v, %v\nrecording changes the schedule: %v, without\n%v", m.name, m.plain, c, recorded.Start, silent.Start)
			}
			reference.CheckRecord(t, fmt.Sprintf("%s %+v, %v", m.name, m.plain, c), recorded)
		}
	})
}
