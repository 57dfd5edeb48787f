package experiment

import (
	"errors"

	"backfill/engine"
)

// errSeen ends a simulation after the one plan that was wanted.
var errSeen = errors.New("the plan has been seen")

// seeing ends the simulation once the matrix of a plan is written.
type seeing struct {
	engine.Policy
	matrix *engine.Matrix
}

func (p *seeing) Schedule(s *engine.State) {
	p.Policy.Schedule(s)
	if p.matrix.Jobs != nil {
		s.Fail(errSeen)
	}
}

// Matrix repeats policy i until it makes a plan at the instant at or later, and returns the matrix of that plan.
// It has no Jobs if there is no such plan or if the policy makes none.
func (t *Task) Matrix(i int, at engine.Time) (*engine.Matrix, error) {
	m := &engine.Matrix{}
	options := t.options(i)
	options.RecordAll, options.Record, options.Clock = false, nil, nil
	options.Probe, options.ProbeAt = m, at
	point := &t.Plan.Points[t.Point]
	_, err := engine.Simulate(t.Workload, point.Machine(), &seeing{point.Policies[i].New(), m}, options)
	if err != nil && !errors.Is(err, errSeen) {
		return nil, err
	}
	return m, nil
}
