package session

import (
	"bytes"
	"encoding/json"
	"fmt"

	"backfill/engine/metrics"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// WhatIfLoad runs the experiment with so many per cent more load than before.
func (s *Session) WhatIfLoad(percent string) {
	removed := s.whatIf(func(d, base *draft.Draft) { d.AskLoad(base, percent) }, draft.LoadKind)
	if removed != nil {
		s.tellRemoved(removed, s.Form.Transform(draft.LoadKind).Name)
	}
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

// Cluster is the machine of partitions that WhatIfCluster changes: that of what the answer is compared with, if it is one. other says that
// the machine as it is edited differs from it. False if the machine is another one.
func (s *Session) Cluster() (m *cluster.Machine, other, ok bool) {
	if s.Draft.Varied("/machine") {
		return nil, false, false
	}
	now, ok := cluster.ReadMachine(s.Form, s.Draft.Machine)
	if !ok {
		return nil, false, false
	}
	if m, ok = cluster.ReadMachine(s.Form, s.comparedDraft().Machine); !ok {
		return now, false, true
	}
	return m, !m.Equal(now), true
}

// comparedDraft is what the next answer is compared with, as it was edited; what is edited if there is nothing.
func (s *Session) comparedDraft() *draft.Draft {
	e := s.ComparedWith()
	if e == nil {
		return &s.Draft
	}
	if !bytes.Equal(s.base.of, e.Scenario) {
		base := s.Form.ReadText(e.Scenario)
		s.base = comparison{e.Scenario, &base}
	}
	return s.base.draft
}

// comparison is what the next answer is compared with, read once.
type comparison struct {
	of    json.RawMessage
	draft *draft.Draft
}

// WhatIfCluster runs it on a machine of partitions that is changed: that of Cluster, so that how the machine has been changed since is taken
// back.
func (s *Session) WhatIfCluster(change func(m *cluster.Machine)) {
	if m, _, ok := s.Cluster(); ok {
		change(m)
		s.whatIf(func(d, _ *draft.Draft) { d.Machine = m.Choice() }, "")
	}
}

// Scheduler is the policy slurm that WhatIfScheduler changes: the first one, as it was in what the answer is compared with, if it was
// there. other says that the policy as it is edited differs from it. False if there is none, or a sweep varies it. It is not to be changed.
func (s *Session) Scheduler() (c *cluster.Scheduler, other, ok bool) {
	now, base := draft.Draft{Policies: s.Draft.Policies, Sweep: s.Draft.Sweep}, s.comparedDraft()
	if k := &s.scheduler; k.base != base || !k.of.Equal(now) {
		*k = askedScheduler{of: now.Clone(), base: base}
		k.policy, k.other, k.ok = s.readScheduler(base)
	}
	return s.scheduler.policy, s.scheduler.other, s.scheduler.ok
}

// askedScheduler is the policy of Scheduler, read once: tables of accounts are long.
type askedScheduler struct {
	of        draft.Draft  // of which it is, its policies and its sweep
	base      *draft.Draft // of what the answer is compared with
	policy    *cluster.Scheduler
	other, ok bool
}

func (s *Session) readScheduler(base *draft.Draft) (c *cluster.Scheduler, other, ok bool) {
	now, ok := cluster.FirstScheduler(s.Form, &s.Draft)
	if !ok {
		return nil, false, false
	}
	if c, ok = now.Earlier(base, &s.Draft); !ok {
		return now, false, true
	}
	return c, !c.Equal(now), true
}

// WhatIfScheduler runs it with a policy slurm that is changed: that of Scheduler, so that how the policy has been changed since is taken back.
func (s *Session) WhatIfScheduler(change func(c *cluster.Scheduler)) {
	if c, _, ok := s.Scheduler(); ok {
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

// whatIf changes the experiment, of which base is what the answer is compared with, and runs it. It returns the labels of the
// policies that transformations of that kind leave no use for.
func (s *Session) whatIf(change func(d, base *draft.Draft), kind string) (removed []string) {
	base := s.Draft.Clone()
	if e := s.ComparedWith(); e != nil {
		base = s.Form.ReadText(e.Scenario)
	}
	s.alter("", func(d *draft.Draft) {
		change(d, &base)
		if s.resubmits(kind) {
			removed = s.removeRecorded(d)
		}
	})
	if s.Stale() {
		s.Run()
	}
	return removed
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

// tellRemoved says which policies left because a transformation changes when jobs are submitted.
func (s *Session) tellRemoved(labels []string, name string) {
	s.Tell(phrase.List(labels) + " left the policies: " + name + " changes when jobs are submitted, so the waits in the log no longer hold. Undo brings the policy back.")
}
