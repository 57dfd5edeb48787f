package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// PolicyFailed says that the run of a policy has ended without a result. The others go on, beside which that is told unless they are quick.
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
	s.Browser.After(max(s.Patience()-time.Since(s.Began), 0), func() {
		if _, all := s.allFailed(); s.Running && !all && run == s.RunNumber && s.isAsItStands(&s.Ran) {
			s.tellFailures(&s.Ran)
		}
	})
}

// isAsItStands says whether what was simulated, or is being simulated, is the experiment as it stands in the form.
func (s *Session) isAsItStands(of *Simulated) bool {
	return len(s.Wrong) == 0 && !s.Unchecked() && s.stillAsked(of)
}

// hasChanged says whether the script that a policy of a plan has is in the form no more, under any policy.
func (s *Session) hasChanged(plan *scenario.Plan, policy int) bool {
	was := plan.Scenario.Policies[policy]
	path := s.pathOfPolicy(was.Kind, policy)
	if path == "" {
		return false
	}
	q := draft.ParamNamed(s.Form.Policy(was.Kind), path[strings.LastIndex(path, "/")+1:])
	text := draft.DefaultText(q)
	if given, ok := was.Fields[q.Name]; ok {
		text = draft.FieldText(q, given)
	}
	return !slices.ContainsFunc(s.Draft.Policies, func(c draft.Choice) bool {
		is, typed := c.Texts[q.Name]
		if !typed {
			is = draft.DefaultText(q)
		}
		return c.Kind == was.Kind && is == text
	})
}

// ReasonOf is why a policy of a plan has failed, for the page as it is now. If its script has been changed since, the page says only that: the reason would
// be taken for one of the new script.
func (s *Session) ReasonOf(plan *scenario.Plan, policy int, reason string) string {
	if s.hasChanged(plan, policy) {
		return "its script failed, and has been changed since"
	}
	return reason
}

// allFailed is the first failure of a run of which nothing has come; false if something has.
func (s *Session) allFailed() (result.Failure, bool) {
	r := s.Ran.Results
	if r == nil || len(r.Failures) < len(r.Runs) || len(r.Runs) == 0 {
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
func (s *Session) Failures() []PolicyFailure { return s.failuresOf(&s.Shown) }

func (s *Session) failuresOf(of *Simulated) []PolicyFailure {
	var list []PolicyFailure
	if of.Results == nil || len(of.Results.Failures) == 0 {
		return nil
	}
	for i, p := range of.Plan.Policies {
		if f, failed := of.Results.Failures[i]; failed {
			list = append(list, PolicyFailure{i, p.Label, s.pathOfPolicy(p.Kind.Kind, i), s.ReasonOf(of.Plan, i, f.Reason)})
		}
	}
	return list
}

// failing is what is simulated or, if nothing is, what is shown, with its measurement, if policies have failed in it and it is the experiment that was
// checked last; nil if not.
func (s *Session) failing() (*Simulated, *Measurement) {
	of, m, same := &s.Shown, s.Measurement, &s.compared
	if s.Running {
		of, m, same = &s.Ran, s.Ongoing, &s.comparedRan
	}
	if of.Results == nil || len(of.Results.Failures) == 0 && (m == nil || len(m.Cells.Failed()) == 0) || !same.of(of.Scenario, s.Valid) {
		return nil, nil
	}
	return of, m
}

// scriptAt is the policy of a plan whose script is in the field at path, -1 if there is none.
func (s *Session) scriptAt(plan *scenario.Plan, path string) int {
	for i, p := range plan.Policies {
		if s.pathOfPolicy(p.Kind.Kind, i) == path {
			return i
		}
	}
	return -1
}

// failureAt is why the run of the script in the field at path has failed, as long as the experiment is the one that ran, or runs; "" if it has not. While
// a new text is being checked, it is that of the one before.
func (s *Session) failureAt(path string) string {
	of, m := s.failing()
	if of == nil {
		return ""
	}
	i := s.scriptAt(of.Plan, path)
	if f, failed := of.Results.Failures[i]; failed {
		return phrase.UpperFirst(f.Reason)
	}
	if m != nil && m.Cells.Failed()[i].Cells > 0 {
		return phrase.UpperFirst(s.failureIn(m, i))
	}
	return ""
}

// PrintedAt are the last lines that the script in the field at path printed before its run failed, as long as that is told there; cut says that there may be
// more before them.
func (s *Session) PrintedAt(path string) (lines []string, cut bool) {
	if of, _ := s.failing(); of != nil && s.Wrong[path] == "" {
		lines = of.Results.Failures[s.scriptAt(of.Plan, path)].Printed
	}
	return lines, len(lines) == result.LinesOfFailure
}

// failureIn is why a policy failed in some cells of a measurement: the first of these, with its workload.
func (s *Session) failureIn(m *Measurement, policy int) string {
	f := m.Cells.Failed()[policy]
	where := fmt.Sprintf("in workload %d", f.First.Replication+1)
	if at := s.PointOf(m.Plan, f.First.Point); at != "" {
		where = phrase.Join(" at ", where, at)
	}
	if f.Cells > 1 {
		where += ", the first of " + phrase.Plural(int64(f.Cells), "run") + " in which it failed"
	}
	return f.Reason + "; this was " + where
}

// tellLaterFailures says which policies failed in workloads of a measurement that has ended, but not in the one whose schedules are shown: that has been told.
func (s *Session) tellLaterFailures(m *Measurement) {
	var failed []string
	for i, p := range m.Plan.Policies {
		if _, told := s.Shown.Results.Failures[i]; !told && m.Cells.Failed()[i].Cells > 0 {
			failed = append(failed, p.Label+": "+s.failureIn(m, i))
		}
	}
	if failed == nil {
		return
	}
	s.Warn(strings.Join(failed, "; ") + ". Those runs have no results.")
	s.Notice.ofRun = true
	s.Browser.Say(s.Notice.Text)
}

// RunWords say what there is to know of the run of the script in the field at path, such as jobs that it never started, as long as the experiment is the
// one that ran; "" if there is nothing. What the machine refuses is told elsewhere.
func (s *Session) RunWords(path string) string {
	if s.Shown.Results == nil || s.Stale() {
		return ""
	}
	i := s.scriptAt(s.Shown.Plan, path)
	if i < 0 || s.Shown.Results.Runs[i] == nil {
		return ""
	}
	words := ""
	for _, w := range s.Shown.Results.Runs[i].Warnings {
		if !experiment.TellsRefusals(w) {
			words = phrase.Join(" ", words, phrase.UpperFirst(w)+".")
		}
	}
	return words
}

// tellFailures says which policies of a run that goes on, or has just ended, have failed.
func (s *Session) tellFailures(of *Simulated) {
	var failed []string
	for _, f := range s.failuresOf(of) {
		failed = append(failed, f.Label+": "+f.Reason)
	}
	if failed == nil {
		return
	}
	others := ". The other policies are shown."
	if s.Running {
		others = ". The other policies go on."
	}
	s.Warn(strings.Join(failed, "; ") + others)
	s.Notice.ofRun = true
	if s.toldEarly != s.RunNumber {
		s.Browser.Say(s.Notice.Text)
	}
	if s.Running {
		s.toldEarly = s.RunNumber
	}
}
