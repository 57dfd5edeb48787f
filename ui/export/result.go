package export

import (
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
)

// SaveResult offers everything as JSON, as the headless program prints it.
func (e *Exports) SaveResult() {
	if !e.MaySave() {
		return
	}
	if e.Measurement != nil {
		e.saveMeasured()
		return
	}
	plan, runs := e.ReportedPlan(e.Shown.Plan), e.CellRuns()
	if e.Partial() {
		came := func(policy scenario.PlannedPolicy) bool {
			return slices.ContainsFunc(runs, func(r *experiment.Run) bool { return r.Policy == policy.Label })
		}
		if !came(plan.Policies[plan.Baseline]) {
			plan.Baseline = slices.IndexFunc(plan.Policies, came) // the first of those that came
		}
		for _, r := range runs {
			r.Warnings = append(r.Warnings, e.PartSaved())
		}
	}
	text, err := experiment.Collect(plan, runs).JSON()
	if err != nil {
		e.Warn("The result cannot be written: " + err.Error())
		return
	}
	e.Browser.Save(e.ResultName()+".json", "application/json", text)
}

// saveMeasured offers the result of all cells as JSON. Its intervals are computed point
// by point, so that the page answers meanwhile.
func (e *Exports) saveMeasured() {
	m, name := e.Measurement, e.ResultName()
	plan := e.ReportedPlan(m.Plan)
	unjudged := *plan
	unjudged.Claims = nil
	runs := m.Cells.Runs()
	part := e.Unfinished() || m.Running
	result := experiment.Collect(&unjudged, runs, answer.NoMetric)
	var steps []func()
	for _, at := range answer.WholePoints(runs, 1) {
		steps = append(steps, func() {
			r := experiment.Collect(&unjudged, at)
			result.Summary, result.Comparisons = append(result.Summary, r.Summary...), append(result.Comparisons, r.Comparisons...)
			result.GroupSummary, result.GroupComparisons = append(result.GroupSummary, r.GroupSummary...), append(result.GroupComparisons, r.GroupComparisons...)
		})
	}
	steps = append(steps, func() { result.Claims = experiment.Collect(plan, runs, answer.NoMetric).Claims })
	e.Tell("The result is being written…")
	e.InSteps(steps, func() bool { return true }, func() {
		if part {
			result.Runs = markPartial(result.Runs, "partial: "+m.Share())
		}
		text, err := result.JSON()
		if err != nil {
			e.Warn("The result cannot be written: " + err.Error())
			return
		}
		e.Browser.Save(name+".json", "application/json", text)
		e.Tell("The result is written.")
	})
}

// markPartial are the runs, the first one with a warning.
func markPartial(runs []*experiment.Run, warning string) []*experiment.Run {
	if len(runs) == 0 {
		return runs
	}
	marked := slices.Clone(runs)
	first := *runs[0]
	first.Warnings = append(slices.Clone(first.Warnings), warning)
	marked[0] = &first
	return marked
}
