package answers

import (
	"math"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/result"
	"backfill/ui/session"
)

// classNumbers are what the classes of one grouping have: one metric, and how much of the
// jobs and of the load is theirs.
type classNumbers struct {
	results  *result.Results      // of which they are, or
	of       *session.Measurement // of which
	plan     *scenario.Plan
	grouping int // place among the scenario's
	metric   string
	means    [][]*experiment.GroupMeans // by point and policy; nil: nothing is known yet
}

// EstimateClasses computes the numbers of the classes that are to be shown, point by point,
// so that the page answers meanwhile, and draws them.
func (c *Answers) EstimateClasses() {
	v := &c.Classes
	v.turn++
	turn := v.turn
	n, runs := c.classRuns()
	if n.plan == nil || len(n.plan.Scenario.Groups) == 0 {
		v.Numbers = classNumbers{}
		return
	}
	n.grouping, n.metric = v.groupingOf(n.plan), v.metricOf(n.plan)
	n.means = make([][]*experiment.GroupMeans, len(n.plan.Points))
	policies := map[string]int{}
	for k, policy := range n.plan.Policies {
		policies[policy.Label] = k
	}
	var steps []func()
	for _, at := range answer.WholePoints(runs, 1) {
		steps = append(steps, func() {
			row := make([]*experiment.GroupMeans, len(n.plan.Policies))
			for _, m := range experiment.SummarizeGroups(n.plan, at, n.grouping, n.metric, answer.ShareOfJobs, answer.ShareOfLoad) {
				row[policies[m.Policy]] = &m
			}
			n.means[at[0].PointIndex] = row
		})
	}
	c.InSteps(steps, func() bool { return turn == v.turn }, func() {
		v.Numbers = n
		c.showClasses()
	})
}

// classRuns are the runs of the results, those of a measurement if there is one, and
// numbers of them that are still to be filled in.
func (c *Answers) classRuns() (classNumbers, []*experiment.Run) {
	switch {
	case c.Measurement != nil:
		runs, _ := c.Measurement.Cells.Common()
		return classNumbers{of: c.Measurement, plan: c.Measurement.Plan}, runs
	case c.Shown.Results != nil:
		return classNumbers{results: c.Shown.Results, plan: c.Shown.Plan}, c.CellRuns()
	}
	return classNumbers{}, nil
}

// division is what divides the jobs.
func (n *classNumbers) division() *grouping.Grouping { return &n.plan.Scenario.Groups[n.grouping] }

// about describes the metric.
func (n *classNumbers) about() *metrics.Description {
	return &metrics.Descriptions[metrics.Index(n.metric)]
}

// At are the numbers of a policy at a point, nil if there are none.
func (n *classNumbers) At(point, policy int) *experiment.GroupMeans {
	if n.means[point] == nil {
		return nil
	}
	return n.means[point][policy]
}

// valueOf is what the group with that key has of a metric; false if nothing.
func valueOf(m *experiment.GroupMeans, key grouping.Key, metric string) (PlotPoint, bool) {
	if m == nil {
		return PlotPoint{}, false
	}
	row, place := m.Find(key), metrics.Index(metric)
	if row < 0 || math.IsNaN(m.Mean.At(row, place)) {
		return PlotPoint{}, false
	}
	t := PlotPoint{Y: m.Mean.At(row, place)}
	if low, high := m.Low.At(row, place), m.High.At(row, place); !math.IsNaN(low) {
		t.Low, t.High = &low, &high
	}
	return t, true
}

// emptyClasses says that no job that ended meets the conditions of the grouping to be shown,
// "" if some do or nothing has come yet.
func (c *Answers) emptyClasses() string {
	n := &c.Classes.Numbers
	some := slices.ContainsFunc(n.means, func(row []*experiment.GroupMeans) bool { return row != nil })
	if !some || len(c.Classes.table.classes.class) > 0 {
		return ""
	}
	return "No classes to show: no job that ended meets the conditions of “" + draft.GroupTitle(n.division()) + "”."
}

// mostRuns is the largest number of runs that a value is a mean of.
func mostRuns(m *experiment.GroupMeans, metric string) int {
	most := 0.0
	for _, n := range m.N.Column(metrics.Index(metric)) {
		most = max(most, n)
	}
	return int(most)
}
