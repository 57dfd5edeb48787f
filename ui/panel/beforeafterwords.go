package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/paired"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Label is what people call the policy: "EASY" or, where its label is another one, "easy → easy(reservations=2)".
func (p *partners) Label() string {
	if p.before == nil || p.before.Label == p.after.Label {
		return p.after.Label
	}
	return p.before.Label + " → " + p.after.Label
}

// Title says what differs, and from which kept run.
func (c *BeforeAfter) Title() string {
	var with, what string
	if c.before.WasKept {
		with = "Compared with the kept run “" + c.before.Name + "”."
	}
	if len(c.what) > 0 {
		what = "Different: " + strings.Join(c.what, "; ") + "."
	}
	return phrase.Join(" ", with, what)
}

// Sentence says what came of the changes, for the jobs that ended both times; before that, how well models fit their log, where that was looked
// at. Of a model that does not fit nothing else is said. Policies under which nothing has changed are named only if there are no others.
func (c *BeforeAfter) Sentence() string {
	compared := c.compared()
	switch {
	case c.otherJobs:
		return "The jobs are others than before, so that nothing is compared."
	case len(compared) == 0:
		return "None of these policies was there before."
	}
	var clauses []string
	var same []*partners
	jobs := -1
	for _, one := range compared {
		clause := "under " + one.Label() + " "
		switch {
		case one.after.Recorded() && len(compared) > 1: // the log
			continue
		case one.untouched:
			same = append(same, one)
			continue
		case one.Unfit():
			continue
		case one.Drawn():
			clauses, jobs = append(clauses, clause+one.drawnClause()), -1
			continue
		case one.draws:
			clauses, jobs = append(clauses, clause+one.singleClause()), -1
			continue
		case one.Unchanged:
			same = append(same, one)
			continue
		}
		of := one.Of[0].Value("meanWait")
		is := one.Of[1].Value("meanWait")
		switch {
		case one.Jobs == 0:
			clauses = append(clauses, clause+"no job ended both times")
			continue
		case math.IsNaN(of) || math.IsNaN(is): // which of jobs that ended only a steady state can be
			clauses = append(clauses, clause+"there is no steady state to compare")
			continue
		case one.Jobs == jobs && one.All:
			clause += "it waits "
		case one.Jobs == jobs:
			clause += phrase.Verb(jobs, "it waits ", "they wait ")
		case one.All || one.steady == sameSteady:
			clause += "a job waits "
		default:
			clause += "the " + phrase.Plural(int64(one.Jobs), "job") + " that ended both times " + phrase.Verb(one.Jobs, "waits ", "wait ")
		}
		jobs = one.Jobs
		clause += answer.Compared(of, is) + " on average"
		if was, now := phrase.SecondsApart(of, is); was == now {
			clause += " (" + phrase.Unbroken(now) + ")"
		} else {
			clause += " (" + phrase.Unbroken(now) + ", before " + phrase.Unbroken(was) + ")"
		}
		clauses = append(clauses, clause)
	}
	bases, refusals := c.fitWords()
	text, others := "", ""
	switch {
	case len(same) == 0:
	case len(clauses)+len(refusals) == 0:
		clauses = append(clauses, "under "+phrase.List(labels(same))+" every job starts and ends as before")
	case len(same) == 1:
		others = "Nothing changes under the other policy."
	default:
		others = "Nothing changes under the other policies."
	}
	if len(clauses) > 0 {
		text = phrase.UpperFirst(phrase.List(clauses)) + "."
	}
	return c.onTimeline(phrase.Join(" ", c.lostSentence(), strings.Join(slices.Concat(bases, refusals), " "), text, others, c.OneDrawing()))
}

// onTimeline says of what a comparison is where the experiment has further workloads or points: of the schedules on the timeline alone.
func (c *BeforeAfter) onTimeline(text string) string {
	if c.cell == "" {
		return text
	}
	if strings.HasPrefix(text, "Under ") {
		text = phrase.LowerFirst(text)
	}
	return "On the timeline alone (" + c.cell + "): " + text
}

func labels(list []*partners) []string {
	var labels []string
	for _, one := range list {
		labels = append(labels, one.Label())
	}
	return labels
}

// remarks say what else differs: which policies have no counterpart, which jobs were added, removed or changed, and how many more or
// fewer were refused, killed, cancelled or left unfinished. They end with what says nothing about the change, and with why no
// difference is called better or worse, where that is so.
func (c *BeforeAfter) remarks() []string {
	var list []string
	compared := c.compared()
	if !c.otherJobs {
		var fresh []string
		for _, one := range c.Partners {
			if one.before == nil {
				fresh = append(fresh, one.after.Label)
			}
		}
		if len(fresh) > 0 {
			list = append(list, "New: "+phrase.List(fresh)+".")
		}
		if len(c.gone) > 0 {
			list = append(list, "Gone: "+phrase.List(c.gone)+".")
		}
	}
	if len(compared) == 0 {
		return list
	}
	list = append(list, c.jobRemarks(compared)...)
	list = append(list, fateRemarks(compared)...)
	list = append(list, curtailedRemarks(compared)...)
	for _, one := range compared {
		if one.after.Recorded() {
			list = append(list, one.after.Label+" repeats the waits of the log, whatever has changed.")
		}
	}
	list = append(list, c.drawnRemarks(compared)...)
	switch {
	case compared[0].beside:
		list = append(list, "A model that does not fit the log is among what is compared, so that no difference is called better (✓) or worse (✗).")
	case !slices.ContainsFunc(compared, func(one *partners) bool { return one.SameWork() }):
		list = append(list, "The work is not the same as before, so that no difference is called better (✓) or worse (✗).")
	case c.steady == sameSteady:
		list = append(list, "This is one workload in steady state: the answers say what is better (✓) or worse (✗), and whether the system is stable.")
	case c.steady == otherwiseSteady:
		list = append(list, "The steady state is measured otherwise than before. The numbers here are those of the whole runs, and no difference is called better (✓) or worse (✗).")
	}
	return list
}

// jobRemarks say how the workloads differ.
func (c *BeforeAfter) jobRemarks(compared []*partners) []string {
	first := compared[0].Common // workloads are the same under all policies
	var list []string
	add := func(n int, one, many string) {
		if n > 0 {
			list = append(list, phrase.Plural(int64(n), "job")+phrase.Verb(n, one, many)+".")
		}
	}
	if first.Added == 1 {
		list = append(list, c.addedRemark(compared))
	} else {
		add(first.Added, "", " were added")
	}
	add(first.Removed, " was removed", " were removed")
	add(first.Submitted, " is submitted at another time", " are submitted at other times")
	add(first.Resized, " asks for another number of processors", " ask for other numbers of processors")
	add(first.Lengthened, " has another run time", " have other run times")
	add(first.Demanding, " asks for other memory, nodes, GPUs, bandwidth or licences", " ask for other memory, nodes, GPUs, bandwidth or licences")
	for _, one := range compared {
		if one.Commands != [2]bool{true, true} && one.Commands != [2]bool{} {
			now, before := "ignored", "obeyed"
			if one.Commands[1] {
				now, before = before, now
			}
			list = append(list, "Commands that change jobs are "+now+" under "+one.Label()+", before they were "+before+".")
		}
	}
	return list
}

// addedRemark says how long the one job that was added waits.
func (c *BeforeAfter) addedRemark(compared []*partners) string {
	w := c.results.Workload
	j := int32(slices.Index(c.pairs, engine.NoJob))
	for w.Continued(j) { // its test run
		j++
	}
	text := fmt.Sprintf("Job %d was added", w.JobNumber(j))
	var waits []string
	for _, one := range compared {
		if o := one.after.Outcome; o.Start[j] >= 0 {
			waits = append(waits, WaitText(o.WaitInAll(j))+" under "+one.after.Label)
		}
	}
	if len(waits) == 0 {
		return text + "."
	}
	return text + "; it waits " + phrase.List(waits) + "."
}

// fateRemarks say how many jobs were refused, killed, cancelled and left unfinished, where these are not the same jobs as before.
func fateRemarks(compared []*partners) []string {
	var list []fated
	for _, one := range compared {
		list = append(list, fated{one.Label(), one.after, one.Common, one.before})
	}
	return remarksOnFates(list, "before", false)
}

// curtailedRemarks say how many jobs are killed, or cancelled, both times, but not after the same time.
func curtailedRemarks(compared []*partners) []string {
	var list []string
	for _, one := range compared {
		if one.Curtailed > 0 {
			text := "Under " + one.Label() + " " + phrase.Plural(int64(one.Curtailed), "job") + phrase.Verb(one.Curtailed, " is", " are")
			list = append(list, text+" cut short both times, but not after the same time.")
		}
	}
	return list
}

// fated is a run with what it and another one have in common.
type fated struct {
	label string
	run   *result.Run
	*compare.Common
	other *result.Run
}

// fates are those of jobs that make runs differ.
var fates = []struct {
	state     engine.JobState
	one, many string
}{{engine.Refused, "is refused", "are refused"}, {engine.Killed, "is killed", "are killed"}, {engine.Cancelled, "is cancelled", "are cancelled"},
	{engine.Unfinished, "is left unfinished", "are left unfinished"}}

// verbs are what becomes of one job and of several in a state: of those that the machine can never run it depends on the scheduler whether they are
// refused.
func (f *fated) verbs(state engine.JobState, one, many string) (string, string) {
	if state != engine.Refused {
		return one, many
	}
	both := explain.UnrunOf(f.run)
	other := explain.UnrunOf(f.other)
	both.Refused, both.Waiting = both.Refused+other.Refused, both.Waiting+other.Waiting
	return both.Verb(1), both.Verb(2)
}

// repeats says whether one of two runs repeats a log, in which the simulation refuses and kills nobody.
func (f *fated) repeats() bool { return f.run.Recorded() || f.other.Recorded() }

// remarksOnFates say of how many jobs the runs and another one, which is called such as "before", differ in their fates. Runs of which
// the same can be said are named together or, if it can be said of all, only if that is asked for.
func remarksOnFates(runs []fated, other string, named bool) []string {
	var list []string
	for _, fate := range fates {
		of := map[string][]fated{} // by what is to be said
		var order []string
		for _, one := range runs {
			if (fate.state == engine.Refused || fate.state == engine.Killed) && one.repeats() {
				continue // told by explain.WithoutStart
			}
			is, are := one.verbs(fate.state, fate.one, fate.many)
			words := fateWords(&one.Fates[fate.state], is, are, other)
			if of[words] == nil {
				order = append(order, words)
			}
			of[words] = append(of[words], one)
		}
		for _, words := range order {
			if words == "" {
				continue
			}
			var labels []string
			var results []*result.Run
			for _, one := range of[words] {
				labels, results = append(labels, one.label), append(results, one.run)
			}
			text := words
			if fate.state == engine.Refused {
				if why := explain.RefusedFor(results); why != "" {
					text += " (" + why + ")"
				}
			}
			if named || len(order) > 1 {
				text = "under " + phrase.List(labels) + " " + text
			}
			list = append(list, phrase.UpperFirst(text)+".")
		}
	}
	return list
}

// fateWords are "3 more jobs are refused: 3, before none", "" if the same jobs are. The other run is called such as "before", "under EASY".
func fateWords(n *compare.Count, is, are, other string) string {
	was, now := n.In[0], n.In[1]
	by, word := now-was, "more"
	if by < 0 {
		by, word = -by, "fewer"
	}
	switch {
	case by == 0 && n.Apart == 0:
		return ""
	case by == 0:
		return phrase.Plural(int64(now), "job") + " " + phrase.Verb(now, is, are) + " as " + other + ", but not the same ones"
	}
	return phrase.Grouped(int64(by)) + " " + word + phrase.Verb(by, " job ", " jobs ") + phrase.Verb(by, is, are) + ": " + phrase.OrNone(now) + ", " + other + " " + phrase.OrNone(was)
}

// changeRow is a row of the table of before and after: what differs, and a cell for each policy.
type changeRow struct {
	Title, Doc string
	Metric     *metrics.Description // nil: the row counts jobs
	Cells      []answer.Cell
}

// comparedMetrics stand in the table.
var comparedMetrics = []string{"meanWait", "maxWait", "meanBoundedSlowdown", "utilization", "makespan", "strandedProcessors", "strandedMemory", "strandedGpus"}

// tells says whether a metric of whole runs is known before or after.
func (p *partners) tells(d *metrics.Description) bool {
	return !math.IsNaN(p.whole[0].Value(d.Name)) || !math.IsNaN(p.whole[1].Value(d.Name))
}

// Rows are those of the table of before and after, with a cell for each policy whose schedule has changed.
func (c *BeforeAfter) Rows() []changeRow {
	changed := c.Changed()
	if len(changed) == 0 {
		return nil
	}
	var list []changeRow
	for _, name := range comparedMetrics {
		d := &metrics.Descriptions[metrics.Index(name)]
		if !d.Group && !slices.ContainsFunc(changed, func(one *partners) bool { return one.tells(d) }) {
			continue
		}
		row := changeRow{Title: d.Title, Doc: d.Doc, Metric: d}
		for _, one := range changed {
			row.Cells = append(row.Cells, one.metricCell(d))
		}
		list = append(list, row)
	}
	for _, count := range []struct {
		title, doc string
		moves      bool // it tells what the change does to jobs
		of         func(*partners) int
	}{
		{"Jobs that ended both times", "The metrics of jobs are over these.", false, func(one *partners) int { return one.Jobs }},
		{"… that wait less", "Jobs that ended both times and waited for less time.", true, func(one *partners) int { return one.Less }},
		{"… that wait longer", "Jobs that ended both times and waited for a longer time.", true, func(one *partners) int { return one.Longer }},
		{"… that wait as long", "Jobs that ended both times and waited for the same time.", true, func(one *partners) int { return one.Same }},
	} {
		row := changeRow{Title: count.title, Doc: count.doc}
		some := false
		for _, one := range changed {
			if one.draws && count.moves { // of one drawing no difference is told
				row.Cells = append(row.Cells, answer.Cell{Text: "–"})
				continue
			}
			n := count.of(one)
			some = some || n > 0
			row.Cells = append(row.Cells, answer.Cell{Text: phrase.Grouped(int64(n))})
		}
		if some {
			list = append(list, row)
		}
	}
	return list
}

// metricCell is a metric before and after: of the jobs that ended both times, or of the whole run, which has a difference only if the
// work is the same.
func (p *partners) metricCell(d *metrics.Description) answer.Cell {
	was, is := p.whole[0].Value(d.Name), p.whole[1].Value(d.Name)
	if d.Group {
		was, is = p.Of[0].Value(d.Name), p.Of[1].Value(d.Name)
	}
	cell := p.cell(d, was, is, &p.drawn)
	if p.Drawn() && !p.Unfit() && d.Name == "meanWait" {
		cell.Interval = fmt.Sprintf("means of %d drawings", p.drawn.Difference.N)
	}
	return cell
}

// beforeAndNow are two values of a metric, or one if they read the same.
func beforeAndNow(d *metrics.Description, was, is float64) string {
	before, now := answer.Value(d, was), answer.Value(d, is)
	if before == now {
		return now
	}
	return before + " → " + now
}

// cell is a value of a metric before and after, with the difference; drawn is what became of the mean wait of the same jobs over drawings, if there
// are any.
func (p *partners) cell(d *metrics.Description, was, is float64, drawn *paired.Change) answer.Cell {
	if p.draws {
		return p.drawnCell(d, drawn, was, is)
	}
	cell := answer.Cell{Text: beforeAndNow(d, was, is)}
	switch {
	case p.judges(d):
		cell.Difference, cell.Verdict = answer.Difference(d, was, is, false)
	case d.Group || p.SameWork():
		cell.Difference = answer.DifferenceText(d, was, is, false)
	}
	return cell
}

// judges says whether a difference of a metric makes one of the runs the better one: both had the same to do and, where the metric
// is a share of a machine, on machines of the same size.
func (p *partners) judges(d *metrics.Description) bool {
	return p.SameWork() && p.steady == neverSteady && !p.beside && (d.Group || !answer.IsShare(d.Name) || !p.OtherMachine)
}
