package session

import (
	"encoding/json"
	"slices"

	"backfill/engine/scenario"
)

// BaselineOf is the policy of a plan that the others are compared with: the one that the draft names or, if it names none of its own
// policies, the first. A plan without that policy, whose label has changed since, keeps its own.
func (s *Session) BaselineOf(plan *scenario.Plan) int {
	label := s.Draft.Settings.Texts["baseline"]
	if i := slices.IndexFunc(plan.Policies, func(p scenario.PlannedPolicy) bool { return p.Label == label }); i >= 0 {
		return i
	}
	if !slices.Contains(s.Form.Labels(&s.Draft), label) {
		return 0
	}
	return plan.Baseline
}

// reported is the scenario of what is shown, as it is shown.
type reported struct {
	of       json.RawMessage // what it was made of
	text     json.RawMessage
	scenario *scenario.Scenario
	baseline int
}

// Reported is the scenario that gives what is shown, for files of results. It has the name, the description and the baseline of the page:
// those may change without another run.
func (s *Session) Reported() (json.RawMessage, *scenario.Scenario) {
	text, plan := s.Shown.Scenario, s.Shown.Plan
	if s.UpToDate() && s.Plan != nil {
		text, plan = s.Valid, s.Plan
	}
	baseline := s.BaselineOf(plan)
	r := &s.reported
	if r.text != nil && Identical(r.of, text) && r.baseline == baseline {
		return r.text, r.scenario
	}
	*r = reported{text, text, plan.Scenario, baseline}
	if baseline != plan.Baseline {
		other := *plan.Scenario
		other.Baseline = plan.Policies[baseline].Label
		if written, err := json.Marshal(&other); err == nil {
			r.text, r.scenario = written, &other
		}
	}
	return r.text, r.scenario
}

// ReportedPlan is a plan of what is shown with the scenario and the baseline of Reported.
func (s *Session) ReportedPlan(plan *scenario.Plan) *scenario.Plan {
	reported := *plan
	_, reported.Scenario = s.Reported()
	reported.Baseline = s.BaselineOf(plan)
	return &reported
}
