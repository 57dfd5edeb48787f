package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/play"
)

// parts are the components of the page, each behind a guard.
type parts struct {
	header, notices, experiment, story, picture, decisionPanel, byHand, answers, claims, curves, charts, inspector, whatIf, classes, matrix, priorities, jobs, users, modelFit, forecast, twoRuns, dialogs vugu.Builder
}

// skips are the places to which a reader with a keyboard goes at once, in the order in which they follow each other.
var skips = []struct{ id, text string }{
	{"experiment", "Skip to the experiment"}, {panel.TimelineHost, "Skip to the timeline"}, {"answers", "Skip to the answers"},
}

// Where the classes of jobs may stand.
const (
	above = true  // the timeline
	below = false // it
)

// classes are the classes of jobs, above the timeline if they are what was measured, else below it. In the other place there is nothing.
func (p *Page) classes(at bool) vugu.Builder {
	if at == (p.Measurement != nil) {
		return p.parts.classes
	}
	return p.Guard(&Absent{})
}

// present is what is said of the instant that is shown: in which the reader places jobs, or the decisions of a run that is played; nothing
// if there is neither.
func (p *Page) present() vugu.Builder {
	switch {
	case p.ByHand.Open():
		return p.parts.byHand
	case p.Play.On:
		return p.parts.decisionPanel
	}
	return p.Guard(&Absent{})
}

// besidePlayer is where that stands in a narrow column: a whole timeline would lie between the player and
// the panel that stands elsewhere on the right.
func (p *Page) besidePlayer() vugu.Builder {
	if p.besidesPlayer() {
		return p.present()
	}
	return p.Guard(&Absent{})
}

// besidesPlayer says whether that is its place: in a frame, too, where jobs are placed.
func (p *Page) besidesPlayer() bool {
	return p.Small() || p.frame != nil && (p.ByHand.Open() || p.fits())
}

// besideTimeline is where it stands elsewhere.
func (p *Page) besideTimeline() vugu.Builder {
	if p.besidesPlayer() {
		return p.Guard(&Absent{})
	}
	return p.present()
}

func newParts(p *Page) parts {
	return parts{
		header:        p.Guard(&Header{p}),
		notices:       p.Guard(&Notices{p}),
		experiment:    p.Guard(&editor.Experiment{Editor: p.Editor}),
		story:         p.Guard(p.Story),
		picture:       p.Guard(p.Schedules),
		decisionPanel: p.Guard(&play.DecisionPanel{Play: p.Play}),
		byHand:        p.Guard(p.ByHand),
		answers:       p.Guard(p.Answers),
		claims:        p.Guard(&answers.Claims{Answers: p.Answers}),
		curves:        p.Guard(&answers.Curves{Answers: p.Answers}),
		charts:        p.Guard(&answers.Charts{Answers: p.Answers}),
		inspector:     p.Guard(p.Inspector),
		whatIf:        p.Guard(p.WhatIf),
		classes:       p.Guard(&answers.Classes{Answers: p.Answers}),
		matrix:        p.Guard(p.PriorityMatrix),
		priorities:    p.Guard(p.Priorities),
		jobs:          p.Guard(p.Jobs),
		users:         p.Guard(p.Users),
		modelFit:      p.Guard(p.ModelFit),
		forecast:      p.Guard(p.StartForecast),
		twoRuns:       p.Guard(p.TwoRuns),
		dialogs:       p.Guard(&Dialogs{p}),
	}
}
