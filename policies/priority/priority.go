package priority

import (
	"cmp"
	"math"
	"math/bits"

	"backfill/engine"
)

// formula is how a published priority of a waiting job is computed: the larger goes first.
type formula struct {
	name     string
	base     base
	root     bool // the square root of the base counts
	weighted bool // the wait counts beside that, times WaitWeight
}

// base is what a formula begins with.
type base uint8

const (
	sinceReady base = iota // how long the job has waited, in hours
	shortness              // MaxRequest / request
	expansion              // (wait + request) / request, the expansion factor
)

// Priority is one of the published priorities, or an expression, with its parameters. Of equal ones the job goes first that arrived
// first.
//
// With fcfs, sjf and lxf, and with the others where WaitWeight is 0, nothing is decided by rounding: the longer wait, the shorter request
// or the larger expansion factor goes first, compared in integers. So the schedule stays the same when all times are multiplied by the
// same whole number.
//
// With a WaitWeight, and in an expression, a priority is what a float64 makes of it, every operation rounded by itself, the same on
// every platform. Two that are equal on paper may then differ in the last digits, which decide. All times may be multiplied by a
// power of two, where MaxRequest is too and WaitWeight is divided by it.
type Priority struct {
	Name       string     // a key of priorities
	Expression Expression // takes the place of the one called Name, unless it is nil
	WaitWeight float64    // w, per hour
	// NoWait says that -1 s is taken for the start of a waiting job, so that its wait is negative, and the longer the later it was
	// submitted. That is a mistake of a published program.
	NoWait     bool
	MaxRequest float64 // longest request, in hours

	users     *usage  // nil: the expression names nothing of it
	groups    *usage  // nil: the expression names nothing of it
	formula   formula // of the one called Name, found at the first pass; or
	score     score   // nil: it is a formula
	exact     func(job *engine.Job) fraction
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
	for _, p := range scores {
		names = append(names, p.name)
	}
	return names
}

// begin makes the priority ready for a call of the policy.
func (p *Priority) begin(s *engine.State) {
	p.find()
	if p.users != nil {
		p.users.update(s, s.Workload().User)
	}
	if p.groups != nil {
		p.groups.update(s, s.Workload().Group)
	}
}

// find looks up the priority called Name.
func (p *Priority) find() {
	if p.formula.name != "" || p.apart() {
		return
	}
	for _, known := range priorities {
		if known.name == p.Name {
			p.formula = known
			return
		}
	}
	for _, known := range scores {
		if known.name == p.Name {
			p.score, p.exact = known.score, known.exact
			return
		}
	}
	panic("priority: none is called " + p.Name)
}

// apart says that the order of jobs depends on more than their waits and requests: then nothing is known of those that are not looked at.
func (p *Priority) apart() bool { return p.Expression != nil || p.score != nil }

// named is the priority called Name of a job that has waited so long and requests so much.
func (p *Priority) named(wait, request engine.Time) float64 {
	x := hours(wait)
	switch p.formula.base {
	case shortness:
		x = p.MaxRequest / hours(request)
	case expansion:
		// Rounded once, so that of two factors the larger is never below the other.
		x = float64(wait+request) / float64(request)
	}
	if p.formula.root {
		x = math.Sqrt(x)
	}
	if p.formula.weighted {
		x += float64(p.WaitWeight * hours(wait))
	}
	return x
}

// of is the priority of waiting job j. Only that of an expression may be infinite or NaN.
func (p *Priority) of(s *engine.State, j int32) float64 {
	wait, request := s.Now()-s.Workload().Ready(j), s.Job(j).Estimate
	if p.Expression != nil {
		p.look(s, j, hours(wait), hours(request))
		return p.Expression.Value(&p.variables)
	}
	if p.score != nil {
		if p.NoWait {
			wait = -engine.Second - s.Job(j).Submit
		}
		return p.score(s.Job(j), wait)
	}
	return p.named(wait, request)
}

// by is the priority that waiting job j has at an instant, unless it is that of an expression. It
// never falls with the wait.
func (p *Priority) by(s *engine.State, j int32, at engine.Time) float64 {
	return p.named(at-s.Workload().Ready(j), s.Job(j).Estimate)
}

// fraction is a number of which the quotient may be too close to another's for a float64.
type fraction struct{ over, under engine.Time }

// compare says which of two fractions is larger, exactly.
func (f fraction) compare(o fraction) int {
	high, low := bits.Mul64(uint64(f.over), uint64(o.under))
	otherHigh, otherLow := bits.Mul64(uint64(o.over), uint64(f.under))
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}

// exactly is what the priority of waiting job j grows with, where that is one fraction.
func (p *Priority) exactly(s *engine.State, j int32) fraction {
	if p.exact != nil {
		return p.exact(s.Job(j))
	}
	if p.apart() || p.formula.weighted && p.WaitWeight != 0 {
		return fraction{}
	}
	wait, request := s.Now()-s.Workload().Ready(j), s.Job(j).Estimate
	switch p.formula.base {
	case shortness:
		return fraction{1, request}
	case expansion:
		return fraction{wait + request, request}
	}
	return fraction{wait, 1}
}

// Value is the priority of a job that has waited so long, false if it is that of an expression.
func (p *Priority) Value(job *engine.Job, wait engine.Time) (float64, bool) {
	if p.Expression != nil {
		return 0, false
	}
	p.find()
	if p.score != nil {
		return p.score(job, wait), true
	}
	return p.named(wait, job.Estimate), true
}

func hours(t engine.Time) float64 { return float64(t) / float64(engine.Hour) }
