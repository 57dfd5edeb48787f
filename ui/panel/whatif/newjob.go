package whatif

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/widget"
)

// jobForm is a job to be added, as it is being typed.
type jobForm struct {
	Texts, Mistakes map[string]string
}

// OpenJobForm opens or closes the fields of a job to be added.
func (w *WhatIf) OpenJobForm() {
	if w.NewJob != nil {
		w.NewJob = nil
		w.Browser.FocusInPlace("add-job")
		return
	}
	w.NewJob = &jobForm{map[string]string{"submit": "0 s", "processors": "1", "run": "1 h"}, map[string]string{}}
	if w.Timeline != nil {
		w.NewJob.Texts["submit"] = w.jobText("submit", (w.Timeline.View.T0 / engine.Second * engine.Second).Seconds())
	}
	w.Browser.Focus("add-job-submit")
}

// jobFormFields are the fields of the job to be added.
func (w *WhatIf) jobFormFields() []jobField {
	form := w.NewJob
	var list []jobField
	for _, column := range draft.Changeable {
		f := jobField{Column: column, Label: jobFieldLabels[column], About: w.accepted(column), Text: form.Texts[column], Mistake: form.Mistakes[column], id: "add-job-" + column,
			edit: func(text string) { form.Texts[column] = text; w.readJobForm() }}
		if column == "request" {
			f.Empty = "as the run time"
		}
		list = append(list, f)
	}
	return list
}

// readJobForm is the job of the fields as a row of the table of changes, nil if there are mistakes.
func (w *WhatIf) readJobForm() draft.JobChange {
	form := w.NewJob
	form.Mistakes = map[string]string{}
	row := draft.JobChange{"action": json.RawMessage(`"add"`)}
	for _, column := range draft.Changeable {
		raw, err := w.readJobValue(column, form.Texts[column])
		switch {
		case err != nil:
			form.Mistakes[column] = err.Error()
		case raw != nil:
			row[column] = raw
		case column == "run":
			form.Mistakes[column] = "Missing: how long the job runs."
		}
	}
	if len(form.Mistakes) > 0 {
		return nil
	}
	return row
}

// AddJob adds the job of the fields and shows it as soon as it is there.
func (w *WhatIf) AddJob() {
	row := w.readJobForm()
	if row == nil {
		for _, f := range w.jobFormFields() {
			if f.Mistake != "" {
				w.Browser.Focus(f.id)
				return
			}
		}
	}
	w.NewJob = nil
	w.AddRow(row)
	w.Browser.FocusInPlace("add-job")
}

// AddRow adds the job of a row of the table of changes under the next free number.
func (w *WhatIf) AddRow(row draft.JobChange) {
	number := w.freeNumber()
	row["job"] = json.RawMessage(strconv.FormatInt(number, 10))
	w.AlterChanges("", func(rows []draft.JobChange) []draft.JobChange { return append(rows, row) })
	w.awaits = number
}

// freeNumber is one more than the largest number of a job. O(jobs).
func (w *WhatIf) freeNumber() int64 {
	last := int64(0)
	if workload := w.Workload(); workload != nil {
		last = int64(len(workload.Jobs))
		if workload.Number != nil {
			last = slices.Max(workload.Number)
		}
	}
	for _, c := range w.Changes() {
		last = max(last, c.Number())
	}
	return last + 1
}

// newJobFields is the form of a job to be added.
func (w *WhatIf) newJobFields() vugu.Builder {
	return w.Guard(&JobFields{w.jobFormFields(), "A job to be added"})
}

// newJobBar ends the form of a job to be added.
func (w *WhatIf) newJobBar() vugu.Builder {
	return w.Bar("Job to be added", widget.Button{Text: "Add", ID: "add-job-now", Do: w.AddJob}, widget.Button{Text: "Cancel", Do: w.OpenJobForm})
}
