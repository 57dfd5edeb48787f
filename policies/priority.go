package policies

import (
	"math"

	"backfill/engine"
)

// priority says how much a waiting job is preferred: the larger goes first. Times are
// in hours: how long the job has waited, and what it requests.
type priority func(p *Priority, wait, request float64) float64

// Priority is one of the published priorities, or an expression, with its parameters.
//
// Products are rounded one by one, so that the order is the same on every platform.
type Priority struct {
	Name       string     // a key of priorities
	Expression Expression // takes the place of the one called Name, unless it is nil
	WaitWeight float64    // w, per hour
	MaxRequest float64    // longest request, in hours

	named     priority // the one called Name, found at the first pass
	variables Variables
}

// priorities by name, in the order in which they are offered.
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested
// runtimes on production job scheduling performance, JSSPP 2002, section 3: FCFS,
// SJF, LXF, LXF&W, SJF&W, S√TF&W and L√XF&W.
var priorities = []struct {
	name  string
	value priority
}{
	{"fcfs", func(p *Priority, wait, request float64) float64 { return wait }},
	{"sjf", func(p *Priority, wait, request float64) float64 { return p.MaxRequest / request }},
	{"lxf", func(p *Priority, wait, request float64) float64 { return (wait + request) / request }},
	{"lxf-w", func(p *Priority, wait, request float64) float64 {
		return (wait+request)/request + float64(p.WaitWeight*wait)
	}},
	{"sjf-w", func(p *Priority, wait, request float64) float64 {
		return p.MaxRequest/request + float64(p.WaitWeight*wait)
	}},
	{"sqrt-sjf-w", func(p *Priority, wait, request float64) float64 {
		return math.Sqrt(p.MaxRequest/request) + float64(p.WaitWeight*wait)
	}},
	{"sqrt-lxf-w", func(p *Priority, wait, request float64) float64 {
		return math.Sqrt((wait+request)/request) + float64(p.WaitWeight*wait)
	}},
}

func priorityNames() (names []string) {
	for _, p := range priorities {
		names = append(names, p.name)
	}
	return names
}

// find looks up the priority called Name.
func (p *Priority) find() {
	if p.named != nil || p.Expression != nil {
		return
	}
	for _, known := range priorities {
		if known.name == p.Name {
			p.named = known.value
			return
		}
	}
	panic("policies: no priority " + p.Name)
}

// of is the priority of waiting job j. Only that of an expression may be infinite or NaN.
func (p *Priority) of(s *engine.State, j int32) float64 {
	wait, request := hours(s.Now()-s.Workload().Ready(j)), hours(s.Job(j).Estimate)
	if p.Expression != nil {
		p.look(s, j, wait, request)
		return p.Expression.Value(&p.variables)
	}
	return p.named(p, wait, request)
}

// ranked is a waiting job with its priority.
type ranked struct {
	priority float64
	job      int32
}

// before says who goes first; ties go by submission.
func (r ranked) before(o ranked) bool {
	return r.priority > o.priority || r.priority == o.priority && r.job < o.job
}

// compareRanked orders as before does.
func compareRanked(a, b ranked) int {
	if a.before(b) {
		return -1
	}
	return 1
}

// ranking is a heap of waiting jobs, the one that goes first on top. Making it costs
// O(q) for q jobs, taking one O(log q): few have to be known in order.
type ranking []ranked

// rank puts every waiting job of s into the ranking. A job whose priority is no finite
// number fails the run; then there is no ranking.
func (r *ranking) rank(s *engine.State, p *Priority) bool {
	a := (*r)[:0]
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		x := p.of(s, j)
		if x-x != 0 {
			s.Fail(p.notFinite(s, j, x))
			return false
		}
		a = append(a, ranked{x, j})
	}
	*r = a
	for i := len(a)/2 - 1; i >= 0; i-- {
		r.sink(i)
	}
	return true
}

func hours(t engine.Time) float64 { return float64(t) / float64(engine.Hour) }

// take removes the job that goes first.
func (r *ranking) take() int32 {
	a := *r
	top := a[0]
	last := len(a) - 1
	a[0] = a[last]
	*r = a[:last]
	if last > 0 {
		r.sink(0)
	}
	return top.job
}

func (r *ranking) sink(i int) {
	a := *r
	x := a[i]
	for {
		child := 2*i + 1
		if child >= len(a) {
			break
		}
		if child+1 < len(a) && a[child+1].before(a[child]) {
			child++
		}
		if !a[child].before(x) {
			break
		}
		a[i] = a[child]
		i = child
	}
	a[i] = x
}
