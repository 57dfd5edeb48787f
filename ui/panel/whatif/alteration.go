package whatif

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Alteration is what the inspector has to change its job.
type Alteration struct{ *WhatIf }

// altering is what is known of the pinned job as far as it can be changed.
type altering struct {
	number int64
	is     engine.Job
	was    engine.Job
	change draft.JobChange // nil: it is not changed
	added  bool
}

// altering is what is known of the pinned job now.
func (w *WhatIf) altering() altering {
	workload := w.Workload()
	a := altering{number: workload.JobNumber(w.Pinned)}
	a.is = workload.Jobs[session.LastRun(workload, w.Pinned)]
	a.was = a.is
	if was, known := w.Originally(a.number); known {
		a.was = was
	}
	a.change = w.ChangeOf(a.number)
	a.added = a.change != nil && a.change.Action() == "add"
	return a
}

// original is the value of a column before the change, in the unit of the scenario.
func (a *altering) original(column string) float64 { return columnValue(a.was, column) }

// columnValue is what a column of the table of changes says of a job.
func columnValue(job engine.Job, column string) float64 {
	switch column {
	case "submit":
		return job.Submit.Seconds()
	case "run":
		return job.Run.Seconds()
	case "request":
		return job.Estimate.Seconds()
	}
	return float64(job.Processors)
}

// JobFields are the fields of the pinned job.
func (w *WhatIf) JobFields() []jobField {
	a := w.altering()
	var list []jobField
	for _, column := range draft.Changeable {
		f := jobField{Column: column, Label: jobFieldLabels[column], About: w.accepted(column), id: "what-if-" + column, edit: func(text string) { w.ChangePinned(column, text) }}
		v, changed := a.change.Value(column)
		switch {
		case changed:
		case a.added:
			v = columnValue(a.is, column)
		default:
			v = a.original(column)
		}
		f.Text = w.jobText(column, v)
		if old := a.original(column); changed && !a.added && v != old {
			f.Old = "was " + w.jobText(column, old)
		}
		if w.job == a.number {
			if text, typed := w.texts[column]; typed {
				f.Text = text
			}
			f.Mistake = w.mistakes[column]
		}
		list = append(list, f)
	}
	return list
}

// ChangePinned puts text into a field of the pinned job. What is no value stays in the field, with a
// sentence; an empty field leaves the job as it was.
func (w *WhatIf) ChangePinned(column, text string) {
	a := w.altering()
	if w.job != a.number {
		w.Forget()
		w.job, w.texts, w.mistakes = a.number, map[string]string{}, map[string]string{}
	}
	w.texts[column] = text
	delete(w.mistakes, column)
	raw, err := w.readJobValue(column, text)
	if err != nil {
		w.mistakes[column] = err.Error()
		return
	}
	w.AlterJob(fmt.Sprintf("what if %d %s", a.number, column), a.number, func(c draft.JobChange) {
		v, _ := strconv.ParseFloat(string(raw), 64)
		switch {
		case raw == nil && (c.Action() != "add" || column != "run"):
			delete(c, column)
		case raw == nil:
		case c.Action() != "add" && v == a.original(column):
			delete(c, column)
		default:
			c[column] = raw
		}
	})
}

// RemovePinned takes the pinned job away, or puts it back.
func (w *WhatIf) RemovePinned() {
	a := w.altering()
	w.Forget()
	w.AlterChanges("", func(rows []draft.JobChange) []draft.JobChange {
		i := draft.RowOf(rows, a.number)
		if i >= 0 && a.change.Action() != "change" { // it was added, or is removed already
			return slices.Delete(rows, i, i+1)
		}
		row := draft.JobChange{"job": json.RawMessage(strconv.FormatInt(a.number, 10)), "action": json.RawMessage(`"remove"`)}
		if i >= 0 {
			rows[i] = row
			return rows
		}
		return append(rows, row)
	})
	if a.change == nil || a.change.Action() == "change" {
		at := draft.RowOf(w.Changes(), a.number)
		w.From = w.ChangePages().PageOf(at)
		w.Browser.Focus(TakeBackButton(at))
	}
}

// restorePinned leaves the pinned job as it was.
func (w *WhatIf) restorePinned() {
	a := w.altering()
	w.Forget()
	w.AlterChanges("", func(rows []draft.JobChange) []draft.JobChange {
		return slices.DeleteFunc(rows, func(c draft.JobChange) bool { return c.Number() == a.number })
	})
}

// alters says whether there is a job in the inspector that can be changed.
func (w *WhatIf) alters() bool { return w.Inspecting() && w.Changeable() }

// alteration are the fields in the inspector by which the pinned job is changed.
func (w *WhatIf) alteration() vugu.Builder {
	return w.Guard(&JobFields{w.JobFields(), fmt.Sprintf("What if job %d were another one", w.altering().number)})
}

// alterationUnfolded says whether these fields are unfolded.
func (w *WhatIf) alterationUnfolded() bool { return w.Unfolded["job fields"] }

// alterationBar has what can be done with the pinned job as a whole.
func (w *WhatIf) alterationBar() vugu.Builder {
	a := w.altering()
	remove := widget.Button{Text: "Remove this job", ID: "remove-job", Do: w.RemovePinned}
	if a.change != nil && a.change.Action() == "remove" {
		remove.Text = "Put this job back"
	}
	change := w.Folds("job fields", "Change this job")
	change.ID, change.Do = "change-job", func() {
		w.Toggle("job fields")
		if w.alterationUnfolded() {
			w.Browser.Focus(w.JobFields()[0].id)
		}
	}
	buttons := []widget.Button{change, remove}
	if a.change != nil && a.change.Action() == "change" {
		buttons = append(buttons, widget.Button{Text: "As it was", ID: "restore-job", Do: func() {
			w.restorePinned()
			w.Browser.Focus("change-job")
		}})
	}
	return w.QuietBar("The whole job", buttons...)
}

// alterationRemark says why the pinned job cannot be changed, "" if it can.
func (w *WhatIf) alterationRemark() string {
	if other := w.OtherResults(); w.Inspecting() && !w.Locked && other != "" {
		return "This is a job of " + other + "; jobs of the experiment that is open can be changed when it has run."
	}
	if w.Inspecting() && !w.Locked && !w.Changeable() {
		return "The table of changed jobs in the form has a mistake; put right, jobs can be changed here."
	}
	return ""
}
