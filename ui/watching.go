package ui

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// watching shows on the page what happens in its session.
type watching struct{ *Page }

// DraftReplaced drops what was typed into the fields of a job.
func (p watching) DraftReplaced() { p.WhatIf.Forget() }

// Opened leaves the job that was pinned in another experiment, and the numbers that were asked about there.
func (p watching) Opened() {
	if p.frame != nil && p.Notice.Text == "" {
		p.Notice.Text = p.Editor.UnknownAllowed()
	}
	p.WhatIf.ForgetNumbers()
	p.ByHand.Forget()
	if p.Session.Shown.Results != nil {
		p.endGreeting() // who opens another experiment has found the way
	}
	p.Unpin()
}

// NotOpened tells the page around a frame.
func (p watching) NotOpened() {
	if p.Notice.Problem {
		p.tellProblem(p.Notice.Text, "")
	}
}

// ScenarioChanged tells the page around a frame of the experiment as it is now, and of the address under which the
// whole page shows it.
func (p watching) ScenarioChanged() {
	p.answer(nil, told{"type": "scenario", "scenario": p.Valid, "link": p.homeLink()})
}

// Unfold unfolds cards of the form and what else is folded.
func (p watching) Unfold(what ...string) {
	for _, w := range what {
		p.Editor.Unfold(w)
		p.Unfolded[w] = true
	}
}

// ShowMistake shows the first mistake in the form.
func (p watching) ShowMistake() { p.Editor.ShowMistake() }

// SayMistake reads the first mistake aloud.
func (p watching) SayMistake() { p.Browser.Say(p.Editor.MistakeSentence()) }

// Mistaken tells those who await results in the page around a frame. What is in a script is found when it has been checked, a while after the message.
func (p watching) Mistaken() {
	if p.frame != nil && len(p.frame.awaited) > 0 {
		p.tellProblem(p.Editor.MistakeSentence(), p.Editor.FirstWrong())
	}
}

// Edited tells the story of the log anew, if that is read in another way now.
func (p watching) Edited() { p.Story.FollowEdit() }

// Asked asks what the log tells meanwhile.
func (p watching) Asked() { p.Story.Follow() }

// Began gives up what the last simulation was asked, and asks what the log tells beside it.
func (p watching) Began() {
	p.PriorityMatrix.GiveUp()
	p.Priorities.GiveUp()
	p.StartForecast.GiveUp()
	p.Play.GiveUp()
	p.ModelFit.GiveUp()
	p.Story.Follow()
}

// Shown shows results everywhere.
func (p watching) Shown(fresh bool, last *engine.Workload) {
	if fresh {
		p.Browser.Hold()
		p.Instant = engine.Never
		p.PriorityMatrix.Forget()
		p.Priorities.Forget()
		p.WhatIf.Repin(last)
	}
	p.ModelFit.Recall()
	p.Stage()
	p.Jobs.Refresh()
	p.Users.Refresh()
	if p.Measurement == nil {
		p.Answers.EstimateClasses()
	}
	if fresh {
		p.Inspector.UnpinIfGone()
	}
}

// Estimated shows estimates everywhere.
func (p watching) Estimated(complete bool) {
	p.Answers.ShowPlot()
	p.Answers.EstimateClasses()
	if complete {
		p.Browser.Say(p.Answers.Sentence())
		p.tellResults()
	}
}

// Finished draws what waits for all results of a run, and tells of them.
func (p watching) Finished() {
	p.Answers.ShowCharts()
	if p.Measurement == nil && !p.ByHand.Spoke() {
		text := p.Answers.Sentence()
		if b := p.BeforeAndAfter(); b != nil {
			text = phrase.Join(" ", b.Sentence(), text)
		}
		p.Browser.Say(text)
	}
	p.tellResults()
}

// Stopped gives up what the simulation was asked.
func (p watching) Stopped() {
	p.PriorityMatrix.GiveUp()
	p.Priorities.GiveUp()
	p.StartForecast.GiveUp()
	p.Play.GiveUp()
	p.ModelFit.GiveUp()
	if p.Partial() {
		p.Answers.ShowCharts()
	}
}

// Failed tells the page around a frame.
func (p watching) Failed(why, path string) { p.tellProblem(why, path) }

// Settled asks for the plan and for the reasons of the pinned job that a run kept from being told, and for drawings of small runs before and after a
// change.
func (p watching) Settled() {
	p.PriorityMatrix.AskPlan()
	p.Priorities.Ask()
	p.Play.AskSnapshots()
	p.Schedules.AskStories()
	if p.Pinned != engine.NoJob {
		p.Inspector.AskWhy()
	}
	p.TwoRuns.AskAgain()
	if p.frame == nil && !p.Locked {
		p.WhatIf.RepeatSoon()
	}
}
