package ui

import (
	"fmt"
	"time"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// What the templates ask of the page.

func (p *Page) placesClass() string {
	class := "places"
	if p.folded["experiment"] {
		class += " folded"
	}
	if len(p.runLabels()) > 3 {
		class += " many" // for which a table needs more room
	}
	return class
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

// asksToRun says whether the results are stale and nothing makes them new by itself.
func (p *Page) asksToRun() bool {
	if p.running || p.missing != nil || p.question.Text != "" {
		return false
	}
	return len(p.wrong) > 0 || p.valid != nil && p.stale() && (!p.quick || p.notice.OfRun)
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

// offersRest says whether what is shown is a part of the experiment as it is.
func (p *Page) offersRest() bool {
	return len(p.wrong) == 0 && (p.resumable() || p.Shown.Results != nil && p.partial() && p.upToDate())
}

func (p *Page) answerClass() string {
	if p.stale() {
		return "answer old"
	}
	return "answer"
}

func (p *Page) colorWords() []string {
	var words []string
	for b := range timeline.NumColorBy {
		switch w := p.workload(); {
		case b == timeline.ByDeadline && (w == nil || !timeline.HasDeadlines(w)), b == timeline.ByChange && p.before() == nil:
		default:
			words = append(words, b.String())
		}
	}
	return words
}

// spokenDescriptions are the descriptions of the timeline while they are unfolded.
func (p *Page) spokenDescriptions() []string {
	if !p.opened["description"] {
		return nil
	}
	return p.Descriptions()
}

func (p *Page) runLabels() []string {
	runs, _ := p.runs()
	return result.Labels(runs)
}

func (p *Page) setListed(label string) {
	for i, l := range p.runLabels() {
		if l == label {
			p.listing.SetPolicy(i)
		}
	}
}

// rowClass is nil where there is nothing to see.
func (p *Page) rowClass(j int32) any {
	class := ""
	if j == p.pinned {
		class = "pinned"
	}
	if p.changedJobs()[j] {
		class = phrase.Join(" ", class, "changed")
	}
	return optional(class)
}

func (p *Page) inspecting() bool {
	w := p.workload()
	return p.pinned != engine.NoJob && w != nil && int(p.pinned) < len(w.Jobs)
}

func (p *Page) inspected() string {
	return fmt.Sprintf("Job %d", p.workload().JobNumber(p.pinned)) + explain.AttemptWords(p.workload(), p.pinned, ", ")
}

// Item is one line of a dialog that can be chosen.
type Item struct {
	Group           string // its heading stands above the first one of a group
	Title, Sentence string
	Page            string // the address to go to, instead of something to do
	Why             string // it cannot be chosen now; "" if it can
	Do              func()
	id              string // of its element
}

// disabled is the value of aria-disabled: such an item keeps the focus, so that its reason is read.
func (i Item) disabled() any {
	if i.Why == "" {
		return nil
	}
	return "true"
}

func (p *Page) galleryItems() []Item {
	var list []Item
	for _, g := range p.gallery {
		list = append(list, Item{Group: g.Group, Title: g.Title, Sentence: g.Sentence, Page: g.Page, Do: func() { p.browser.GalleryItem(g.File) }})
	}
	return list
}

// follow closes the dialog and does what was chosen in it, if it can be chosen.
func (p *Page) follow(item Item) {
	if item.Why != "" {
		return
	}
	p.CloseDialog()
	item.Do()
}
