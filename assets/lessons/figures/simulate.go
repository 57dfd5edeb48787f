package figures

import (
	"encoding/json"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/ui/placing"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Compile is the plan of an experiment, a scenario as JSON that may have expressions and scripts.
func Compile(text []byte) (*scenario.Plan, error) {
	s, err := scenario.Read(text)
	if err != nil {
		return nil, err
	}
	return scenario.Compile(s, written.Catalogs())
}

// Simulate runs an experiment that needs no files, as the page does: a scenario as JSON, under all its policies and with all its replications.
func Simulate(text []byte) (*Results, error) {
	plan, err := Compile(text)
	if err != nil {
		return nil, err
	}
	results := &Results{Scenario: text}
	cells := experiment.NewCells(plan)
	var runs []*experiment.Run
	for {
		cell, ok := cells.Next()
		if !ok {
			break
		}
		task, err := experiment.Prepare(plan, cell.Point, cell.Replication, nil)
		if err != nil {
			return nil, err
		}
		cellRuns := make([]*experiment.Run, len(plan.Policies))
		for i := range plan.Policies {
			if cellRuns[i], err = task.Simulate(i, nil); err != nil {
				return nil, err
			}
			if len(runs) == 0 {
				results.Runs = append(results.Runs, runResult(cellRuns[i]))
			}
			cellRuns[i].Outcome = nil
		}
		runs = append(runs, cellRuns...)
		cells.Add(cell, cellRuns)
	}
	if plan.Replications > 1 || plan.Precision != nil {
		results.summarize(experiment.Collect(plan, runs))
	}
	if results.ByHand, err = placed(plan); err != nil {
		return nil, err
	}
	return results, nil
}

// summarize adds what only replications together tell.
func (r *Results) summarize(all *experiment.Result) {
	for _, m := range all.Summary {
		r.Summary = append(r.Summary, Mean{m.Policy, m.Metric, m.Mean, m.Low, m.High, m.N})
	}
	for _, c := range all.Comparisons {
		r.Comparisons = append(r.Comparisons, Difference{c.Policy, c.Baseline, c.Metric, c.Kind, c.Difference.Difference, c.Relative, c.Low, c.High, c.N})
	}
}

// runResult is what phrases can tell of a run.
func runResult(run *experiment.Run) RunResult {
	result := RunResult{Policy: run.Policy, Metrics: map[string]float64{}, Jobs: result.FewJobs(run.Outcome)}
	if run.Outcome.Lanes == nil {
		result.Processors = run.Outcome.Processors
	}
	text, err := json.Marshal(run.Metrics)
	if err == nil {
		err = json.Unmarshal(text, &result.Metrics)
	}
	if err != nil {
		panic(err) // metrics are numbers
	}
	return result
}

// placed is how far the schedule by hand of a plan has come, nil if there is none.
func placed(plan *scenario.Plan) (*placing.Report, error) {
	if placing.In(plan) < 0 || placing.WhyNot(plan) != "" {
		return nil, nil
	}
	h, err := placing.Follow(plan)
	if err != nil {
		return nil, err
	}
	rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
	return h.Report(rule), err
}
