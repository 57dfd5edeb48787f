package session

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// PolicyFailed says that the run of a policy has ended without a result. The others go on.
func (s *Session) PolicyFailed(run, policy int, f result.Failure) {
	r := s.Ran.Results
	if run != s.RunNumber || r == nil || policy < 0 || policy >= len(r.Runs) {
		return
	}
	if r.Failures == nil {
		r.Failures = map[int]result.Failure{}
	}
	r.Failures[policy] = f
	s.Ended[policy] = s.JobsOfRun
}

// allFailed is the first failure of a run of which nothing has come; false if something has.
func (s *Session) allFailed() (result.Failure, bool) {
	r := s.Ran.Results
	if len(r.Failures) < len(r.Runs) || len(r.Runs) == 0 {
		return result.Failure{}, false
	}
	f := r.Failures[0]
	if f.Path = s.pathOfPolicy(s.Ran.Plan.Scenario.Policies[0].Kind, 0); f.Path == "" {
		f.Reason = s.Ran.Plan.Policies[0].Label + ": " + f.Reason
	}
	return f, true
}

// pathOfPolicy is the field of a policy of a kind that has a script; "" if it has none.
func (s *Session) pathOfPolicy(kind string, policy int) string {
	about := s.Form.Policy(kind)
	if about == nil {
		return ""
	}
	i := slices.IndexFunc(about.Params, func(q param.Param) bool { return q.Kind == param.Script })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("/policies/%d/%s", policy, about.Params[i].Name)
}

// PolicyFailure is why a policy has no results on the page.
type PolicyFailure struct {
	Policy int
	Label  string
	Path   string // of its script, "" if it has none
	Reason string
}

// Failures are those of the policies of what is shown, in their order.
func (s *Session) Failures() []PolicyFailure {
	var list []PolicyFailure
	if s.Shown.Results == nil || len(s.Shown.Results.Failures) == 0 {
		return nil
	}
	for i, p := range s.Shown.Plan.Policies {
		if f, failed := s.Shown.Results.Failures[i]; failed {
			list = append(list, PolicyFailure{i, p.Label, s.pathOfPolicy(p.Kind.Kind, i), f.Reason})
		}
	}
	return list
}

// failureAt is why the run of the script in the field at path has failed, as long as the experiment is the one that ran; "" if it has not.
func (s *Session) failureAt(path string) string {
	if s.Running || !s.UpToDate() {
		return ""
	}
	for _, f := range s.Failures() {
		if f.Path == path {
			return phrase.UpperFirst(f.Reason)
		}
	}
	return ""
}

// RunWords say what there is to know of the run of the script in the field at path, such as jobs that it never started, as long as the experiment is the
// one that ran; "" if there is nothing. What the machine refuses is told elsewhere.
func (s *Session) RunWords(path string) string {
	if s.Shown.Results == nil || s.Stale() {
		return ""
	}
	words := ""
	for i, r := range s.Shown.Results.Runs {
		if r == nil || s.pathOfPolicy(r.Kind, i) != path {
			continue
		}
		for _, w := range r.Warnings {
			if !experiment.TellsRefusals(w) {
				words = phrase.Join(" ", words, phrase.UpperFirst(w)+".")
			}
		}
	}
	return words
}

// tellFailures says which policies of the run that has just ended have failed.
func (s *Session) tellFailures() {
	var failed []string
	for _, f := range s.Failures() {
		failed = append(failed, f.Label+": "+f.Reason)
	}
	if failed == nil {
		return
	}
	s.Warn(strings.Join(failed, "; ") + ". The other policies are shown.")
	s.Notice.ofRun = true
	s.Browser.Say(s.Notice.Text)
}
