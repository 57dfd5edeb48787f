package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/ui/session"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// beforeAfter is what came of the changes of an experiment: what is on the page beside what was
// there before them.
type beforeAfter struct {
	before  *session.Simulated
	results *result.Results
	came    int // policies that had come

	what     []string // differs
	partners []partners
	pairs    []int32 // by job: the job before, NoJob if there was none
	lost     int     // jobs that are not there any more
}

// partners are the runs of one policy before and after.
type partners struct {
	before, after *result.Run // before is nil if there was no such policy
	compare.Tally             // of the jobs that started both times
	added         int         // jobs that started and were not there, or had not
	stopped       int         // jobs that started before and have not now
	moves         []timeline.Move
	most          []waitChange // the largest changes
}

// waitChange is a job whose wait has changed.
type waitChange struct {
	job     int32
	was, is engine.Time
}

func (c waitChange) size() engine.Time { return max(c.is-c.was, c.was-c.is) }

// mostChanged is how many jobs are listed under each policy.
const mostChanged = 5

// compare is the comparison with what was before the changes, nil if there is nothing to compare.
// O(jobs times policies) when results have come, O(1) until then.
func (p *Page) compare() *beforeAfter {
	e := p.Before()
	if e == nil {
		p.whatif.compared = beforeAfter{}
		return nil
	}
	runs, _ := p.Runs()
	c := &p.whatif.compared
	if c.before == e && c.results == p.Shown.Results && c.came == len(runs) {
		return c
	}
	if c.before != e || c.results != p.Shown.Results {
		a, b := p.Form.ReadText(e.Scenario), p.Form.ReadText(p.Shown.Scenario)
		*c = beforeAfter{before: e, results: p.Shown.Results, what: p.Form.Differences(&a, &b), pairs: compare.PairJobs(p.Workload(), e.Results.Workload)}
		kept := 0
		for _, j := range c.pairs {
			if j != engine.NoJob {
				kept++
			}
		}
		c.lost = len(e.Results.Workload.Jobs) - kept
	}
	known := c.partners
	c.came, c.partners = len(runs), nil
	for i, r := range p.Shown.Results.Runs {
		if r == nil {
			continue
		}
		if k := slices.IndexFunc(known, func(one partners) bool { return one.after == r }); k >= 0 {
			c.partners = append(c.partners, known[k])
			continue
		}
		c.partners = append(c.partners, c.partnersOf(p.partner(e, i), r))
	}
	return c
}

// partner is the run before of the policy that is the i-th now: that with its label or, if the
// policy is another one, that in its place.
func (p *Page) partner(e *session.Simulated, i int) *result.Run {
	is, was := p.Shown.Plan.Policies, e.Plan.Policies
	labelled := func(label string) func(scenario.PlannedPolicy) bool {
		return func(other scenario.PlannedPolicy) bool { return other.Label == label }
	}
	if k := slices.IndexFunc(was, labelled(is[i].Label)); k >= 0 {
		return e.Results.Runs[k]
	}
	if len(was) == len(is) && !slices.ContainsFunc(is, labelled(was[i].Label)) {
		return e.Results.Runs[i]
	}
	return nil
}

func (c *beforeAfter) partnersOf(before, after *result.Run) partners {
	one := partners{before: before, after: after}
	if before == nil {
		return one
	}
	a, b := after.Outcome, before.Outcome
	one.moves = make([]timeline.Move, len(c.pairs))
	one.stopped = len(b.StartOrder)
	least := engine.Time(0) // of the changes that are listed, once there are enough
	for j, was := range c.pairs {
		before := was != engine.NoJob && b.Start[was] >= 0
		switch {
		case a.Start[j] < 0:
			continue
		case !before:
			one.added++
			one.moves[j] = timeline.StartsNow
			continue
		}
		one.stopped--
		one.moves[j] = timeline.MoveOf(b.Start[was], a.Start[j])
		change := waitChange{int32(j), b.Wait(was), a.Wait(int32(j))}
		one.Add(change.was, change.is)
		if change.size() == 0 || len(one.most) == mostChanged && change.size() <= least {
			continue
		}
		place, _ := slices.BinarySearchFunc(one.most, change, func(x, y waitChange) int { return cmp.Or(cmp.Compare(y.size(), x.size()), -1) })
		one.most = slices.Insert(one.most, place, change)
		one.most = one.most[:min(len(one.most), mostChanged)]
		least = one.most[len(one.most)-1].size()
	}
	return one
}

// movesOf says how the starts of the jobs of a run have moved, nil if that is not known.
func (p *Page) movesOf(o *engine.Outcome) []timeline.Move {
	if c := p.compare(); c != nil {
		for _, one := range c.partners {
			if one.after.Outcome == o {
				return one.moves
			}
		}
	}
	return nil
}

// label is what people call the policy: "EASY", "EASY → LOS".
func (one *partners) label() string {
	if one.before == nil || one.before.Label == one.after.Label {
		return one.after.Label
	}
	return one.before.Label + " → " + one.after.Label
}

// title says what differs.
func (c *beforeAfter) title() string {
	if len(c.what) == 0 {
		return "Something else is different."
	}
	return "Different: " + strings.Join(c.what, "; ") + "."
}

// sentence says what came of the changes.
func (c *beforeAfter) sentence() string {
	var clauses []string
	for i := range c.partners {
		one := &c.partners[i]
		if one.before == nil {
			continue
		}
		was, is := one.before.Metrics.Value("meanWait"), one.after.Metrics.Value("meanWait")
		text := "under " + one.label() + " a job "
		if len(clauses) > 0 {
			text = "under " + one.label() + " it "
		}
		text += answer.Compared(was, is)
		if was != is {
			text += " on average (" + phrase.Unbroken(phrase.Seconds(is)) + ", before " + phrase.Unbroken(phrase.Seconds(was)) + ")"
		}
		clauses = append(clauses, text)
	}
	if len(clauses) == 0 {
		return "None of these policies was there before."
	}
	return phrase.UpperFirst(phrase.List(clauses)) + "."
}

// changeRow is a row of the table of before and after: what differs, and a cell for each policy.
type changeRow struct {
	Title, Doc string
	Cells      []answer.Cell
}

// comparedMetrics stand in the table.
var comparedMetrics = []string{"meanWait", "maxWait", "meanBoundedSlowdown", "utilization", "makespan"}

// rows are those of the table of before and after.
func (c *beforeAfter) rows() []changeRow {
	var list []changeRow
	for _, name := range comparedMetrics {
		d := &metrics.Descriptions[metrics.Index(name)]
		row := changeRow{Title: d.Title, Doc: d.Doc}
		for i := range c.partners {
			row.Cells = append(row.Cells, c.partners[i].metricCell(d))
		}
		list = append(list, row)
	}
	for _, count := range []struct {
		title, doc string
		of         func(*partners) int
	}{
		{"Jobs that wait less", "Jobs that started both times and waited for less time.", func(one *partners) int { return one.Less }},
		{"… that wait longer", "Jobs that started both times and waited for a longer time.", func(one *partners) int { return one.Longer }},
		{"… that wait as long", "Jobs that started both times and waited for the same time.", func(one *partners) int { return one.Same }},
		{"… that only start now", "Jobs that started and were not there before, or had not started.", func(one *partners) int { return one.added }},
		{"… that start no longer", "Jobs that had started and have not now.", func(one *partners) int { return one.stopped }},
	} {
		row := changeRow{Title: count.title, Doc: count.doc}
		some := false
		for i := range c.partners {
			one := &c.partners[i]
			if one.before == nil {
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

// metricCell is a metric before and after with the difference.
func (one *partners) metricCell(d *metrics.Description) answer.Cell {
	is := one.after.Metrics.Value(d.Name)
	if one.before == nil {
		return answer.Cell{Text: answer.Value(d, is)}
	}
	was := one.before.Metrics.Value(d.Name)
	cell := answer.Cell{Text: answer.Value(d, is)}
	if was != is && !(math.IsNaN(was) && math.IsNaN(is)) {
		cell.Text = answer.Value(d, was) + " → " + cell.Text
	}
	cell.Difference, cell.Verdict = answer.Difference(d, was, is)
	return cell
}

// movedJob is a line of the list of the jobs that changed most.
type movedJob struct {
	Job               int32
	Name, Policy      string
	Was, Is, Movement string
}

// moved are the jobs whose waits changed most, the largest changes first.
func (p *Page) moved(c *beforeAfter) []movedJob {
	type entry struct {
		waitChange
		policy string
	}
	var all []entry
	for i := range c.partners {
		for _, change := range c.partners[i].most {
			all = append(all, entry{change, c.partners[i].label()})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(b.size(), a.size()) })
	const most = 8
	var lines []movedJob
	w := p.Workload()
	for _, e := range all[:min(len(all), most)] {
		movement := phrase.Span(e.size()) + " less"
		if e.is > e.was {
			movement = phrase.Span(e.size()) + " longer"
		}
		lines = append(lines, movedJob{e.job, fmt.Sprint(w.JobNumber(e.job)) + explain.AttemptWords(w, e.job, ", "), e.policy,
			phrase.Span(e.was), phrase.Span(e.is), movement})
	}
	return lines
}

// beforeWords say what became of the pinned job before the changes under the policy of run r; "" if
// there is nothing to compare with.
func (p *Page) beforeWords(r *result.Run) string {
	c := p.compare()
	if c == nil {
		return ""
	}
	for i := range c.partners {
		one := &c.partners[i]
		if one.after != r || one.before == nil {
			continue
		}
		was, j := c.pairs[p.Pinned], p.Pinned
		prefix := "Before"
		if one.before.Label != r.Label {
			prefix += ", under " + one.before.Label
		}
		a, b := r.Outcome, one.before.Outcome
		switch {
		case was == engine.NoJob:
			return prefix + ": this job was not there."
		case b.Start[was] < 0:
			return prefix + ": it never started."
		}
		text := prefix + ": " + phrase.LowerFirst(explain.StartWords(b, was, p.Clock()).String())
		if a.Start[j] < 0 {
			return text + "."
		}
		switch by := a.Start[j] - b.Start[was]; {
		case by < 0:
			text += "; it starts " + phrase.Span(-by) + " earlier now"
		case by > 0:
			text += "; it starts " + phrase.Span(by) + " later now"
		default:
			text += ", as now"
		}
		return text + "."
	}
	return ""
}
