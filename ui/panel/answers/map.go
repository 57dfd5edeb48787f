package answers

import (
	"fmt"
	"math"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Map is one metric of a policy over a sweep of two parameters: a cell for each point, the darker the more.
type Map struct{ *Answers }

// shades is how many shades of cells there are.
const shades = 7

// maps says whether there is a map to show.
func (c *Answers) maps() bool { return c.Estimates() != nil && c.Estimates().Map != nil }

// mapOf shows it.
func (c *Answers) mapOf() vugu.Builder { return c.Guard(&Map{c}) }

// place is the policy whose map it is, an index of the plan's policies.
func (c *Map) place() int {
	if k := c.plot.mapped; k < len(c.Estimates().Plan.Policies) {
		return k
	}
	return 0
}

// policies are those to choose from, none if there is but one.
func (c *Map) policies() (labels []string) {
	if list := c.Estimates().Plan.Policies; len(list) > 1 {
		for _, policy := range list {
			labels = append(labels, policy.Label)
		}
	}
	return labels
}

// choose shows the map of a policy.
func (c *Map) choose(label string) {
	for k, policy := range c.Estimates().Plan.Policies {
		if policy.Label == label {
			c.plot.mapped = k
		}
	}
}

func (c *Map) of() *experiment.Best { return &c.Estimates().Map.Policies[c.place()] }

// Title is such as "Mean wait by bf_interval and bf_window".
func (c *Map) Title() string {
	sweep := c.Sweep()
	return c.Estimates().Topic().Title + " by " + c.AxisName(sweep[0].Path) + " and " + c.AxisName(sweep[1].Path)
}

// corner says which parameter goes which way.
func (c *Map) corner() string {
	sweep := c.Sweep()
	return c.AxisTitle(sweep[1].Path) + " ↓, " + c.AxisTitle(sweep[0].Path) + " →"
}

// columns are the values of the first parameter.
func (c *Map) columns() []string { return draft.AxisWords(c.Sweep()[0]) }

// mapRow is the cells at one value of the second parameter.
type mapRow struct {
	Value string
	Cells []mapCell
}

// mapCell is a point.
type mapCell struct {
	Point            int
	Text, Mark, Name string // its number; what it is beside the best; all of that in words
	Class            string
	Stop             string // whether the Tab key stops there, as tabindex has it
}

// ID is that of its button.
func (m mapCell) ID() string { return fmt.Sprintf("map-%d", m.Point) }

// Marks of points.
const (
	bestMark = "best"
	openMark = "≈"
)

// rows are all points.
func (c *Map) rows() []mapRow {
	sweep, b := c.Sweep(), c.of()
	unit, low, high := c.mapScale()
	across, down := len(sweep[0].Values), len(sweep[1].Values)
	named := c.namesBest() == ""
	list := make([]mapRow, down)
	for j, value := range draft.AxisWords(sweep[1]) {
		list[j].Value = value
		for i := range across {
			cell := mapCell{Point: i*down + j, Text: "–", Stop: "-1"}
			mean := b.Means[cell.Point]
			words := "unknown"
			if mean.N > 0 {
				shade := 0
				if high > low {
					shade = int(math.Round((mean.Mean - low) / (high - low) * (shades - 1)))
				}
				cell.Class = fmt.Sprintf("shade-%d", shade)
				cell.Text = unit.Text(mean.Mean)
				words = cell.Text
				if bounds := unit.Bounds(mean.Low, mean.High); bounds != "" {
					words += " (" + bounds + ")"
				}
				switch {
				case !named:
				case cell.Point == b.Point:
					cell.Mark, words = bestMark, words+", best"
				case !b.Apart(cell.Point):
					cell.Mark, words = openMark, words+", not known to differ from the best"
				}
			}
			if cell.Point == c.Cell.Point {
				cell.Class += " here"
			}
			if cell.Point == c.cursor() {
				cell.Stop = "0"
			}
			cell.Name = c.PointOf(c.Estimates().Plan, cell.Point) + ": " + words
			list[j].Cells = append(list[j].Cells, cell)
		}
	}
	return list
}

// mapScale is the scale of the numbers, with the least and the largest.
func (c *Map) mapScale() (unit answer.Scale, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, mean := range c.of().Means {
		if mean.N > 0 {
			low, high = min(low, mean.Mean), max(high, mean.Mean)
		}
	}
	if low > high {
		low, high = 0, 0
	}
	return answer.ScaleFor(c.Estimates().Topic(), high), low, high
}

// ends are the numbers at both ends of the shades.
func (c *Map) ends() [2]string {
	unit, low, high := c.mapScale()
	return [2]string{unit.Text(low), unit.Text(high)}
}

// swatches are the classes of all shades.
func (c *Map) swatches() (list []string) {
	for k := range shades {
		list = append(list, fmt.Sprintf("swatch shade-%d", k))
	}
	return list
}

// namesBest says why no point is called the best, "" if one is.
func (c *Map) namesBest() string {
	e, b := c.Estimates(), c.of()
	fates := otherFates(e.Plan)
	if e.Plan.LetsWait() {
		fates = "ended, were killed or cancelled, or never start,"
	}
	switch {
	case e.Topic().Better == metrics.Neither:
		return "Neither less nor more of this metric is better: no point is called the best."
	case e.Map.OtherJobs:
		return "The points do not have the same jobs: none is called the best."
	case e.Map.OtherFates[c.place()]:
		return "Not as many jobs " + fates + " at every point, so that these means are not over the same jobs: none is called the best."
	case b.Point < 0:
		return "Not all points are known yet: none is called the best."
	case b.Means[b.Point].Low == nil && e.Plan.DrawsLoops():
		return "One run of one workload at each point, in one drawing of when Slurm's loops begin: there are no intervals, and no point is called the best."
	case b.Means[b.Point].Low == nil:
		return "One run of one workload at each point: there are no intervals, and no point is called the best."
	}
	return ""
}

// Sentence says which point is best, with its interval, and how many are not known to be others.
func (c *Map) Sentence() string {
	if why := c.namesBest(); why != "" {
		return why
	}
	e, b := c.Estimates(), c.of()
	d := e.Topic()
	unit, _, _ := c.mapScale()
	mean := b.Means[b.Point]
	least := "lowest"
	if d.Better == metrics.Higher {
		least = "highest"
	}
	text := "Under " + e.Plan.Policies[c.place()].Label + " the " + phrase.LowerFirst(d.Title) + " is " + least + ", " + unit.Text(mean.Mean) + " (" + unit.Bounds(mean.Low, mean.High) + "), at " + c.PointOf(e.Plan, b.Point) + ". "
	open, apart := 0, 0
	for i := range b.Means {
		switch {
		case i == b.Point || b.Means[i].N == 0:
		case b.Apart(i):
			apart++
		default:
			open++
		}
	}
	switch {
	case open == 0:
		text += "All others are known to be worse"
	case open == 1:
		text += "1 other, marked " + openMark + ", is not known to differ from it"
	default:
		text += phrase.Grouped(int64(open)) + " others, marked " + openMark + ", are not known to differ from it"
	}
	if open > 0 && apart > 0 {
		text += "; " + phrase.Grouped(int64(apart)) + " are known to be worse"
		if apart == 1 {
			text = text[:len(text)-len("are known to be worse")] + "is known to be worse"
		}
	}
	return text + ": by the " + answer.AtLevel(e.Plan.Level) + " interval of each difference by itself, " + e.Count(mean.N, "paired ") + ". Of many comparisons some come out by chance."
}

// cursor is the point at which the arrow keys are.
func (c *Map) cursor() int {
	if at := c.plot.cursor - 1; at >= 0 && at < len(c.Estimates().Plan.Points) {
		return at
	}
	return c.Cell.Point
}

// show shows a point in the table of metrics and on the timeline.
func (c *Map) show(point int) {
	c.plot.cursor = point + 1
	cell := c.Cell
	cell.Point = point
	c.ShowCell(cell)
}

// key moves from a point to one beside it.
func (c *Map) key(at int, event vugu.DOMEvent) {
	down := len(c.Sweep()[1].Values)
	i, j := at/down, at%down
	switch widget.Key(event) {
	case "ArrowLeft":
		i--
	case "ArrowRight":
		i++
	case "ArrowUp":
		j--
	case "ArrowDown":
		j++
	default:
		return
	}
	event.PreventDefault()
	if i < 0 || j < 0 || i >= len(c.Sweep()[0].Values) || j >= down {
		return
	}
	c.plot.cursor = i*down + j + 1
	c.Browser.Focus(mapCell{Point: i*down + j}.ID())
}
