package ui

import (
	"math"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Row is one metric of all policies.
type Row struct {
	About *metrics.Description
	Cells []Cell
}

// Cell is one metric of one policy and how it compares with the baseline.
type Cell struct {
	Text       string
	Interval   string // "2.4 to 2.6", "" of a single run
	Difference string // "−82 % ✓", "" for the baseline or where nothing compares
	Bounds     string // of the difference, "" of a single run
	Verdict    string // "better", "worse" or ""
}

// rows are the rows of the table of metrics; see inTable.
func rows(runs []*result.Run, baseline int, all bool, asked []string) []Row {
	var table []Row
	var summaries []metrics.Summary
	for _, r := range runs {
		summaries = append(summaries, r.Metrics)
	}
	for i := range metrics.Descriptions {
		d := &metrics.Descriptions[i]
		if !inTable(d, i, summaries, all, asked) {
			continue
		}
		row := Row{About: d}
		for k, r := range runs {
			c := Cell{Text: value(d, r.Metrics[i])}
			if k != baseline && comparable(d, runs[baseline], r) {
				c.Difference, c.Verdict = difference(d, runs[baseline].Metrics[i], r.Metrics[i])
			}
			row.Cells = append(row.Cells, c)
		}
		table = append(table, row)
	}
	return lateFirst(table)
}

// lateFirst moves the share of late jobs to the head of a table of metrics that has it: where jobs
// have deadlines it is what counts.
func lateFirst(table []Row) []Row {
	for i, row := range table {
		if row.About.Name == "late" {
			copy(table[1:], table[:i])
			table[0] = row
		}
	}
	return table
}

// comparable says whether a metric means the same for both runs: what a log recorded
// was not subject to the scenario's rule for killing.
func comparable(d *metrics.Description, a, b *result.Run) bool {
	return d.Name != "killed" || (a.Kind == "recorded") == (b.Kind == "recorded")
}

// difference words by how much v differs from base and whether that is better. A
// sign says so too, for those who do not see the colour.
func difference(d *metrics.Description, base, v float64) (text, verdict string) {
	switch {
	case math.IsNaN(base) || math.IsNaN(v):
		return "", ""
	case base == v:
		return "same", ""
	case isShare(d.Name):
		points := 100 * (v - base)
		switch {
		case math.Abs(points) < 0.05:
			return "±0.0 points", ""
		case math.Abs(points) < 9.95:
			text = phrase.Decimals(points, 1) + " points"
		default:
			text = phrase.Decimals(points, 0) + " points"
		}
	case base == 0:
		text = value(d, v-base)
	default:
		text = phrase.Percent((v - base) / base)
	}
	if v > base {
		text = "+" + text
	}
	switch {
	case d.Better == metrics.Neither:
	case (v < base) == (d.Better == metrics.Lower):
		return text + " ✓", "better"
	default:
		return text + " ✗", "worse"
	}
	return text, ""
}
