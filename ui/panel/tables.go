package panel

import (
	"io"
	"math"
	"strconv"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// MaySave says whether there is a result to save, and tells the reader if not. One
// that lacks policies is saved as what it is, but none whose comparisons are still those with another policy.
func (s *Shared) MaySave() bool {
	if s.Shown.Results == nil {
		s.Warn("There is no result yet.")
		return false
	}
	if e := s.Estimates(); e != nil && e.Plan.Baseline != s.BaselineOf(e.Plan) {
		s.Warn("The comparisons with " + e.Plan.Policies[s.BaselineOf(e.Plan)].Label + " are still being computed: nothing is saved.")
		return false
	}
	return true
}

// SaveJobs offers the job table of all policies as CSV.
func (s *Shared) SaveJobs() {
	if !s.MaySave() {
		return
	}
	remark, runs, columns := phrase.Comments(s.Origin()), s.CellRuns(), experiment.ColumnsOf(s.Shown.Plan)
	s.Browser.Write(s.ResultName()+"-jobs.csv", "text/csv", func(w io.Writer) error {
		if _, err := io.WriteString(w, remark); err != nil {
			return err
		}
		return experiment.WriteJobs(w, runs, columns)
	})
}

// SaveMetrics offers the table of all metrics as CSV.
func (s *Shared) SaveMetrics() {
	if s.MaySave() {
		s.SaveCSV(s.ResultName()+"-metrics.csv", phrase.CSV(s.metricsTable()))
	}
}

// CopyMetrics puts the table of all metrics on the clipboard.
func (s *Shared) CopyMetrics() {
	if s.MaySave() {
		s.Browser.Copy(phrase.Tabbed(s.metricsTable()))
	}
}

// metricsTable has a row per metric and a column per policy, in full precision. Of many
// cells it has a row for each point, policy and metric of the table, with intervals.
func (s *Shared) metricsTable() [][]string {
	if s.Measurement != nil {
		table := [][]string{s.NumbersHead()}
		if e := s.Estimates(); e != nil {
			table = append(table, s.NumbersRows(e.Point, &e.Table)...)
		}
		return table
	}
	runs, _ := s.Runs()
	head := []string{"metric", "unit"}
	for _, r := range runs {
		head = append(head, r.Label)
	}
	table := [][]string{head}
	for i, d := range metrics.Descriptions {
		row := []string{d.Name, d.Unit}
		for _, r := range runs {
			cell := ""
			if v := r.Metrics[i]; !math.IsNaN(v) {
				cell = phrase.Number(v)
			}
			row = append(row, cell)
		}
		table = append(table, row)
	}
	return table
}

// SaveGroups offers the tables of groups as CSV.
func (s *Shared) SaveGroups() {
	s.SaveCSV(s.ResultName()+"-groups.csv", phrase.CSV(s.groupsTable()))
}

// groupsTable has a row for each policy and group, with the metrics that groups have.
func (s *Shared) groupsTable() [][]string {
	runs, _ := s.Runs()
	head := []string{"policy", "by", "each", "where", "group"}
	for _, d := range metrics.Descriptions {
		if d.Group {
			head = append(head, d.Name)
		}
	}
	table := [][]string{head}
	for _, r := range runs {
		for _, b := range r.Groups[:min(len(r.Groups), len(s.Shown.Plan.Scenario.Groups))] {
			for g, label := range b.Label {
				row := []string{r.Label, b.By, "", grouping.Words(b.Where), label}
				if b.Panel != nil {
					row[2] = b.PanelLabel[g]
				}
				for i, d := range metrics.Descriptions {
					switch v := b.Value(g, i); {
					case !d.Group:
					case math.IsNaN(v):
						row = append(row, "")
					default:
						row = append(row, phrase.Number(v))
					}
				}
				table = append(table, row)
			}
		}
	}
	return table
}

// AxisPaths are the paths of the axes of the sweep: the first columns of a file about several points.
func (s *Shared) AxisPaths() []string {
	var paths []string
	for _, axis := range s.Sweep() {
		paths = append(paths, axis.Path)
	}
	return paths
}

// AxisValues are what stands in these columns for a point.
func (s *Shared) AxisValues(plan *scenario.Plan, point int) []string {
	var values []string
	for _, axis := range s.Sweep() {
		values = append(values, draft.AxisValue(plan.Scenario.Sweep, axis.Path, point))
	}
	return values
}

// NumbersHead names the columns of NumbersRows.
func (s *Shared) NumbersHead() []string {
	return append(s.AxisPaths(), "policy", "metric", "unit", "mean", "low", "high", "level", "n",
		"baseline", "difference", "difference_low", "difference_high", "relative", "relative_low", "relative_high")
}

// NumbersRows are the rows of a file about one point: one for each metric and policy.
func (s *Shared) NumbersRows(point int, n *answer.Numbers) [][]string {
	e := s.Estimates()
	var rows [][]string
	for _, m := range n.Means {
		row := append(s.AxisValues(e.Plan, point), m.Policy, m.Metric, metrics.Descriptions[metrics.Index(m.Metric)].Unit,
			phrase.Number(m.Mean), OptionalNumber(m.Low), OptionalNumber(m.High), phrase.Number(m.Level), strconv.Itoa(m.N))
		difference, ratio := n.Comparison(m.Metric, m.Policy, "difference"), n.Comparison(m.Metric, m.Policy, "ratio")
		if difference == nil {
			rows = append(rows, append(row, make([]string, 7)...))
			continue
		}
		if ratio == nil {
			ratio = &experiment.Comparison{Difference: metrics.Difference{Relative: difference.Relative}}
		}
		rows = append(rows, append(row, difference.Baseline, phrase.Number(difference.Difference.Difference),
			OptionalNumber(difference.Low), OptionalNumber(difference.High),
			OptionalNumber(ratio.Relative), OptionalNumber(ratio.Low), OptionalNumber(ratio.High)))
	}
	return rows
}

// OptionalNumber is a number in full precision, "" if there is none.
func OptionalNumber(v *float64) string {
	if v == nil {
		return ""
	}
	return phrase.Number(*v)
}
