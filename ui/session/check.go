package session

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"backfill/ui/draft"
)

// settle is how long the session waits for the next key before it runs by itself.
const settle = 150 * time.Millisecond

// pauseInTyping is how long it waits before a mistake is read aloud.
const pauseInTyping = 900 * time.Millisecond

// changed checks the draft, puts it into the address, and runs it if that is quick.
// merge says that the change continues the last one.
func (s *Session) changed(merge bool) {
	s.change++ // what waited to be run is out of date
	token := s.change
	s.written.then = nil
	s.Notice, s.Question = Notice{}, Question{}
	if m := s.Missing; m != nil && !slices.ContainsFunc(s.FilesNeeded(), named(m.Name)) {
		s.Missing = nil
	}
	s.check()
	if s.ofOtherBaseline() {
		s.Estimate(true)
	}
	if !s.Unchecked() {
		s.settled(merge)
		return
	}
	s.Browser.After(settle, func() {
		if token == s.change {
			s.whenChecked(func() { s.settled(merge) })
		}
	})
}

// settled is changed for a draft that has been checked.
func (s *Session) settled(merge bool) {
	token := s.change
	if len(s.Wrong) > 0 {
		s.watcher.Mistaken()
		s.Browser.After(pauseInTyping, func() {
			if token == s.change {
				s.watcher.SayMistake()
			}
		})
		return
	}
	s.adoptResults()
	s.setAddress(merge)
	if !s.differs() || !s.Quick && !s.Eager || !s.filesAtHand() {
		return
	}
	s.due = token
	s.Browser.After(settle, func() {
		if token == s.change {
			s.Run()
		}
	})
}

// RunIsDue says whether the last change is about to be run by itself.
func (s *Session) RunIsDue() bool { return s.due > 0 && s.due == s.change }

// check finds the mistakes of the draft and, if there are none, its scenario. It may have
// expressions and scripts that have to be checked elsewhere: see Unchecked.
func (s *Session) check() {
	before := s.Wrong
	s.written.unknown = nil
	text, plan, wrong := s.Form.Write(&s.Draft)
	if s.Limits != nil && len(wrong) == 0 {
		wrong = s.Limits(&s.Draft)
	}
	s.Wrong = wrong
	switch {
	case !s.Unchecked():
		s.unread = nil
	case len(before) > 0:
		s.unread = before
	}
	if len(wrong) == 0 && !s.Unchecked() {
		s.Valid, s.Plan = text, plan
	}
}

// MistakeAt is what stands beside the field at path: its mistake or why the run of a script there has failed. As long as nobody knows
// anything of a new text, it is what was wrong with the one before, and isLast says so.
func (s *Session) MistakeAt(path string) (sentence string, isLast bool) {
	if sentence = s.Wrong[path]; sentence != "" || !s.IsScript(path) {
		return sentence, false
	}
	return cmp.Or(s.unread[path], s.failureAt(path)), s.Unchecked()
}

// Stale says whether the results are of another experiment than the fields say, or
// of a part of it only.
func (s *Session) Stale() bool {
	return s.Shown.Results == nil || len(s.Wrong) > 0 || s.Unchecked() || !s.Running && s.awaitsPolicies() || s.Unfinished() || !s.UpToDate()
}

// differs says whether the experiment is another one than that which runs or, if none does, than that of the results.
func (s *Session) differs() bool {
	if (s.Running || s.Measuring()) && !s.runsChangesNext {
		return !s.stillAsked(&s.Ran)
	}
	return s.Stale()
}

// sameness remembers what draft.SameRun said of two scenarios. Every rendering asks, and a table of thousands of jobs takes long to
// compare.
type sameness struct {
	a, b json.RawMessage
	same bool
}

// of says whether two scenarios give the same runs.
func (c *sameness) of(a, b json.RawMessage) bool {
	if !Identical(c.a, a) || !Identical(c.b, b) {
		*c = sameness{a, b, draft.SameRun(a, b)}
	}
	return c.same
}

// UpToDate says whether the scenario of the results and the draft's give the same runs, of the same logs.
func (s *Session) UpToDate() bool {
	return s.compared.of(s.Shown.Scenario, s.Valid) && slices.Equal(s.Shown.Files, s.FilesNeeded())
}

// stillAsked is UpToDate of what was, or is being, simulated.
func (s *Session) stillAsked(e *Simulated) bool {
	return e.sameRun(s.Valid, s.FilesNeeded())
}

// Identical says whether a and b are the same bytes in the same place; nobody writes to
// the text of a scenario.
func Identical(a, b json.RawMessage) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
}
