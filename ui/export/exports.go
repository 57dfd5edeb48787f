package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/forecast"
	"backfill/ui/panel/logstory"
	"backfill/ui/panel/modelfit"
	"backfill/ui/panel/schedules"
	"backfill/ui/panel/whatif"
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
	Story     *logstory.Story
	ModelFit  *modelfit.ModelFit
	Forecast  *forecast.Forecast
	WhatIf    *whatif.WhatIf

	policy   string // label of the one whose schedule is saved, "" for the first one
	unwanted string // name of the file whose writing was cancelled, "" for none
}

// Headings of what can be saved.
const (
	asExperiment = "The experiment"
	asTables     = "Tables"
	AsFigures    = "Figures for print"
	AsSchedules  = "Schedules for other programs"
)

// NothingYet says why nothing of a simulation can be saved.
const NothingYet = "Nothing is simulated yet."

// Items are the files that can be saved.
func (e *Exports) Items() []widget.Item {
	runs, _ := e.Runs()
	why := ""
	if len(runs) == 0 {
		why = NothingYet
	}
	list := []widget.Item{
		{Group: asExperiment, Title: "Experiment", Sentence: "The scenario as JSON, to open again here or to run without a browser.", Do: e.saveScenario},
		{Group: asExperiment, Title: "Report", Sentence: "One page with the answer, tables, figures and how to reproduce them (HTML), to read offline or to print.", Why: e.reportWhy(), Do: e.SaveReport},
		{Group: asTables, Title: "Metrics", Sentence: e.metricsWords(), Why: why, Do: e.SaveMetrics},
		{Group: asTables, Title: "Jobs", Sentence: "Every job under every policy as CSV.", Why: why, Do: e.SaveJobs},
		{Group: asTables, Title: "Result", Sentence: "Everything that was measured as JSON, as the program without a browser writes it.", Why: why, Do: e.SaveResult},
	}
	list = append(list, e.figureItems()...)
	return append(list, e.scheduleItems(runs, why)...)
}

// metricsWords say what the file of metrics holds.
func (e *Exports) metricsWords() string {
	if e.Measurement != nil {
		return "The table of metrics with its intervals as CSV."
	}
	return "All metrics of all policies as CSV."
}

// figureItems are the pictures.
func (e *Exports) figureItems() []widget.Item {
	why := ""
	if e.Timeline == nil {
		why = NothingYet
	}
	return []widget.Item{
		{Group: AsFigures, Title: "Timeline as SVG", Sentence: "The visible part of the timeline as shapes and text. The buttons below a chart save it in this size, too.", Why: why, Do: func() { e.SaveTimeline("svg") }},
		{Group: AsFigures, Title: "Timeline as PNG", Sentence: "The same as a picture of 300 dots per inch.", Why: why, Do: func() { e.SaveTimeline("png") }},
	}
}

// scheduleItems are the formats of other programs.
func (e *Exports) scheduleItems(runs []*result.Run, why string) []widget.Item {
	r := e.exported()
	return []widget.Item{
		{Group: AsSchedules, Title: "Log (SWF)", Sentence: "The simulated schedule as a log, readable again here and elsewhere.", Why: why, Do: func() { e.saveSchedule(r) }},
		{Group: AsSchedules, Title: "Accounting log (sacct)", Sentence: "The simulated schedule as Slurm’s sacct would print it, readable again here.", Why: why, Do: func() { e.saveAccounting(r) }},
		{Group: AsSchedules, Title: "Batsim’s jobs.csv", Sentence: "The schedule in Batsim’s columns, with the processors of each job, as evalys reads it.", Why: why, Do: func() { e.saveBatsim(r) }},
		{Group: AsSchedules, Title: "Trace for Perfetto", Sentence: "All policies as a Chrome trace (JSON): processors as tracks, with counters; ui.perfetto.dev opens it.", Why: why, Do: e.saveTrace},
		{Group: AsSchedules, Title: "Workload (CWF)", Sentence: "The jobs before any simulation, with requested starts and commands if they have any, as a log with three more fields, readable again.", Why: why, Do: e.saveWorkload},
	}
}

// exported is the run whose schedule is saved, nil if there is none.
func (e *Exports) exported() *result.Run {
	runs, _ := e.Runs()
	if len(runs) == 0 {
		return nil
	}
	return runs[max(slices.IndexFunc(runs, func(r *result.Run) bool { return r.Label == e.policy }), 0)]
}

// Options are what can be chosen for a group of files.
func (e *Exports) Options(group string) []widget.Option {
	switch runs, _ := e.Runs(); {
	case group == AsFigures:
		return e.paperOptions()
	case group == AsSchedules && len(runs) > 1:
		return []widget.Option{{ID: "export-policy", Label: "Policy", Choices: result.Labels(runs), Chosen: slices.Index(runs, e.exported()),
			Choose: func(label string) { e.policy = label }}}
	}
	return nil
}

// ErrUnwanted is the error of a file whose writing was cancelled.
var ErrUnwanted = errors.New("cancelled")

// GiveUp ends the writing of a file.
func (e *Exports) GiveUp(name string) { e.unwanted = name }

// Writing says how much of a file has been written so far; ErrUnwanted: it is to be written no further.
func (e *Exports) Writing(name string, bytes int64) error {
	if e.unwanted == name {
		return ErrUnwanted
	}
	e.Notice = session.Notice{Text: "Writing " + name + ": " + phrase.FileSize(bytes) + " so far…", Writes: name}
	return nil
}

// Written says that a file is offered, or why it is not.
func (e *Exports) Written(name string, bytes int64, err error) {
	if e.unwanted == name {
		e.unwanted = ""
	}
	switch {
	case errors.Is(err, ErrUnwanted):
		e.Tell(name + " is not written: cancelled.")
	case err != nil:
		e.Warn(name + " cannot be written: " + err.Error() + ".")
	default:
		e.Tell(name + " is written: " + phrase.FileSize(bytes) + ".")
	}
}

// saveScenario offers the experiment itself.
func (e *Exports) saveScenario() {
	var b bytes.Buffer
	if json.Indent(&b, e.Valid, "", "  ") != nil {
		return
	}
	b.WriteByte('\n')
	e.Browser.Save(e.FileName()+".scenario.json", "application/json", b.Bytes())
}
