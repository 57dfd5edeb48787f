package panel

import (
	"sort"

	"backfill/engine"
	"backfill/ui/timeline"
)

// WholeShare is how many times as long as a job's stay a window may be that shows where the
// instants of its story lie.
const WholeShare = 20

// nearStarts is how many starts a window holds on either side of an instant that would be lost in the whole.
const nearStarts = 40

// ShowInstant moves the timeline to an instant and marks it. A window on everything, in which
// the pinned job would be lost, becomes one on that job, or on what happens around that instant.
func (s *Shared) ShowInstant(at engine.Time) {
	if s.Timeline == nil {
		return
	}
	v := s.Timeline.View
	if v.Span() == v.Last-v.First && len(s.Drawn) > 0 {
		near := v.Fit(around(s.Drawn[0].Outcome, at))
		if s.Inspecting() {
			near = v.FitTo(s.LastEnding(s.Pinned), s.Pinned)
		}
		if near.Span() < v.Span()/WholeShare {
			v = near
		}
	}
	s.MoveTo(at, v.Centre(at))
}

// around is a stretch of time with some starts before and after an instant. O(log jobs).
func around(o *engine.Outcome, at engine.Time) (from, to engine.Time) {
	n := len(o.StartOrder)
	if n == 0 {
		return at, at
	}
	i := sort.Search(n, func(i int) bool { return o.Start[o.StartOrder[i]] >= at })
	from, to = o.Start[o.StartOrder[max(i-nearStarts, 0)]], o.Start[o.StartOrder[min(i+nearStarts, n-1)]]
	return min(from, at), max(to, at)
}

// MoveTo shows a view that holds an instant, which it marks.
func (s *Shared) MoveTo(at engine.Time, v timeline.View) {
	s.Instant = at
	s.SetView(v)
	s.MarkInstants()
	for _, told := range s.OnInstant {
		told(at)
	}
	if s.Small() {
		s.Browser.Focus(TimelineHost) // it would be out of sight
	}
	s.Browser.Say("The timeline shows " + s.Clock().Format(at) + ".")
}

// LastEnding is the outcome on the timeline in which job j ends last.
func (s *Shared) LastEnding(j int32) *engine.Outcome {
	last := s.Drawn[0].Outcome
	for _, r := range s.Drawn {
		if int(j) < len(r.Outcome.End) && r.Outcome.End[j] > last.End[j] {
			last = r.Outcome
		}
	}
	return last
}

// forgetInstant takes the mark away.
func (s *Shared) forgetInstant() {
	s.Instant = engine.Never
	s.MarkInstants()
}

// MarkInstants marks on the timeline the instant that was asked for and the plan that is shown.
func (s *Shared) MarkInstants() {
	if s.Timeline == nil {
		return
	}
	s.Timeline.Marks = nil
	if s.Instant != engine.Never {
		s.Timeline.Marks = append(s.Timeline.Marks, s.Instant)
	}
	if s.PlanAt != engine.Never && s.PlanAt != s.Instant {
		s.Timeline.Marks = append(s.Timeline.Marks, s.PlanAt)
	}
	s.Browser.Redraw()
}
