package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/ui/panel"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Curves is the picture of one metric over a sweep, or of its means and differences.
type Curves struct{ page *Page }

// curveChart is the host of that picture.
const curveChart = "chart-curves"

// plot is what the picture shows.
type plot struct {
	difference bool // relative to the baseline
	growth     bool // of the values at the point of the table, with the number of workloads
	logX, logY bool
	panel      int // place of the second axis's value, plus 1; 0: all
}

// maxPanels is how many values of the second axis are shown below each other.
const maxPanels = 6

// shown says whether there is something to draw.
func (c *Curves) shown() bool {
	return c.page.Estimates() != nil
}

// metric is the name of the one that is shown, "" if none is.
func (c *Curves) metric() string {
	if !c.shown() {
		return ""
	}
	return c.page.Estimates().Metric
}

// about is the metric that is shown.
func (c *Curves) about() *metrics.Description {
	return &metrics.Descriptions[metrics.Index(c.page.Estimates().Metric)]
}

func (c *Curves) title() string {
	if !c.shown() {
		return "Sweep"
	}
	return c.page.plotTitle()
}

// plotTitle is such as "Mean wait by load".
func (p *Page) plotTitle() string {
	e := p.Estimates()
	text := metrics.Descriptions[metrics.Index(e.Metric)].Title
	if p.plot.difference {
		text += ", difference to " + e.Plan.Policies[e.Plan.Baseline].Label
	}
	if p.plot.growth {
		return phrase.Join(" ", text, p.placeWords()) + ", " + growthWord
	}
	if sweep := p.Sweep(); len(sweep) > 0 {
		text += " by " + p.AxisName(sweep[0].Path)
	}
	return text
}

// caption says what lines, bands and dots are.
func (c *Curves) caption() string {
	if !c.shown() {
		return ""
	}
	f := c.page.Estimates()
	if c.page.plot.growth {
		return "What was known after so many " + answer.SampleNoun(f.Plan, 2) + ": means with bands of " + answer.AtLevel(f.Plan.Level) + " intervals. One run is not evidence."
	}
	n := 0
	for i := range f.Curves {
		for _, m := range f.Curves[i].Means {
			n = max(n, m.N)
		}
	}
	text := "Means"
	if c.page.plot.difference {
		text = "Differences to " + f.Plan.Policies[f.Plan.Baseline].Label + " on the same workloads"
	}
	switch {
	case n < 2 && len(c.page.Sweep()) == 0:
	case n < 2:
		text += "; one workload at each point: no intervals"
	case len(c.page.Sweep()) == 0:
		text += " with " + answer.AtLevel(f.Plan.Level) + " intervals, " + f.Count(n, "")
	case c.page.ordinal():
		text += " with " + answer.AtLevel(f.Plan.Level) + " intervals, up to " + f.Count(n, "") + " at each point"
	default:
		text += " with bands of " + answer.AtLevel(f.Plan.Level) + " intervals, up to " + f.Count(n, "") + " at each point"
	}
	return phrase.Join(" ", text+".", c.page.restlessWords())
}

// restlessWords say where there is no mean because the system is unstable: "Unstable, so
// that there is no mean: FCFS at load 1.1." with "" if that is nowhere so.
func (p *Page) restlessWords() string {
	const most = 6
	var places []string
	for i, u := range p.Estimates().Unstable {
		if i == most {
			places = append(places, "others")
			break
		}
		words := u.Policy
		if at := p.valuesWords(u.Point); at != "" {
			words += " at " + at
		}
		places = append(places, words)
	}
	if places == nil {
		return ""
	}
	return "Unstable, so that there is no mean: " + strings.Join(places, "; ") + "."
}

// panels are the values of the second axis.
func (c *Curves) panels() []string {
	sweep := c.page.Sweep()
	if len(sweep) < 2 {
		return nil
	}
	words := []string{"all"}
	if len(sweep[1].Values) > maxPanels {
		words = nil
	}
	return append(words, draft.AxisWords(sweep[1])...)
}

// panel is the word of panels that is chosen.
func (c *Curves) panel() string {
	words := c.panels()
	sweep := c.page.Sweep()
	if len(sweep) < 2 {
		return ""
	}
	if c.page.plot.panel == 0 && words[0] == "all" {
		return "all"
	}
	return draft.AxisWords(sweep[1])[max(0, min(c.page.plot.panel, len(sweep[1].Values))-1)]
}

func (c *Curves) setPanel(word string) {
	c.page.plot.panel = slices.Index(draft.AxisWords(c.page.Sweep()[1]), word) + 1
	c.page.showPlot()
}

// panelName is what the second axis is called.
func (c *Curves) panelName() string {
	if sweep := c.page.Sweep(); len(sweep) > 1 {
		return phrase.UpperFirst(c.page.AxisName(sweep[1].Path))
	}
	return ""
}

// panelPlaces are the places of the second axis's values that are drawn; one without it.
func (p *Page) panelPlaces() []int {
	sweep := p.Sweep()
	if len(sweep) < 2 {
		return []int{0}
	}
	n := len(sweep[1].Values)
	if p.plot.panel == 0 && n <= maxPanels {
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		return places
	}
	return []int{max(0, min(p.plot.panel, n)-1)}
}

// metricNames are the metrics to choose from.
func (c *Curves) metricNames() []*metrics.Description {
	var list []*metrics.Description
	for i := range metrics.Descriptions {
		list = append(list, &metrics.Descriptions[i])
	}
	return list
}

func (c *Curves) setMetric(name string) {
	c.page.ShowMetric(name)
}

// views are the ways to look at a metric.
func (c *Curves) views() []string {
	views := []string{"values"}
	if !c.shown() {
		return views
	}
	f := c.page.Estimates()
	if len(f.Plan.Policies) > 1 {
		views = append(views, "difference to "+f.Plan.Policies[f.Plan.Baseline].Label)
	}
	if f.Growths() {
		views = append(views, growthWord)
	}
	return views
}

func (c *Curves) setView(word string) {
	c.page.plot.growth = word == growthWord
	c.page.plot.difference = word != "values" && !c.page.plot.growth
	c.page.showPlot()
}

func (c *Curves) isView(word string) bool {
	l := &c.page.plot
	return l.growth == (word == growthWord) && (l.growth || l.difference == (word != "values"))
}

func (c *Curves) setLog(a logAxis, on string) {
	*a.on = on == "true"
	c.page.showPlot()
}

// logs are the axes that can be logarithmic.
func (c *Curves) logs() []logAxis {
	if !c.shown() {
		return nil
	}
	s := c.page.plotSpec()
	var list []logAxis
	if positiveX(&s) {
		list = append(list, logAxis{"plot-log-x", "Log " + phrase.LowerFirst(s.X), &c.page.plot.logX})
	}
	if positiveY(&s) {
		list = append(list, logAxis{"plot-log-y", "Log " + phrase.LowerFirst(c.about().Title), &c.page.plot.logY})
	}
	return list
}

// plotted is the value of a policy at a point as the picture shows it, in the metric's
// unit or relative; false if there is none.
func (p *Page) plotted(n *answer.Numbers, policy string) (plotPoint, bool) {
	f := p.Estimates()
	d := &metrics.Descriptions[metrics.Index(f.Metric)]
	if !p.plot.difference {
		m := n.Mean(f.Metric, policy)
		if m == nil {
			return plotPoint{}, false
		}
		return plotPoint{Y: m.Mean, Low: m.Low, High: m.High}, true
	}
	c := n.Tells(d, policy)
	switch {
	case c == nil:
		return plotPoint{}, false
	case answer.IsShare(d.Name):
		return plotPoint{Y: c.Difference.Difference, Low: c.Low, High: c.High}, true
	case c.Relative == nil:
		return plotPoint{}, false
	case c.Kind == "ratio":
		return plotPoint{Y: *c.Relative, Low: c.Low, High: c.High}, true
	}
	return plotPoint{Y: *c.Relative}, true
}

// ordinal says whether the values of the first axis are words, which have no order.
func (p *Page) ordinal() bool {
	switch p.Estimates().Plan.Points[0].Values[p.Sweep()[0].Path].(type) {
	case string, bool:
		return true
	}
	return false
}

// plotScale is the scale for everything that is plotted.
func (p *Page) plotScale() answer.Scale {
	f := p.Estimates()
	d := &metrics.Descriptions[metrics.Index(f.Metric)]
	if p.plot.difference {
		s := answer.ShareScale(1)
		if answer.IsShare(d.Name) {
			s.Unit = " points"
		}
		return s
	}
	largest := 0.0
	for i := range f.Curves {
		for _, m := range f.Curves[i].Means {
			largest = max(largest, m.Mean)
		}
	}
	return answer.ScaleFor(d, largest)
}

// plotSpec describes the picture.
func (p *Page) plotSpec() plotSpec {
	f := p.Estimates()
	d := &metrics.Descriptions[metrics.Index(f.Metric)]
	sweep := p.Sweep()
	unit := p.plotScale()
	s := plotSpec{Kind: "dots", Title: p.plotTitle(), Y: d.Title, Zero: p.plot.difference, Origin: p.Origin()}
	if p.plot.difference {
		s.Y = "Difference to " + f.Plan.Policies[f.Plan.Baseline].Label
	}
	if unit.Unit != "" {
		s.Y += " (" + unit.Unit[1:] + ")"
	}
	if p.plot.growth {
		s = growthSpec(f, s, unit)
		s.LogX, s.LogY = p.plot.logX, p.plot.logY && positiveY(&s)
		return s
	}
	inner := 1 // points that follow each other while the first axis stays
	if len(sweep) > 0 {
		s.Kind, s.X = "lines", p.AxisTitle(sweep[0].Path)
		if len(sweep) > 1 {
			inner = len(sweep[1].Values)
		}
		if len(sweep[0].Values) > 1 {
			s.Here = f.Plan.Points[f.Point].Values[sweep[0].Path]
		}
		s.Ordinal = p.ordinal()
	}
	for _, place := range p.panelPlaces() {
		var panel plotPanel
		if len(sweep) > 1 {
			panel.Title = p.AxisName(sweep[1].Path) + " " + p.AxisValue(f.Plan, sweep[1].Path, place)
		}
		for k, policy := range f.Plan.Policies {
			if p.plot.difference && k == f.Plan.Baseline {
				continue
			}
			series := plotSeries{Name: policy.Label, Index: k, Points: []plotPoint{}}
			for i := place; i < len(f.Curves); i += inner {
				t, ok := p.plotted(&f.Curves[i], policy.Label)
				if !ok {
					continue
				}
				t = t.in(unit.Per)
				if len(sweep) > 0 {
					t.X = f.Plan.Points[i].Values[sweep[0].Path]
					if s.Ordinal {
						t.X = fmt.Sprint(t.X)
					}
				}
				series.Points = append(series.Points, t)
			}
			panel.Series = append(panel.Series, series)
		}
		s.Panels = append(s.Panels, panel)
	}
	if s.Ordinal && s.Here != nil {
		s.Here = fmt.Sprint(s.Here)
	}
	s.LogX = p.plot.logX && positiveX(&s)
	s.LogY = p.plot.logY && positiveY(&s)
	return s
}

// showPlot draws the picture anew.
func (p *Page) showPlot() {
	if p.Estimates() == nil {
		return
	}
	spec, err := json.Marshal(p.plotSpec())
	if err != nil {
		panic(err) // metrics that are not finite are left out
	}
	p.Browser.ShowChart(curveChart, spec)
}

// mostRows is how many points the table shows: more would make the page slow.
const mostRows = 60

// curveTable has the numbers of the picture.
func (p *Page) curveTable() []panel.FigureRow {
	if p.Estimates() == nil {
		return nil
	}
	f := p.Estimates()
	unit := p.plotScale()
	if p.plot.growth {
		return growthTable(f, unit)
	}
	var table []panel.FigureRow
	for i := range f.Curves {
		if len(table) == mostRows {
			return append(table, panel.FigureRow{Label: "… the others are in the CSV"})
		}
		row := panel.FigureRow{Label: p.PointOf(f.Plan, i)}
		if row.Label == "" {
			row.Label = "all workloads"
		}
		for k, policy := range f.Plan.Policies {
			if p.plot.difference && k == f.Plan.Baseline {
				continue
			}
			cell := answer.Cell{Text: "–"}
			if t, ok := p.plotted(&f.Curves[i], policy.Label); ok {
				s := unit
				s.Digits = answer.Significant(t.Y / s.Per)
				cell.Text, cell.Interval = s.Text(t.Y), s.Bounds(t.Low, t.High)
			}
			row.Cells = append(row.Cells, cell)
		}
		table = append(table, row)
	}
	return table
}

// curveLabels are the headings of its columns.
func (p *Page) curveLabels() []string {
	var labels []string
	if f := p.Estimates(); f != nil {
		for k, policy := range f.Plan.Policies {
			if !p.plot.difference || k != f.Plan.Baseline {
				labels = append(labels, policy.Label)
			}
		}
	}
	return labels
}

// figure is the picture with its numbers.
func (c *Curves) figure() vugu.Builder {
	p := c.page
	return p.Guard(&panel.Figure{
		Shared: p.Shared, Host: curveChart, Title: c.title(), Caption: c.caption(), Head: "At",
		Labels: p.curveLabels, Rows: p.curveTable, SaveCSV: p.SaveCurves,
	})
}

// SaveCurves offers the numbers of the picture, in full precision, as CSV.
func (p *Page) SaveCurves() {
	e := p.Estimates()
	if e == nil {
		return
	}
	table := [][]string{p.numbersHead()}
	for i := range e.Curves {
		table = append(table, p.numbersRows(i, &e.Curves[i])...)
	}
	p.SaveCSV(p.ResultName()+"-curves.csv", phrase.CSV(table))
}

// numbersHead names the columns of numbersRows.
func (p *Page) numbersHead() []string {
	var head []string
	for _, axis := range p.Sweep() {
		head = append(head, axis.Path)
	}
	return append(head, "policy", "metric", "unit", "mean", "low", "high", "level", "n",
		"baseline", "difference", "difference_low", "difference_high", "relative", "relative_low", "relative_high")
}

// numbersRows are the rows of a file about one point: one for each metric and policy.
func (p *Page) numbersRows(point int, n *answer.Numbers) [][]string {
	f := p.Estimates()
	var rows [][]string
	for _, m := range n.Means {
		var row []string
		for _, axis := range p.Sweep() {
			row = append(row, p.AxisValue(f.Plan, axis.Path, point))
		}
		row = append(row, m.Policy, m.Metric, metrics.Descriptions[metrics.Index(m.Metric)].Unit,
			phrase.Number(m.Mean), optionalNumber(m.Low), optionalNumber(m.High), phrase.Number(m.Level), strconv.Itoa(m.N))
		difference, ratio := n.Comparison(m.Metric, m.Policy, "difference"), n.Comparison(m.Metric, m.Policy, "ratio")
		if difference == nil {
			rows = append(rows, append(row, make([]string, 7)...))
			continue
		}
		if ratio == nil {
			ratio = &experiment.Comparison{Difference: metrics.Difference{Relative: difference.Relative}}
		}
		rows = append(rows, append(row, difference.Baseline, phrase.Number(difference.Difference.Difference),
			optionalNumber(difference.Low), optionalNumber(difference.High),
			optionalNumber(ratio.Relative), optionalNumber(ratio.Low), optionalNumber(ratio.High)))
	}
	return rows
}

// optionalNumber is a number in full precision, "" if there is none.
func optionalNumber(f *float64) string {
	if f == nil {
		return ""
	}
	return phrase.Number(*f)
}
