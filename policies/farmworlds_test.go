package policies

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// farmWorld is a random workload on a random small farm.
type farmWorld struct {
	seed     uint64
	config   engine.FarmConfig
	workload *engine.Workload
	options  engine.Options
}

func (c farmWorld) String() string {
	w := c.workload
	return fmt.Sprintf("seed %d: %+v, %+v\njobs %v\nafter %v by %v\nbenchmarks %v, licences %b, checkpoints %v, deadlines %v",
		c.seed, c.config, c.options, w.Jobs, w.After, w.Think, w.Benchmark, w.Licences, w.Checkpoints, w.Deadline)
}

// drawFarmWorld draws few computers and copies, so that they are wanting, now and then very
// many, and up to most jobs with times of a few milliseconds, so that much happens at once.
func drawFarmWorld(seed uint64, most int) farmWorld {
	r := rand.New(rand.NewPCG(seed, 29))
	c := farmWorld{seed: seed}
	c.options = engine.Options{Kill: engine.KillRule(r.IntN(3)), Grace: engine.Time(r.IntN(6))}
	kinds := r.IntN(4)
	if r.IntN(20) == 0 {
		kinds = engine.MaxLicences
	}
	all := engine.Licences(1)<<kinds - 1
	c.config.Benchmark = 100 * (1 + r.Int32N(3))
	if r.IntN(3) == 0 {
		c.config.Overhead = engine.Time(r.IntN(4))
	}
	computers := 1 + r.IntN(4)
	if seed%300 == 299 {
		computers = engine.MaxComputers
	}
	for range computers {
		c.config.Computers = append(c.config.Computers, engine.Computer{
			Processors: 1 + r.Int32N(6), Speed: 70 * (1 + r.Int32N(6)), Suspends: r.IntN(2) == 0,
			Licences: engine.Licences(r.Uint64()|r.Uint64()) & all,
		})
	}
	for range kinds {
		c.config.Copies = append(c.config.Copies, r.Int32N(3))
	}
	w := &engine.Workload{}
	submit, gap, exact := engine.Time(0), 1+r.IntN(8), r.IntN(3) == 0
	for range 1 + r.IntN(most) {
		submit += engine.Time(r.IntN(gap))
		job := engine.Job{Submit: submit, Run: engine.Time(1 + r.IntN(12)), Processors: 1 + r.Int32N(5)}
		job.Estimate = job.Run
		if !exact {
			job.Estimate = engine.Time(1 + r.IntN(16))
		}
		deadline := engine.Time(-1)
		if r.IntN(3) > 0 {
			deadline = submit + engine.Time(r.IntN(30))
		}
		w.Jobs = append(w.Jobs, job)
		w.Benchmark = append(w.Benchmark, []int32{-1, 100, 150, 310}[r.IntN(4)])
		w.Licences = append(w.Licences, engine.Licences(r.Uint64()&r.Uint64())&all)
		if kinds == engine.MaxLicences { // few jobs could run
			w.Licences[len(w.Licences)-1] &= engine.Licences(r.Uint64() & r.Uint64() & r.Uint64())
		}
		w.Checkpoints = append(w.Checkpoints, r.IntN(3) == 0)
		w.Deadline = append(w.Deadline, deadline)
	}
	c.workload = w
	return c
}

// follow lets some jobs follow others.
func (c *farmWorld) follow(r *rand.Rand) {
	for j := range c.workload.Jobs {
		after := engine.NoJob
		if j > 0 && r.IntN(3) == 0 {
			after = r.Int32N(int32(j))
		}
		c.workload.After = append(c.workload.After, after)
		c.workload.Think = append(c.workload.Think, engine.Time(r.IntN(4)-1))
	}
}

func (c farmWorld) run(t *testing.T, p engine.Policy) *engine.Outcome {
	t.Helper()
	o, err := engine.Simulate(c.workload, engine.NewFarm(c.config), p, c.options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// fastestFirst are the computers of a farm, as lanes number them.
func (c farmWorld) fastestFirst() []engine.Computer {
	list := slices.Clone(c.config.Computers)
	slices.SortStableFunc(list, func(a, b engine.Computer) int { return cmp.Compare(b.Speed, a.Speed) })
	return list
}

// work is what job j does in a length of time on the computer that its times hold on, MIPS ms.
func (c farmWorld) work(j int32, length engine.Time) int64 {
	benchmark := c.config.Benchmark
	if b := c.workload.Benchmark[j]; b > 0 {
		benchmark = b
	}
	return int64(length) * int64(benchmark)
}

// limit is how long job j may run on the computer that its times hold on.
func (c farmWorld) limit(j int32) engine.Time {
	switch c.options.Kill {
	case engine.KillAtEstimate:
		return c.workload.Jobs[j].Estimate
	case engine.KillAfterGrace:
		return c.workload.Jobs[j].Estimate + c.options.Grace
	}
	return 1000
}

// takes is how many milliseconds some work takes at a speed, at least one.
func takes(work int64, speed int32) engine.Time {
	time := engine.Time(1)
	for int64(time)*int64(speed) < work {
		time++
	}
	return time
}

// affine says whether job j could ever run on a computer.
func (c farmWorld) affine(j int32, on engine.Computer) bool {
	return on.Processors >= c.workload.Jobs[j].Processors && c.workload.Licences[j]&^on.Licences == 0
}

// runs says whether the farm could ever run job j.
func (c farmWorld) runs(j int32) bool {
	for l := range c.workload.Licences[j].Each {
		if c.config.Copies[l] == 0 {
			return false
		}
	}
	return slices.ContainsFunc(c.config.Computers, func(on engine.Computer) bool { return c.affine(j, on) })
}

// fits says whether jobs at places, who all run at one instant, have room there.
func (c farmWorld) fits(stays []plainStay) string {
	computers := c.fastestFirst()
	free := make([]int32, len(computers))
	for p, on := range computers {
		free[p] = on.Processors
	}
	for _, s := range stays {
		if free[s.host] -= c.workload.Jobs[s.job].Processors; free[s.host] < 0 {
			return fmt.Sprintf("too few processors on computer %d", s.host)
		}
	}
	for l, copies := range c.config.Copies {
		on := map[int]bool{}
		for _, s := range stays {
			if c.workload.Licences[s.job]&(1<<l) != 0 {
				on[s.host] = true
			}
		}
		if len(on) > int(copies) {
			return fmt.Sprintf("licence %d in use on %d computers", l, len(on))
		}
	}
	return ""
}

// check replays an outcome on paper: that nothing is in use twice, that every stint can
// be where it is, and that jobs do what their work asks for, neither more nor less.
func (c farmWorld) check(t *testing.T, name string, o *engine.Outcome) {
	t.Helper()
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s, %v\nstints %v\n%s", name, c, o.Stints, fmt.Sprintf(format, args...))
	}
	computers := c.fastestFirst()
	stints := make([][]engine.Stint, len(o.Start))
	last := engine.Time(0)
	for i, s := range o.Stints {
		if s.From < last || s.To <= s.From || s.End == engine.RunsOn {
			wrong("stint %d is out of order, empty or open", i)
		}
		last = s.From
		stints[s.Job] = append(stints[s.Job], s)
		var together []plainStay
		for _, other := range o.Stints {
			if other.From <= s.From && s.From < other.To {
				together = append(together, plainStay{job: other.Job, host: int(other.Lane)})
			}
		}
		if why := c.fits(together); why != "" {
			wrong("at %d: %s", s.From, why)
		}
		if !c.affine(s.Job, computers[s.Lane]) {
			wrong("stint %d is where the job cannot run", i)
		}
	}
	seen := make([]bool, len(o.Stints))
	last = 0
	for _, i := range o.StintOrder {
		if seen[i] || o.Stints[i].To < last {
			wrong("order %v of the ends of stints", o.StintOrder)
		}
		seen[i], last = true, o.Stints[i].To
	}
	ended := 0
	for j := range int32(len(o.Start)) {
		if len(stints[j]) == 0 {
			if c.runs(j) || o.State[j] != engine.Refused || o.Start[j] != -1 || o.End[j] != -1 {
				wrong("job %d never ran, and is %v", j, o.State[j])
			}
			continue
		}
		ended++
		c.checkJob(o, j, stints[j], computers, wrong)
	}
	if len(o.StintOrder) != len(o.Stints) || len(o.StartOrder) != ended || len(o.EndOrder) != ended || !inOrder(o.StartOrder, o.Start) || !inOrder(o.EndOrder, o.End) {
		wrong("orders %v %v of starts and ends", o.StartOrder, o.EndOrder)
	}
	if !slices.IsSorted(o.Plans) || len(slices.Compact(slices.Clone(o.Plans))) != len(o.Plans) || len(o.Plans) > o.PlanCount {
		wrong("%d plans at %v", o.PlanCount, o.Plans)
	}
	if len(o.Warnings) > 0 {
		wrong("%v", o.Warnings)
	}
}

// checkJob goes through the stints of a job that has run.
func (c farmWorld) checkJob(o *engine.Outcome, j int32, stints []engine.Stint, computers []engine.Computer, wrong func(string, ...any)) {
	kept, at := int64(0), int32(-1) // done before, and where that counts; -1: anywhere
	useful, lost, held := engine.Time(0), engine.Time(0), engine.Time(0)
	until := o.Submitted(j)
	for i, s := range stints {
		on := computers[s.Lane]
		if s.From < until {
			wrong("job %d runs at %d and not before %d", j, s.From, until)
		}
		until = s.To
		if at >= 0 && at != s.Lane {
			lost += useful
			kept, useful = 0, 0
		}
		overhead := engine.Time(0)
		if i > 0 {
			overhead = c.config.Overhead
		}
		length := s.To - s.From
		held += length
		limit := overhead + takes(c.work(j, c.limit(j))-kept, on.Speed)
		need := overhead + takes(c.work(j, o.Workload.Jobs[j].Run)-kept, on.Speed)
		if i == len(stints)-1 {
			state := engine.Completed
			if need > limit {
				need, state = limit, engine.Killed
			}
			lost += overhead
			if s.End != engine.Ended || length != need || o.State[j] != state {
				wrong("job %d, %v, runs for %d in the end, want %d, %v", j, o.State[j], length, need, state)
			}
			break
		}
		if length >= min(need, limit) {
			wrong("job %d had done its work at %d", j, s.From+need)
		}
		lost += min(length, overhead)
		ran := max(0, length-overhead)
		how := engine.Restarted
		switch {
		case c.workload.Checkpoints[j]:
			how, at = engine.Checkpointed, -1
		case on.Suspends:
			how, at = engine.Suspended, s.Lane
		}
		kept += int64(ran) * int64(on.Speed)
		useful += ran
		if how == engine.Restarted {
			lost += useful
			kept, useful, at = 0, 0, -1
		}
		if s.End != how {
			wrong("job %d stops with %d at %d, want %d", j, s.End, s.To, how)
		}
	}
	first, end := stints[0], stints[len(stints)-1]
	if o.Start[j] != first.From || o.End[j] != end.To || o.Lane[j] != end.Lane || o.Held[j] != held || o.Lost[j] != lost {
		wrong("job %d from %d to %d on %d, held %d, lost %d; want held %d, lost %d", j, o.Start[j], o.End[j], o.Lane[j], o.Held[j], o.Lost[j], held, lost)
	}
}

// shaker starts waiting jobs where they have room and interrupts running ones, at random;
// some it starts and interrupts several times at one instant. It spares a job that it has
// interrupted often. It fails if those who wait do not do so in the order of their arrival.
type shaker struct {
	*rand.Rand
	often map[int32]int
	list  []int32
}

func (p *shaker) Schedule(s *engine.State) {
	farm := s.Farm()
	if p.often == nil {
		p.often = map[int32]int{}
	}
	set := make([]uint64, farm.Words())
	for range 1 + p.IntN(3) {
		p.list = s.Present(p.list[:0])
		next := s.First()
		for _, j := range p.list {
			if farm.PlaceOf(j) != engine.NoPlace {
				continue
			}
			if j != next {
				s.Fail(fmt.Errorf("present are %v, but %d waits in the place of %d", p.list, next, j))
				return
			}
			next = s.Next(j)
		}
		for _, j := range p.list {
			if farm.PlaceOf(j) != engine.NoPlace && p.often[j] < 5 && p.IntN(3) == 0 {
				s.Preempt(j)
				p.often[j]++
			}
		}
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			if !farm.Present().Available(j, set) || p.IntN(3) == 0 {
				continue
			}
			var places []engine.Placement
			for at := range engine.Places(set) {
				places = append(places, at)
			}
			s.Start(j, places[p.IntN(len(places))])
		}
	}
	if s.Waiting() > 0 {
		s.WakeAt(s.Now() + 1 + engine.Time(p.IntN(5)))
	}
}

// On small farms, whatever policy: nothing is in use twice, and jobs run for what they
// have to do.
func TestSchedulesOnFarmsAreValid(t *testing.T) {
	preempted, lost, undone := 0, engine.Time(0), 0
	for seed := range uint64(trials(3000)) {
		c := drawFarmWorld(seed, 20)
		r := rand.New(rand.NewPCG(seed, 30))
		c.options.Order = engine.Order(r.IntN(2))
		if r.IntN(3) == 0 {
			c.follow(r)
		}
		p := &shaker{Rand: r}
		o := c.run(t, p)
		c.check(t, "at random", o)
		for _, s := range o.Stints {
			if s.End != engine.Ended {
				preempted++
			}
		}
		for _, n := range p.often {
			undone += n
		}
		for _, l := range o.Lost {
			lost += l
		}
		if seed%3 == 0 {
			eachPolicyOn(t, engine.NewFarm(c.config).Offers(), func(name string, make func() engine.Policy) {
				c.check(t, name, c.run(t, make()))
			})
		}
	}
	undone -= preempted
	if preempted < trials(10000) || int(lost) < trials(10000) || undone < trials(1000) {
		t.Errorf("%d stints were interrupted, %d undone, and %d ms lost: the worlds are too easy", preempted, undone, lost)
	}
}
