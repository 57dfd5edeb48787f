package whatif

import (
	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// WhatIf is the panel with what was changed and kept, and what came of it.
type WhatIf struct {
	*panel.Shared

	Model Model // of the scheduler whose log is at hand

	From int // first change on the visible page of the list

	job      int64             // number of the job whose fields were typed in
	texts    map[string]string // what was typed into them, by column
	mistakes map[string]string // of these texts, by column

	NewJob *jobForm // the fields of a job to be added; nil: they are not open
	awaits int64    // number of the job to be shown as soon as it is there; 0: none

	numbers map[string]string // what was typed into the fields of questions
	offered map[string]bool   // by key: questions that were on the page
	asked   asked
	known   facts
	groups  groups
	changed changed
	failed  failed

	cancelled *result.Run // whose drawings, with those of the run before, the reader gave up

	sketch  *timeline.Sketch // the job that is being drawn
	drawing bool             // dragging on the chart draws a job
}

// New makes the panel.
func New(s *panel.Shared) *WhatIf {
	return &WhatIf{Shared: s, numbers: map[string]string{}, offered: map[string]bool{}}
}

// Forget drops what was typed into the fields of a job.
func (w *WhatIf) Forget() { w.job, w.texts, w.mistakes = -1, nil, nil }

// Repin keeps a job pinned by its number when another workload takes the place of from, or pins
// the job that was awaited.
func (w *WhatIf) Repin(from *engine.Workload) {
	workload := w.Workload()
	if awaited := w.awaits; awaited != 0 {
		w.awaits = 0
		if j := workload.JobNumbered(awaited); j != engine.NoJob {
			w.Pinned, w.Listed = j, false
			return
		}
	}
	if w.Pinned == engine.NoJob || from == nil || int(w.Pinned) >= len(from.Jobs) {
		return
	}
	number, among := from.JobNumber(w.Pinned), 0
	for _, n := range from.Number[:min(int(w.Pinned), len(from.Number))] {
		if n == number {
			among++
		}
	}
	w.Pinned = engine.NoJob
	for j := range int32(len(workload.Jobs)) {
		if workload.JobNumber(j) == number {
			w.Pinned = j
			if among--; among < 0 {
				return
			}
		}
	}
}

// bar adds a job, lets one be drawn, and keeps the run.
func (w *WhatIf) bar() vugu.Builder {
	return w.QuietBar("What if",
		widget.Button{Text: "Add a job", ID: "add-job", Expanded: widget.Yes(w.NewJob != nil), Disabled: !w.Changeable(), Do: w.OpenJobForm},
		widget.Button{Text: "Draw a job", ID: "draw-job", Pressed: widget.Yes(w.Drawing()), Disabled: !w.Changeable(), Do: w.SwitchDrawing},
		widget.Button{Text: "Keep this run", ID: "keep-run", Disabled: w.MayKeep() != "", Do: w.Keep})
}

// questions are what one asks with one number and one click.
func (w *WhatIf) questions() vugu.Builder { return w.Guard(&Questions{w}) }

// invitation says what one can do: at first, while a job is drawn, and when no more runs can be kept. Else it is "".
func (w *WhatIf) invitation() string {
	switch {
	case w.Drawing():
		return "Drag on a Gantt chart: from left to right how long the job runs, from bottom to top its processors. Escape leaves."
	case len(w.Changes()) == 0 && w.Before() == nil && len(w.Kept) == 0 && w.NewJob == nil:
		return "Ask below, change something in the experiment, or click a job and change it: what was before is compared with what is then. Shift and drag on a chart adds a job."
	case len(w.Kept) == session.MaxKept:
		return w.MayKeep()
	}
	return ""
}

// comparisonBar shows what has changed on the timeline and in a list, and begins a new comparison.
func (w *WhatIf) comparisonBar() vugu.Builder {
	var buttons []widget.Button
	if w.Colors != timeline.ByChange && len(w.BeforeAndAfter().Changed()) > 0 {
		buttons = append(buttons, widget.Button{Text: "On the timeline", ID: "show-change", Name: "On the timeline: colour by change", Do: func() {
			w.ColorBy("change")
			w.Browser.Focus("color-by")
		}})
	}
	if len(w.Moved()) > 0 {
		buttons = append(buttons, w.Folds("moved jobs", "Jobs that changed most"))
	}
	if w.grouped() {
		buttons = append(buttons, w.groupsButton())
	}
	buttons = append(buttons, w.repeatButtons()...)
	buttons = append(buttons, w.holdButtons()...)
	buttons = append(buttons, widget.Button{Text: "Compare from here on", ID: "compare-from-here", Do: func() {
		w.CompareFromHere()
		w.Stage()
		w.Browser.Say("The next change is compared with what is on the page now.")
		w.Browser.FocusInPlace("whatif")
	}})
	return w.QuietBar("Before and after", buttons...)
}
