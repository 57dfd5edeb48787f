package ui

import (
	"bytes"
	"fmt"
	"time"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/ui/timeline"
)

// What the templates ask of the page.

func (p *Page) placesClass() string {
	if p.folded["experiment"] {
		return "places folded"
	}
	return "places"
}

func (n notice) class() string {
	if n.Problem {
		return "notice problem"
	}
	return "notice"
}

func (n notice) role() string {
	if n.Problem {
		return "alert"
	}
	return "status"
}

func (p *Page) otherTheme() string {
	if p.browser.Theme() == "dark" {
		return "Light"
	}
	return "Dark"
}

func (p *Page) missingSentence() string {
	m := p.missing
	if m == nil {
		return ""
	}
	text := "This experiment needs the log " + m.Name
	if m.Size > 0 {
		text += " (" + grouped(m.Size) + " bytes)"
	}
	text += ", which is not in this browser. A link never holds a log: please open the file or drop it here"
	if m.SHA256 != "" {
		text += "; its content is checked"
	}
	return text + "."
}

// slow says whether a run takes long enough to show its progress.
func (p *Page) slow() bool { return p.running && time.Since(p.began) > patience }

func (g Progress) text() string { return percent(float64(g.Ended) / float64(g.Jobs)) }

// asksToRun says whether the results are stale and nothing makes them new by itself.
func (p *Page) asksToRun() bool {
	return p.valid != nil && p.stale() && !p.running && p.missing == nil && (!p.quick || len(p.wrong) > 0 || p.notice.Problem)
}

func (p *Page) staleSentence() string {
	if len(p.wrong) > 0 {
		return "The results are those of the last experiment without mistakes."
	}
	if p.results == nil {
		return "Nothing is simulated yet."
	}
	return "The experiment has changed; the results are those of the last run."
}

func (p *Page) answerClass() string {
	if p.stale() {
		return "answer old"
	}
	return "answer"
}

func (p *Page) colorWords() []string {
	var words []string
	for b := timeline.ByWait; b <= timeline.ByKind; b++ {
		words = append(words, b.String())
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

func (p *Page) moreOrLess(what, more, less string) string {
	if p.opened[what] {
		return less
	}
	return more
}

func (p *Page) runLabels() []string {
	runs, _ := p.runs()
	return labelsOf(runs)
}

func (p *Page) setListed(label string) {
	for i, l := range p.runLabels() {
		if l == label {
			p.listing.SetPolicy(i)
		}
	}
}

func (p *Page) rowClass(j int32) any {
	if j == p.pinned {
		return "pinned"
	}
	return nil
}

func (p *Page) inspecting() bool {
	w := p.workload()
	return p.pinned != engine.NoJob && w != nil && int(p.pinned) < len(w.Jobs)
}

func (p *Page) inspected() string {
	return fmt.Sprintf("Job %d", p.workload().JobNumber(p.pinned))
}

// Export is one line of the export dialog.
type Export struct {
	Title, Sentence string
	save            func()
}

func (p *Page) exports() []Export {
	list := []Export{
		{"Experiment", "the scenario as JSON, to open again here or to run headless", p.SaveScenario},
		{"Result", "everything as JSON, as the headless program writes it", p.SaveResult},
		{"Metrics", "all metrics of all policies as CSV", p.SaveMetrics},
		{"Jobs", "every job under every policy as CSV", p.SaveJobs},
		{"Timeline", "the visible part of the timeline as PNG", p.SaveTimeline},
		{"Chart of waits", "as SVG", func() { p.SaveChart(waitChart, "svg") }},
		{"Chart of slowdowns", "as SVG", func() { p.SaveChart(slowdownChart, "svg") }},
	}
	runs, _ := p.runs()
	for _, r := range runs {
		list = append(list, Export{"Schedule of " + r.Label, "the simulated schedule as a log (SWF), readable again", func() { p.SaveSchedule(r) }})
	}
	return list
}

func (p *Page) export(save func()) {
	p.CloseDialog()
	save()
}

// SaveSchedule offers what a policy made of the workload as a log.
func (p *Page) SaveSchedule(r *Run) {
	var b bytes.Buffer
	notes := []string{"Policy " + r.Label, "Scenario " + string(p.shown), "Backfill " + p.results.Version}
	if err := workload.WriteSWF(&b, r.Outcome, notes); err != nil {
		p.warn("The schedule cannot be written: " + err.Error())
		return
	}
	p.browser.Save(p.fileName()+"-"+r.Kind+".swf", "text/plain", b.Bytes())
}
