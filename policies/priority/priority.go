package priority

import (
	"math"

	"backfill/engine"
)

// formula is how a published priority of a waiting job is computed: the larger goes first.
// Times are in hours.
type formula struct {
	name     string
	base     base
	root     bool // the square root of the base counts
	weighted bool // the wait counts beside that, times WaitWeight
}

// base is what a formula begins with.
type base uint8

const (
	sinceReady base = iota // how long the job has waited
	shortness              // MaxRequest / request
	expansion              // (wait + request) / request, the expansion factor
)

// Priority is one of the published priorities, or an expression, with its parameters.
//
// Products are rounded one by one, so that the order is the same on every platform.
type Priority struct {
	Name       string     // a key of priorities
	Expression Expression // takes the place of the one called Name, unless it is nil
	WaitWeight float64    // w, per hour
	MaxRequest float64    // longest request, in hours

	formula   formula // of the one called Name, found at the first pass
	variables Variables
}

// priorities by name, in the order in which they are offered.
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested
// runtimes on production job scheduling performance, JSSPP 2002, section 3: FCFS,
// SJF, LXF, LXF&W, SJF&W, S√TF&W and L√XF&W.
var priorities = []formula{
	{name: "fcfs", base: sinceReady},
	{name: "sjf", base: shortness},
	{name: "lxf", base: expansion},
	{name: "lxf-w", base: expansion, weighted: true},
	{name: "sjf-w", base: shortness, weighted: true},
	{name: "sqrt-sjf-w", base: shortness, root: true, weighted: true},
	{name: "sqrt-lxf-w", base: expansion, root: true, weighted: true},
}

func priorityNames() (names []string) {
	for _, p := range priorities {
		names = append(names, p.name)
	}
	return names
}

// find looks up the priority called Name.
func (p *Priority) find() {
	if p.formula.name != "" || p.Expression != nil {
		return
	}
	for _, known := range priorities {
		if known.name == p.Name {
			p.formula = known
			return
		}
	}
	panic("priority: none is called " + p.Name)
}

// named is the priority called Name of a job that has waited so long and requests so much,
// in hours.
func (p *Priority) named(wait, request float64) float64 {
	x := wait
	switch p.formula.base {
	case shortness:
		x = p.MaxRequest / request
	case expansion:
		x = (wait + request) / request
	}
	if p.formula.root {
		x = math.Sqrt(x)
	}
	if p.formula.weighted {
		x += float64(p.WaitWeight * wait)
	}
	return x
}

// of is the priority of waiting job j. Only that of an expression may be infinite or NaN.
func (p *Priority) of(s *engine.State, j int32) float64 {
	wait, request := hours(s.Now()-s.Workload().Ready(j)), hours(s.Job(j).Estimate)
	if p.Expression != nil {
		p.look(s, j, wait, request)
		return p.Expression.Value(&p.variables)
	}
	return p.named(wait, request)
}

// by is the priority that waiting job j has at an instant, unless it is that of an expression. It
// never falls with the wait.
func (p *Priority) by(s *engine.State, j int32, at engine.Time) float64 {
	return p.named(hours(at-s.Workload().Ready(j)), hours(s.Job(j).Estimate))
}

// Value is the priority of a job that has waited so long and requests so much, false if it
// is that of an expression.
func (p *Priority) Value(wait, request engine.Time) (float64, bool) {
	if p.Expression != nil {
		return 0, false
	}
	p.find()
	return p.named(hours(wait), hours(request)), true
}

func hours(t engine.Time) float64 { return float64(t) / float64(engine.Hour) }
