package convergent

import (
	"backfill/engine"
	"backfill/engine/machine/farm"
)

// Config says how a Policy goes about it.
type Config struct {
	Weights []float64 // by line of Heuristics, not below 0
	Settings
	Counting bool        // priorities are sorted by class, not by value
	Every    engine.Time // plans are made at multiples of it only; 0: at every event
	AllPairs bool        // every pair is valued and sorted, as in the paper: the plans are the same
}

// Policy is the Convergent Scheduler.
//
// At every event it makes a new plan of all jobs that wait or run, on the empty farm: it visits
// the pairs of a job and a computer that can run it by their priorities, the highest first,
// ties in the order of submission, then the faster computer, and takes a pair if the job has
// none yet and there is room for it. Then running jobs are interrupted that the plan has
// elsewhere or nowhere, and those are started that it has where they do not run.
//
// A plan with all pairs costs O(p log p) for p pairs, with the counting sort O(p). Else it
// costs O(n log n) for n jobs, and O(computers) for each job whose turn comes: few of those that
// wait, unless many are as close to their deadlines.
//
// What a job that was interrupted needs before it goes on counts in no heuristic.
type Policy struct {
	Config

	now     Instant
	all     []Heuristic
	used    []Heuristic // those with a weight
	weights []float64   // of used
	highest float64     // a priority can be
	whole   []float64   // by used: what it has found out about the job that is valued

	jobs    roll
	rows    []int32 // jobs that wait or run, in the order of arrival
	plans   int
	planned engine.Time // instant of the last plan, -1 at first

	available *farm.Availability
	plan      []engine.Placement // by row, engine.NoPlace: it waits
	order     []int32            // rows with a place, in the order in which they got it

	pairs   []pair
	ranks   []int64
	best    heap
	room    []uint64
	arrived []int32
	taken   []pair // if decisions are recorded: of the plan, in the order of visits
}

// New makes a policy for one simulation.
func New(c Config) *Policy {
	p := &Policy{Config: c, planned: -1}
	for i, h := range Heuristics {
		made := h.New(c.Settings)
		p.all = append(p.all, made)
		if c.Weights[i] > 0 {
			p.used, p.weights = append(p.used, made), append(p.weights, c.Weights[i])
			p.highest += c.Weights[i]
		}
	}
	p.whole = make([]float64, len(p.used))
	return p
}

func (p *Policy) Schedule(s *engine.State) {
	p.admit(s)
	if p.postpones(s) {
		return
	}
	p.survey(s)
	p.match()
	if m := s.Probe(); m != nil {
		p.show(m)
	}
	p.apply(s)
}

// postpones says whether the plan is to be made later, and asks for that.
func (p *Policy) postpones(s *engine.State) bool {
	if p.Every == 0 {
		return false
	}
	next := (s.Now() + p.Every - 1) / p.Every * p.Every
	if next == p.planned {
		next += p.Every // events of one instant may come one at a time
	}
	if next > s.Now() {
		noteNextPlan(s, next)
		s.Postpone(next)
		return true
	}
	p.planned = next
	return false
}

// begin looks at the farm.
func (p *Policy) begin(s *engine.State) {
	machine := farm.Of(s)
	p.available = machine.NewAvailability()
	now := &p.now
	now.Computers, now.Copies = machine.Computers(), machine.Copies()
	now.Requests, now.Demand = make([]int32, len(now.Copies)), make([]float64, len(now.Copies))
	now.Most = make([]float64, len(now.Computers))
	for _, c := range now.Computers {
		now.speed = append(now.speed, float64(c.Speed))
	}
	now.faster = fastAs(now.Computers)
	p.room = make([]uint64, machine.Words())
	p.jobs = newRoll(len(s.Workload().Jobs), machine.Words())
}

// fastAs is, by speed up to one more than the fastest has, how many of computers, the fastest
// first, have at least that.
func fastAs(computers []farm.Computer) []int32 {
	n := make([]int32, computers[0].Speed+2)
	for _, c := range computers {
		n[c.Speed]++
	}
	for speed := len(n) - 1; speed > 0; speed-- {
		n[speed-1] += n[speed]
	}
	return n
}

// value is what the pair of job j and computer at is sorted by. Call wholes first.
func (p *Policy) value(j *Job, at engine.Placement) float64 {
	if p.Counting {
		return class(p.priority(j, at), p.highest)
	}
	return p.priority(j, at)
}

// priority is the priority of the pair of job j and computer at. Call wholes first.
func (p *Policy) priority(j *Job, at engine.Placement) float64 {
	now := &p.now
	remaining, sum := now.remaining(j, at), 0.0
	for i, h := range p.used {
		sum += float64(p.weights[i] * h.Value(now, j, at, remaining, p.whole[i]))
	}
	return sum
}

// wholes lets the heuristics look at job j as a whole.
func (p *Policy) wholes(j *Job) {
	for i, h := range p.used {
		p.whole[i] = h.Whole(&p.now, j)
	}
}

// match makes the plan.
func (p *Policy) match() {
	p.available.Clear()
	p.plan, p.order = p.plan[:0], p.order[:0]
	for range p.rows {
		p.plan = append(p.plan, engine.NoPlace)
	}
	if p.AllPairs {
		p.matchAll()
	} else {
		p.matchBounded()
	}
}

// take gives the job of a row its place in the plan.
func (p *Policy) take(row int32, at engine.Placement) {
	p.available.Take(p.rows[row], at)
	p.plan[row] = at
	p.order = append(p.order, row)
}

// apply makes the farm what the plan says.
func (p *Policy) apply(s *engine.State) {
	for row, j := range p.rows {
		if job := p.jobs.of(j); job.Runs != engine.NoPlace && job.Runs != p.plan[row] {
			s.Preempt(j)
		}
	}
	for row, j := range p.rows {
		if at := p.plan[row]; at != engine.NoPlace && at != p.jobs.of(j).Runs {
			s.Start(j, at)
		}
	}
	p.note(s)
}
