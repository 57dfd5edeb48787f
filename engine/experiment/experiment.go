// Package experiment runs compiled scenarios: it makes the workload, schedules it
// under every policy and gathers what came of it in a Result.
package experiment

import (
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload"
)

// Version is the version of the program, which every result carries.
const Version = "0.1.0"

// Run is what one policy made of one replication of the workload.
type Run struct {
	Policy      string              `json:"policy"` // its label
	Replication int                 `json:"replication"`
	Point       map[string]any      `json:"point"` // of a sweep: path to value
	Metrics     metrics.Summary     `json:"metrics"`
	Groups      []metrics.Breakdown `json:"groups"`
	Warnings    []string            `json:"warnings"`

	Outcome *engine.Outcome `json:"-"`
	// Elapsed is the time that the simulation alone took.
	Elapsed time.Duration `json:"-"`
}

// Task is a plan with its workload: what is left to do is one simulation a policy.
type Task struct {
	Plan     *scenario.Plan
	Workload *engine.Workload
	Report   *workload.Report
}

// Prepare makes the workload of a plan. open supplies the files that it names.
func Prepare(p *scenario.Plan, open workload.Opener) (*Task, error) {
	w, report, err := p.Workload(0, open)
	if err != nil {
		return nil, err
	}
	return &Task{Plan: p, Workload: w, Report: report}, nil
}

// Simulate runs policy i of the plan. progress is called now and then with the
// number of jobs that have ended; an error from it stops the run and is returned.
func (t *Task) Simulate(i int, progress func(ended int) error) (*Run, error) {
	options := t.Plan.Options
	options.Progress = progress
	policy := t.Plan.Policies[i]
	begin := time.Now()
	outcome, err := engine.Simulate(t.Workload, t.Plan.Machine(), policy.New(), options)
	if err != nil {
		return nil, err
	}
	run := &Run{
		Policy:  policy.Label,
		Point:   map[string]any{},
		Outcome: outcome,
		Elapsed: time.Since(begin),
	}
	run.Metrics = metrics.Of(outcome)
	run.Groups = metrics.Groups(outcome, t.Plan.Scenario.Groups)
	run.Warnings = append([]string{}, outcome.Warnings...)
	return run, nil
}

// Decide repeats policy i and records the decisions about job j.
func (t *Task) Decide(i int, j int32) ([]engine.Decision, error) {
	options := t.Plan.Options
	options.RecordAll, options.Record = false, []int32{j}
	outcome, err := engine.Simulate(t.Workload, t.Plan.Machine(), t.Plan.Policies[i].New(), options)
	if err != nil {
		return nil, err
	}
	return outcome.Decisions, nil
}
