package tables

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
)

// groupColumns are the metrics of groups that a terminal has room for, with their
// headings; -json has all.
var groupColumns = []struct{ metric, heading string }{
	{"jobs", "jobs"}, {"shareOfJobs", "of all jobs"}, {"shareOfLoad", "of the load"}, {"meanWait", "meanWait (s)"}, {"p95Wait", "p95Wait (s)"},
	{"maxWait", "maxWait (s)"}, {"meanSlowdownOfMinute", "meanSlowdownOfMinute"}, {"meanBoundedSlowdown", "meanBoundedSlowdown"},
}

// writeGroups prints a table of groups for each policy and grouping, of a sweep at each
// point: means over the replications, with half of their intervals.
func writeGroups(w io.Writer, r *experiment.Result) error {
	for i := range r.GroupSummary {
		m := &r.GroupSummary[i]
		g := &r.Scenario.Groups[m.Grouping]
		title := groupingText(g)
		if at := Point(m.Point); at != "" {
			title += " at " + at
		}
		fmt.Fprintf(w, "\n%s %s\n", m.Policy, title)
		if err := meansGrid(m, r.Scenario.Precision).Write(w); err != nil {
			return err
		}
	}
	return nil
}

// groupingText is such as "by queue, each month, jobs with run time up to 2 d".
func groupingText(g *grouping.Grouping) string {
	var parts []string
	if g.By != "" {
		parts = append(parts, "by "+g.By)
	}
	if g.Each != nil {
		parts = append(parts, "each "+g.Each.By)
	}
	if g.Where != nil {
		parts = append(parts, "jobs "+grouping.Words(g.Where))
	}
	return strings.Join(parts, ", ")
}

// meansGrid has a line per group, and above the groups of each panel its name. The metric
// of a wanted precision has a column, too.
func meansGrid(m *experiment.GroupMeans, p *scenario.Precision) Grid {
	header := []string{"group"}
	var shown []int
	add := func(name, heading string) {
		if metric := metrics.Index(name); slices.Contains(m.Mean.Metrics, metric) && !slices.Contains(shown, metric) {
			shown, header = append(shown, metric), append(header, heading)
		}
	}
	for _, c := range groupColumns {
		add(c.metric, c.heading)
	}
	if p != nil {
		add(p.Metric, p.Metric+inUnit(metrics.Descriptions[metrics.Index(p.Metric)].Unit))
	}
	table := Grid{header}
	for i, label := range m.Label {
		if m.Panel != nil && (i == 0 || m.Panel[i] != m.Panel[i-1]) {
			table.Add(m.PanelLabel[i])
		}
		if m.Panel != nil {
			label = "  " + label
		}
		row := []string{label}
		for _, metric := range shown {
			row = append(row, groupCell(m, i, metric))
		}
		table.Add(row...)
	}
	return table
}

// groupCell is the mean of a metric of group i, a share in per cent.
func groupCell(m *experiment.GroupMeans, i, metric int) string {
	scale, unit, decimals := 1.0, "", Digits(m.Mean.Column(metric))
	switch metrics.Descriptions[metric].Name {
	case "shareOfJobs", "shareOfLoad":
		scale, unit, decimals = 100, " %", 1
	case "jobs":
		decimals = min(decimals, 1)
	}
	text := Number(scale*m.Mean.At(i, metric), decimals) + unit
	if low, high := m.Low.At(i, metric), m.High.At(i, metric); low < high {
		text += " ± " + Number(scale*(high-low)/2, decimals)
	}
	return text
}
