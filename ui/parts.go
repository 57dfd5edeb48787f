package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/panel/answers"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/play"
)

// parts are the components of the page, each behind a guard.
type parts struct {
	header, notices, experiment, picture, decisionPanel, answers, claims, curves, charts, inspector, whatIf, classes, matrix, jobs, users, twoRuns, dialogs vugu.Builder
}

func newParts(p *Page) parts {
	return parts{
		header:        p.Guard(&Header{p}),
		notices:       p.Guard(&Notices{p}),
		experiment:    p.Guard(&editor.Experiment{Editor: p.Editor}),
		picture:       p.Guard(p.Schedules),
		decisionPanel: p.Guard(&play.DecisionPanel{Play: p.Play}),
		answers:       p.Guard(p.Answers),
		claims:        p.Guard(&answers.Claims{Answers: p.Answers}),
		curves:        p.Guard(&answers.Curves{Answers: p.Answers}),
		charts:        p.Guard(&answers.Charts{Answers: p.Answers}),
		inspector:     p.Guard(p.Inspector),
		whatIf:        p.Guard(p.WhatIf),
		classes:       p.Guard(&answers.Classes{Answers: p.Answers}),
		matrix:        p.Guard(p.PriorityMatrix),
		jobs:          p.Guard(p.Jobs),
		users:         p.Guard(p.Users),
		twoRuns:       p.Guard(p.TwoRuns),
		dialogs:       p.Guard(&Dialogs{p}),
	}
}
