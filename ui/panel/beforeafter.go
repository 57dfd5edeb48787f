package panel

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// BeforeAfter is what came of the changes of an experiment: what is on the page beside what was
// there before them.
type BeforeAfter struct {
	before  *session.Simulated
	results *result.Results
	came    int // policies that had come

	what     []string // differs
	Partners []partners
	pairs    []int32 // by job: the job before, NoJob if there was none
	lost     int     // jobs that are not there any more
}

// partners are the runs of one policy before and after.
type partners struct {
	before, after *result.Run // before is nil if there was no such policy
	compare.Tally             // of the jobs that started both times
	added         int         // jobs that started and were not there, or had not
	stopped       int         // jobs that started before and have not now
	Moves         []timeline.Move
	Most          []WaitChange // the largest changes
}

// WaitChange is a job whose wait has changed.
type WaitChange struct {
	Job     int32
	Was, Is engine.Time
}

// Size is by how much it has changed, at least 0.
func (c WaitChange) Size() engine.Time { return max(c.Is-c.Was, c.Was-c.Is) }

// mostChanged is how many jobs are listed under each policy.
const mostChanged = 5

// BeforeAndAfter is the comparison with what was before the changes, nil if there is nothing to compare.
// O(jobs times policies) when results have come, O(1) until then.
func (s *Shared) BeforeAndAfter() *BeforeAfter {
	e := s.Before()
	if e == nil {
		s.beforeAfter = BeforeAfter{}
		return nil
	}
	runs, _ := s.Runs()
	c := &s.beforeAfter
	if c.before == e && c.results == s.Shown.Results && c.came == len(runs) {
		return c
	}
	if c.before != e || c.results != s.Shown.Results {
		a, b := s.Form.ReadText(e.Scenario), s.Form.ReadText(s.Shown.Scenario)
		*c = BeforeAfter{before: e, results: s.Shown.Results, what: s.Form.Differences(&a, &b), pairs: compare.PairJobs(s.Workload(), e.Results.Workload)}
		kept := 0
		for _, j := range c.pairs {
			if j != engine.NoJob {
				kept++
			}
		}
		c.lost = len(e.Results.Workload.Jobs) - kept
	}
	known := c.Partners
	c.came, c.Partners = len(runs), nil
	for i, r := range s.Shown.Results.Runs {
		if r == nil {
			continue
		}
		if k := slices.IndexFunc(known, func(one partners) bool { return one.after == r }); k >= 0 {
			c.Partners = append(c.Partners, known[k])
			continue
		}
		c.Partners = append(c.Partners, c.partnersOf(s.partner(e, i), r))
	}
	return c
}

// partner is the run before of the policy that is the i-th now: that with its label or, if the
// policy is another one, that in its place.
func (s *Shared) partner(e *session.Simulated, i int) *result.Run {
	is, was := s.Shown.Plan.Policies, e.Plan.Policies
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

func (c *BeforeAfter) partnersOf(before, after *result.Run) partners {
	one := partners{before: before, after: after}
	if before == nil {
		return one
	}
	a, b := after.Outcome, before.Outcome
	one.Moves = make([]timeline.Move, len(c.pairs))
	one.stopped = len(b.StartOrder)
	least := engine.Time(0) // of the changes that are listed, once there are enough
	for j, was := range c.pairs {
		before := was != engine.NoJob && b.Start[was] >= 0
		switch {
		case a.Start[j] < 0:
			continue
		case !before:
			one.added++
			one.Moves[j] = timeline.StartsNow
			continue
		}
		one.stopped--
		one.Moves[j] = timeline.MoveOf(b.Start[was], a.Start[j])
		change := WaitChange{int32(j), b.Wait(was), a.Wait(int32(j))}
		one.Add(change.Was, change.Is)
		if change.Size() == 0 || len(one.Most) == mostChanged && change.Size() <= least {
			continue
		}
		place, _ := slices.BinarySearchFunc(one.Most, change, func(x, y WaitChange) int { return cmp.Or(cmp.Compare(y.Size(), x.Size()), -1) })
		one.Most = slices.Insert(one.Most, place, change)
		one.Most = one.Most[:min(len(one.Most), mostChanged)]
		least = one.Most[len(one.Most)-1].Size()
	}
	return one
}

// MovesOf says how the starts of the jobs of a run have moved, nil if that is not known.
func (s *Shared) MovesOf(o *engine.Outcome) []timeline.Move {
	if c := s.BeforeAndAfter(); c != nil {
		for _, one := range c.Partners {
			if one.after.Outcome == o {
				return one.Moves
			}
		}
	}
	return nil
}

// Label is what people call the policy: "EASY", "EASY → LOS".
func (p *partners) Label() string {
	if p.before == nil || p.before.Label == p.after.Label {
		return p.after.Label
	}
	return p.before.Label + " → " + p.after.Label
}

// Title says what differs.
func (c *BeforeAfter) Title() string {
	if len(c.what) == 0 {
		return "Something else is different."
	}
	return "Different: " + strings.Join(c.what, "; ") + "."
}

// Sentence says what came of the changes.
func (c *BeforeAfter) Sentence() string {
	var clauses []string
	for i := range c.Partners {
		one := &c.Partners[i]
		if one.before == nil {
			continue
		}
		was, is := one.before.Metrics.Value("meanWait"), one.after.Metrics.Value("meanWait")
		text := "under " + one.Label() + " a job "
		if len(clauses) > 0 {
			text = "under " + one.Label() + " it "
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

// Rows are those of the table of before and after.
func (c *BeforeAfter) Rows() []changeRow {
	var list []changeRow
	for _, name := range comparedMetrics {
		d := &metrics.Descriptions[metrics.Index(name)]
		row := changeRow{Title: d.Title, Doc: d.Doc}
		for i := range c.Partners {
			row.Cells = append(row.Cells, c.Partners[i].metricCell(d))
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
		for i := range c.Partners {
			one := &c.Partners[i]
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
func (p *partners) metricCell(d *metrics.Description) answer.Cell {
	is := p.after.Metrics.Value(d.Name)
	if p.before == nil {
		return answer.Cell{Text: answer.Value(d, is)}
	}
	was := p.before.Metrics.Value(d.Name)
	cell := answer.Cell{Text: answer.Value(d, is)}
	if was != is && !(math.IsNaN(was) && math.IsNaN(is)) {
		cell.Text = answer.Value(d, was) + " → " + cell.Text
	}
	cell.Difference, cell.Verdict = answer.Difference(d, was, is)
	return cell
}

// BeforeWords say what became of the pinned job before the changes under the policy of run r; "" if
// there is nothing to compare with.
func (s *Shared) BeforeWords(r *result.Run) string {
	c := s.BeforeAndAfter()
	if c == nil {
		return ""
	}
	for i := range c.Partners {
		one := &c.Partners[i]
		if one.after != r || one.before == nil {
			continue
		}
		was, j := c.pairs[s.Pinned], s.Pinned
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
		text := prefix + ": " + phrase.LowerFirst(explain.StartWords(b, was, s.Clock()).String())
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

// JobsChanged says whether the changes by hand of single jobs are others than before.
func (s *Shared) JobsChanged() bool {
	e := s.Before()
	return e != nil && !slices.Equal(e.Results.Workload.Changes, s.Workload().Changes)
}
