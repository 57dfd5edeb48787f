package panel

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/drawing"
	"backfill/ui/paired"
	"backfill/ui/phrase"
)

// GroupRow is a row of the table of before and after by group.
type GroupRow struct {
	Name  string
	Jobs  string // that ended both times: "12" or, by policy, "12, 11"
	Cells []answer.Cell

	label   string           // Name as it stands in a sentence
	changes []*paired.Change // over drawings, by policy; nil where there are none
	lost    []int            // jobs that ran before and never run now, by policy
	ran     []int            // before, by policy
	change  float64          // how far a metric times jobs has moved, under all policies
}

// groupsOf is what rows of groups are about.
type groupsOf struct {
	kind, metric string
	named        bool
}

// GroupKinds are what jobs can be grouped by: of what is known of some job.
func (c *BeforeAfter) GroupKinds() []GroupKind { return c.kinds }

// GroupRows have a cell for each policy whose schedule has changed: a metric of the jobs of each group that ended both times, before and
// after. Jobs are in the group that they belong to now. They are in GroupOrder. O(jobs times policies), and n log n for percentiles, when it is
// first asked.
func (s *Shared) GroupRows(kind GroupKind, d *metrics.Description) []GroupRow {
	c := s.BeforeAndAfter()
	key := groupsOf{kind.Word, d.Name, s.Named}
	rows, known := c.groups[key]
	if !known {
		rows = c.groupRows(kind, d)
		c.groups[key] = rows
	}
	return rows
}

// GroupOrder says in which order groups stand.
func (c *BeforeAfter) GroupOrder() string {
	text := "first where the change times the number of jobs is largest"
	if len(c.Changed()) > 1 {
		text += ", added up over the policies"
	}
	if slices.ContainsFunc(c.Changed(), func(one *partners) bool { return one.draws }) {
		text += fmt.Sprintf(", as far as %d drawings tell it", drawing.Usual)
	}
	return text
}

// elsewhere is the group of jobs that did not end both times.
const elsewhere int32 = -2

func (c *BeforeAfter) groupRows(kind GroupKind, d *metrics.Description) []GroupRow {
	changed := c.Changed()
	column := kind.Column(c.results.Workload)
	of := map[int32][]*[3][]int32{}                  // by group and policy: its jobs before and after, in the order of their ends, and before beside those after
	losses := make([][2]map[int32]int, len(changed)) // by policy and group: jobs that never run any more, and those that ran before
	for i, one := range changed {
		losses[i][0], losses[i][1] = c.lostBy(one, column)
		for number := range losses[i][0] {
			if of[number] == nil {
				of[number] = make([]*[3][]int32, len(changed))
			}
		}
		add := func(when int, number, row int32) {
			if of[number] == nil {
				of[number] = make([]*[3][]int32, len(changed))
			}
			if of[number][i] == nil {
				of[number][i] = &[3][]int32{}
			}
			rows := &of[number][i][when]
			*rows = append(*rows, row)
		}
		group := slices.Repeat([]int32{elsewhere}, len(one.before.Outcome.Start)) // by job before, of those that ended both times
		for k, j := range one.Rows {
			number := max(column[j], -1)
			group[one.Partner[k]] = number
			add(1, number, j)
			add(2, number, one.Partner[k])
		}
		for _, k := range one.before.Outcome.EndedJobs() {
			if group[k] != elsewhere {
				add(0, group[k], k)
			}
		}
	}
	var list []GroupRow
	for _, number := range slices.Sorted(maps.Keys(of)) {
		row := GroupRow{Name: phrase.UpperFirst(kind.Label(number)), label: kind.Label(number)}
		var counts []string
		for i, one := range changed {
			jobs := of[number][i]
			if jobs == nil {
				jobs = &[3][]int32{}
			}
			was := metrics.OfJobs(one.before.Outcome, jobs[0]).Value(d.Name)
			is := metrics.OfJobs(one.after.Outcome, jobs[1]).Value(d.Name)
			n, by := len(jobs[1]), is-was
			if one.draws {
				by = 0 // what one drawing gives ranks no group
			}
			var drawn *paired.Change
			if d.Name == "meanWait" && one.Drawn() && !one.Unfit() {
				change := paired.Of(one.before.Drawings, one.after.Drawings, jobs[2], jobs[1], c.level)
				drawn, n, by = &change, change.Jobs, change.Difference.Mean
			}
			row.changes = append(row.changes, drawn)
			row.Cells = append(row.Cells, one.cell(d, was, is, drawn))
			lost := losses[i][0][number]
			row.lost, row.ran = append(row.lost, lost), append(row.ran, losses[i][1][number])
			count := phrase.Grouped(int64(n))
			if lost > 0 {
				count += " (" + phrase.Grouped(int64(lost)) + phrase.Verb(lost, " never runs", " never run") + ")"
			}
			counts = append(counts, count)
			if change := math.Abs(by) * float64(n); change > 0 { // not NaN
				row.change += change
			}
		}
		row.Jobs = phrase.Join(", ", slices.Compact(counts)...)
		list = append(list, row)
	}
	slices.SortStableFunc(list, func(a, b GroupRow) int { return cmp.Compare(b.change, a.change) })
	return list
}
