package experiment

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/agreement"
)

// Agreement is how well policy i agrees with what the log of the workload recorded. It is an error if the policy models no real scheduler, or if the
// workload has no recorded waits. progress is as that of Simulate.
func (t *Task) Agreement(i int, progress func(ended int) error) (*agreement.Agreement, error) {
	if i < 0 || i >= len(t.Plan.Policies) {
		return nil, fmt.Errorf("there is no policy %d to compare with the log", i)
	}
	point := &t.Plan.Points[t.Point]
	p, is := point.Policies[i].New().(agreement.Comparer)
	if !is {
		return nil, fmt.Errorf("%s models no real scheduler that could be held against a log", t.Plan.Policies[i].Label)
	}
	if t.Workload.Wait == nil {
		return nil, fmt.Errorf("the jobs have no recorded waits to hold %s against", t.Plan.Policies[i].Label)
	}
	a := &agreement.Agreement{}
	p.Compare(a)
	options := t.options(i)
	options.Kill, options.Progress = engine.KillNever, progress
	_, err := engine.Simulate(t.Workload, point.Machine(), p, options)
	return a, err
}
