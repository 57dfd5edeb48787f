package answers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// Curves is the picture of one metric over a sweep, or of its means and differences.
type Curves struct{ *Answers }

// CurveChart is the host of that picture.
const CurveChart = "chart-curves"

// plot is what the picture shows.
type plot struct {
	difference bool // relative to the baseline
	growth     bool // of the values at the point of the table, with the number of workloads
	logX, logY bool
	panel      int // place of the second axis's value, plus 1; 0: all
	mapped     int // policy of the map
	cursor     int // point of the map at which the arrow keys are, plus 1; 0: the one that is shown
}

// maxPanels is how many values of the second axis are shown below each other.
const maxPanels = 6

// known says whether there is something to draw.
func (c *Curves) known() bool { return c.Estimates() != nil }

// metric is the name of the one that is shown, "" if none is.
func (c *Curves) metric() string {
	if !c.known() {
		return ""
	}
	return c.Estimates().Metric
}

// Title is PlotTitle, as far as there is a picture.
func (c *Curves) Title() string {
	if !c.known() {
		return "Sweep"
	}
	return c.PlotTitle()
}

// PlotTitle is such as "Mean wait by load".
func (c *Answers) PlotTitle() string {
	e := c.Estimates()
	text := e.Topic().Title
	if c.showsDifference() {
		text += ", difference to " + e.Plan.Policies[e.Plan.Baseline].Label
	}
	if c.showsGrowth() {
		return phrase.Join(" ", text, c.placeWords()) + ", " + growthWord(e.Plan)
	}
	if sweep := c.Sweep(); len(sweep) > 0 {
		text += " by " + c.AxisName(sweep[0].Path)
	}
	return text
}

// Caption says what lines, bands and dots are.
func (c *Curves) Caption() string {
	if !c.known() {
		return ""
	}
	e := c.Estimates()
	if c.showsGrowth() {
		return "What was known after so many " + answer.SampleNoun(e.Plan, 2) + ": means with bands of " + answer.AtLevel(e.Plan.Level) + " intervals. One run is not evidence."
	}
	n := 0
	for i := range e.Curves {
		for _, m := range e.Curves[i].Means {
			n = max(n, m.N)
		}
	}
	text := "Means"
	if c.showsDifference() {
		text = "Differences to " + e.Plan.Policies[e.Plan.Baseline].Label + " " + onTheSame(e.Plan)
	}
	switch {
	case n < 2 && len(c.Sweep()) == 0:
	case n < 2:
		text += "; one " + answer.SampleNoun(e.Plan, 1) + " at each point: no intervals"
	case len(c.Sweep()) == 0:
		text += " with " + answer.AtLevel(e.Plan.Level) + " intervals, " + e.Count(n, "")
	case c.ordinal():
		text += " with " + answer.AtLevel(e.Plan.Level) + " intervals, up to " + e.Count(n, "") + " at each point"
	default:
		text += " with bands of " + answer.AtLevel(e.Plan.Level) + " intervals, up to " + e.Count(n, "") + " at each point"
	}
	alone := ""
	if c.showsDifference() && n < 2 && e.Plan.DrawsLoops() {
		alone = "No difference is told from one drawing of when Slurm's loops begin, as another may reverse it."
	}
	return phrase.Join(" ", text+".", alone, c.unstableWords())
}

// unstableWords say where there is no mean because the system is unstable: "Unstable, so
// that there is no mean: FCFS at load 1.1." with "" if that is nowhere so.
func (c *Answers) unstableWords() string {
	const most = 6
	var places []string
	for i, u := range c.Estimates().Unstable {
		if i == most {
			places = append(places, "others")
			break
		}
		words := u.Policy
		if at := c.valuesWords(u.Point); at != "" {
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
	sweep := c.Sweep()
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
	sweep := c.Sweep()
	if len(sweep) < 2 {
		return ""
	}
	if c.plot.panel == 0 && words[0] == "all" {
		return "all"
	}
	return draft.AxisWords(sweep[1])[max(0, min(c.plot.panel, len(sweep[1].Values))-1)]
}

func (c *Curves) setPanel(word string) {
	c.plot.panel = slices.Index(draft.AxisWords(c.Sweep()[1]), word) + 1
	c.ShowPlot()
}

// panelName is what the second axis is called.
func (c *Curves) panelName() string {
	if sweep := c.Sweep(); len(sweep) > 1 {
		return phrase.UpperFirst(c.AxisName(sweep[1].Path))
	}
	return ""
}

// panelPlaces are the places of the second axis's values that are drawn; one without it.
func (c *Answers) panelPlaces() []int {
	sweep := c.Sweep()
	if len(sweep) < 2 {
		return []int{0}
	}
	n := len(sweep[1].Values)
	if c.plot.panel == 0 && n <= maxPanels {
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		return places
	}
	return []int{max(0, min(c.plot.panel, n)-1)}
}

// metricNames are the metrics to choose from.
func (c *Curves) metricNames() []*metrics.Description {
	var list []*metrics.Description
	for i := range metrics.Descriptions {
		if d := &metrics.Descriptions[i]; c.defined(i) || d.Name == c.metric() {
			list = append(list, d)
		}
	}
	return list
}

// views are the ways to look at a metric.
func (c *Curves) views() []string {
	views := []string{"values"}
	if !c.known() {
		return views
	}
	e := c.Estimates()
	if len(e.Plan.Policies) > 1 {
		views = append(views, "difference to "+e.Plan.Policies[e.Plan.Baseline].Label)
	}
	if e.HasGrowth() {
		views = append(views, growthWord(e.Plan))
	}
	return views
}

// showsDifference says whether differences are shown: they were chosen, maybe for another experiment, and there are any.
func (c *Answers) showsDifference() bool {
	e := c.Estimates()
	return c.plot.difference && e != nil && len(e.Plan.Policies) > 1
}

// showsGrowth says whether it is shown how means come to rest: that was chosen, maybe for another experiment, and they can.
func (c *Answers) showsGrowth() bool {
	e := c.Estimates()
	return c.plot.growth && e != nil && e.HasGrowth()
}

// ChooseView chooses one of the views.
func (c *Curves) ChooseView(word string) {
	c.plot.growth = isGrowth(word)
	c.plot.difference = word != "values" && !c.plot.growth
	c.ShowPlot()
}

func (c *Curves) isView(word string) bool {
	growth := c.showsGrowth()
	return growth == isGrowth(word) && (growth || c.showsDifference() == (word != "values"))
}

func (c *Curves) setLog(a logAxis, on string) {
	*a.on = on == "true"
	c.ShowPlot()
}

// logs are the axes that can be logarithmic.
func (c *Curves) logs() []logAxis {
	if !c.known() {
		return nil
	}
	s := c.PlotSpec()
	var list []logAxis
	if positiveX(&s) {
		list = append(list, logAxis{"plot-log-x", s.X + onALogScale, &c.plot.logX})
	}
	if positiveY(&s) {
		list = append(list, logAxis{"plot-log-y", c.Estimates().Topic().Title + onALogScale, &c.plot.logY})
	}
	return list
}

// plotted is the value of a policy at a point as the picture shows it, in the metric's
// unit or relative; false if there is none.
func (c *Answers) plotted(point int, policy string) (PlotPoint, bool) {
	e := c.Estimates()
	d, n := e.Topic(), &e.Curves[point]
	if !c.showsDifference() {
		m := n.Mean(e.Metric, policy)
		if m == nil {
			return PlotPoint{}, false
		}
		return PlotPoint{Y: m.Mean, Low: m.Low, High: m.High}, true
	}
	against := n.BestComparison(d, policy, e.Absolute)
	switch {
	case against == nil || e.OneDrawing(n, policy) || e.Unlike(point, d, policy):
		return PlotPoint{}, false
	case answer.IsShare(d.Name) || e.Absolute:
		return PlotPoint{Y: against.Difference.Difference, Low: against.Low, High: against.High}, true
	case against.Relative == nil:
		return PlotPoint{}, false
	case against.Kind == "ratio":
		return PlotPoint{Y: *against.Relative, Low: against.Low, High: against.High}, true
	}
	return PlotPoint{Y: *against.Relative}, true
}

// ordinal says whether the values of the first axis are words, which have no order.
func (c *Answers) ordinal() bool {
	switch c.Estimates().Plan.Points[0].Values[c.Sweep()[0].Path].(type) {
	case string, bool:
		return true
	}
	return false
}

// PlotScale is the scale for everything that is plotted.
func (c *Answers) PlotScale() answer.Scale {
	e := c.Estimates()
	d := e.Topic()
	if c.showsDifference() && (answer.IsShare(d.Name) || !e.Absolute) {
		s := answer.ShareScale(1)
		if answer.IsShare(d.Name) {
			s.Unit = " points"
		}
		return s
	}
	largest := 0.0
	for i := range e.Curves {
		for _, m := range e.Curves[i].Means {
			largest = max(largest, m.Mean)
		}
	}
	return answer.ScaleFor(d, largest)
}

// PlotSpec describes the picture.
func (c *Answers) PlotSpec() PlotSpec {
	e := c.Estimates()
	d := e.Topic()
	sweep := c.Sweep()
	unit := c.PlotScale()
	s := PlotSpec{Kind: "dots", Title: c.PlotTitle(), Y: d.Title, Time: unit.Time, Zero: c.showsDifference(), Origin: c.Origin()}
	if c.showsDifference() {
		s.Y = "Difference to " + e.Plan.Policies[e.Plan.Baseline].Label
	}
	if unit.Unit != "" {
		s.Y += " (" + unit.Unit[1:] + ")"
	}
	if c.showsGrowth() {
		s = growthSpec(e, s, unit)
		s.LogX, s.LogY = c.plot.logX, c.plot.logY && positiveY(&s)
		return s
	}
	inner := 1 // points that follow each other while the first axis stays
	if len(sweep) > 0 {
		s.Kind, s.X = "lines", c.AxisTitle(sweep[0].Path)
		if len(sweep) > 1 {
			inner = len(sweep[1].Values)
		}
		if len(sweep[0].Values) > 1 {
			s.Here = e.Plan.Points[e.Point].Values[sweep[0].Path]
		}
		s.Ordinal = c.ordinal()
	}
	for _, place := range c.panelPlaces() {
		var panel plotPanel
		if len(sweep) > 1 {
			panel.Title = c.AxisName(sweep[1].Path) + " " + draft.AxisValue(e.Plan.Scenario.Sweep, sweep[1].Path, place)
		}
		for k, policy := range e.Plan.Policies {
			if c.showsDifference() && k == e.Plan.Baseline {
				continue
			}
			series := plotSeries{Name: policy.Label, Index: k, Points: []PlotPoint{}}
			for i := place; i < len(e.Curves); i += inner {
				t, ok := c.plotted(i, policy.Label)
				if !ok {
					continue
				}
				t = t.in(unit.Per)
				if len(sweep) > 0 {
					t.X = e.Plan.Points[i].Values[sweep[0].Path]
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
	s.LogX = c.plot.logX && positiveX(&s)
	s.LogY = c.plot.logY && positiveY(&s)
	return s
}

// ShowPlot draws the picture anew.
func (c *Answers) ShowPlot() {
	if c.Estimates() != nil {
		c.draw(CurveChart, c.PlotSpec())
	}
}

// mostRows is how many points the table shows: more would make the page slow.
const mostRows = 60

// CurveTable has the numbers of the picture.
func (c *Answers) CurveTable() []panel.FigureRow {
	if c.Estimates() == nil {
		return nil
	}
	e := c.Estimates()
	unit := c.PlotScale()
	if c.showsGrowth() {
		return growthTable(e, unit)
	}
	var table []panel.FigureRow
	for i := range e.Curves {
		if len(table) == mostRows {
			return append(table, panel.FigureRow{Label: "… the others are in the CSV"})
		}
		row := panel.FigureRow{Label: c.PointOf(e.Plan, i)}
		if row.Label == "" {
			row.Label = "all " + answer.SampleNoun(e.Plan, 2)
		}
		for k, policy := range e.Plan.Policies {
			if c.showsDifference() && k == e.Plan.Baseline {
				continue
			}
			cell := answer.Cell{Text: "–"}
			if t, ok := c.plotted(i, policy.Label); ok {
				cell = unit.Cell(t.Y, t.Low, t.High)
			}
			row.Cells = append(row.Cells, cell)
		}
		table = append(table, row)
	}
	return table
}

// curveLabels are the headings of its columns.
func (c *Answers) curveLabels() []string {
	var labels []string
	if e := c.Estimates(); e != nil {
		for k, policy := range e.Plan.Policies {
			if !c.showsDifference() || k != e.Plan.Baseline {
				labels = append(labels, policy.Label)
			}
		}
	}
	return labels
}

// figure is the picture with its numbers.
func (c *Curves) figure() vugu.Builder {
	return c.Guard(&panel.Figure{
		Shared: c.Shared, Host: CurveChart, Title: c.Title(), Caption: c.Caption(), Head: "At",
		Labels: c.curveLabels, Rows: c.CurveTable, SaveCSV: c.SaveCurves,
	})
}

// SaveCurves offers the numbers of the picture, in full precision, as CSV.
func (c *Answers) SaveCurves() {
	e := c.Estimates()
	if e == nil || !c.MaySave() {
		return
	}
	table := [][]string{c.NumbersHead()}
	for i := range e.Curves {
		table = append(table, c.NumbersRows(i, &e.Curves[i])...)
	}
	c.SaveCSV(c.ResultName()+"-curves.csv", phrase.CSV(table))
}
