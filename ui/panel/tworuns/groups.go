package tworuns

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/ui/compare"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// groupings are the groupings to choose from: those of the scenario, then quartiles of the size and other ones.
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

// Cells are a row without its label.
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

// groupTitles are the names of the groupings.
func (t *TwoRuns) groupTitles() []string {
	var titles []string
	if t.found != nil && t.found.Refusal == "" {
		for _, g := range t.found.groupings() {
			titles = append(titles, draft.GroupTitle(&g))
		}
	}
	return titles
}

// groupHeads are the names of the columns of the table of groups.
func (t *TwoRuns) groupHeads() []string {
	return []string{"Group", "Jobs", "Wait less", "Wait longer", "As long", "Mean wait under " + t.chosen(0), "Mean wait under " + t.chosen(1), "Mean difference"}
}

// setGrouping chooses the grouping at a place of the list, a decimal number.
func (t *TwoRuns) setGrouping(place string) {
	if i, err := strconv.Atoi(place); err == nil && i >= 0 {
		t.by = i
	}
}
