package answers

import (
	"fmt"
	"math"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/ui/answer"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// Answers is the sentence and the table of metrics; the other panels of the package embed it.
type Answers struct {
	*panel.Shared
	Only    []string      // metrics that the table has as long as it has not all, in place of the usual ones
	Alone   func() string // the metric or another part that stands alone where there is little room; "": none does, as if Alone were nil
	plot    plot
	Classes classChoices
}

// cells chooses the point of the table.
func (c *Answers) cells() vugu.Builder {
	return c.Guard(&panel.Cells{Shared: c.Shared, Prefix: "table"})
}

// Labels are the names of the table's policies.
func (c *Answers) Labels() []string {
	if c.Measurement == nil {
		return c.RunLabels()
	}
	var labels []string
	for _, policy := range c.Measurement.Plan.Policies {
		labels = append(labels, policy.Label)
	}
	return labels
}

// Notes stand below the labels: which column is the log itself, which is of one drawing; "" for the others.
func (c *Answers) Notes() (notes []string) {
	if c.Measurement != nil {
		for _, policy := range c.Measurement.Plan.Policies {
			notes = append(notes, noteOf(policy.Kind.Kind, policy.Kind.Draws && c.ofOneDrawing()))
		}
		return notes
	}
	t := c.SideBySide()
	for i, r := range t.Runs {
		notes = append(notes, noteOf(r.Kind, t.Drawn[i] != nil))
	}
	return notes
}

func noteOf(kind string, draws bool) string {
	switch {
	case kind == scenario.Recorded:
		return "the log itself"
	case draws:
		return "one drawing"
	}
	return ""
}

// ofOneDrawing says whether what a measurement has at the point of the table is of one drawing of when Slurm's loops begin.
func (c *Answers) ofOneDrawing() bool {
	e := c.Estimates()
	return e != nil && e.Plan.DrawsLoops() && !e.Plan.InBatches() && len(e.Table.Means) > 0 && !slices.ContainsFunc(e.Table.Means, func(m experiment.Mean) bool { return m.N > 1 })
}

// Rows are those of the table of metrics.
func (c *Answers) Rows() []answer.Row {
	return c.RowsOf(c.AllMetrics)
}

// RowsOf are the rows of all metrics of a cell, or of the usual ones; a measurement has those that were wanted of it.
func (c *Answers) RowsOf(all bool) []answer.Row {
	table := c.rowsOf(all)
	if all || len(c.Only) == 0 {
		return table
	}
	return slices.DeleteFunc(table, func(row answer.Row) bool { return !slices.Contains(c.Only, row.About.Name) })
}

// shownRow is a row of the table, with its class: whether it gives way where there is little room.
type shownRow struct {
	answer.Row
	class string
}

func (c *Answers) shownRows() (rows []shownRow) {
	alone := ""
	if c.Alone != nil {
		alone = c.Alone()
	}
	for _, row := range c.Rows() {
		class := "row"
		if alone != "" && row.About.Name != alone {
			class = "row aside"
		}
		rows = append(rows, shownRow{row, class})
	}
	return rows
}

func (c *Answers) rowsOf(all bool) []answer.Row {
	if c.Measurement != nil {
		if c.Estimates() == nil {
			return nil
		}
		c.Estimates().Unfit = c.UnfitModels()
		table := c.Estimates().Rows()
		answer.AddClosedForms(table, c.Labels(), c.closedForms(), func(d *metrics.Description, v float64) string {
			return answer.ScaleFor(d, v).Text(v)
		})
		return c.neverRefused(table)
	}
	t := c.SideBySide()
	if len(t.Runs) == 0 {
		return nil
	}
	table := t.Rows(all, append(answer.AskedMetrics(c.Shown.Plan), c.MoreMetrics...), c.Absolute)
	answer.AddClosedForms(table, c.Labels(), c.closedForms(), answer.Value)
	return c.neverRefused(table)
}

// neverRefused has the row of refused jobs say what becomes of them: Slurm keeps those in its queue that can never start, unless EnforcePartLimits says
// otherwise, and a log refuses nobody.
func (c *Answers) neverRefused(table []answer.Row) []answer.Row {
	log := slices.Index(c.Notes(), noteOf(scenario.Recorded, false))
	for i := range table {
		row := &table[i]
		if row.About.Name != "refused" {
			continue
		}
		if c.Shown.Plan.LetsWait() {
			about := *row.About
			about.Title = "Jobs refused or never able to start"
			row.About = &about
		}
		if log >= 0 {
			row.Cells[log] = answer.Cell{Text: "–"}
		}
	}
	return table
}

// closedForms are those at the point of the table.
func (c *Answers) closedForms() []experiment.ClosedForm {
	switch {
	case c.Measurement == nil && c.Shown.Results != nil:
		return answer.ClosedForms(c.Shown.Plan, c.Shown.Cell.Point)
	case c.Measurement != nil && c.Estimates() != nil:
		return answer.ClosedForms(c.Estimates().Plan, c.Estimates().Point)
	}
	return nil
}

func (c *Answers) isBaseline(i int) bool {
	if m := c.Measurement; m != nil {
		return i == c.BaselineOf(m.Plan)
	}
	_, baseline := c.Runs()
	return i == baseline
}

// Effort says what was simulated and how long that took.
func (c *Answers) Effort() string {
	r := c.Shown.Results
	if r == nil || r.Workload == nil {
		return ""
	}
	runs, _ := c.Runs()
	if m := c.Measurement; m != nil {
		return phrase.Join(" ", m.Share()+m.Verb(" is", " are")+" done.", failedWords(m.Cells), c.WidestWords(), "On the timeline: "+phrase.Join(", ", c.CellWords(), explain.JobsText(r.Workload))+".")
	}
	done := explain.JobsText(r.Workload) + " under " + phrase.Policies(len(runs))
	if took := r.Simulated(); !math.IsNaN(took) {
		done += ", simulated in " + effortText(took)
	}
	return done + "."
}

// failedWords say in how many simulations a policy failed; "" if in none.
func failedWords(cells *experiment.Cells) string {
	n := 0
	for _, f := range cells.Failed() {
		n += f.Cells
	}
	if n == 0 {
		return ""
	}
	return phrase.Grouped(int64(n)) + " of them failed."
}

func effortText(seconds float64) string {
	if seconds < 0.01 {
		return "under 0.01 s"
	}
	return phrase.Decimals(seconds, 2) + " s"
}

// Warnings say that the baseline is another one, what is missing, and what the runs warn of.
func (c *Answers) Warnings() []string {
	var list []string
	for _, text := range []string{c.BaselineRemark(), c.emptyClasses(), c.unknownDemands(), c.notSimulated()} {
		if text != "" {
			list = append(list, text)
		}
	}
	list = append(list, c.failures()...)
	list = append(list, c.LostCells()...)
	if c.Measurement == nil {
		list = append(list, c.ContrastWords()...)
	}
	runs, _ := c.Runs()
	told := c.Measurement == nil && c.Refusals() != ""
	of := ""
	if words := c.CellWords(); words != "" {
		of = "On the timeline (" + words + "): "
	}
	for _, r := range runs {
		for _, w := range r.Warnings {
			if told && experiment.TellsRefusals(w) {
				continue
			}
			list = append(list, of+r.Label+": "+w)
		}
	}
	return list
}

// failures say which policies gave no results, and why.
func (c *Answers) failures() []string {
	var list []string
	if c.Measurement == nil {
		for _, f := range c.Failures() {
			list = append(list, f.Label+" has no results: "+f.Reason+".")
		}
		return list
	}
	failed := c.Measurement.Cells.Failed()
	for i, p := range c.Measurement.Plan.Policies {
		if f := failed[i]; f.Cells > 0 {
			list = append(list, p.Label+" has no results in "+phrase.Plural(int64(f.Cells), "run")+". The first of them failed: "+c.ReasonOf(c.Measurement.Plan, i, f.Reason)+".")
		}
	}
	return list
}

// Omitted is what the policies at hand do not model of the schedulers for which they stand, whose names it returns, too.
func (c *Answers) Omitted() (of string, list []string) {
	if c.Shown.Plan == nil || c.Shown.Results == nil {
		return "", nil
	}
	var names []string
	for _, p := range c.Shown.Plan.Policies {
		if p.Kind.Omits != nil && !slices.Contains(names, p.Kind.Name) {
			names = append(names, p.Kind.Name)
			list = append(list, p.Kind.Omits...)
		}
	}
	return phrase.List(names), list
}

// omittedBar unfolds what is not modelled.
func (c *Answers) omittedBar() vugu.Builder {
	of, list := c.Omitted()
	if list == nil {
		return c.QuietBar("")
	}
	return c.QuietBar("What is not modelled", c.Folds("omitted", "Not modelled of "+of))
}

func (c *Answers) omits() []string {
	_, list := c.Omitted()
	return list
}

func (c *Answers) metricsBar() vugu.Builder {
	return c.QuietBar("Table of metrics",
		widget.Button{Text: "All metrics", Expanded: widget.Yes(c.AllMetrics), Do: c.SwitchAllMetrics},
		widget.Button{Text: "Copy", Name: "Copy the table of metrics", Do: c.CopyMetrics},
		widget.Button{Text: "Save CSV", Name: "Save CSV: metrics", Do: c.SaveMetrics})
}

func (c *Answers) answerClass() string {
	if c.Stale() {
		return "answer old"
	}
	return "answer"
}

// notSimulated says of an accounting log what of its cluster is not simulated, by which the waits that it recorded are longer.
func (c *Answers) notSimulated() string { return notSimulatedOf(c.Shown.Plan) }

func notSimulatedOf(plan *scenario.Plan) string {
	if plan == nil || plan.Scenario.Workload.Kind != accounting.Kind.Kind || !slices.ContainsFunc(plan.Policies, func(p scenario.PlannedPolicy) bool { return p.Kind.Kind == scenario.Recorded }) {
		return ""
	}
	without := "nodes, partitions, limits and priorities"
	if plan.Scenario.Machine.Kind == "partitions" {
		without = "priorities, limits on users and accounts, and a scheduler that looks at its queue from time to time only"
	}
	var slurm []string
	others := 0
	for _, p := range plan.Policies {
		switch p.Kind.Kind {
		case "slurm":
			slurm = append(slurm, "“"+p.Label+"”")
		case scenario.Recorded:
		default:
			others++
		}
	}
	const listed = "without what is listed below, and without reservations and changes by hand but for those among "
	its := phrase.Verb(len(slurm), "its actions", "their actions")
	var simulated string
	switch {
	case others == 0 && slurm == nil:
		return ""
	case others == 0:
		simulated = phrase.List(slurm) + phrase.Verb(len(slurm), " is", " are") + " simulated " + listed + its
	case slurm == nil:
		simulated = "the other policies are simulated without them"
	default:
		simulated = "the policies other than " + phrase.List(slurm) + " are simulated without them, and " + phrase.Verb(len(slurm), "that one ", "those ") + listed + its
	}
	return "What was recorded happened on a cluster that may have had " + without + "; " + simulated + ", so that jobs may wait less here than they would there. Simulations begin with an empty cluster; if the log begins while others ran or waited, its first jobs wait less in them than they did."
}

// unknownDemands says for how many jobs nobody knows what they ask the nodes for, where
// that matters; "" if there are none.
func (c *Answers) unknownDemands() string {
	w := c.Workload()
	if w == nil {
		return ""
	}
	n := 0
	for _, demand := range w.Bandwidth {
		if demand < 0 {
			n++
		}
	}
	if n == 0 || !c.Shares() {
		return ""
	}
	return phrase.Grouped(int64(n)) + " of " + phrase.Plural(int64(len(w.Bandwidth)), "job") + " have no known demand for memory bandwidth and ask for none."
}

// TableRemark says what the numbers of the table are.
func (c *Answers) TableRemark() string {
	return phrase.Join(" ", c.measuredRemark(), answer.ClosedFormsRemark(c.closedForms(), c.Shown.Plan != nil && c.Shown.Plan.Steady != nil))
}

// measuredRemark says what the measured numbers of the table are.
func (c *Answers) measuredRemark() string {
	if c.Measurement == nil {
		return phrase.Join(" ", c.signsRemark(), c.drawnRemark(), c.logRemark())
	}
	e := c.Estimates()
	if e == nil || len(e.Table.Means) == 0 {
		return ""
	}
	return phrase.Join(" ", c.meansRemark(e), c.leftOut())
}

// meansRemark says what the means of a measurement are, and why differences are not judged.
func (c *Answers) meansRemark(e *answer.Estimates) string {
	least, n, bounded := math.MaxInt, 0, false
	for _, m := range e.Table.Means {
		n = max(n, m.N)
		if m.Low != nil {
			least, bounded = min(least, m.N), true
		}
	}
	text := "Means over " + e.Count(n, "")
	if e.Plan.InBatches() && least < n { // under one policy the run is longer than under another
		text = "Means over " + phrase.Grouped(int64(least)) + " to " + e.Count(n, "")
	}
	if !bounded && c.ofOneDrawing() && len(e.Plan.Policies) > 1 {
		return "One drawing of when Slurm's loops begin: no intervals, and no difference to a policy that draws, as another drawing may reverse it."
	}
	if !bounded {
		return text + ": no intervals."
	}
	text += ", below them " + answer.AtLevel(e.Plan.Level) + " intervals from low to high"
	if len(e.Plan.Policies) > 1 {
		text += "; then the difference to " + e.Plan.Policies[e.Plan.Baseline].Label + " " + onTheSame(e.Plan) + ", with its interval. ✓ better, ✗ worse: only where that interval excludes zero"
	}
	text += "."
	for k, policy := range e.Plan.Policies {
		if k != e.Plan.Baseline && e.OtherJobs(e.Point, policy.Label) {
			text += " Not as many jobs run under " + policy.Label + " as under " + e.Plan.Policies[e.Plan.Baseline].Label + ": of metrics of jobs no difference is told."
		}
	}
	told := ""
	for k, policy := range e.Plan.Policies {
		if why := e.Unjudged(policy.Label); k != e.Plan.Baseline && why != "" && why != told {
			text, told = text+" No difference is called better or worse where "+why+".", why
		}
	}
	return text
}

// leftOut says how many workloads are in no number of the answers at the point of the table, as a policy failed in them; "" if none.
func (c *Answers) leftOut() string {
	e := c.Estimates()
	n := e.LeftOut[e.Point]
	if n == 0 {
		return ""
	}
	var labels []string
	failed := c.Measurement.Cells.Failed()
	for k, policy := range e.Plan.Policies {
		if failed[k].Cells > 0 {
			labels = append(labels, policy.Label)
		}
	}
	words := labels[0] + " has no results"
	if len(labels) > 1 {
		words = "not all of " + phrase.List(labels) + " have results"
	}
	return phrase.UpperFirst(e.Count(n, "")) + phrase.Verb(n, " is", " are") + " left out of all means and pictures, under each policy: there " + words + "."
}

// onTheSame is what runs share of which differences are taken.
func onTheSame(plan *scenario.Plan) string {
	switch {
	case plan.InBatches():
		return "between batches of the same number, whose jobs are not quite the same"
	case answer.OnlyDrawings(plan):
		return "in the same drawings"
	}
	return "on the same workloads"
}

// signsRemark says what the signs of single runs stand for; "" if there are none.
func (c *Answers) signsRemark() string {
	t := c.SideBySide()
	judged := func(i int) bool {
		return i != t.Baseline && !t.Unplaced(i) && !t.Unplaced(t.Baseline) && !t.Runs[i].Recorded() && !t.Runs[t.Baseline].Recorded() && !t.OneDrawing(i)
	}
	for i := range t.Runs {
		if !judged(i) {
			continue
		}
		text := "✓ better, ✗ worse than the policy compared with; no sign: neither"
		if len(c.ContrastWords()) > 0 {
			text += ", or the policies did not have the same to do, as the warnings say. Differences of jobs' metrics are over those that ended under both"
		}
		return text + "."
	}
	return ""
}

// drawnRemark says of which policies the numbers are of one drawing; "" if of none.
func (c *Answers) drawnRemark() string {
	t := c.SideBySide()
	var labels []string
	drawings := 0
	for i, r := range t.Runs {
		if d := t.Drawn[i]; d != nil {
			labels, drawings = append(labels, r.Label), max(drawings, d.N)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	text := "When Slurm's loops begin is drawn: the numbers of " + phrase.List(labels) + " are of one drawing, the one on the timeline."
	if len(t.Runs) > 1 {
		text += " Another one may reverse a difference, so none is told."
	}
	if drawings > 0 {
		text += fmt.Sprintf(" Below a mean wait of one drawing stands the range that holds nine tenths of %d.", drawings)
	}
	return text
}

// logRemark says that the log is no policy; "" if it is not there, or alone.
func (c *Answers) logRemark() string {
	t := c.SideBySide()
	i := slices.IndexFunc(t.Runs, (*result.Run).Recorded)
	if i < 0 || len(t.Runs) == 1 {
		return ""
	}
	text := "“" + t.Runs[i].Label + "” is the log itself, with all that happened on its cluster: "
	if i == t.Baseline {
		return text + "policies differ from it, and are neither better nor worse."
	}
	return text + "it is no policy that one could choose, and not compared with those."
}

// defined says whether the metric at place i is defined under a policy of the run on the timeline: others, such as those of licences
// where there are none, are not offered.
func (c *Answers) defined(i int) bool {
	runs, _ := c.Runs()
	return slices.ContainsFunc(runs, func(r *result.Run) bool { return !math.IsNaN(r.Metrics[i]) })
}
