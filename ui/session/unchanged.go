package session

import (
	"slices"

	"backfill/ui/draft"
)

// ComparesUnchanged says whether CompareUnchanged has something to do: jobs are changed, as in a link
// that somebody has sent, and nothing is known of what was before.
func (s *Session) ComparesUnchanged() bool {
	return len(s.Changes()) > 0 && s.Before() == nil && !s.Running && !s.Stale() && !measures(s.Plan)
}

// CompareUnchanged simulates the experiment without the changes of single jobs and then as it is, to
// compare it with that.
func (s *Session) CompareUnchanged() {
	d := s.Draft.Clone()
	d.Transforms = slices.DeleteFunc(d.Transforms, func(c draft.Choice) bool { return c.Kind == draft.ChangeKind })
	text, plan, wrong := s.Form.Write(&d)
	if len(wrong) > 0 || !s.filesAtHand() {
		return
	}
	s.change++
	s.RunNumber++
	s.Ran, s.Ongoing = Simulated{Scenario: text, Plan: plan, Files: s.FilesNeeded(), opening: s.Draft.Opening}, nil
	s.returns = true
	s.simulate()
	s.Browser.Focus("whatif")
}

// returned goes on with the experiment as it is when that without the changes has been simulated.
func (s *Session) returned() bool {
	if !s.returns {
		return false
	}
	s.prior = nil // what is on the page now
	s.Run()
	return true
}
