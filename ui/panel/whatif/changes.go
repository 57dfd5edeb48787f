package whatif

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

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

// changesBar turns the pages of the list and takes all changes back.
func (w *WhatIf) changesBar() vugu.Builder {
	var buttons []widget.Button
	if g := w.ChangePages(); g.All > g.Rows {
		names := [4]string{"First changes", "Previous changes", "Next changes", "Last changes"}
		buttons = g.Turns(names, func(from int) { w.From = from })
	}
	if w.ComparesUnchanged() {
		buttons = append(buttons, widget.Button{Text: "Compare with the jobs as they were", ID: "compare-unchanged", Do: w.CompareUnchanged})
	}
	if n := len(w.Changes()); n > 1 {
		text := "Take all back"
		if n > ChangeRows {
			text = fmt.Sprintf("Take all %s back", phrase.Grouped(int64(n)))
		}
		buttons = append(buttons, widget.Button{Text: text, ID: "take-all-back", Do: w.takeAllBack})
	}
	return w.QuietBar("Changes", buttons...)
}

// TakeBack takes the i-th change back.
func (w *WhatIf) TakeBack(i int) {
	w.AlterChanges("", func(rows []draft.JobChange) []draft.JobChange { return slices.Delete(rows, i, i+1) })
	w.Forget()
	if n := len(w.Changes()); n > 0 {
		w.Browser.FocusInPlace(TakeBackButton(min(i, n-1)))
		return
	}
	w.Browser.FocusInPlace("whatif")
}

// takeAllBack takes all changes of single jobs back.
func (w *WhatIf) takeAllBack() {
	w.AlterChanges("", func([]draft.JobChange) []draft.JobChange { return nil })
	w.Forget()
	w.Browser.FocusInPlace("whatif")
}

// TakeBackButton is the id of the button that takes the i-th change back.
func TakeBackButton(i int) string { return fmt.Sprintf("take-back-%d", i) }

// ChangeWords say what a change does, in one sentence.
func (w *WhatIf) ChangeWords(c draft.JobChange) string {
	was, known := w.Originally(c.Number())
	name := fmt.Sprintf("Job %d", c.Number())
	at := func(seconds float64) string { return w.Clock().Format(engine.FromSeconds(seconds)) }
	switch c.Action() {
	case "remove":
		if known {
			return name + " is removed: " + shape(was) + "."
		}
		return name + " is removed."
	case "add":
		job := engine.Job{Processors: 1}
		if v, ok := c.Value("processors"); ok {
			job.Processors = int32(v)
		}
		if v, ok := c.Value("run"); ok {
			job.Run = engine.FromSeconds(v)
		}
		submit, _ := c.Value("submit")
		if c.Number() < 0 {
			name = "A job"
		}
		return name + " is added: " + shape(job) + ", submitted at " + at(submit) + "."
	}
	var clauses []string
	clause := func(column, verb string, say func(float64) string, old string) {
		v, changed := c.Value(column)
		if !changed {
			return
		}
		text := verb + say(v)
		if known {
			text += " instead of " + old
		}
		clauses = append(clauses, text)
	}
	clause("submit", "is submitted at ", at, w.Clock().Format(was.Submit))
	clause("processors", "needs ", func(v float64) string { return phrase.Plural(int64(v), "processor") }, phrase.Grouped(int64(was.Processors)))
	clause("run", "runs for ", phrase.ExactSeconds, phrase.ExactSeconds(was.Run.Seconds()))
	clause("request", "asks for ", phrase.ExactSeconds, phrase.ExactSeconds(was.Estimate.Seconds()))
	text := name + " " + phrase.List(clauses)
	if w.Workload() != nil && !known {
		text += "; there is no such job here"
	}
	return text + "."
}

// shape is the size of a job: "4 processors for 2 h". It is not exact, as elsewhere on the page: nothing is told apart by it.
func shape(job engine.Job) string {
	return phrase.Plural(int64(job.Processors), "processor") + " for " + phrase.Span(job.Run)
}
