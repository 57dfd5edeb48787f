package export

import (
	"errors"
	"io"
	"slices"
	"strings"

	"backfill/engine/export"
	"backfill/engine/workload/logs"
	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/schedules"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Exports offers what can be saved as files.
type Exports struct {
	*panel.Shared
	Answers   *answers.Answers
	Editor    *editor.Editor
	Schedules *schedules.Schedules

	exportedLabel string // of the policy whose schedule is exported, "" for the first one
	unwanted      string // name of the file whose writing was cancelled, "" for none
}

// Headings of what can be exported.
const (
	asExperiment = "The experiment"
	asTables     = "Tables"
	AsFigures    = "Figures for print"
	AsSchedules  = "Schedules for other programs"
)

const NothingYet = "Nothing is simulated yet."

// Items are the files that can be saved.
func (p *Exports) Items() []widget.Item {
	runs, _ := p.Runs()
	why := ""
	if len(runs) == 0 {
		why = NothingYet
	}
	list := []widget.Item{
		{Group: asExperiment, Title: "Experiment", Sentence: "The scenario as JSON, to open again here or to run without a browser.", Do: p.SaveScenario},
		{Group: asExperiment, Title: "Report", Sentence: "One page with the answer, tables, figures and how to reproduce them (HTML), to read offline or to print.", Why: p.reportWhy(), Do: p.SaveReport},
		{Group: asTables, Title: "Metrics", Sentence: p.metricsExport(), Why: why, Do: p.SaveMetrics},
		{Group: asTables, Title: "Jobs", Sentence: "Every job under every policy as CSV.", Why: why, Do: p.SaveJobs},
		{Group: asTables, Title: "Result", Sentence: "Everything that was measured as JSON, as the program without a browser writes it.", Why: why, Do: p.SaveResult},
	}
	list = append(list, p.figureExports()...)
	return append(list, p.scheduleExports(runs, why)...)
}

// metricsExport says what the file of metrics holds.
func (p *Exports) metricsExport() string {
	if p.Measurement != nil {
		return "The table of metrics with its intervals as CSV."
	}
	return "All metrics of all policies as CSV."
}

// figureExports are the pictures.
func (p *Exports) figureExports() []widget.Item {
	why := ""
	if p.Timeline == nil {
		why = NothingYet
	}
	return []widget.Item{
		{Group: AsFigures, Title: "Timeline as SVG", Sentence: "The visible part of the timeline as shapes and text. The buttons below a chart save it in this size, too.", Why: why, Do: func() { p.SaveTimeline("svg") }},
		{Group: AsFigures, Title: "Timeline as PNG", Sentence: "The same as a picture of 300 dots per inch.", Why: why, Do: func() { p.SaveTimeline("png") }},
	}
}

// scheduleExports are the formats of other programs.
func (p *Exports) scheduleExports(runs []*result.Run, why string) []widget.Item {
	r := p.exported()
	list := []widget.Item{
		{Group: AsSchedules, Title: "Log (SWF)", Sentence: "The simulated schedule as a log, readable again here and elsewhere.", Why: why, Do: func() { p.SaveSchedule(r) }},
		{Group: AsSchedules, Title: "Batsim’s jobs.csv", Sentence: "The schedule in Batsim’s columns, with the processors of each job, as evalys reads it.", Why: why, Do: func() { p.SaveBatsim(r) }},
		{Group: AsSchedules, Title: "Trace for Perfetto", Sentence: "All policies as a Chrome trace (JSON): processors as tracks, with counters; ui.perfetto.dev opens it.", Why: why, Do: p.SaveTrace},
	}
	return append(list, widget.Item{Group: AsSchedules, Title: "Workload (CWF)", Sentence: "The jobs before any simulation, with requested starts and commands if they have any, as a log with three more fields, readable again.", Why: why, Do: p.SaveWorkload})
}

// exported is the run whose schedule is saved, nil if there is none.
func (p *Exports) exported() *result.Run {
	runs, _ := p.Runs()
	if len(runs) == 0 {
		return nil
	}
	return runs[max(slices.IndexFunc(runs, func(r *result.Run) bool { return r.Label == p.exportedLabel }), 0)]
}

// Options are those of a group of exports.
func (p *Exports) Options(group string) []widget.Option {
	switch runs, _ := p.Runs(); {
	case group == AsFigures:
		return p.paperOptions()
	case group == AsSchedules && len(runs) > 1:
		return []widget.Option{{ID: "export-policy", Label: "Policy", Choices: result.Labels(runs), Chosen: slices.Index(runs, p.exported()),
			Choose: func(label string) { p.exportedLabel = label }}}
	}
	return nil
}

// ErrUnwanted is the error of a file whose writing was cancelled.
var ErrUnwanted = errors.New("cancelled")

// GiveUp ends the writing of a file.
func (p *Exports) GiveUp(name string) { p.unwanted = name }

// Writing says how much of a file has been written so far; ErrUnwanted: it is to be written no further.
func (p *Exports) Writing(name string, bytes int64) error {
	if p.unwanted == name {
		return ErrUnwanted
	}
	p.Notice = session.Notice{Text: "Writing " + name + ": " + phrase.FileSize(bytes) + " so far…", Writes: name}
	return nil
}

// Written says that a file is offered, or why it is not.
func (p *Exports) Written(name string, bytes int64, err error) {
	if p.unwanted == name {
		p.unwanted = ""
	}
	switch {
	case errors.Is(err, ErrUnwanted):
		p.Tell(name + " is not written: cancelled.")
	case err != nil:
		p.Warn(name + " cannot be written: " + err.Error() + ".")
	default:
		p.Tell(name + " is written: " + phrase.FileSize(bytes) + ".")
	}
}

// scheduleName is the name of a file of a policy's schedule, without extension.
func (p *Exports) scheduleName(r *result.Run) string {
	return phrase.Join("-", p.FileName(), phrase.FileName(r.Label))
}

// SaveWorkload offers the jobs as a log that holds requested starts and commands.
func (p *Exports) SaveWorkload() {
	w, notes := p.Workload(), strings.Split(p.Origin(), "\n")
	p.Browser.Write(p.FileName()+".cwf", "text/plain", func(to io.Writer) error { return logs.WriteCWF(to, w, notes) })
}

// SaveSchedule offers what a policy made of the workload as a log.
func (p *Exports) SaveSchedule(r *result.Run) {
	notes := append([]string{"policy: " + r.Label}, strings.Split(p.Origin(), "\n")...)
	p.Browser.Write(p.scheduleName(r)+".swf", "text/plain", func(to io.Writer) error { return logs.WriteSWF(to, r.Outcome, notes) })
}

// SaveBatsim offers it in the columns of Batsim's jobs.csv.
func (p *Exports) SaveBatsim(r *result.Run) {
	name, origin := p.Draft.Name, r.Label+"; "+p.Origin()
	p.Browser.Write(p.scheduleName(r)+"-jobs.csv", "text/csv", func(to io.Writer) error {
		return export.WriteBatsim(to, r.Outcome, r.Layout.Blocks(), name, origin)
	})
}

// SaveTrace offers the schedules of all policies as a trace.
func (p *Exports) SaveTrace() {
	runs, _ := p.Runs()
	origin := p.Origin()
	p.Browser.Write(p.ResultName()+".trace.json", "application/json", func(to io.Writer) error {
		var schedules []export.Traced
		for _, r := range runs {
			schedules = append(schedules, export.Traced{Name: r.Label, Outcome: r.Outcome, Blocks: r.Layout.Blocks(), Series: r.Series})
		}
		return export.WriteTrace(to, schedules, origin)
	})
}
