package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/widget"

	"backfill/ui/answer"
)

// Figure is a chart of numbers with its caption, the table of these numbers and what
// saves them.
type Figure struct {
	shared         *Shared
	host           string // of the chart
	title, caption string
	head           string // of the table's first column
	labels         func() []string
	rows           func() []figureRow
	csv            func()
}

// figureRow is one row of the table: a point of the sweep, a class of jobs or, without
// cells, the heading of those that follow.
type figureRow struct {
	Label   string
	Small   string // beside the label
	Heading bool
	Cells   []answer.Cell
}

func (c *Figure) unfolded() bool { return c.shared.opened[c.host] }

func (c *Figure) bar() vugu.Builder {
	p := c.shared
	return p.quietBar("Chart",
		p.folds(c.host, "Numbers"),
		widget.Button{Text: "Save SVG", Do: func() { p.SaveChart(c.host, "svg") }},
		widget.Button{Text: "Save PNG", Do: func() { p.SaveChart(c.host, "png") }},
		widget.Button{Text: "Save CSV", Do: c.csv})
}
