package ui

import (
	"time"

	"github.com/vugu/vugu"

	"backfill/ui/phrase"
)

// Progress is the state of one policy's simulation, or of an experiment of many cells,
// for people.
type Progress struct {
	Label       string
	Ended, Jobs int
	Words       string // how much is done; a share if empty
}

// progresses lists the policies of the current run.
func (p *Page) progresses() []Progress {
	var list []Progress
	if p.measuring() || p.settling() {
		m := p.ongoing
		return []Progress{{Label: "Simulations", Ended: m.done, Jobs: max(m.planned, 1), Words: m.share()}}
	}
	for i, ended := range p.progress {
		list = append(list, Progress{Label: p.ran.Plan.Policies[i].Label, Ended: ended, Jobs: max(p.jobs, 1)})
	}
	return list
}

// stage is what the current run is at.
func (p *Page) stage() string {
	switch {
	case p.measuring():
		return "Simulating"
	case p.settling():
		return "Computing the intervals"
	}
	if p.ran.Results == nil {
		return "Preparing the workload…"
	}
	return "Simulating"
}

// TimeLeft estimates, from what is done, how long the current run still takes.
func (p *Page) TimeLeft() string {
	switch {
	case p.measuring() && p.ongoing == p.measured:
		return phrase.Join(". ", p.ongoing.left(), p.widestWords())
	case p.measuring():
		return p.ongoing.left()
	case p.settling():
		return ""
	}
	done, all := 0, 0
	for _, ended := range p.progress {
		done += ended
		all += p.jobs
	}
	elapsed := time.Since(p.began)
	switch {
	case p.ran.Results == nil:
		return ""
	case done == 0 || all == 0 || elapsed < patience:
		return "just begun"
	}
	return phrase.TimeLeft(elapsed, done, all)
}

func (n notice) class() string {
	if n.Problem {
		return "notice problem"
	}
	return "notice"
}

// button is what the button beside it says.
func (n notice) button() string {
	if n.Writes != "" {
		return "Cancel"
	}
	return "Dismiss"
}

func (n notice) role() string {
	if n.Problem {
		return "alert"
	}
	return "status"
}

func (p *Page) missingSentence() string {
	m := p.missing
	if m == nil {
		return ""
	}
	text := "This experiment needs the " + fileNoun(m.Name) + " " + m.Name
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
	return p.running && time.Since(p.began) >= patience ||
		(p.measuring() || p.settling()) && time.Since(p.ongoing.began) >= patience
}

func (g Progress) text() string {
	if g.Words != "" {
		return g.Words
	}
	return phrase.Percent(float64(g.Ended) / float64(g.Jobs))
}

// runWord is what the button that runs says.
func (p *Page) runWord() string {
	if p.resumable() {
		return "Go on"
	}
	return "Run"
}

// pressRun runs by the button, which disappears.
func (p *Page) pressRun() {
	p.Run()
	if p.question.Text != "" {
		p.browser.Focus(p.question.Choices[0].ID)
		return
	}
	p.browser.Focus("answers")
}

// pressCancel cancels by the button, which disappears.
func (p *Page) pressCancel() {
	p.CancelRun()
	if p.asksToRun() && len(p.wrong) == 0 {
		p.browser.Focus("run-button")
		return
	}
	p.browser.Focus("answers")
}

func (p *Page) staleSentence() string {
	if len(p.wrong) > 0 {
		return p.mistakeNotice()
	}
	if p.Shown.Results == nil {
		return "Nothing is simulated yet."
	}
	if p.offersRest() {
		if p.partial() {
			return "Only " + p.partShown() + "; still to be simulated: " + phrase.List(p.absent()) + "."
		}
		return "Only " + p.partShown() + "."
	}
	return "The experiment has changed; the results are those of the last run."
}

// demand is what keeps the experiment from being run: a question or a log that is
// missing.
func (c *Notices) demand() question {
	p := c.page
	if p.question.Text == "" && p.missing != nil {
		return question{p.missingSentence(), []Choice{{Text: "Open the " + fileNoun(p.missing.Name) + "…", ID: "open-log-button", Do: p.OpenFile}}}
	}
	return p.question
}

func (c *Notices) demandBar() vugu.Builder {
	var list []Button
	for _, choice := range c.demand().Choices {
		list = append(list, Button{Text: choice.Text, ID: choice.ID, Do: choice.Do})
	}
	return c.page.bar("What to do", list...)
}
