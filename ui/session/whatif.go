package session

import (
	"fmt"

	"backfill/engine/metrics"
	"backfill/ui/draft"
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
func (s *Session) Cluster() (c *draft.Cluster, other, ok bool) {
	if s.Draft.Varied("/machine") {
		return nil, false, false
	}
	now, ok := s.Form.Cluster(s.Draft.Machine)
	if !ok {
		return nil, false, false
	}
	e := s.ComparedWith()
	if e == nil {
		return now, false, true
	}
	if s.base.of != e {
		s.base.of, s.base.machine = e, s.Form.ReadText(e.Scenario).Machine
	}
	if c, ok = s.Form.Cluster(s.base.machine); !ok {
		return now, false, true
	}
	return c, !c.Equal(now), true
}

// comparedMachine is the machine of what the next answer is compared with, read once.
type comparedMachine struct {
	of      *Simulated
	machine draft.Choice
}

// WhatIfCluster runs it on a machine of partitions that is changed: that of Cluster, so that how the machine has been changed since is taken
// back.
func (s *Session) WhatIfCluster(change func(c *draft.Cluster)) {
	if c, _, ok := s.Cluster(); ok {
		change(c)
		s.whatIf(func(d, _ *draft.Draft) { d.Machine = c.Machine() }, "")
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
