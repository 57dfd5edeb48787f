package priority

import (
	"errors"
	"fmt"
	"strconv"

	"backfill/engine"
)

// Compiler makes an Expression of its text, for one simulation. An error names the column
// that it is about.
type Compiler func(text string) (Expression, error)

func noExpressions(string) (Expression, error) {
	return nil, errors.New("this program computes no expressions")
}

// broken is the policy of an expression that could not be compiled.
type broken struct{ err error }

func (b broken) Schedule(s *engine.State) { s.Fail(b.err) }

// Expression computes a priority that is none of the published ones: the larger goes
// first. It allocates nothing.
type Expression interface {
	Value(v *Variables) float64
}

// Variables are what an Expression may use: of one waiting job, and the parameters of
// the policy.
type Variables struct {
	Wait       float64 // J, so far, in hours
	Request    float64 // R, the requested time, in hours
	Submit     float64 // when it was submitted, in hours since the beginning
	Processors float64
	Memory     float64 // of the whole job, in GB; 0 if unknown
	User       float64 // number of the user; -1 if unknown
	Group      float64 // number of the group; -1 if unknown
	Queue      float64 // number of the queue; -1 if unknown

	// Of the user and of the group, as the policy is called; 0 unless the expression names one of them.
	UserWaiting, GroupWaiting float64 // jobs that wait
	UserRunning, GroupRunning float64 // jobs that run
	UserUsed, GroupUsed       float64 // processor-hours that the jobs have taken so far, decayed by the half-life

	WaitWeight float64 // w, per hour
	MaxRequest float64 // M, in hours
}

// look sets the variables to those of waiting job j.
func (p *Priority) look(s *engine.State, j int32, wait, request float64) {
	job, w := s.Job(j), s.Workload()
	p.variables = Variables{
		Wait: wait, Request: request, Submit: hours(job.Submit), Processors: float64(job.Processors),
		User: float64(numberOf(w.User, j)), Group: float64(numberOf(w.Group, j)), Queue: float64(numberOf(w.Queue, j)),
		WaitWeight: p.WaitWeight, MaxRequest: p.MaxRequest,
	}
	v := &p.variables
	if p.users != nil {
		v.UserWaiting, v.UserRunning, v.UserUsed = p.users.look(j, s.Now())
	}
	if p.groups != nil {
		v.GroupWaiting, v.GroupRunning, v.GroupUsed = p.groups.look(j, s.Now())
	}
	if memory := s.Workload().Memory; memory != nil && memory[j] > 0 {
		const kilobytesOfOne = 1 << 20
		p.variables.Memory = float64(memory[j]) * float64(job.Processors) / kilobytesOfOne
	}
}

// notFinite says of job j, which was looked at last, that its priority x cannot be
// compared with others.
func (p *Priority) notFinite(s *engine.State, j int32, x float64) error {
	v := &p.variables
	noun := "processors"
	if v.Processors == 1 {
		noun = "processor"
	}
	of := fmt.Sprintf("wait %s h, R %s h, submit %s h, %v %s, memory %s GB",
		fourDigits(v.Wait), fourDigits(v.Request), fourDigits(v.Submit), v.Processors, noun, fourDigits(v.Memory))
	if p.users != nil {
		of += fmt.Sprintf(", userWaiting %v, userRunning %v, userUsed %s", v.UserWaiting, v.UserRunning, fourDigits(v.UserUsed))
	}
	if p.groups != nil {
		of += fmt.Sprintf(", groupWaiting %v, groupRunning %v, groupUsed %s", v.GroupWaiting, v.GroupRunning, fourDigits(v.GroupUsed))
	}
	return fmt.Errorf("the priority of job %d is %v at %s h (%s); a finite number is needed", s.Workload().JobNumber(j), x, fourDigits(hours(s.Now())), of)
}

// fourDigits is v with at most four significant digits, and all those before the point.
func fourDigits(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
