package answers

import (
	"math"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// GrowthWord is the view of the curves that shows how means and their intervals come to rest while workloads, or
// batches, come in.
const GrowthWord = "as workloads come in"

// growthOfDrawings is GrowthWord where the jobs are always the same.
const growthOfDrawings = "as drawings come in"

func growthWord(plan *scenario.Plan) string {
	if answer.OnlyDrawings(plan) {
		return growthOfDrawings
	}
	return GrowthWord
}

func isGrowth(word string) bool { return word == GrowthWord || word == growthOfDrawings }

// growthSpec draws the mean and its interval after so many workloads.
func growthSpec(e *answer.Estimates, s PlotSpec, unit answer.Scale) PlotSpec {
	s.Kind, s.X = "lines", phrase.UpperFirst(answer.SampleNoun(e.Plan, 2))
	var panel plotPanel
	for k, policy := range e.Plan.Policies {
		series := plotSeries{Name: policy.Label, Index: k, Points: []PlotPoint{}}
		for i, interval := range e.Growth.Policies[k] {
			if interval.Low != nil {
				t := PlotPoint{Y: interval.Mean, Low: interval.Low, High: interval.High}.in(unit.Per)
				t.X = int64(e.Growth.N[i])
				series.Points = append(series.Points, t)
			}
		}
		panel.Series = append(panel.Series, series)
	}
	s.Panels = []plotPanel{panel}
	return s
}

// growthTable has the numbers of the picture.
func growthTable(e *answer.Estimates, unit answer.Scale) []panel.FigureRow {
	var table []panel.FigureRow
	for i, n := range e.Growth.N {
		row := panel.FigureRow{Label: phrase.Grouped(int64(n))}
		for k := range e.Plan.Policies {
			cell := answer.Cell{Text: "–"}
			if list := e.Growth.Policies[k]; list != nil && list[i].N > 0 {
				cell = unit.Cell(list[i].Mean, list[i].Low, list[i].High)
			}
			row.Cells = append(row.Cells, cell)
		}
		table = append(table, row)
	}
	return table
}

// WidestWords say how far the intervals of the results are from the wanted precision, ""
// if none is wanted or nothing is known: "Widest interval ±4.1 % of the mean response time
// (FPFS(10), 8 or more processors); ±2 % is wanted."
func (c *Answers) WidestWords() string {
	e := c.Estimates()
	if e == nil || e.Plan.Precision == nil {
		return ""
	}
	w, wanted := e.Widest, e.Plan.Precision
	if w.Relative < 0 || math.IsInf(w.Relative, 0) {
		return ""
	}
	of := phrase.Join(", ", e.Plan.Policies[w.Policy].Label, w.Group, c.PointOf(e.Plan, w.Point))
	d := &metrics.Descriptions[metrics.Index(wanted.Metric)]
	return "Widest interval ±" + answer.ShareScale(w.Relative).Text(w.Relative) + " of the " + phrase.LowerFirst(d.Title) + " (" + of + "); ±" +
		phrase.Percent(wanted.RelativeHalfWidth) + " is wanted."
}
