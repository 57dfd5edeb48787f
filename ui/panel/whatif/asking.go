package whatif

import (
	"fmt"

	"github.com/vugu/vugu"

	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// What the place "What if" shows beside what is compared and kept.

// bar begins what can be done to ask what if.
func (w *WhatIf) bar() vugu.Builder {
	return w.QuietBar("What if",
		widget.Button{Text: "Add a job", ID: "add-job", Expanded: widget.Yes(w.NewJob != nil), Disabled: !w.Changeable(), Do: w.OpenJobForm},
		widget.Button{Text: "Draw a job", ID: "draw-job", Pressed: widget.Yes(w.Drawing()), Disabled: !w.Changeable(), Do: w.SwitchDrawing},
		widget.Button{Text: "Keep this run", ID: "keep-run", Disabled: w.MayKeep() != "", Do: w.Keep})
}

// invitation says what one can do as long as nothing has been done.
func (w *WhatIf) invitation() string {
	switch {
	case w.Drawing():
		return "Drag on a Gantt chart: from left to right how long the job runs, from bottom to top its processors. Escape leaves."
	case len(w.Changes()) == 0 && w.Before() == nil && len(w.Kept) == 0 && w.NewJob == nil:
		return "Change something in the experiment, or click a job and change it: what was before is compared with what is then. Shift and drag on a chart adds a job."
	case len(w.Kept) == session.MaxKept:
		return w.MayKeep()
	}
	return ""
}

// ChangeRows is how many changes are listed at once.
const ChangeRows = 12

// ChangePages is which of the changes of single jobs are on the visible page.
func (w *WhatIf) ChangePages() widget.Paging {
	return widget.NewPaging(w.From, ChangeRows, len(w.Changes()))
}

// listedChange is a change of a single job in words.
type listedChange struct {
	At   int // among all changes
	Text string
}

// ListedChanges are those of the visible page.
func (w *WhatIf) ListedChanges() []listedChange {
	var list []listedChange
	g := w.ChangePages()
	for i, row := range w.Changes()[g.From:g.End()] {
		list = append(list, listedChange{g.From + i, w.ChangeWords(row)})
	}
	return list
}

// ChangesCount says which changes are listed, "" if all are.
func (w *WhatIf) ChangesCount() string {
	g := w.ChangePages()
	if g.All <= g.Rows {
		return ""
	}
	return g.Words("change")
}

func (w *WhatIf) changesBar() vugu.Builder {
	var buttons []widget.Button
	if g := w.ChangePages(); g.All > g.Rows {
		names := [4]string{"First changes", "Previous changes", "Next changes", "Last changes"}
		buttons = g.Turns(names, func(from int) { w.From = from })
	}
	if w.ComparesUnchanged() {
		buttons = append(buttons, widget.Button{Text: "Compare with the jobs as they were", ID: "compare-unchanged", Do: w.CompareUnchanged})
	}
	n := len(w.Changes())
	text := "Take all back"
	if n > ChangeRows {
		text = fmt.Sprintf("Take all %s back", phrase.Grouped(int64(n)))
	}
	if n > 1 {
		buttons = append(buttons, widget.Button{Text: text, ID: "take-all-back", Do: w.takeAllBack})
	}
	return w.QuietBar("Changes", buttons...)
}

func (w *WhatIf) comparisonBar() vugu.Builder {
	var buttons []widget.Button
	if w.Colors != timeline.ByChange {
		buttons = append(buttons, widget.Button{Text: "On the timeline", ID: "show-change", Name: "On the timeline: colour by change", Do: func() {
			w.ColorBy("change")
			w.Browser.Focus("color-by")
		}})
	}
	if len(w.Moved()) > 0 {
		buttons = append(buttons, w.Folds("moved jobs", "Jobs that changed most"))
	}
	buttons = append(buttons, widget.Button{Text: "Compare from here on", ID: "compare-from-here", Do: func() {
		w.CompareFromHere()
		w.Stage()
		w.Browser.Say("The next change is compared with what is on the page now.")
		w.Browser.Focus("whatif")
	}})
	return w.QuietBar("Before and after", buttons...)
}
