package jobs

import (
	"github.com/vugu/vugu"

	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// inspect is what a screen reader calls the button of job j.
func (l *Jobs) inspect(j int32) string { return "Inspect job " + l.Columns[0].Text(j) }

// count says how many jobs the table lists.
func (l *Jobs) count() string {
	w := l.Workload()
	if w == nil {
		return ""
	}
	noun := l.noun()
	text := l.Paging().Words(noun)
	if len(l.Found) == 0 {
		text = "No " + noun + " passes the filter"
	}
	if len(l.Found) != len(w.Jobs) {
		text += " (of " + phrase.Grouped(int64(len(w.Jobs))) + ")"
	}
	if l.Arranging() {
		text += ", sorting …"
	}
	return text
}

// noun is what a row of the table is.
func (l *Jobs) noun() string {
	if w := l.Workload(); w != nil && w.Continues != nil {
		return "run"
	}
	return "job"
}

// states are what the filter offers.
func (l *Jobs) states() []string {
	return []string{"", "completed", "killed", "cancelled", "refused", "unfinished", "backfilled"}
}

// stateWord is what the filter calls a state, "" being all.
func (l *Jobs) stateWord(state string) string {
	if state == "" {
		return "any"
	}
	return state
}

// filterField is one text field of the filter.
type filterField struct{ Name, Label, Example, Text, Mistake string }

// filters are the text fields of the filter.
func (l *Jobs) filters() []filterField {
	list := []filterField{
		{Name: "text", Label: "Job number"}, {Name: "least", Label: "Processors from"}, {Name: "most", Label: "Processors to"},
		{Name: "user", Label: "User"}, {Name: "wait", Label: "Wait at least", Example: "2 h"},
	}
	for i := range list {
		list[i].Text, list[i].Mistake = l.filter[list[i].Name], l.Mistakes[list[i].Name]
	}
	return list
}

// bar turns the pages of the table, and copies or saves it.
func (l *Jobs) bar() vugu.Builder {
	return l.QuietBar("Pages of the job table", append(l.Turns(), l.FileButtons()...)...)
}

// choosePolicy shows start, end and state under the policy with that label.
func (l *Jobs) choosePolicy(label string) {
	for i, other := range l.RunLabels() {
		if other == label {
			l.SetPolicy(i)
		}
	}
}

// RowClass is nil where there is nothing to see.
func (l *Jobs) RowClass(j int32) any {
	class := ""
	if j == l.Pinned {
		class = "pinned"
	}
	if l.ChangedJobs()[j] {
		class = phrase.Join(" ", class, "changed")
	}
	return widget.Optional(class)
}

// RowsRemark says which schedules the table is of, and what its rows are.
func (l *Jobs) RowsRemark() string {
	text := l.CellRemark()
	if w := l.Workload(); w != nil && w.Continues != nil {
		text = phrase.Join(" ", text, "A job with a test run has two rows, each with the wait of that run. The metrics count it as one job, whose wait is both waits and the test run.")
	}
	return text
}
