package jobs

import (
	"io"
	"strings"

	"backfill/engine/experiment"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// maxCopied is how many rows the clipboard gets at most.
const maxCopied = 10_000

// FileButtons copy and save the table. Each says of how many jobs: a filtered table has a file of its own.
func (l *Jobs) FileButtons() []widget.Button {
	w := l.Workload()
	if w == nil {
		return nil
	}
	counted := func(n int) string { return phrase.Plural(int64(n), l.noun()) }
	busy := l.Arranging()
	list := []widget.Button{{Text: "Copy " + counted(min(len(l.Found), maxCopied)), Disabled: busy || len(l.Found) == 0, Do: l.Copy}}
	if len(l.Found) == len(w.Jobs) {
		return append(list, widget.Button{Text: "Save CSV of " + counted(len(w.Jobs)), Do: l.SaveJobs})
	}
	return append(list,
		widget.Button{Text: "Save CSV of " + counted(len(l.Found)), Disabled: busy || len(l.Found) == 0, Do: l.SaveListed},
		widget.Button{Text: "Save CSV of all " + counted(len(w.Jobs)), Do: l.SaveJobs})
}

// Copy puts the jobs that the table lists, at most maxCopied, on the clipboard: numbers in the units that the heads name.
func (l *Jobs) Copy() {
	l.Browser.Copy(phrase.Tabbed(l.Cells(maxCopied)))
}

// SaveListed offers the jobs that the table lists, in its order and under the policy whose start, end and state it shows, as CSV with the
// columns of SaveJobs.
func (l *Jobs) SaveListed() {
	if !l.MaySave() {
		return
	}
	run, columns, rows := l.CellRuns()[l.policy], experiment.ColumnsOf(l.Shown.Plan), l.Found
	filter := l.filterWords()
	what := phrase.Grouped(int64(len(rows))) + " of " + phrase.Plural(int64(len(run.Outcome.Workload.Jobs)), l.noun()) + " under " + run.Policy
	remark := phrase.Comments(l.Origin() + "\nrows: " + phrase.Join("; ", what, filter, l.OrderWords()))
	name := phrase.Join("-", l.ResultName(), "jobs-filtered", phrase.FileName(run.Policy+" "+filter)) + ".csv"
	l.Browser.Write(name, "text/csv", func(w io.Writer) error {
		if _, err := io.WriteString(w, remark); err != nil {
			return err
		}
		return experiment.WriteSomeJobs(w, run, rows, columns)
	})
}

// filterWords say what the filter lets through: "processors from 5, state killed". Fields with mistakes let all through.
func (l *Jobs) filterWords() string {
	var words []string
	for _, f := range l.filters() {
		if text := strings.TrimSpace(f.Text); text != "" && f.Mistake == "" {
			words = append(words, phrase.LowerFirst(f.Label)+" "+text)
		}
	}
	if state := l.filter["state"]; state != "" {
		words = append(words, "state "+state)
	}
	return strings.Join(words, ", ")
}
