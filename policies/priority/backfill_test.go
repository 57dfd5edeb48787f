package priority_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/nodes"
	"backfill/engine/machine/partitions"
	"backfill/engine/profile"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// sameOrder are the priorities that go by size as the orders of others do.
var sameOrder = map[queue.Order]string{
	queue.Shortest: "sjf", queue.Longest: "ljf", queue.SmallestArea: "saf", queue.LargestArea: "laf", queue.SmallestRatio: "srf", queue.LargestRatio: "lrf",
}

// plainly is the same priority backfilling as it is told.
func plainly(p *priority.Backfill) engine.Policy {
	plain := &reference.Priority{Reservations: p.Reservations, Fixed: p.Fixed}
	if p.Others != nil {
		compare := func(a, b reference.Standing) int { return 0 }
		if name := sameOrder[*p.Others]; name != "" {
			compare = reference.Published(name, 0, 0)
		}
		plain.Others = func(s *engine.State, a, b int32) int {
			return compare(reference.StandingOf(s, a), reference.StandingOf(s, b))
		}
	}
	if p.Expression != nil {
		plain.Order = func(s *engine.State, a, b int32) int { return cmp.Compare(p.Of(s, b), p.Of(s, a)) }
		return plain
	}
	order := reference.Published(p.Name, p.WaitWeight, p.MaxRequest)
	plain.Order = func(s *engine.State, a, b int32) int {
		return order(reference.StandingOf(s, a), reference.StandingOf(s, b))
	}
	return plain
}

// drawPriority draws parameters. Weights and the longest request are of the order of
// the times of trials, milliseconds, so that all terms matter.
func drawPriority(r *rand.Rand) priority.Backfill {
	p := priority.Backfill{
		Priority:     priority.Priority{Name: priority.Names[r.IntN(len(priority.Names))], WaitWeight: r.Float64() * 1e6, MaxRequest: r.Float64() * 1e-5},
		Reservations: 1 + r.IntN(4),
		Fixed:        r.IntN(2) == 0,
	}
	if r.IntN(4) == 0 {
		p.Reservations = math.MaxInt
	}
	if p.WaitWeight < 2.5e5 {
		p.WaitWeight = 0 // so that whole numbers are compared
	}
	if r.IntN(8) == 0 {
		p.Expression = capricious{}
	}
	if r.IntN(3) == 0 {
		others := queue.Order(r.IntN(len(queue.OrderNames)))
		p.Others = &others
	}
	return p
}

// capricious is an Expression that prefers jobs now more, now less the longer they wait.
type capricious struct{}

func (capricious) Value(v *priority.Variables) float64 {
	wait := v.Wait * float64(engine.Hour)
	return math.Abs(wait-7) - float64(2*v.Processors)
}

func TestPriorityBackfillingEqualsThePlainOne(t *testing.T) {
	reference.EachTrial(t, 5000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 9))
		p := drawPriority(r)
		var m engine.Machine = engine.NewCluster(c.Processors, c.Unit)
		if r.IntN(2) == 0 {
			m = reference.RandomHosts(r, c)
		}
		if r.IntN(3) == 0 {
			reference.LetFollow(r, c.Workload)
		}
		var starts [2][]engine.Time
		for i, policy := range []engine.Policy{&p, plainly(&p)} {
			o, err := engine.Simulate(c.Workload, m, policy, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			starts[i] = o.Start
		}
		if !slices.Equal(starts[0], starts[1]) {
			t.Errorf("%+v on %+v %v:\nstarts %v\nwant   %v", p, m, c, starts[0], starts[1])
		}
	})
}

// The same where hundreds wait: jobs of a month of the Origin 2000 that come ten times as fast.
func TestPriorityBackfillingOfManyEqualsThePlainOne(t *testing.T) {
	for _, exact := range []bool{false, true} {
		manyEqualThePlainOne(t, exact)
	}
}

func manyEqualThePlainOne(t *testing.T, exact bool) {
	w := reference.MonthsOfOrigin2000(t, policies.Catalogs(), "2001-01", exact)
	jobs := 900
	if testing.Short() {
		jobs = 300 // as in Node, where it takes many times as long
	}
	w.Jobs, w.Memory = slices.Clone(w.Jobs[:jobs]), w.Memory[:jobs]
	for j := range w.Jobs {
		w.Jobs[j].Submit /= 10
	}
	for _, p := range []priority.Backfill{
		{Priority: priority.Priority{Name: "sqrt-lxf-w", WaitWeight: 0.01}, Reservations: 2},
		{Priority: priority.Priority{Name: "lxf"}, Reservations: 4, Fixed: true},
		{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 1},
		{Priority: priority.Priority{Expression: capricious{}}, Reservations: 1, Fixed: true},
	} {
		for _, machine := range []func() engine.Machine{
			func() engine.Machine { return reference.Origin2000() },
			func() engine.Machine { return engine.NewCluster(960, 1) },
			func() engine.Machine {
				return nodes.New(nodes.Config{Count: 960, PerNode: 64, Selection: nodes.FirstContiguous})
			},
			func() engine.Machine {
				return nodes.New(nodes.Config{Count: 960, PerNode: 64, Memory: 30 << 10})
			},
		} {
			var starts [2][]engine.Time
			p := p
			for i, policy := range []engine.Policy{&p, plainly(&p)} {
				o, err := engine.Simulate(w, machine(), policy, reference.Eviction)
				if err != nil {
					t.Fatal(err)
				}
				starts[i] = o.Start
			}
			if !slices.Equal(starts[0], starts[1]) {
				t.Errorf("%s, %d reservations, fixed %v, exact %v: the schedules differ", p.Name, p.Reservations, p.Fixed, exact)
			}
		}
	}
}

// More jobs than are compared with each other arrive at one instant beside a reservation that stays.
func TestPriorityBackfillingOfManyWhoArriveAtOnce(t *testing.T) {
	for _, arrive := range []int{priority.Few, priority.Few + 2, priority.Few + 6, priority.Few + 7, 2 * priority.Few} {
		const room = priority.Few + 6
		w := &engine.Workload{Jobs: []engine.Job{
			{Submit: 0, Run: 100, Estimate: 100, Processors: 100 - room},
			{Submit: 0, Run: 100, Estimate: 100, Processors: 100},
		}}
		for range arrive {
			w.Jobs = append(w.Jobs, engine.Job{Submit: 10, Run: 5, Estimate: 5, Processors: 1})
		}
		p := &priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: 1}
		o, err := engine.Simulate(w, engine.NewCluster(100, 1), p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, start := range o.Start[2:] {
			if want := engine.Time(10 + 5*(i/room)); start != want {
				t.Errorf("of %d jobs the one in place %d starts at %d, want %d", arrive, i, start, want)
			}
		}
	}
}

// asks compares what State.Holes holds with what State.StartsNow says, before each
// call, with the reservations of the one before, and behind it.
type asks struct {
	*priority.Backfill
	check func(s *engine.State, j int32, held, starts bool)
}

func (a *asks) Schedule(s *engine.State) {
	a.ask(s)
	a.Backfill.Schedule(s)
	a.ask(s)
}

func (a *asks) ask(s *engine.State) {
	holes, _ := s.Holes(nil)
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		_, starts := s.StartsNow(j)
		held := slices.ContainsFunc(holes, func(o profile.Hole) bool {
			return o.Holds(s.Job(j).Processors, s.Workload().MemoryNeed(j), s.Job(j).Estimate)
		})
		a.check(s, j, held, starts)
	}
}

// Holes hold whoever may start, and nobody else.
func TestHolesAreWhereJobsStart(t *testing.T) {
	reference.EachTrial(t, 2000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 11))
		p := drawPriority(r)
		var m engine.Machine = engine.NewCluster(c.Processors, c.Unit)
		switch r.IntN(3) {
		case 0:
			m = reference.RandomHosts(r, c)
		case 1:
			m = nodes.New(reference.SharingTrial(&c, engine.SharingModel(r.IntN(3))))
		}
		policy := &asks{&p, func(s *engine.State, j int32, held, starts bool) {
			if starts != held {
				t.Errorf("%v: job %d at %d: held %v, starts %v", c, j, s.Now(), held, starts)
			}
		}}
		if _, err := engine.Simulate(c.Workload, m, policy, c.Options); err != nil {
			t.Fatal(err)
		}
	})
}

// In the order of arrival, k dynamic reservations are EASY's; with everybody's
// reserved and exact requests it is conservative backfilling.
func TestPriorityBackfillingByArrival(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		for k := 1; k <= 3; k++ {
			p := &priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: k}
			if got, want := c.Run(t, p, false).Start, c.Run(t, &policies.EASY{Reservations: k}, false).Start; !slices.Equal(got, want) {
				t.Errorf("%d reservations %v:\nstarts %v\nEASY   %v", k, c, got, want)
			}
		}
		if !c.Exact {
			return
		}
		for _, fixed := range []bool{false, true} {
			p := &priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: math.MaxInt, Fixed: fixed}
			if got, want := c.Run(t, p, false).Start, c.Run(t, policies.Conservative{Compress: true}, false).Start; !slices.Equal(got, want) {
				t.Errorf("all reserved, fixed %v, %v:\nstarts       %v\nconservative %v", fixed, c, got, want)
			}
		}
	})
}

// On one node in two partitions, of jobs that are equally short the one goes first that arrived first, also if the other is for a partition of a
// higher tier, for which it stands in front of the queue: in the first call, as later.
func TestEqualPrioritiesGoByArrivalInTiers(t *testing.T) {
	config := partitions.Config{Nodes: []partitions.Node{{Processors: 1}},
		Partitions: []partitions.Partition{{Number: 1, Nodes: []int32{0}}, {Number: 2, Nodes: []int32{0}, Tier: 1}}}
	w := reference.Jobs([4]int{0, 10, 10, 1}, [4]int{0, 10, 10, 1}, [4]int{5, 10, 10, 1}, [4]int{5, 10, 10, 1})
	w.Partition = []int32{1, 2, 1, 2}
	for _, others := range []*queue.Order{nil, new(queue.Order)} { // by priority, and by arrival
		p := &priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 1, Others: others}
		o, err := engine.Simulate(w, partitions.New(config), p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []engine.Time{0, 10, 20, 30}; !slices.Equal(o.Start, want) {
			t.Errorf("starts %v, want %v", o.Start, want)
		}
	}
}

// promises notes, for a policy with fixed reservations, when each job was first
// promised to start.
type promises struct {
	*priority.Backfill
	first map[int32]engine.Time
}

func (p *promises) Schedule(s *engine.State) {
	p.Backfill.Schedule(s)
	for _, j := range p.Held() {
		if slot, _ := s.Reservation(j); p.first[j] == 0 {
			p.first[j] = slot.At
		}
	}
}

// Under exact requests a fixed reservation is kept.
func TestFixedReservationsAreKept(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		if !c.Exact {
			return
		}
		r := rand.New(rand.NewPCG(c.Seed, 10))
		p := drawPriority(r)
		p.Fixed = true
		policy := &promises{&p, map[int32]engine.Time{}}
		o, err := engine.Simulate(c.Workload, reference.RandomHosts(r, c), policy, c.Options)
		if err != nil {
			t.Fatal(err)
		}
		for j, at := range policy.first {
			if o.Start[j] > at {
				t.Errorf("%+v %v: job %d starts at %d, promised %d", p, c, j, o.Start[j], at)
			}
		}
	})
}

// Jobs 2 and 3 wait for job 1, which has the whole machine until 100 s, with requests of 10 and 20 s. At 3 s job 3 asks for 10 s, too: there are fewer
// different requests than the policy has seen come and has not looked at, since nobody fitted. Both start at 100 s.
func TestFewerRequestsAfterAChange(t *testing.T) {
	w := reference.Jobs([4]int{0, 100_000, 100_000, 4}, [4]int{1000, 10_000, 10_000, 1}, [4]int{2000, 20_000, 20_000, 1})
	w.Commands = []engine.Command{{At: 3000, Job: 2, Kind: engine.ReduceTime, Amount: 10_000}}
	p := &priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: 1}
	o, err := engine.Simulate(w, engine.NewCluster(4, 1), p, engine.Options{Elastic: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Time{0, 100_000, 100_000}; !slices.Equal(o.Start, want) || o.End[2] != 110_000 {
		t.Errorf("starts %v, ends %v; want %v, job 3 until 110000", o.Start, o.End, want)
	}
}
