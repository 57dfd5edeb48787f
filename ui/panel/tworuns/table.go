package tworuns

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// pageRows is how many jobs the table shows at once.
const pageRows = 12

// table are the rows of the visible page of the table of jobs, those that gain most first.
func (t *TwoRuns) table() []int32 {
	if t.found == nil || t.found.Order == nil || !t.Unfolded["apart jobs"] {
		return nil
	}
	g := t.paging()
	return t.found.Order[g.From:g.End()]
}

// paging is which rows of the table of jobs are on the visible page.
func (t *TwoRuns) paging() widget.Paging {
	return widget.NewPaging(t.from, pageRows, len(t.found.Order))
}

// cells are a row without its job's name.
func (t *TwoRuns) cells(row int32) []string {
	c := t.found
	job := c.A.Run().Outcome.Workload.Jobs[c.Jobs[row]]
	return []string{phrase.Grouped(int64(job.Processors)), phrase.Span(job.Run), phrase.Span(c.wait[0][row]), phrase.Span(c.wait[1][row]), phrase.SignedSeconds(c.Difference(row).Seconds())}
}

// job names a row's job.
func (t *TwoRuns) job(row int32) explain.Sentence {
	c := t.found
	return explain.Say(explain.JobWords(fmt.Sprint(c.A.Run().Outcome.Workload.JobNumber(c.Jobs[row])), c.jobOf(row)))
}

func (t *TwoRuns) rowClass(row int32) string {
	if t.Pinned != engine.NoJob && t.found.jobOf(row) == t.Pinned {
		return "pinned"
	}
	return ""
}

// tableBar turns the pages of the table.
func (t *TwoRuns) tableBar() vugu.Builder {
	if len(t.table()) == 0 {
		return t.QuietBar("")
	}
	g := t.paging()
	list := g.Turns([4]string{"Those that gain most", "Previous page of differences", "Next page of differences", "Those that lose most"}, func(from int) { t.from = from })
	if row := t.found.RowOf(t.Pinned); row >= 0 {
		at := g.PageOf(t.picture.Rank(row))
		list = append(list, widget.Button{Text: "Chosen job", Name: "The page with the chosen job", Disabled: at == g.From, Do: func() { t.from = at }})
	}
	return t.QuietBar("Pages of the table of differences", list...)
}

// tableCount says which rows are shown.
func (t *TwoRuns) tableCount() string {
	return t.paging().Words("job") + ", those that gain most first"
}

// heads are the names of the columns of the table.
func (t *TwoRuns) heads() []string {
	return []string{"Job", "Processors", "Run time", "Wait under " + t.chosen(0), "Wait under " + t.chosen(1), "Difference"}
}

// SaveWaits offers the waits of all jobs under both runs as CSV, times in seconds.
func (t *TwoRuns) SaveWaits() {
	c := t.found
	if c == nil {
		return
	}
	o, u := c.A.Run().Outcome, c.B.Run().Outcome
	table := [][]string{{"job", "submit", "processors", "run", "requested", "user", "start: " + c.A.Name(), "start: " + c.B.Name(), "wait: " + c.A.Name(), "wait: " + c.B.Name(), "difference"}}
	attributes := func(o *engine.Outcome, j int32) []string {
		w := o.Workload
		job, user := w.Jobs[j], ""
		if w.User != nil && w.User[j] >= 0 {
			user = fmt.Sprint(w.User[j])
		}
		return []string{fmt.Sprint(w.JobNumber(j)), phrase.Number(job.Submit.Seconds()), fmt.Sprint(job.Processors), phrase.Number(job.Run.Seconds()), phrase.Number(job.Estimate.Seconds()), user}
	}
	times := func(o *engine.Outcome, j int32) (start, wait string) {
		if j == engine.NoJob || o.Start[j] < 0 {
			return "", ""
		}
		return phrase.Number(o.Start[j].Seconds()), phrase.Number(o.Wait(j).Seconds())
	}
	row := func(about []string, j, k int32) {
		startA, waitA := times(o, j)
		startB, waitB := times(u, k)
		difference := ""
		if waitA != "" && waitB != "" {
			difference = phrase.Number((u.Wait(k) - o.Wait(j)).Seconds())
		}
		table = append(table, append(about, startA, startB, waitA, waitB, difference))
	}
	for j, k := range c.pairs {
		row(attributes(o, int32(j)), int32(j), k)
	}
	for k := range int32(len(u.Start)) {
		if c.firstOf(k) == engine.NoJob {
			row(attributes(u, k), engine.NoJob, k)
		}
	}
	t.SaveCSV(t.RunName()+"-apart.csv", phrase.Comments(c.keptOrigin())+phrase.CSV(table))
}

// keptOrigin has the scenarios of those of the runs that are not on the page, a line each.
func (c *comparison) keptOrigin() string {
	var b strings.Builder
	for _, s := range []session.Contender{c.A, c.B} {
		if s.Of.Name != "" {
			fmt.Fprintf(&b, "%s: %s\n", s.Name(), s.Of.Scenario)
		}
	}
	return b.String()
}
