package ui

import (
	"math"
	"slices"
	"strings"

	"backfill/engine/metrics"
)

// mainMetrics are the rows of the table at first sight.
var mainMetrics = []string{
	"meanWait", "p95Wait", "maxWait", "meanBoundedSlowdown", "p95BoundedSlowdown",
	"utilization", "lossOfCapacity", "makespan", "backfilledShare", "killed",
}

// occasionalMetrics are those that join them where there is something to tell.
var occasionalMetrics = []string{"refused", "unfinished", "dedicatedOnTime", "dedicatedDelay", "commandsAccepted", "commandsRefused"}

// occurs says whether value v of an occasional metric tells something: a count above 0,
// or how any dedicated jobs fared.
func occurs(d *metrics.Description, v float64) bool {
	return v > 0 || !isNaN(v) && strings.HasPrefix(d.Name, "dedicated")
}

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

// rows are the rows of the table of metrics.
func rows(runs []*Run, baseline int, all bool) []Row {
	var table []Row
	for i := range metrics.Descriptions {
		d := &metrics.Descriptions[i]
		occurring := contains(occasionalMetrics, d.Name) && slices.ContainsFunc(runs, func(r *Run) bool { return occurs(d, r.Metrics[i]) })
		if !all && !contains(mainMetrics, d.Name) && !occurring {
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
	return table
}

// comparable says whether a metric means the same for both runs: what a log recorded
// was not subject to the scenario's rule for killing.
func comparable(d *metrics.Description, a, b *Run) bool {
	return d.Name != "killed" || (a.Kind == "recorded") == (b.Kind == "recorded")
}

// difference words by how much v differs from base and whether that is better. A
// sign says so too, for those who do not see the colour.
func difference(d *metrics.Description, base, v float64) (text, verdict string) {
	switch {
	case isNaN(base) || isNaN(v):
		return "", ""
	case base == v:
		return "same", ""
	case isShare(d.Name):
		points := 100 * (v - base)
		switch {
		case math.Abs(points) < 0.05:
			return "±0.0 points", ""
		case math.Abs(points) < 9.95:
			text = decimals(points, 1) + " points"
		default:
			text = decimals(points, 0) + " points"
		}
	case base == 0:
		text = value(d, v-base)
	default:
		text = percent((v - base) / base)
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
