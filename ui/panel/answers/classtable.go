package answers

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// classTable is what the picture of classes shows: a line per policy or per value of an
// axis, panels and classes.
type classTable struct {
	lines           []classLine
	panels, classes classNames
}

// classLine is the numbers of one policy at one point.
type classLine struct {
	name  string
	index int                    // of its colour and its mark
	means *experiment.GroupMeans // nil: nothing yet
}

// classNames are classes in their order, with what they are called.
type classNames struct {
	class []int32
	label []string
}

// arrangeClasses arranges the numbers as they are to be shown.
func (c *Answers) arrangeClasses() classTable {
	n := &c.Classes.Numbers
	var t classTable
	point := 0
	if c.Measurement != nil {
		point = min(c.Cell.Point, len(n.means)-1)
	}
	if axis := c.classAxis(); axis >= 0 {
		policy := c.classPolicy()
		sweep := c.Sweep()
		stride := 1
		for _, a := range sweep[axis+1:] {
			stride *= len(a.Values)
		}
		values := len(sweep[axis].Values)
		first := point - point/stride%values*stride
		for i, word := range draft.AxisWords(sweep[axis]) {
			if _, err := strconv.ParseFloat(word, 64); err == nil || word == "true" || word == "false" {
				word = c.AxisName(sweep[axis].Path) + " " + word
			}
			t.lines = append(t.lines, classLine{word, i, n.At(first+i*stride, policy)})
		}
	} else {
		for k, policy := range n.plan.Policies {
			t.lines = append(t.lines, classLine{policy.Label, k, n.At(point, k)})
		}
	}
	division := n.division()
	for _, line := range t.lines {
		if line.means == nil {
			continue
		}
		for i := range line.means.Len() {
			t.classes.add(line.means.Class[i], line.means.Label[i], division.Quantiles)
			if division.Each != nil {
				t.panels.add(line.means.Panel[i], line.means.PanelLabel[i], division.Each.Quantiles)
			}
		}
	}
	t.classes.sort()
	t.panels.sort()
	return t
}

// add enters a class; one whose label differs, as that of quantiles may, is called by its
// number.
func (c *classNames) add(class int32, label string, quantiles int) {
	i := slices.Index(c.class, class)
	switch {
	case i < 0:
		c.class, c.label = append(c.class, class), append(c.label, label)
	case c.label[i] != label:
		c.label[i] = fmt.Sprintf("group %d of %d", class, quantiles)
	}
}

func (c *classNames) sort() {
	order := make([]int, len(c.class))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return grouping.Key{Class: c.class[a]}.Compare(grouping.Key{Class: c.class[b]})
	})
	was := *c
	*c = classNames{}
	for _, i := range order {
		c.class, c.label = append(c.class, was.class[i]), append(c.label, was.label[i])
	}
}

// labels are the names of the lines.
func (t *classTable) labels() []string {
	var labels []string
	for _, line := range t.lines {
		labels = append(labels, line.name)
	}
	return labels
}

// shownPanels are the panels that are drawn; one that has no name without Each.
func (c *Answers) shownPanels() classNames {
	t := &c.Classes.table
	if t.panels.class == nil {
		return classNames{class: []int32{0}, label: []string{""}}
	}
	if i := slices.Index(t.panels.label, c.Classes.panel); i >= 0 {
		return classNames{class: t.panels.class[i : i+1], label: t.panels.label[i : i+1]}
	}
	return t.panels
}

// ClassTitle is such as "Mean wait by run time, for each month".
func (c *Answers) ClassTitle() string {
	n := &c.Classes.Numbers
	return n.about().Title + " " + phrase.LowerFirst(draft.GroupTitle(n.division()))
}

// ClassScale is the scale for everything that is shown.
func (c *Answers) ClassScale() answer.Scale {
	n := &c.Classes.Numbers
	largest := 0.0
	for _, line := range c.Classes.table.lines {
		if line.means == nil {
			continue
		}
		for _, v := range line.means.Mean.Column(metrics.Index(n.metric)) {
			if !math.IsNaN(v) {
				largest = max(largest, v)
			}
		}
	}
	return answer.ScaleFor(n.about(), largest)
}

// classSpec describes the picture.
func (c *Answers) classSpec() PlotSpec {
	n := &c.Classes.Numbers
	t := &c.Classes.table
	unit := c.ClassScale()
	s := PlotSpec{Kind: "classes", Title: c.ClassTitle(), X: "Jobs", Y: n.about().Title, Classes: t.classes.label,
		Time: unit.Time, Bars: c.classForm() == classBars, Origin: c.Origin()}
	if a := grouping.AttributeNamed(n.division().By); a != nil {
		s.X = a.Title
	}
	if unit.Unit != "" {
		s.Y += " (" + unit.Unit[1:] + ")"
	}
	panels := c.shownPanels()
	for k, panel := range panels.class {
		drawn := plotPanel{Title: panels.label[k]}
		for _, line := range t.lines {
			series := plotSeries{Name: line.name, Index: line.index, Points: []PlotPoint{}}
			for i, class := range t.classes.class {
				if v, ok := valueOf(line.means, grouping.Key{Panel: panel, Class: class}, n.metric); ok {
					v = v.in(unit.Per)
					v.X = i
					series.Points = append(series.Points, v)
				}
			}
			drawn.Series = append(drawn.Series, series)
		}
		s.Panels = append(s.Panels, drawn)
	}
	if c.classForm() == ClassTransposed {
		axis := c.Sweep()[c.classAxis()]
		s.X, s.Classes = c.AxisTitle(axis.Path), draft.AxisWords(axis)
		for k := range s.Panels {
			s.Panels[k].Series = t.transposed(s.Panels[k].Series)
		}
	}
	s.LogY = c.Classes.log && !s.Bars && positiveMeans(&s)
	return s
}

// transposed makes a series for each class, with a point for each line.
func (t *classTable) transposed(lines []plotSeries) []plotSeries {
	list := make([]plotSeries, len(t.classes.label))
	for i, label := range t.classes.label {
		list[i] = plotSeries{Name: label, Index: i, Points: []PlotPoint{}}
	}
	for k, line := range lines {
		for _, point := range line.Points {
			i := point.X.(int)
			point.X = k
			list[i].Points = append(list[i].Points, point)
		}
	}
	return list
}

// allNumbers says whether every word is a number.
func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.ParseFloat(word, 64)
		return err != nil
	})
}

// showClasses draws the picture anew.
func (c *Answers) showClasses() {
	c.Classes.table = classTable{}
	if c.Classes.Numbers.plan != nil {
		c.Classes.table = c.arrangeClasses()
	}
	if !(&Classes{c}).Known() {
		return
	}
	c.draw(ClassChart, c.classSpec())
}

// mostCells is how many cells the table beneath has: more would make the page slow.
const mostCells = 600

// ClassRows are the rows of the table beneath, with a heading for each panel; none as long as there is nothing to draw.
func (c *Answers) ClassRows() []panel.FigureRow {
	if !(&Classes{c}).Known() {
		return nil
	}
	n := &c.Classes.Numbers
	t := &c.Classes.table
	unit := c.ClassScale()
	panels := c.shownPanels()
	var table []panel.FigureRow
	cells := 0
	for k, part := range panels.class {
		if panels.label[k] != "" {
			table = append(table, panel.FigureRow{Label: panels.label[k], Heading: true})
		}
		for i, class := range t.classes.class {
			key := grouping.Key{Panel: part, Class: class}
			row := panel.FigureRow{Label: t.classes.label[i]}
			some := false
			for _, line := range t.lines {
				cell := answer.Cell{Text: "–"}
				if v, ok := valueOf(line.means, key, n.metric); ok {
					cell = unit.Cell(v.Y, v.Low, v.High)
				}
				if row.Small == "" {
					row.Small = sharesWords(line.means, key)
				}
				some = some || line.means != nil && line.means.Find(key) >= 0
				row.Cells = append(row.Cells, cell)
			}
			if !some {
				continue
			}
			if cells += len(row.Cells); cells > mostCells {
				return append(table, panel.FigureRow{Label: "… the others are in the CSV, or choose one of “" + (&Classes{c}).panelName() + "”"})
			}
			table = append(table, row)
		}
	}
	return table
}

// sharesWords is such as "12 % of jobs, 40 % of load", "" if that is not known.
func sharesWords(m *experiment.GroupMeans, key grouping.Key) string {
	jobs, ok := valueOf(m, key, answer.ShareOfJobs)
	load, also := valueOf(m, key, answer.ShareOfLoad)
	if !ok || !also {
		return ""
	}
	return phrase.Percent(jobs.Y) + " of jobs, " + phrase.Percent(load.Y) + " of load"
}

// SaveClasses offers the numbers of the classes, in full precision, as CSV: of a single
// run all metrics of all groupings, of a measurement those that the picture is about, at
// every point.
func (c *Answers) SaveClasses() {
	if c.Measurement == nil {
		c.SaveGroups()
		return
	}
	n := &c.Classes.Numbers
	table := [][]string{append(c.AxisPaths(), "policy", "by", "each", "where", "panel", "group", "metric", "unit", "mean", "low", "high", "level", "n")}
	division := n.division()
	each := ""
	if division.Each != nil {
		each = division.Each.By
	}
	for point := range n.means {
		for k, policy := range n.plan.Policies {
			m := n.At(point, k)
			if m == nil {
				continue
			}
			for i := range m.Len() {
				part := ""
				if m.Panel != nil {
					part = m.PanelLabel[i]
				}
				row := append(c.AxisValues(n.plan, point), policy.Label, division.By, each, grouping.Words(division.Where), part, m.Label[i])
				for _, metric := range m.Mean.Metrics {
					v, ok := valueOf(m, m.Key(i), metrics.Descriptions[metric].Name)
					if !ok {
						continue
					}
					d := &metrics.Descriptions[metric]
					table = append(table, append(slices.Clone(row), d.Name, d.Unit, phrase.Number(v.Y), panel.OptionalNumber(v.Low), panel.OptionalNumber(v.High),
						phrase.Number(m.Level), phrase.Number(m.N.At(i, metric))))
				}
			}
		}
	}
	c.SaveCSV(c.ResultName()+"-classes.csv", phrase.CSV(table))
}
