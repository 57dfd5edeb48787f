package reference

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// FarmWorld is a random workload on a random small farm.
type FarmWorld struct {
	seed     uint64
	Config   farm.Config
	Workload *engine.Workload
	Options  engine.Options
}

func (c FarmWorld) String() string {
	w := c.Workload
	return fmt.Sprintf("seed %d: %+v, %+v\njobs %v\nafter %v by %v\nbenchmarks %v, licences %b, checkpoints %v, deadlines %v",
		c.seed, c.Config, c.Options, w.Jobs, w.After, w.Think, w.Benchmark, w.Licences, w.Checkpoints, w.Deadline)
}

// DrawFarmWorld draws few computers and copies, so that they are wanting, now and then very
// many, and up to most jobs with times of a few milliseconds, so that much happens at once.
func DrawFarmWorld(seed uint64, most int) FarmWorld {
	r := rand.New(rand.NewPCG(seed, 29))
	c := FarmWorld{seed: seed}
	c.Options = engine.Options{Kill: engine.KillRule(r.IntN(3)), Grace: engine.Time(r.IntN(6))}
	kinds := r.IntN(4)
	if r.IntN(20) == 0 {
		kinds = engine.MaxLicences
	}
	all := engine.Licences(1)<<kinds - 1
	c.Config.Benchmark = 100 * (1 + r.Int32N(3))
	if r.IntN(3) == 0 {
		c.Config.Overhead = engine.Time(r.IntN(4))
	}
	computers := 1 + r.IntN(4)
	if seed%300 == 299 {
		computers = farm.MaxComputers
	}
	for range computers {
		c.Config.Computers = append(c.Config.Computers, farm.Computer{
			Processors: 1 + r.Int32N(6), Speed: 70 * (1 + r.Int32N(6)), Suspends: r.IntN(2) == 0,
			Licences: engine.Licences(r.Uint64()|r.Uint64()) & all,
		})
	}
	for range kinds {
		c.Config.Copies = append(c.Config.Copies, r.Int32N(3))
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
	c.Workload = w
	return c
}

// Follow lets some jobs follow others.
func (c *FarmWorld) Follow(r *rand.Rand) {
	for j := range c.Workload.Jobs {
		after := engine.NoJob
		if j > 0 && r.IntN(3) == 0 {
			after = r.Int32N(int32(j))
		}
		c.Workload.After = append(c.Workload.After, after)
		c.Workload.Think = append(c.Workload.Think, engine.Time(r.IntN(4)-1))
	}
}

// Run simulates the world on its farm.
func (c FarmWorld) Run(t *testing.T, p engine.Policy) *engine.Outcome {
	t.Helper()
	o, err := engine.Simulate(c.Workload, farm.New(c.Config), p, c.Options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// fastestFirst are the computers of a farm, as lanes number them.
func (c FarmWorld) fastestFirst() []farm.Computer {
	list := slices.Clone(c.Config.Computers)
	slices.SortStableFunc(list, func(a, b farm.Computer) int { return cmp.Compare(b.Speed, a.Speed) })
	return list
}

// work is what job j does in a length of time on the computer that its times hold on, MIPS ms.
func (c FarmWorld) work(j int32, length engine.Time) int64 {
	benchmark := c.Config.Benchmark
	if b := c.Workload.Benchmark[j]; b > 0 {
		benchmark = b
	}
	return int64(length) * int64(benchmark)
}

// limit is how long job j may run on the computer that its times hold on.
func (c FarmWorld) limit(j int32) engine.Time {
	switch c.Options.Kill {
	case engine.KillAtEstimate:
		return c.Workload.Jobs[j].Estimate
	case engine.KillAfterGrace:
		return c.Workload.Jobs[j].Estimate + c.Options.Grace
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
func (c FarmWorld) affine(j int32, on farm.Computer) bool {
	return on.Processors >= c.Workload.Jobs[j].Processors && c.Workload.Licences[j]&^on.Licences == 0
}

// runs says whether the farm could ever run job j.
// Run simulates the world on its farm.
func (c FarmWorld) runs(j int32) bool {
	for l := range c.Workload.Licences[j].Each {
		if c.Config.Copies[l] == 0 {
			return false
		}
	}
	return slices.ContainsFunc(c.Config.Computers, func(on farm.Computer) bool { return c.affine(j, on) })
}

// Fits says whether jobs at places, who all run at one instant, have room there.
func (c FarmWorld) fits(stays []stay) string {
	computers := c.fastestFirst()
	free := make([]int32, len(computers))
	for p, on := range computers {
		free[p] = on.Processors
	}
	for _, s := range stays {
		if free[s.host] -= c.Workload.Jobs[s.job].Processors; free[s.host] < 0 {
			return fmt.Sprintf("too few processors on computer %d", s.host)
		}
	}
	for l, copies := range c.Config.Copies {
		on := map[int]bool{}
		for _, s := range stays {
			if c.Workload.Licences[s.job]&(1<<l) != 0 {
				on[s.host] = true
			}
		}
		if len(on) > int(copies) {
			return fmt.Sprintf("licence %d in use on %d computers", l, len(on))
		}
	}
	return ""
}

// Check fails the test if Fault finds something.
func (c FarmWorld) Check(t *testing.T, name string, o *engine.Outcome) {
	t.Helper()
	if err := c.Fault(o); err != nil {
		t.Fatalf("%s, %v\nsegments %v\n%v", name, c, o.Segments, err)
	}
}

// fault is the first that is wrong with an outcome, which ends the check.
type fault struct{ error }

// Fault replays an outcome on paper: that nothing is in use twice, that every segment can
// be where it is, and that jobs do what their work asks for, neither more nor less.
func (c FarmWorld) Fault(o *engine.Outcome) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case fault:
			err = r.error
		default:
			panic(r)
		}
	}()
	wrong := func(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }
	computers := c.fastestFirst()
	segments := make([][]engine.Segment, len(o.Start))
	last := engine.Time(0)
	for i, s := range o.Segments {
		if s.From < last || s.To <= s.From || s.End == engine.RunsOn {
			wrong("segment %d is out of order, empty or open", i)
		}
		last = s.From
		segments[s.Job] = append(segments[s.Job], s)
		var together []stay
		for _, other := range o.Segments {
			if other.From <= s.From && s.From < other.To {
				together = append(together, stay{job: other.Job, host: int(other.Lane)})
			}
		}
		if why := c.fits(together); why != "" {
			wrong("at %d: %s", s.From, why)
		}
		if !c.affine(s.Job, computers[s.Lane]) {
			wrong("segment %d is where the job cannot run", i)
		}
	}
	seen := make([]bool, len(o.Segments))
	last = 0
	for _, i := range o.SegmentOrder {
		if seen[i] || o.Segments[i].To < last {
			wrong("order %v of the ends of segments", o.SegmentOrder)
		}
		seen[i], last = true, o.Segments[i].To
	}
	ended := 0
	for j := range int32(len(o.Start)) {
		if len(segments[j]) == 0 {
			if c.runs(j) || o.State[j] != engine.Refused || o.Start[j] != -1 || o.End[j] != -1 {
				wrong("job %d never ran, and is %v", j, o.State[j])
			}
			continue
		}
		ended++
		c.checkJob(o, j, segments[j], computers, wrong)
	}
	if len(o.SegmentOrder) != len(o.Segments) || len(o.StartOrder) != ended || len(o.EndOrder) != ended || !InOrder(o.StartOrder, o.Start) || !InOrder(o.EndOrder, o.End) {
		wrong("orders %v %v of starts and ends", o.StartOrder, o.EndOrder)
	}
	if !slices.IsSorted(o.Plans) || len(slices.Compact(slices.Clone(o.Plans))) != len(o.Plans) || len(o.Plans) > o.PlanCount {
		wrong("%d plans at %v", o.PlanCount, o.Plans)
	}
	if len(o.Warnings) > 0 {
		wrong("%v", o.Warnings)
	}
	return nil
}

// checkJob goes through the segments of a job that has run.
func (c FarmWorld) checkJob(o *engine.Outcome, j int32, segments []engine.Segment, computers []farm.Computer, wrong func(string, ...any)) {
	kept, at := int64(0), int32(-1) // done before, and where that counts; -1: anywhere
	useful, lost, held := engine.Time(0), engine.Time(0), engine.Time(0)
	until := o.Submitted(j)
	for i, s := range segments {
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
			overhead = c.Config.Overhead
		}
		length := s.To - s.From
		held += length
		limit := overhead + takes(c.work(j, c.limit(j))-kept, on.Speed)
		need := overhead + takes(c.work(j, o.Workload.Jobs[j].Run)-kept, on.Speed)
		if i == len(segments)-1 {
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
		case c.Workload.Checkpoints[j]:
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
	first, end := segments[0], segments[len(segments)-1]
	if o.Start[j] != first.From || o.End[j] != end.To || o.Lane[j] != end.Lane || o.Held[j] != held || o.Lost[j] != lost {
		wrong("job %d from %d to %d on %d, held %d, lost %d; want held %d, lost %d", j, o.Start[j], o.End[j], o.Lane[j], o.Held[j], o.Lost[j], held, lost)
	}
}
