package session

import (
	"encoding/json"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
)

// asConfigured is the scheduler that made the log, as its configuration or the experiment that was opened says, with its machine: what questions
// change. Only what came of it can be held against the log.
type asConfigured struct {
	opening   int // Draft.Opening of the experiment
	machine   draft.Choice
	policy    draft.Choice // no kind: there is none
	simulated *Simulated   // the first cell with it that was simulated; nil: none, or it would take too much memory
}

// NoteAsConfigured makes the policy of d that is labelled so, else the first of its kind, what is as configured, with the machine of d.
func (s *Session) NoteAsConfigured(d *draft.Draft) {
	s.configured = asConfigured{opening: d.Opening}
	at := slices.IndexFunc(d.Policies, func(c draft.Choice) bool { return c.Label == slurmconf.AsConfigured })
	if at < 0 {
		at = slices.IndexFunc(d.Policies, func(c draft.Choice) bool { return c.Kind == cluster.SlurmKind })
	}
	if at >= 0 {
		s.configured.machine, s.configured.policy = d.Machine.Clone(), d.Policies[at].Clone()
	}
}

// KnowsAsConfigured says whether it is known of the experiment that is edited what is as configured.
func (s *Session) KnowsAsConfigured() bool { return s.configured.opening == s.Draft.Opening }

// ActedAsConfigured tells that people did these things while the scheduler that is as configured made the log.
func (s *Session) ActedAsConfigured(actions string) {
	if k := &s.configured; k.policy.Kind != "" {
		k.policy.Texts["actions"] = actions
		k.simulated = nil
	}
}

// nameScheduler has a policy be called as configured only while it and its machine are. Policies are told from those before a change by this name
// in every table and report.
func (s *Session) nameScheduler(d *draft.Draft) {
	k := &s.configured
	if k.policy.Kind == "" || k.opening != d.Opening {
		return
	}
	labels := s.Form.Labels(d)
	other := func(i int) bool { return strings.HasPrefix(labels[i], slurmconf.Changed) }
	is := slices.Contains(labels, slurmconf.AsConfigured)
	for i := range d.Policies {
		label := ""
		switch {
		case labels[i] == slurmconf.AsConfigured && !s.isAsConfigured(d, i):
			label = s.Form.NewLabel(d, slurmconf.Changed)
		case !is && other(i) && s.isAsConfigured(d, i):
			label = slurmconf.AsConfigured
		default:
			continue
		}
		d.Policies[i].Label = label
		draft.KeepNames(d, labels, s.Form.Labels(d), true)
		return
	}
}

// isAsConfigured says whether policy i of d and the machine of d are as configured.
func (s *Session) isAsConfigured(d *draft.Draft, i int) bool {
	k := &s.configured
	return s.Form.SamePolicy(&d.Policies[i], &k.policy) && s.Form.SameMachine(&d.Machine, &k.machine)
}

// followConfigured takes what is as configured from an experiment that was opened with it.
func (s *Session) followConfigured(d *draft.Draft) {
	if s.configured.opening != d.Opening {
		s.NoteAsConfigured(d)
	}
}

// keepAsConfigured keeps the cell that is shown if it is the first one in which all is as configured, or the first since the log was read otherwise.
func (s *Session) keepAsConfigured() {
	k, shown := &s.configured, s.OnPage()
	if k.opening != shown.opening || k.policy.Kind == "" || s.Partial() || len(shown.Plan.Points) > 1 {
		return
	}
	if k.simulated != nil && !s.onlyReadAnew(k.simulated.Scenario, shown.Scenario) {
		return
	}
	policy, ok := shown.Modelling()
	d := s.Form.ReadText(shown.Scenario)
	if ok && s.isAsConfigured(&d, policy) && shown.bytes()+s.keptBytes() <= mostBytes {
		k.simulated = shown
	}
}

// onlyReadAnew says whether two scenarios differ in nothing but in how an accounting log is read, such as in which time zone.
func (s *Session) onlyReadAnew(was, is json.RawMessage) bool {
	a, b := s.Form.ReadText(was), s.Form.ReadText(is)
	return a.Workload.Kind == accounting.Kind.Kind && s.Form.OnlyWorkloadDiffers(&a, &b)
}

// forgetWayBack has nothing to compare with where all changes have been taken back: what it would tell is a change backwards.
func (s *Session) forgetWayBack() {
	if e := s.AsConfigured(); e != nil && draft.SameRun(e.Scenario, s.Shown.Scenario) && !slices.Contains(s.Kept, s.prior) {
		s.prior = nil
	}
}

// AsConfigured is the simulated cell in which the scheduler of the log is as its configuration says, whatever has been changed since; nil if
// there is none of the experiment that is shown.
func (s *Session) AsConfigured() *Simulated {
	if k := &s.configured; k.simulated != nil && k.opening == s.Shown.opening {
		return k.simulated
	}
	return nil
}

// TakesAsConfigured says whether what is shown can be taken as configured: it was changed by hand, say, since the files are not what the
// cluster had.
func (s *Session) TakesAsConfigured() bool {
	shown := s.OnPage()
	if shown == nil || s.configured.policy.Kind == "" || shown.opening != s.configured.opening || s.Running || s.Partial() || len(shown.Plan.Points) > 1 || !s.UpToDate() {
		return false
	}
	policy, ok := shown.Modelling()
	if !ok {
		return false
	}
	switch label := shown.Plan.Policies[policy].Label; {
	case label == slurmconf.AsConfigured:
		return false
	case strings.HasPrefix(label, slurmconf.Changed):
		return true
	}
	return !s.isAsConfigured(&s.Draft, policy)
}

// TakeAsConfigured takes what is shown as configured, and runs it under that name.
func (s *Session) TakeAsConfigured() {
	if !s.TakesAsConfigured() {
		return
	}
	at, _ := s.OnPage().Modelling()
	s.Alter("", func(d *draft.Draft) {
		if c := &d.Policies[at]; strings.HasPrefix(c.Label, slurmconf.Changed) {
			labels := s.Form.Labels(d)
			c.Label = slurmconf.AsConfigured
			draft.KeepNames(d, labels, s.Form.Labels(d), true)
		}
		s.NoteAsConfigured(d)
	})
	s.CompareFromHere()
	if s.Stale() {
		s.Run()
	} else {
		s.keepAsConfigured()
	}
}

// Modelling is the policy of the cell that models the scheduler of its log: as configured or, if there is none such, the first of its kind. False
// if there is none, or no recorded waits.
func (e *Simulated) Modelling() (policy int, ok bool) {
	if policy, ok = e.Models(); !ok || e.Results.Workload == nil || e.Results.Workload.Wait == nil {
		return 0, false
	}
	return policy, true
}

// Models is Modelling whether or not there are recorded waits, which jobs have no more that come at other times.
func (e *Simulated) Models() (policy int, ok bool) {
	if e == nil || e.Results == nil {
		return 0, false
	}
	for i, r := range e.Results.Runs {
		if r == nil || r.Kind != cluster.SlurmKind {
			continue
		}
		if r.Label == slurmconf.AsConfigured {
			return i, true
		}
		if !ok {
			policy, ok = i, true
		}
	}
	return policy, ok
}
