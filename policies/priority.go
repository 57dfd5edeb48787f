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

// by is the priority that waiting job j has at an instant, unless it is that of an expression. It
// never falls with the wait.
func (p *Priority) by(s *engine.State, j int32, at engine.Time) float64 {
	return p.named(p, hours(at-s.Workload().Ready(j)), hours(s.Job(j).Estimate))
}

// Value is the priority of a job that has waited so long and requests so much, false if it
// is that of an expression.
func (p *Priority) Value(wait, request engine.Time) (float64, bool) {
	if p.Expression != nil {
		return 0, false
	}
	p.find()
	return p.named(p, hours(wait), hours(request)), true
}

func hours(t engine.Time) float64 { return float64(t) / float64(engine.Hour) }
