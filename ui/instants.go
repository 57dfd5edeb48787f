package ui

import (
	"sort"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/timeline"
)

// Said is a sentence whose jobs and instants are buttons.
type Said struct {
	page *Page
	said explain.Sentence
}

// said is a component that shows a sentence.
func (p *Page) said(s explain.Sentence) vugu.Builder { return &guard{p, &Said{p, s}} }

// wholeShare is how many times as long as a job's stay a window may be that shows where the
// instants of its story lie.
const wholeShare = 20

// nearStarts is how many starts a window holds on either side of an instant that would be lost in the whole.
const nearStarts = 40

// ShowInstant moves the timeline to an instant and marks it. A window on everything, in which
// the pinned job would be lost, becomes one on that job, or on what happens around that instant.
func (p *Page) ShowInstant(at engine.Time) {
	if p.scene == nil {
		return
	}
	v := p.scene.View
	if v.Span() == v.Last-v.First && len(p.drawn) > 0 {
		near := v.Fit(around(p.drawn[0].Outcome, at))
		if p.inspecting() {
			near = v.FitTo(p.longest(p.pinned), p.pinned)
		}
		if near.Span() < v.Span()/wholeShare {
			v = near
		}
	}
	p.moveTo(at, v.Centre(at))
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

// moveTo shows a view that holds an instant, which it marks.
func (p *Page) moveTo(at engine.Time, v timeline.View) {
	p.instant = at
	p.SetView(v)
	p.markInstants()
	p.LookAt(at)
	if p.small() {
		p.Browser.Focus(TimelineHost) // it would be out of sight
	}
	p.Browser.Say("The timeline shows " + p.Clock().Format(at) + ".")
}

// longest is the outcome on the timeline in which job j ends last.
func (p *Page) longest(j int32) *engine.Outcome {
	last := p.drawn[0].Outcome
	for _, r := range p.drawn {
		if int(j) < len(r.Outcome.End) && r.Outcome.End[j] > last.End[j] {
			last = r.Outcome
		}
	}
	return last
}

// forgetInstant takes the mark away.
func (p *Page) forgetInstant() {
	p.instant = engine.Never
	p.markInstants()
}

// markInstants marks on the timeline the instant that was asked for and the plan that is shown.
func (p *Page) markInstants() {
	if p.scene == nil {
		return
	}
	p.scene.Marks = nil
	if p.instant != engine.Never {
		p.scene.Marks = append(p.scene.Marks, p.instant)
	}
	if p.matrix.came != nil && p.opened["matrix"] && p.matrix.came.At != p.instant {
		p.scene.Marks = append(p.scene.Marks, p.matrix.came.At)
	}
	p.Browser.Redraw()
}
