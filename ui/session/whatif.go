package session

import (
	"fmt"
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// WhatIfLoad runs the experiment with so many per cent more load than before.
func (s *Session) WhatIfLoad(percent string) {
	s.whatIf(func(d, base *draft.Draft) { d.AskLoad(base, percent) }, draft.LoadKind)
}

// WhatIfEstimates runs it with requests that are at most so many times the run time.
func (s *Session) WhatIfEstimates(factor string) {
	s.whatIf(func(d, base *draft.Draft) { d.AskEstimates(base, factor) }, draft.EstimatesKind)
}

// WhatIfProcessors runs it on a machine with so many per cent more processors than before.
func (s *Session) WhatIfProcessors(percent float64) {
	if n, ok := s.MoreProcessors(percent); ok {
		s.whatIf(func(d, _ *draft.Draft) { d.Machine.Texts["processors"] = fmt.Sprint(n) }, "")
	}
}

// MoreProcessors is how many processors WhatIfProcessors gives the machine; false if the machine has no one number of them.
func (s *Session) MoreProcessors(percent float64) (int64, bool) {
	if s.Draft.Varied("/machine/processors") || s.Draft.Varied("/machine") {
		return 0, false
	}
	machine := s.Draft.Machine
	if e := s.ComparedWith(); e != nil {
		if e.Plan.Scenario.Machine.Kind != machine.Kind {
			return 0, false
		}
		machine = machine.Clone()
		machine.Texts["processors"] = fmt.Sprint(e.Plan.Processors())
	}
	return s.Form.MoreProcessors(&machine, percent)
}

// Cluster is the machine of partitions that WhatIfCluster changes, as it is edited. False if the machine is another one, or a sweep varies it.
func (s *Session) Cluster() (m *cluster.Machine, ok bool) {
	if s.Draft.Varied("/machine") {
		return nil, false
	}
	return cluster.ReadMachine(s.Form, s.Draft.Machine)
}

// WhatIfCluster runs it on a machine of partitions that is changed further: what was asked of it before stays.
func (s *Session) WhatIfCluster(change func(m *cluster.Machine)) {
	if m, ok := s.Cluster(); ok {
		change(m)
		s.whatIf(func(d, _ *draft.Draft) { d.Machine = m.Choice() }, "")
	}
}

// Scheduler is the policy slurm that WhatIfScheduler changes: the first one, as it is edited. False if there is none, or a sweep varies it. It is
// not to be changed.
func (s *Session) Scheduler() (c *cluster.Scheduler, ok bool) {
	now := draft.Draft{Policies: s.Draft.Policies, Sweep: s.Draft.Sweep}
	if k := &s.scheduler; !k.of.Equal(now) {
		k.of = now.Clone()
		k.policy, k.ok = cluster.FirstScheduler(s.Form, &s.Draft)
	}
	return s.scheduler.policy, s.scheduler.ok
}

// askedScheduler is the policy of Scheduler, read once: tables of accounts are long.
type askedScheduler struct {
	of     draft.Draft // of which it is, its policies and its sweep
	policy *cluster.Scheduler
	ok     bool
}

// WhatIfScheduler runs it with a policy slurm that is changed further: what was asked of it before stays.
func (s *Session) WhatIfScheduler(change func(c *cluster.Scheduler)) {
	if c, ok := s.Scheduler(); ok {
		c = c.Clone()
		change(c)
		s.whatIf(func(d, _ *draft.Draft) { c.Replace(d) }, "")
	}
}

// WhatIfWithout runs it without the jobs of a user, group or queue; a number below 0 stands for those of unknown ones.
func (s *Session) WhatIfWithout(by metrics.Owner, number int32) {
	text := "unknown"
	if number >= 0 {
		text = fmt.Sprint(number)
	}
	s.whatIf(func(d, base *draft.Draft) { s.Form.AskWithout(d, base, by.String()+"s", text) }, draft.FilterKind)
}

// whatIf changes the experiment, of which base is what the answer is compared with, and runs it. It says which policies a transformation of that
// kind leaves no use for.
func (s *Session) whatIf(change func(d, base *draft.Draft), kind string) {
	var removed []string // their labels
	base, with := s.Draft.Clone(), s.ComparedWith()
	if with != nil {
		base = s.Form.ReadText(with.Scenario)
	}
	s.Alter("", func(d *draft.Draft) {
		change(d, &base)
		if s.Form.Resubmits(kind) {
			removed = s.Form.RemoveRecorded(d)
		}
	})
	if s.Stale() {
		s.Run()
	}
	var told []string
	if with == nil && s.Notice.Text == "" && len(s.Wrong) == 0 {
		told = append(told, "There is nothing to compare the answer with: the experiment has not been simulated without this change.")
	}
	if removed != nil {
		told = append(told, removedWords(removed, s.Form.Transform(kind).Name))
	}
	if told != nil {
		s.Tell(strings.Join(told, " "))
	}
}

// ComparedWith is what the next change will be compared with: what was before the first change, or what is shown; nil if there is
// neither of the experiment as it is edited.
func (s *Session) ComparedWith() *Simulated {
	e := s.Before()
	if e == nil {
		e = s.OnPage()
	}
	if e == nil || e.opening != s.Draft.Opening {
		return nil
	}
	return e
}

// removedWords say which policies left because a transformation changes when jobs are submitted.
func removedWords(labels []string, name string) string {
	return phrase.List(labels) + " left the policies: " + name + " changes when jobs are submitted, so the waits in the log no longer hold. Undo brings " + phrase.Verb(len(labels), "the policy", "the policies") + " back."
}
