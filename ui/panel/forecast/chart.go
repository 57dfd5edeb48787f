package forecast

import (
	"encoding/json"
	"fmt"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/engine/metrics/stats"
	"backfill/ui/answer"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// Chart is the host of the chart.
const Chart = "chart-forecast"

// chart is what chart.js draws of distributions.
type chart struct {
	Title  string   `json:"title"`
	X      string   `json:"x"`
	Y      string   `json:"y"`
	Time   bool     `json:"time"`
	Floor  float64  `json:"floor"`
	Series []series `json:"series"`
	Origin string   `json:"origin"`
}

type series struct {
	Name string `json:"name"`
	stats.Distribution
}

// lines are the starts that were drawn, with their names. Those without later arrivals are left out where the cluster is empty by then.
func (p *Forecast) lines() (names []string, list []forecast.Starts) {
	t := p.Started()
	if t == nil {
		return nil, nil
	}
	if t.Never != nil || !t.Forgotten() {
		names, list = []string{"without later arrivals"}, []forecast.Starts{t.None}
	}
	if t.Later != nil {
		names, list = append(names, "arrivals "+past(t)), append(list, t.Later)
	}
	return names, list
}

// distribution is the share of the drawings in which the job has started so many seconds after it came; it ends below 1 if it does not start in all.
func distribution(s forecast.Starts, came engine.Time) stats.Distribution {
	d := stats.Distribution{Value: []float64{}, Share: []float64{}}
	for i, start := range s {
		if start == engine.Never {
			break
		}
		v, share := (start - came).Seconds(), float64(i+1)/float64(len(s))
		if last := len(d.Value) - 1; last >= 0 && d.Value[last] == v {
			d.Share[last] = share
			continue
		}
		d.Value, d.Share = append(d.Value, v), append(d.Share, share)
	}
	return d
}

// draws says whether there is something to draw.
func (p *Forecast) draws() bool {
	_, list := p.lines()
	for _, s := range list {
		if s[0] < engine.Never {
			return true
		}
	}
	return false
}

// draw draws the chart, if it is shown.
func (p *Forecast) draw() {
	if !p.open() || !p.draws() {
		return
	}
	c := chart{Title: "When it would start", X: "Wait", Y: "Share of drawings", Time: true, Floor: 60, Origin: p.Origin()}
	names, list := p.lines()
	for i, s := range list {
		c.Series = append(c.Series, series{names[i], distribution(s, p.Started().At)})
	}
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // charts hold finite numbers only
	}
	p.Browser.ShowChart(Chart, text)
}

// places are the rows of the table.
var places = []float64{(1 - forecast.Level) / 2, 0.25, 0.5, 0.75, (1 + forecast.Level) / 2}

// figure is the chart with its table.
func (p *Forecast) figure() vugu.Builder {
	return p.Guard(&panel.Figure{Shared: p.Shared, Host: Chart, Title: "When it would start", Caption: "Share of drawings in which it has started so long after it was submitted", Head: "Share of drawings",
		Labels: func() []string { names, _ := p.lines(); return names }, Rows: p.Rows, SaveCSV: p.save})
}

// Rows are the numbers beside the chart: waits, and instants below them.
func (p *Forecast) Rows() (rows []panel.FigureRow) {
	_, list := p.lines()
	for _, place := range places {
		row := panel.FigureRow{Label: phrase.Percent(place)}
		for _, s := range list {
			start := s.Quantile(place)
			cell := answer.Cell{Text: p.wait(start)}
			if start != engine.Never {
				cell.Interval = p.Clock().Format(start)
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// save offers all starts as CSV.
func (p *Forecast) save() {
	table := [][]string{{"arrivals", "submitted", "start", "wait"}}
	names, list := p.lines()
	for i, s := range list {
		for _, start := range s {
			row := []string{names[i], phrase.Number(p.Started().At.Seconds()), "", ""}
			if start != engine.Never {
				row[2], row[3] = phrase.Number(start.Seconds()), phrase.Number((start - p.Started().At).Seconds())
			}
			table = append(table, row)
		}
	}
	p.SaveCSV(fmt.Sprintf("%s-forecast.csv", p.ResultName()), phrase.CSV(table))
}
