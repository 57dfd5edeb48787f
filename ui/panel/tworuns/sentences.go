package tworuns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/ui/compare"
	"backfill/ui/draft"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// What the page says of two runs that are compared job by job.

// firstOf is the job of the first run that is job k of the second, NoJob if there is none. O(jobs) for the first call.
func (c *comparison) firstOf(k int32) int32 {
	if c.firstBySecond == nil {
		c.firstBySecond = slices.Repeat([]int32{engine.NoJob}, len(c.B.Run().Outcome.Start))
		for j, paired := range c.pairs {
			if paired != engine.NoJob {
				c.firstBySecond[paired] = int32(j)
			}
		}
	}
	return c.firstBySecond[k]
}

// Sentence says who waits less and by how much, and when the schedules part.
func (c *comparison) Sentence() explain.Sentence {
	if c.Refusal != "" {
		return explain.Say(c.Refusal)
	}
	a, b := c.A.Name(), c.B.Name()
	if len(c.Jobs) == 0 {
		return explain.Say("No job started under both ", a, " and ", b, ".")
	}
	switch n := len(c.Jobs); {
	case c.Same == n && n == 1:
		return explain.Say("The one job waits as long under ", b, " as under ", a, ".", c.parted())
	case c.Same == n:
		return explain.Say("All ", phrase.Plural(int64(n), "job"), " wait as long under ", b, " as under ", a, ".", c.parted())
	}
	none := func(n int) string {
		if n == 0 {
			return "none"
		}
		return phrase.Grouped(int64(n))
	}
	less := "no job waits"
	if c.Less > 0 {
		less = phrase.Plural(int64(c.Less), "job") + phrase.Verb(c.Less, " waits", " wait")
	}
	return explain.Say("Under ", b, " ", less, " less than under ", a, ", ", none(c.Longer), " longer and ", none(c.Same), " as long; the mean wait is ", c.meanWords(), ".", c.parted())
}

// meanWords are the mean difference.
func (c *comparison) meanWords() string {
	switch {
	case c.Mean == 0:
		return "the same"
	case c.Mean < 0:
		return phrase.Seconds(-c.Mean) + " shorter"
	}
	return phrase.Seconds(c.Mean) + " longer"
}

// parted is a short remark on when the schedules part.
func (c *comparison) parted() explain.Sentence {
	if c.divergence.At == engine.Never {
		return explain.Say(" The two schedules are the same.")
	}
	return explain.Say(" The schedules part at ", explain.TimeWords(c.clock, c.divergence.At), ".")
}

// Headline says how the schedules part: which job starts under one and when under the other.
func (c *comparison) Headline() explain.Sentence {
	p := c.divergence
	if p.At == engine.Never {
		return nil
	}
	when := explain.TimeWords(c.clock, p.At)
	doer, other, j, k := c.A, c.B, p.A, p.B // under doer it happens at that instant
	which := 0
	if p.InB {
		doer, other, j, k, which = c.B, c.A, p.B, p.A, 1
	}
	o, u := doer.Run().Outcome, other.Run().Outcome
	job := explain.JobWords(explain.JobName(o, j), c.jobOnPage(which, j))
	others := p.Others(doer.Name(), other.Name())
	switch p.How {
	case compare.Elsewhere:
		return explain.Say("At ", when, ", ", job, " starts on ", explain.LaneName(u, u.Lane[k]), " under ", other.Name(), " and on ", explain.LaneName(o, o.Lane[j]), " under ", doer.Name(), ".", others)
	case compare.Ends:
		s := explain.Say("At ", when, ", ", job, " ends under ", doer.Name(), ", but not under ", other.Name())
		if len(explain.SegmentsOf(o, j)) > 0 {
			s = explain.Say("At ", when, ", ", job, " ends or is interrupted under ", doer.Name(), ", but not under ", other.Name())
		}
		if n := u.End[k]; n > p.At && len(explain.SegmentsOf(o, j)) == 0 {
			s = explain.Say(s, ", where it ends at ", explain.TimeWords(c.clock, n))
		}
		return explain.Say(s, ".", others)
	}
	s := explain.Say("At ", when, ", ", job, " starts under ", doer.Name())
	switch {
	case k == engine.NoJob:
		return explain.Say(s, "; ", other.Name(), " has no such job.", others)
	case u.Start[k] < 0:
		return explain.Say(s, ", and never under ", other.Name(), ".", others)
	case u.Start[k] > p.At:
		return explain.Say(s, ", and not before ", explain.TimeWords(c.clock, u.Start[k]), " under ", other.Name(), ".", others)
	}
	return explain.Say(s, ", again, and not under ", other.Name(), ".", others) // it was interrupted
}

// DivergenceLines say why, under each of the two.
func (t *TwoRuns) DivergenceLines() []explain.Sentence {
	c := t.found
	if c == nil || c.divergence.At == engine.Never || c.divergence.How == compare.Ends {
		return nil
	}
	var lines []explain.Sentence
	for i, s := range []session.Contender{c.A, c.B} {
		reason, head := t.reasons[i], s.Name()+": "
		switch j := [2]int32{c.divergence.A, c.divergence.B}[i]; {
		case j == engine.NoJob:
		case s.Run().Kind == "recorded":
			lines = append(lines, explain.Say(head, "a log does not say why."))
		case !reason.known:
			lines = append(lines, explain.Say(head, "asking why …"))
		case reason.said == nil:
			lines = append(lines, explain.Say(head, "it had not looked at the job by then."))
		default:
			lines = append(lines, explain.Say(head, reason.said))
		}
	}
	return lines
}

// remarks say what is not compared, and what one pair of runs is worth.
func (c *comparison) remarks() []string {
	var told []string
	a, b := c.A.Name(), c.B.Name()
	add := func(n int, one, many string) {
		if n > 0 {
			told = append(told, phrase.Plural(int64(n), "job")+phrase.Verb(n, one, many))
		}
	}
	add(c.changed, " asks for something else, or comes at another time, under "+b+"; its waits are compared all the same.", " ask for something else, or come at other times, under "+b+"; their waits are compared all the same.")
	add(c.onlyA, " is only in the workload of "+a+".", " are only in the workload of "+a+".")
	add(c.onlyB, " is only in the workload of "+b+".", " are only in the workload of "+b+".")
	add(c.oneStarted, " started under one of them only, and is left out.", " started under one of them only, and are left out.")
	return told
}

// line is a row in one line.
func (c *comparison) line(row int32) string {
	o := c.A.Run().Outcome
	j := c.Jobs[row]
	text := fmt.Sprintf("Job %d%s, %s for %s: waits %s under %s and %s under %s", o.Workload.JobNumber(j), explain.AttemptWords(o.Workload, j, ", "), phrase.Plural(int64(o.Workload.Jobs[j].Processors), "processor"),
		phrase.Span(o.Workload.Jobs[j].Run), panel.WaitText(c.wait[0][row]), c.A.Name(), panel.WaitText(c.wait[1][row]), c.B.Name())
	if d := c.Difference(row); d != 0 {
		text += ", " + differenceText(d)
	}
	return text
}

// differenceText is by how much longer or shorter.
func differenceText(d engine.Time) string {
	switch {
	case d < 0:
		return phrase.Span(-d) + " less"
	case d > 0:
		return phrase.Span(d) + " more"
	}
	return "as long"
}

// groupings are the groupings to choose from: those of the scenario, else quartiles of the size; then
// other ones.
func (c *comparison) groupings() []grouping.Grouping {
	groups := slices.Clone(c.A.Of.Plan.Scenario.Groups)
	add := func(d grouping.Division) {
		if !slices.ContainsFunc(groups, func(g grouping.Grouping) bool { return g.By == d.By && g.Each == nil && g.Where == nil }) {
			groups = append(groups, grouping.Grouping{Division: d})
		}
	}
	w := c.A.Run().Outcome.Workload
	add(grouping.Division{By: "size", Quantiles: 4})
	add(grouping.Division{By: "runTime", Quantiles: 4})
	add(grouping.Division{By: "request", Quantiles: 4})
	if w.User != nil {
		add(grouping.Division{By: "user", Quantiles: 4})
	}
	if w.Queue != nil {
		add(grouping.Division{By: "queue"})
	}
	return groups
}

// groupRow is what became of the jobs of one group.
type groupRow struct {
	Label string
	Jobs  int
	compare.Tally
	waits [2]engine.Time // in all under each of the two runs
}

func (g groupRow) Cells() []string {
	n := float64(g.Jobs)
	return []string{phrase.Grouped(int64(g.Jobs)), phrase.Grouped(int64(g.Less)), phrase.Grouped(int64(g.Longer)), phrase.Grouped(int64(g.Same)), phrase.Seconds(g.waits[0].Seconds() / n), phrase.Seconds(g.waits[1].Seconds() / n), phrase.SignedSeconds((g.waits[1] - g.waits[0]).Seconds() / n)}
}

// GroupRows are winners and losers by the groups of a grouping, those with jobs. O(jobs).
func (c *comparison) GroupRows(g grouping.Grouping) []groupRow {
	of, labels := grouping.Membership(c.A.Run().Outcome, g)
	rows := make([]groupRow, len(labels))
	for i := range rows {
		rows[i].Label = labels[i]
	}
	for row, j := range c.Jobs {
		if of[j] < 0 {
			continue
		}
		r := &rows[of[j]]
		r.Jobs++
		r.Add(c.wait[0][row], c.wait[1][row])
		for i := range r.waits {
			r.waits[i] += c.wait[i][row]
		}
	}
	return slices.DeleteFunc(rows, func(r groupRow) bool { return r.Jobs == 0 })
}

// groups are the rows of the chosen grouping.
func (t *TwoRuns) groups() []groupRow {
	if t.found == nil || t.found.Refusal != "" {
		return nil
	}
	list := t.found.groupings()
	t.by = min(t.by, len(list)-1)
	if t.groupsOf != t.found || t.groupsBy != t.by {
		t.groupsOf, t.groupsBy, t.grouped = t.found, t.by, t.found.GroupRows(list[t.by])
	}
	return t.grouped
}

func (t *TwoRuns) groupTitles() []string {
	var titles []string
	if found := t.found; found != nil && found.Refusal == "" {
		for _, g := range found.groupings() {
			titles = append(titles, draft.GroupTitle(&g))
		}
	}
	return titles
}

// Evidence says what one pair of runs is worth, and what there is beyond it.
func (t *TwoRuns) Evidence() string {
	if t.Measurement != nil {
		return "This is one pair of runs. How sure the difference is over all workloads is told in the answers, where they are compared in pairs, with intervals."
	}
	if r := t.Shown.Results.Report; r != nil && r.File != "" {
		return "One pair of runs is no evidence: on another log, or in another part of this one, others may win."
	}
	return "One pair of runs is no evidence: on another workload others may win. Repeat the experiment with other random numbers (Sweep and replications) to learn how sure the difference is."
}

// evidenceBar leads to the comparison in pairs, if there is one.
func (t *TwoRuns) evidenceBar() vugu.Builder {
	if t.Measurement == nil {
		return t.QuietBar("")
	}
	return t.QuietBar("Evidence", widget.Button{Text: "Go to the answers", Do: func() { t.Browser.Focus("answers") }})
}

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
func (c *comparison) cells(row int32) []string {
	job := c.A.Run().Outcome.Workload.Jobs[c.Jobs[row]]
	return []string{phrase.Grouped(int64(job.Processors)), phrase.Span(job.Run), phrase.Span(c.wait[0][row]), phrase.Span(c.wait[1][row]), phrase.SignedSeconds(c.Difference(row).Seconds())}
}

func (t *TwoRuns) cells(row int32) []string { return t.found.cells(row) }

// job names a row's job.
func (t *TwoRuns) job(row int32) explain.Sentence {
	found := t.found
	return explain.Say(explain.JobWords(fmt.Sprint(found.A.Run().Outcome.Workload.JobNumber(found.Jobs[row])), found.jobOf(row)))
}

func (t *TwoRuns) rowClass(row int32) string {
	if found := t.found; t.Pinned != engine.NoJob && found.jobOf(row) == t.Pinned {
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
	t.SaveCSV(t.FileName()+"-apart.csv", phrase.Comments(c.keptOrigin())+phrase.CSV(table))
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
