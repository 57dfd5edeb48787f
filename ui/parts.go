package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/panel/play"
)

// parts are the components of the page, each behind a guard.
type parts struct {
	header, notices, experiment, picture, player, decisionPanel, answers, claims, curves, charts, inspector, whatIf, classes, matrix, jobs, apart, dialogs vugu.Builder
}

func newParts(p *Page) parts {
	return parts{
		header:        p.Guard(&Header{p}),
		notices:       p.Guard(&Notices{p}),
		experiment:    p.Guard(&Experiment{p}),
		picture:       p.Guard(&Picture{p}),
		player:        p.Guard(&play.Player{Play: p.Play}),
		decisionPanel: p.Guard(&play.DecisionPanel{Play: p.Play}),
		answers:       p.Guard(p.Answers),
		claims:        p.Guard(&Claims{p.Answers}),
		curves:        p.Guard(&Curves{p.Answers}),
		charts:        p.Guard(&Charts{p.Answers}),
		inspector:     p.Guard(&Inspector{p}),
		whatIf:        p.Guard(&WhatIf{p}),
		classes:       p.Guard(&Classes{p.Answers}),
		matrix:        p.Guard(p.PriorityMatrix),
		jobs:          p.Guard(&Jobs{p}),
		apart:         p.Guard(p.TwoRuns),
		dialogs:       p.Guard(&Dialogs{p}),
	}
}
