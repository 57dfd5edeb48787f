package priorities

import (
	"encoding/json"
	"slices"

	"backfill/engine"
	"backfill/ui/answer"
	"backfill/ui/panel"
)

// Hosts of the charts.
const (
	JobChart   = "chart-priority"
	ShareChart = "chart-fair-share"
)

// chart is what chart.js draws of levels over time, each of which holds until the next point.
type chart struct {
	Kind   string  `json:"kind"` // "stack": series upon each other, but those that lie over them; "levels": lines
	Title  string  `json:"title"`
	X      string  `json:"x"`
	Y      string  `json:"y"`
	Panels []panes `json:"panels"` // one
	Origin string  `json:"origin"` // what saved pictures carry
}

type panes struct {
	Title  string   `json:"title"`
	Series []series `json:"series"`
}

type series struct {
	Name   string  `json:"name"`
	Index  int     `json:"index"` // of its colour, its dashes and its mark
	Over   bool    `json:"over,omitempty"`
	Points []point `json:"points"`
}

type point struct {
	X float64 `json:"x"` // s
	Y float64 `json:"y"`
}

// draw draws both charts, as far as there are numbers.
func (p *Priorities) draw() {
	if !p.weighed() {
		return
	}
	if p.job.record != nil && len(p.job.record.Points) > 0 && p.Inspecting() {
		p.show(JobChart, p.jobChart())
	}
	p.show(ShareChart, p.shareChart())
}

func (p *Priorities) show(id string, c chart) {
	c.Origin = p.Origin()
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // charts hold finite numbers only
	}
	p.Browser.ShowChart(id, text)
}

// jobChart is the priority of the pinned job as a stack of its addends, with the one that it would have needed over it.
func (p *Priorities) jobChart() chart {
	record, from := p.job.record, p.jobFrom()
	c := chart{Kind: "stack", Title: p.jobTitle(), X: "Since it came", Y: "Priority", Panels: make([]panes, 1)}
	at := func(t engine.Time) float64 { return (t - from).Seconds() }
	add := func(name string, index int, over bool, value func(i int) float64) {
		s := series{Name: name, Index: index, Over: over}
		for i, q := range record.Points {
			if i > 0 && q.At-record.Points[i-1].At > record.Every { // it ran meanwhile
				s.Points = append(s.Points, point{at(record.Points[i-1].At + record.Every), 0})
			}
			s.Points = append(s.Points, point{at(q.At), value(i)})
		}
		last := len(record.Points) - 1
		s.Points = append(s.Points, point{at(record.Points[last].At + record.Every), value(last)})
		c.Panels[0].Series = append(c.Panels[0].Series, s)
	}
	for _, f := range p.counting() {
		add(record.Names[f], f, false, func(i int) float64 { return record.Points[i].Addends[f] })
	}
	add("needed to be the first", len(record.Names), true, func(i int) float64 { return float64(record.Points[i].Wanted) })
	return c
}

// counting are the factors that add something at some instant; all have the same weight in the order if none does.
func (p *Priorities) counting() (list []int) {
	for f := range p.job.record.Names {
		for _, q := range p.job.record.Points {
			if q.Addends[f] != 0 {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// changedRows are those of n rows of a figure whose cells are others than those of the row before, at most mostRows of them.
func (p *Priorities) changedRows(n int, row func(i int) (at engine.Time, cells []string)) (rows []panel.FigureRow) {
	var last []string
	for i := range n {
		at, cells := row(i)
		if slices.Equal(cells, last) {
			continue
		}
		last = cells
		if len(rows) == mostRows {
			return append(rows, panel.FigureRow{Label: "… the others are in the CSV"})
		}
		shown := panel.FigureRow{Label: p.Clock().Format(at)}
		for _, text := range cells {
			shown.Cells = append(shown.Cells, answer.Cell{Text: text})
		}
		rows = append(rows, shown)
	}
	return rows
}
