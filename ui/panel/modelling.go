package panel

import (
	"backfill/ui/draft"
	"backfill/ui/drawing"
	"backfill/ui/fit"
	"backfill/ui/session"
)

// Modelling is the policy on the page that models the scheduler of the log, with whatever has been changed of it. False if there is none, or no
// recorded waits.
func (s *Shared) Modelling() (e *session.Simulated, policy int, ok bool) {
	e = s.OnPage()
	policy, ok = e.Modelling()
	return e, policy, ok
}

// Held is the policy that can be held against the log: as configured, before what is on the page was changed, as the log knows nothing of changes.
// False if there is none, or no recorded waits.
func (s *Shared) Held() (e *session.Simulated, policy int, ok bool) {
	e, policy, ok = s.Modelling()
	earlier := s.AsConfigured()
	if _, models := s.OnPage().Models(); !models || earlier == nil {
		earlier = s.Before()
	}
	if at, is := earlier.Modelling(); is {
		return earlier, at, true
	}
	return e, policy, ok
}

// ChangedSinceHeld says whether what is on the page is not what Held is of.
func (s *Shared) ChangedSinceHeld() bool {
	e, _, ok := s.Held()
	return ok && !draft.SameRun(e.Scenario, s.OnPage().Scenario)
}

// UnfitModels are the labels of the policies on the page that model the scheduler of the log, if that was held against the log and found not to fit.
func (s *Shared) UnfitModels() []string {
	e, at, ok := s.Held()
	if !ok {
		return nil
	}
	run := e.Results.Runs[at]
	if run == nil {
		return nil
	}
	found := run.Fit(drawing.Usual)
	if found == nil || fit.Answers(found.Trust()) {
		return nil
	}
	page := s.OnPage()
	policy, ok := page.Models()
	if !ok {
		return nil
	}
	return []string{page.Plan.Policies[policy].Label}
}
