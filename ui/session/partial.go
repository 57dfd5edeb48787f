package session

import (
	"slices"
	"strconv"

	"backfill/ui/phrase"
)

// Partial says whether the results lack some of their policies, as those of a run that was cancelled or
// failed may.
func (s *Session) Partial() bool { return len(s.Absent()) > 0 }

// stop ends a run whose last policies will not come. What is shown of it
// stays; without that the results are still those before it.
func (s *Session) stop() {
	s.dropHeldBack()
	s.Running, s.Ran.Results, s.runsChangesNext = false, nil, false
	s.requests.giveUp()
	s.Drawings.GiveUp()
	s.stopMeasuring()
	s.Ongoing = s.Measurement
	if c := s.Shown.Cell; s.Shown.Results != nil && s.Cell != c {
		s.Cell, s.cells[s.Shown.opening] = c, c
	}
	if s.Partial() {
		s.Quick = false // the rest comes when somebody asks for it
	}
	s.watcher.Stopped()
}

// PartShown is how much of a run is shown: "1 of 2 policies is shown".
func (s *Session) PartShown() string {
	if s.Unfinished() {
		return s.Measurement.Share() + s.Measurement.Verb(" is", " are") + " shown"
	}
	verb := " are shown"
	if s.came() == 1 {
		verb = " is shown"
	}
	return s.ShareThatCame() + verb
}

// came counts the policies whose runs have come.
func (s *Session) came() int { return len(s.Shown.Results.Runs) - len(s.Absent()) }

// ShareThatCame is "1 of 2 policies".
func (s *Session) ShareThatCame() string {
	return strconv.Itoa(s.came()) + " of " + phrase.Policies(len(s.Shown.Results.Runs))
}

// awaitsPolicies says whether results lack policies that could still come: none that has failed.
func (s *Session) awaitsPolicies() bool {
	return s.Shown.Results != nil && len(s.Absent()) > len(s.Shown.Results.Failures)
}

// Absent are the labels of the policies that the results lack.
func (s *Session) Absent() []string {
	var labels []string
	if s.Shown.Results == nil {
		return nil
	}
	for i, r := range s.Shown.Results.Runs {
		if r == nil {
			labels = append(labels, s.Shown.Plan.Policies[i].Label)
		}
	}
	return labels
}

// BaselineRemark says that results are compared with another policy than is wanted,
// "" if they are not.
func (s *Session) BaselineRemark() string {
	runs, baseline := s.Runs()
	wanted := s.Draft.Settings.Texts["baseline"]
	if !slices.Contains(s.Absent(), wanted) {
		return ""
	}
	return wanted + " has no results: the others are compared with " + runs[baseline].Label + "."
}

// partRemark is PartShown in parentheses, "" if the results are whole.
func (s *Session) partRemark() string {
	if !s.Partial() && !s.Unfinished() {
		return ""
	}
	return " (" + s.PartShown() + ")"
}
