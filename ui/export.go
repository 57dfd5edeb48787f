package ui

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// SaveResult offers everything as JSON, as the headless program prints it.
func (p *Page) SaveResult() {
	if !p.anything() {
		return
	}
	if p.Measurement != nil {
		p.saveMeasured()
		return
	}
	plan, runs := *p.Shown.Plan, p.CellRuns()
	if p.Partial() {
		came := func(policy scenario.PlannedPolicy) bool {
			return slices.ContainsFunc(runs, func(r *experiment.Run) bool { return r.Policy == policy.Label })
		}
		if !came(plan.Policies[plan.Baseline]) {
			plan.Baseline = slices.IndexFunc(plan.Policies, came) // the first of those that came
		}
		for _, r := range runs {
			r.Warnings = append(r.Warnings, p.PartSaved())
		}
	}
	text, err := experiment.Collect(&plan, runs).JSON()
	if err != nil {
		p.Warn("The result cannot be written: " + err.Error())
		return
	}
	p.Browser.Save(p.ResultName()+".json", "application/json", text)
}

// saveMeasured offers the result of all cells as JSON. Its intervals are computed point
// by point, so that the page answers meanwhile.
func (p *Page) saveMeasured() {
	m, name := p.Measurement, p.ResultName()
	plan := *m.Plan
	plan.Baseline = p.BaselineOf(m.Plan)
	unjudged := plan
	unjudged.Claims = nil
	runs := m.Book.Runs()
	part := p.Unfinished() || m.Running
	result := experiment.Collect(&unjudged, runs, answer.NoMetric)
	var steps []func()
	for _, at := range answer.WholePoints(runs, 1) {
		steps = append(steps, func() {
			r := experiment.Collect(&unjudged, at)
			result.Summary, result.Comparisons = append(result.Summary, r.Summary...), append(result.Comparisons, r.Comparisons...)
			result.GroupSummary, result.GroupComparisons = append(result.GroupSummary, r.GroupSummary...), append(result.GroupComparisons, r.GroupComparisons...)
		})
	}
	steps = append(steps, func() { result.Claims = experiment.Collect(&plan, runs, answer.NoMetric).Claims })
	p.Tell("The result is being written…")
	p.InSteps(steps, func() bool { return true }, func() {
		if part {
			result.Runs = markPartial(result.Runs, "partial: "+m.Share())
		}
		text, err := result.JSON()
		if err != nil {
			p.Warn("The result cannot be written: " + err.Error())
			return
		}
		p.Browser.Save(name+".json", "application/json", text)
		p.Tell("The result is written.")
	})
}

// markPartial are the runs, the first one with a warning.
func markPartial(runs []*experiment.Run, warning string) []*experiment.Run {
	if len(runs) == 0 {
		return runs
	}
	marked := slices.Clone(runs)
	first := *runs[0]
	first.Warnings = append(slices.Clone(first.Warnings), warning)
	marked[0] = &first
	return marked
}

// anything says whether there is a result to save, and tells the user if not. One
// that lacks policies is saved as what it is.
func (p *Page) anything() bool {
	if p.Shown.Results == nil {
		p.Warn("There is no result yet.")
		return false
	}
	return true
}

// SaveScenario offers the experiment itself.
func (p *Page) SaveScenario() {
	var b bytes.Buffer
	if json.Indent(&b, p.Valid, "", "  ") != nil {
		return
	}
	b.WriteByte('\n')
	p.Browser.Save(p.FileName()+".scenario.json", "application/json", b.Bytes())
}

// SaveJobs offers the job table of all policies as CSV.
func (p *Page) SaveJobs() {
	if !p.anything() {
		return
	}
	remark, runs, columns := p.Remark(), p.CellRuns(), experiment.ColumnsOf(p.Shown.Plan)
	p.Browser.Write(p.ResultName()+"-jobs.csv", "text/csv", func(w io.Writer) error {
		if _, err := io.WriteString(w, remark); err != nil {
			return err
		}
		return experiment.WriteJobs(w, runs, columns)
	})
}

// SaveMetrics offers the table of all metrics as CSV.
func (p *Page) SaveMetrics() {
	if p.anything() {
		p.SaveCSV(p.ResultName()+"-metrics.csv", p.metricsCSV())
	}
}

// CopyMetrics puts the table of all metrics on the clipboard as CSV.
func (p *Page) CopyMetrics() {
	if p.anything() {
		p.Browser.Copy(p.metricsCSV())
	}
}

// metricsCSV has a row per metric and a column per policy, in full precision. Of many
// cells it has a row for each point, policy and metric of the table, with intervals.
func (p *Page) metricsCSV() string {
	if p.Measurement != nil {
		table := [][]string{p.numbersHead()}
		if f := p.Estimates(); f != nil {
			table = append(table, p.numbersRows(f.Point, &f.Table)...)
		}
		return phrase.CSV(table)
	}
	runs, _ := p.Runs()
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
	return phrase.CSV(table)
}

// SaveGroups offers the tables of groups as CSV.
func (p *Page) SaveGroups() {
	p.SaveCSV(p.ResultName()+"-groups.csv", phrase.CSV(p.groupsTable()))
}

// groupsTable has a row for each policy and group, with the metrics that groups have.
func (p *Page) groupsTable() [][]string {
	runs, _ := p.Runs()
	head := []string{"policy", "by", "each", "where", "group"}
	for _, d := range metrics.Descriptions {
		if d.Group {
			head = append(head, d.Name)
		}
	}
	table := [][]string{head}
	for _, r := range runs {
		for _, b := range r.Groups[:min(len(r.Groups), len(p.Shown.Plan.Scenario.Groups))] {
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

// CopyJobs puts the jobs that the table lists, at most maxCopied, on the clipboard.
func (p *Page) CopyJobs() {
	const maxCopied = 10_000
	l := &p.listing
	var head []string
	for _, c := range l.columns {
		head = append(head, c.Title)
	}
	table := [][]string{head}
	for _, j := range l.rows[:min(len(l.rows), maxCopied)] {
		var row []string
		for _, c := range l.columns {
			row = append(row, c.Text(j))
		}
		table = append(table, row)
	}
	p.Browser.Copy(phrase.CSV(table))
}
