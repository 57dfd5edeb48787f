package panel

import (
	"strings"

	"github.com/vugu/vugu"

	"backfill/ui/answer"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Figure is a chart of numbers with its caption, the table of these numbers and what
// saves them.
type Figure struct {
	Shared         *Shared
	Host           string // of the chart
	Title, Caption string
	Head           string // of the table's first column
	Labels         func() []string
	Rows           func() []FigureRow
	SaveCSV        func()
}

// FigureRow is one row of the table: a point of the sweep, a class of jobs or, without
// cells, the heading of those that follow.
type FigureRow struct {
	Label   string
	Small   string // beside the label
	Heading bool
	Cells   []answer.Cell
}

func (c *Figure) unfolded() bool { return c.Shared.Unfolded[c.Host] }

func (c *Figure) bar() vugu.Builder {
	return c.Shared.ChartBar(c.Host, widget.Button{Text: "Save CSV", Name: "Save CSV: " + c.Title, Do: c.SaveCSV})
}

// ChartBar makes the bar below a chart: what unfolds its numbers and saves it, and further buttons.
func (s *Shared) ChartBar(host string, further ...widget.Button) vugu.Builder {
	return s.QuietBar("Chart", append([]widget.Button{
		s.Folds(host, "Numbers"),
		{Text: "Save SVG", Do: func() { s.SaveChart(host, "svg") }},
		{Text: "Save PNG", Do: func() { s.SaveChart(host, "png") }},
	}, further...)...)
}

// Breakable is an interval of times that is divided, where it has no room in one line, only behind its "to". An interval of numbers is
// not divided.
func Breakable(interval string) string {
	low, high, _ := strings.Cut(interval, " to ")
	if !strings.Contains(low+high, " ") {
		return phrase.Unbroken(interval)
	}
	return phrase.Unbroken(low+" to") + " " + phrase.Unbroken(high)
}
