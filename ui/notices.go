package ui

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/vugu/vugu"

	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Notices shows messages, progress and whether results are stale.
type Notices struct{ page *Page }

// progress is the state of one policy's simulation, or of an experiment of many cells,
// for people.
type progress struct {
	Label       string
	Ended, Jobs int
	Words       string // how much is done; a share if empty
}

// progresses lists the policies of the current run.
func (p *Page) progresses() []progress {
	var list []progress
	if p.Measuring() || p.Settling() {
		m := p.Ongoing
		return []progress{{Label: "Simulations", Ended: m.Done, Jobs: max(m.Planned, 1), Words: m.Share()}}
	}
	for i, ended := range p.Ended {
		list = append(list, progress{Label: p.Ran.Plan.Policies[i].Label, Ended: ended, Jobs: max(p.JobsOfRun, 1)})
	}
	return list
}

// stage is what the current run is at.
func (p *Page) stage() string {
	switch {
	case p.Measuring():
		return "Simulating"
	case p.Settling():
		return "Computing the intervals"
	}
	if p.Ran.Results == nil {
		return "Preparing the workload…"
	}
	return "Simulating"
}

// timeLeft estimates, from what is done, how long the current run still takes.
func (p *Page) timeLeft() string {
	switch {
	case p.Measuring() && p.Ongoing == p.Measurement:
		return phrase.Join(". ", p.Ongoing.Left(), p.Answers.WidestWords())
	case p.Measuring():
		return p.Ongoing.Left()
	case p.Settling():
		return ""
	}
	at := slices.IndexFunc(p.Ended, func(ended int) bool { return ended < p.JobsOfRun })
	if p.Ran.Results == nil || at < 0 {
		return ""
	}
	elapsed := time.Since(p.PolicyBegan)
	if p.Ended[at] == 0 {
		return "just begun"
	}
	if elapsed < p.Patience() {
		return ""
	}
	text := phrase.TimeLeft(elapsed, p.Ended[at], p.JobsOfRun)
	// How long another policy takes is not known: it may be many times as long.
	switch rest := len(p.Ended) - 1 - at; {
	case rest == 1:
		text += " under " + p.Ran.Plan.Policies[at].Label + ", then " + p.Ran.Plan.Policies[at+1].Label
	case rest > 1:
		text += " under " + p.Ran.Plan.Policies[at].Label + ", then " + strconv.Itoa(rest) + " more policies"
	}
	return text
}

func (c *Notices) class() string {
	if c.page.Notice.Problem {
		return "notice problem"
	}
	return "notice"
}

// button is what the button beside it says.
func (c *Notices) button() string {
	if c.page.Notice.Writes != "" {
		return "Cancel"
	}
	return "Dismiss"
}

func (c *Notices) role() string {
	if c.page.Notice.Problem {
		return "alert"
	}
	return "status"
}

// missingSentence asks for the file that the experiment waits for; "" if it waits for none.
func (p *Page) missingSentence() string {
	m := p.Missing
	if m == nil {
		return ""
	}
	text := "This experiment needs the " + opened.FileNoun(m.Name) + " " + m.Name
	if m.Size > 0 {
		text += " (" + phrase.Grouped(m.Size) + " bytes)"
	}
	text += ", which is not in this browser. A link never holds a file: please open the file or drop it here"
	if m.SHA256 != "" {
		text += "; its content is checked"
	}
	return text + "."
}

// slow says whether a run takes long enough to show its progress.
func (p *Page) slow() bool {
	return p.Running && time.Since(p.Began) >= p.Patience() || (p.Measuring() || p.Settling()) && time.Since(p.Ongoing.Began) >= p.Patience()
}

// text says how much is done.
func (p progress) text() string {
	if p.Words != "" {
		return p.Words
	}
	return phrase.Percent(float64(p.Ended) / float64(p.Jobs))
}

// runWord is what the button that runs says.
func (p *Page) runWord() string {
	if p.Resumable() {
		return "Go on"
	}
	return "Run"
}

// runNow runs because the reader wants it, and says so to those who do not see it.
func (p *Page) runNow() {
	p.Run()
	if p.Running || p.Measuring() {
		p.Browser.Say("Simulating.")
	}
}

// pressRun runs by the button, which disappears. The reader goes on looking at the same place.
func (p *Page) pressRun() {
	p.runNow()
	if p.Question.Text != "" {
		p.Browser.FocusInPlace(p.Question.Choices[0].ID)
		return
	}
	p.Browser.FocusInPlace(session.MainPart)
}

// pressCancel cancels by the button, which disappears.
func (p *Page) pressCancel() {
	p.CancelRun()
	if p.frame != nil && len(p.frame.awaited) > 0 {
		p.tellProblem("The reader has cancelled the run.", "")
	}
	if p.AsksToRun() && len(p.Wrong) == 0 {
		p.Browser.FocusInPlace("run-button")
		return
	}
	p.Browser.FocusInPlace(session.MainPart)
}

// staleSentence says why the experiment can be run.
func (p *Page) staleSentence() string {
	if len(p.Wrong) > 0 {
		return p.Editor.MistakeNotice()
	}
	if p.Shown.Results == nil {
		return "Nothing is simulated yet."
	}
	if p.OffersRest() {
		if p.Partial() {
			return "Only " + p.PartShown() + "; still to be simulated: " + phrase.List(p.Absent()) + "."
		}
		return "Only " + p.PartShown() + "."
	}
	if other := p.OtherResults(); other != "" {
		return "The results are those of " + other + "."
	}
	return "The experiment has changed; the results are those of the last run."
}

// demand is what keeps the experiment from being run: a question or a log that is
// missing.
func (c *Notices) demand() session.Question {
	p := c.page
	if p.Question.Text == "" && p.Missing != nil {
		return session.Question{Text: p.missingSentence(), Choices: []session.Choice{{Text: "Open the " + opened.FileNoun(p.Missing.Name) + "…", ID: "open-log-button", Do: p.OpenFile}}}
	}
	return p.Question
}

// demandText is the question or what is missing, and says so if the results are those of another experiment.
func (c *Notices) demandText() string {
	text := c.demand().Text
	if text == "" || c.page.Shown.Results == nil || c.page.UpToDate() {
		return text
	}
	return text + " The results are those of " + cmp.Or(c.page.OtherResults(), "the last run") + "."
}

// until says of which experiment the results are as long as none have come of the one that runs; "" if that is the one.
func (c *Notices) until() string {
	if before := c.page.ResultsBefore(); before != "" {
		return "Until something has come of it, the results are those of " + before + "."
	}
	return ""
}

func (c *Notices) demandBar() vugu.Builder { return c.choiceBar(c.demand().Choices) }

func (c *Notices) noticeBar() vugu.Builder { return c.choiceBar(c.page.Notice.Choices) }

func (c *Notices) choiceBar(choices []session.Choice) vugu.Builder {
	var list []widget.Button
	for _, choice := range choices {
		list = append(list, widget.Button{Text: choice.Text, ID: choice.ID, Do: choice.Do})
	}
	return c.page.Bar("What to do", list...)
}

// dismissNotice takes the notice away.
func (p *Page) dismissNotice() {
	p.Exports.GiveUp(p.Notice.Writes)
	p.Notice = session.Notice{}
	p.Browser.FocusInPlace(session.MainPart)
}
