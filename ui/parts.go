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
		player:        p.Guard(&play.Player{p.Play}),
		decisionPanel: p.Guard(&play.DecisionPanel{p.Play}),
		answers:       p.Guard(&Answers{p}),
		claims:        p.Guard(&Claims{p}),
		curves:        p.Guard(&Curves{p}),
		charts:        p.Guard(&Charts{p}),
		inspector:     p.Guard(&Inspector{p}),
		whatIf:        p.Guard(&WhatIf{p}),
		classes:       p.Guard(&Classes{p}),
		matrix:        p.Guard(p.PriorityMatrix),
		jobs:          p.Guard(&Jobs{p}),
		apart:         p.Guard(p.TwoRuns),
		dialogs:       p.Guard(&Dialogs{p}),
	}
}
