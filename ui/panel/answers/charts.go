package answers

import (
	"encoding/json"
	"sort"
	"strconv"

	"backfill/engine/metrics/stats"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Hosts of the charts.
const (
	WaitChart     = "chart-wait"
	SlowdownChart = "chart-slowdown"
)

// Figures are the distributions that have a chart.
var Figures = []struct{ Host, Caption string }{
	{WaitChart, "Share of jobs that wait at most this long"},
	{SlowdownChart, "Share of jobs with at most this bounded slowdown"},
}

// chart is what chart.js draws: the shares of jobs at or below a value.
type chart struct {
	Title  string        `json:"title"`
	X      string        `json:"x"`
	Time   bool          `json:"time"`  // values are seconds
	Floor  float64       `json:"floor"` // below it the scale is linear, above logarithmic
	Series []chartSeries `json:"series"`
	Origin string        `json:"origin"` // what saved pictures carry
}

type chartSeries struct {
	Name string `json:"name"`
	stats.Distribution
}

// ShowCharts draws the distributions of the results.
func (c *Answers) ShowCharts() {
	runs, _ := c.Runs()
	if len(runs) == 0 {
		return
	}
	wait := chart{Title: "Wait", X: "Wait", Time: true, Floor: 60}
	slowdown := chart{Title: "Bounded slowdown", X: "Bounded slowdown", Floor: 1}
	for _, r := range runs {
		wait.Series = append(wait.Series, chartSeries{r.Label, r.Wait})
		slowdown.Series = append(slowdown.Series, chartSeries{r.Label, r.Slowdown})
	}
	wait.Origin, slowdown.Origin = c.Origin(), c.Origin()
	c.draw(WaitChart, wait)
	c.draw(SlowdownChart, slowdown)
}

// draw draws a chart into the element with that id.
func (c *Answers) draw(id string, spec any) {
	text, err := json.Marshal(spec)
	if err != nil {
		panic(err) // charts hold finite numbers only
	}
	c.Browser.ShowChart(id, text)
}

// percentile is the smallest value that at least percent % of the jobs do not exceed, one of result.Percentiles.
func percentile(d stats.Distribution, percent int) (float64, bool) {
	i := sort.SearchFloat64s(d.Share, float64(percent)/100)
	if i == len(d.Share) {
		return 0, false
	}
	return d.Value[i], true
}

// QuantileRow is one row of the table beside the charts.
type QuantileRow struct {
	Share string
	Cells []string
}

// Quantiles are the numbers behind a chart.
func (c *Answers) Quantiles(id string) []QuantileRow {
	runs, _ := c.Runs()
	var table []QuantileRow
	for _, percent := range result.Percentiles {
		row := QuantileRow{Share: strconv.Itoa(percent) + " %"}
		for _, r := range runs {
			d, text := r.Wait, phrase.Seconds
			if id == SlowdownChart {
				d, text = r.Slowdown, func(v float64) string { return phrase.Decimals(v, 2) }
			}
			cell := "–"
			if v, ok := percentile(d, percent); ok {
				cell = text(v)
			}
			row.Cells = append(row.Cells, cell)
		}
		table = append(table, row)
	}
	return table
}

// Charts is the place of the distributions.
type Charts struct{ *Answers }
