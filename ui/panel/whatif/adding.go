package whatif

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// jobForm is a job to be added, as it is being typed.
type jobForm struct {
	Texts, Mistakes map[string]string
}

// OpenJobForm opens or closes the fields of a job to be added.
func (p *WhatIf) OpenJobForm() {
	if p.NewJob != nil {
		p.NewJob = nil
		p.Browser.Focus("add-job")
		return
	}
	p.NewJob = &jobForm{map[string]string{"submit": "0 s", "processors": "1", "run": "1 h"}, map[string]string{}}
	if p.Timeline != nil {
		p.NewJob.Texts["submit"] = phrase.ExactSeconds((p.Timeline.View.T0 / engine.Second * engine.Second).Seconds())
	}
	p.Browser.Focus("add-job-submit")
}

// addingFields are the fields of the job to be added.
func (p *WhatIf) addingFields() []jobField {
	form := p.NewJob
	var list []jobField
	for _, column := range draft.Changeable {
		f := jobField{Column: column, Label: jobFieldLabels[column], Text: form.Texts[column], Mistake: form.Mistakes[column], id: "add-job-" + column,
			edit: func(text string) { form.Texts[column] = text; p.readJobForm() }}
		if column == "request" {
			f.Empty = "as the run time"
		}
		list = append(list, f)
	}
	return list
}

// readJobForm is the job of the fields as a row of the table of changes, nil if there are mistakes.
func (p *WhatIf) readJobForm() draft.JobChange {
	form := p.NewJob
	form.Mistakes = map[string]string{}
	row := draft.JobChange{"action": json.RawMessage(`"add"`)}
	for _, column := range draft.Changeable {
		raw, err := p.readJobValue(column, form.Texts[column])
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
func (p *WhatIf) AddJob() {
	row := p.readJobForm()
	if row == nil {
		for _, f := range p.addingFields() {
			if f.Mistake != "" {
				p.Browser.Focus(f.id)
				return
			}
		}
	}
	p.NewJob = nil
	p.AddRow(row)
	p.Browser.Focus("add-job")
}

// AddRow adds the job of a row of the table of changes under the next free number.
func (p *WhatIf) AddRow(row draft.JobChange) {
	number := p.freeNumber()
	row["job"] = json.RawMessage(strconv.FormatInt(number, 10))
	p.AlterChanges("", func(rows []draft.JobChange) []draft.JobChange { return append(rows, row) })
	p.awaits = number
}

// freeNumber is one more than the largest number of a job. O(jobs).
func (p *WhatIf) freeNumber() int64 {
	last := int64(0)
	if w := p.Workload(); w != nil {
		last = int64(len(w.Jobs))
		if w.Number != nil {
			last = slices.Max(w.Number)
		}
	}
	for _, c := range p.Changes() {
		last = max(last, c.Number())
	}
	return last + 1
}

// adding is the form of a job to be added.
func (p *WhatIf) adding() vugu.Builder {
	return p.Guard(&JobFields{p.addingFields(), "A job to be added"})
}

// addingBar ends the form of a job to be added.
func (p *WhatIf) addingBar() vugu.Builder {
	return p.Bar("Job to be added", widget.Button{Text: "Add", ID: "add-job-now", Do: p.AddJob}, widget.Button{Text: "Cancel", Do: p.OpenJobForm})
}

// Drawing says whether dragging on a Gantt chart draws a job.
func (p *WhatIf) Drawing() bool { return p.drawing }

// SwitchDrawing lets dragging on a Gantt chart draw a job, once, or move the view again.
func (p *WhatIf) SwitchDrawing() {
	p.drawing = !p.drawing
	if p.drawing {
		p.Browser.Reveal("timeline")
		p.Browser.Say("Drag on a Gantt chart: from left to right how long the job runs, from bottom to top its processors. Escape leaves. Without a pointer, use Add a job.")
		return
	}
	p.DropSketch()
}

// Sketch draws a job from one device pixel of the timeline to another and says what it is; "" if it
// cannot begin there. It needs no rendering.
func (p *WhatIf) Sketch(x0, y0, x1, y1 int) string {
	s := p.Timeline
	if s == nil || !p.Changeable() {
		return ""
	}
	k, ok := s.SketchOf(x0, y0, x1, y1)
	if !ok {
		return ""
	}
	p.sketch, s.Sketch = &k, &k
	p.Browser.Redraw()
	return fmt.Sprintf("A new job: %s for %s, submitted at %s", phrase.Plural(int64(k.Processors()), "processor"), phrase.ExactSeconds((k.To - k.From).Seconds()), s.Clock.Format(k.From))
}

// Sketching says whether a job is being drawn.
func (p *WhatIf) Sketching() bool { return p.sketch != nil }

// DropSketch gives up the job that is being drawn.
func (p *WhatIf) DropSketch() {
	p.sketch, p.drawing = nil, false
	if p.Timeline != nil && p.Timeline.Sketch != nil {
		p.Timeline.Sketch = nil
		p.Browser.Redraw()
	}
}

// AddSketch adds the job that has been drawn and shows it as soon as it is there.
func (p *WhatIf) AddSketch() {
	k := p.sketch
	p.DropSketch()
	if k == nil {
		return
	}
	p.AddRow(draft.JobChange{
		"action": json.RawMessage(`"add"`), "submit": json.RawMessage(phrase.Number(k.From.Seconds())), "run": json.RawMessage(phrase.Number((k.To - k.From).Seconds())),
		"processors": json.RawMessage(strconv.Itoa(int(k.Processors()))),
	})
}
