package whatif

import (
	"encoding/json"
	"fmt"
	"strconv"

	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Drawing says whether dragging on a Gantt chart draws a job.
func (w *WhatIf) Drawing() bool { return w.drawing }

// SwitchDrawing lets dragging on a Gantt chart draw a job, once, or move the view again.
func (w *WhatIf) SwitchDrawing() {
	w.drawing = !w.drawing
	if w.drawing {
		w.Browser.Reveal("timeline")
		w.Browser.Say("Drag on a Gantt chart: from left to right how long the job runs, from bottom to top its processors. Escape leaves. Without a pointer, use Add a job.")
		return
	}
	w.DropSketch()
}

// Sketch draws a job from one device pixel of the timeline to another and says what it is; "" if it
// cannot begin there. It needs no rendering.
func (w *WhatIf) Sketch(x0, y0, x1, y1 int) string {
	s := w.Timeline
	if s == nil || !w.Changeable() {
		return ""
	}
	k, ok := s.SketchOf(x0, y0, x1, y1)
	if !ok {
		return ""
	}
	w.sketch, s.Sketch = &k, &k
	w.Browser.Redraw()
	return fmt.Sprintf("A new job: %s for %s, submitted at %s", phrase.Plural(int64(k.Processors()), "processor"), phrase.ExactSeconds((k.To - k.From).Seconds()), s.Clock.Format(k.From))
}

// Sketching says whether a job is being drawn.
func (w *WhatIf) Sketching() bool { return w.sketch != nil }

// DropSketch gives up the job that is being drawn.
func (w *WhatIf) DropSketch() {
	w.sketch, w.drawing = nil, false
	if w.Timeline != nil && w.Timeline.Sketch != nil {
		w.Timeline.Sketch = nil
		w.Browser.Redraw()
	}
}

// AddSketch adds the job that has been drawn and shows it as soon as it is there.
func (w *WhatIf) AddSketch() {
	k := w.sketch
	w.DropSketch()
	if k == nil {
		return
	}
	w.AddRow(draft.JobChange{
		"action": json.RawMessage(`"add"`), "submit": json.RawMessage(phrase.Number(k.From.Seconds())), "run": json.RawMessage(phrase.Number((k.To - k.From).Seconds())),
		"processors": json.RawMessage(strconv.Itoa(int(k.Processors()))),
	})
}
