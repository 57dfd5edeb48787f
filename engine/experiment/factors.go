package experiment

import (
	"errors"
	"fmt"

	"backfill/engine"
	"backfill/engine/factors"
)

// Factors repeats policy i, as far as it takes, to note what is asked of the priorities of its jobs. The record of a policy that computes none says
// why.
func (t *Task) Factors(i int, q factors.Question) (*factors.Record, error) {
	point := &t.Plan.Points[t.Point]
	policy, weighs := point.Policies[i].New().(factors.Weighing)
	if !weighs {
		return &factors.Record{Unweighed: "its jobs have no priorities that are sums of factors: the policy slurm computes some"}, nil
	}
	if why := policy.Unweighed(); why != "" {
		return &factors.Record{Unweighed: why}, nil
	}
	if q.Job != engine.NoJob && (q.Job < 0 || int(q.Job) >= len(t.Workload.Jobs)) {
		return nil, fmt.Errorf("there is no job %d whose priority could be noted", q.Job)
	}
	record := &factors.Record{}
	options := t.options(i)
	options.RecordAll, options.Record, options.Clock = false, nil, nil
	options.Observers = []engine.Observer{factors.Observer(q, policy, record)}
	if _, err := engine.Simulate(t.Workload, point.Machine(), policy, options); err != nil && !errors.Is(err, factors.ErrEnough) {
		return nil, fmt.Errorf("%s: %w", point.Policies[i].Label, err)
	}
	return record, nil
}
