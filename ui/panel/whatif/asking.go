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
func (p *WhatIf) bar() vugu.Builder {
	return p.QuietBar("What if",
		widget.Button{Text: "Add a job", ID: "add-job", Expanded: widget.Yes(p.NewJob != nil), Disabled: !p.Changeable(), Do: p.OpenJobForm},
		widget.Button{Text: "Draw a job", ID: "draw-job", Pressed: widget.Yes(p.Drawing()), Disabled: !p.Changeable(), Do: p.SwitchDrawing},
		widget.Button{Text: "Keep this run", ID: "keep-run", Disabled: p.MayKeep() != "", Do: p.Keep})
}

// invitation says what one can do as long as nothing has been done.
func (p *WhatIf) invitation() string {
	switch {
	case p.Drawing():
		return "Drag on a Gantt chart: from left to right how long the job runs, from bottom to top its processors. Escape leaves."
	case len(p.Changes()) == 0 && p.Before() == nil && len(p.Kept) == 0 && p.NewJob == nil:
		return "Change something in the experiment, or click a job and change it: what was before is compared with what is then. Shift and drag on a chart adds a job."
	case len(p.Kept) == session.MaxKept:
		return p.MayKeep()
	}
	return ""
}

// changeRows is how many changes are listed at once.
const ChangeRows = 12

// ChangePages is which of the changes of single jobs are on the visible page.
func (p *WhatIf) ChangePages() widget.Paging {
	return widget.NewPaging(p.From, ChangeRows, len(p.Changes()))
}

// listedChange is a change of a single job in words.
type listedChange struct {
	At   int // among all changes
	Text string
}

// ListedChanges are those of the visible page.
func (p *WhatIf) ListedChanges() []listedChange {
	var list []listedChange
	g := p.ChangePages()
	for i, row := range p.Changes()[g.From:g.End()] {
		list = append(list, listedChange{g.From + i, p.ChangeWords(row)})
	}
	return list
}

// ChangesCount says which changes are listed, "" if all are.
func (p *WhatIf) ChangesCount() string {
	g := p.ChangePages()
	if g.All <= g.Rows {
		return ""
	}
	return g.Words("change")
}

func (p *WhatIf) changesBar() vugu.Builder {
	var buttons []widget.Button
	if g := p.ChangePages(); g.All > g.Rows {
		names := [4]string{"First changes", "Previous changes", "Next changes", "Last changes"}
		buttons = g.Turns(names, func(from int) { p.From = from })
	}
	if p.ComparesUnchanged() {
		buttons = append(buttons, widget.Button{Text: "Compare with the jobs as they were", ID: "compare-unchanged", Do: p.CompareUnchanged})
	}
	n := len(p.Changes())
	text := "Take all back"
	if n > ChangeRows {
		text = fmt.Sprintf("Take all %s back", phrase.Grouped(int64(n)))
	}
	if n > 1 {
		buttons = append(buttons, widget.Button{Text: text, ID: "take-all-back", Do: p.TakeAllBack})
	}
	return p.QuietBar("Changes", buttons...)
}

func (p *WhatIf) comparisonBar() vugu.Builder {
	var buttons []widget.Button
	if p.Colors != timeline.ByChange {
		buttons = append(buttons, widget.Button{Text: "On the timeline", ID: "show-change", Name: "On the timeline: colour by change", Do: func() {
			p.ColorBy("change")
			p.Browser.Focus("color-by")
		}})
	}
	if len(p.Moved()) > 0 {
		buttons = append(buttons, p.Folds("moved jobs", "Jobs that changed most"))
	}
	buttons = append(buttons, widget.Button{Text: "Compare from here on", ID: "compare-from-here", Do: func() {
		p.CompareFromHere()
		p.Stage()
		p.Browser.Say("The next change is compared with what is on the page now.")
		p.Browser.Focus("whatif")
	}})
	return p.QuietBar("Before and after", buttons...)
}
