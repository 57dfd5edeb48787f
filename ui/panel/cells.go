package panel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Cells chooses the cell of an experiment that is shown: the point of the sweep, and the
// replication.
type Cells struct {
	Shared       *Shared
	Prefix       string // of ids
	Replications bool   // they can be chosen, too
	Besides      string // path of the axis that is not offered
}

// axes are those of the results, where there is a choice.
func (c *Cells) axes() []scenario.Axis { return c.Shared.Sweep() }

// offers says whether there is a choice.
func (c *Cells) offers() bool {
	return c.count() > 0 || slices.ContainsFunc(c.axes(), func(a scenario.Axis) bool { return a.Path != c.Besides })
}

func (c *Cells) id(i int) string { return c.Prefix + "-axis-" + strconv.Itoa(i) }

func (c *Cells) name(a scenario.Axis) string { return phrase.UpperFirst(c.Shared.AxisName(a.Path)) }

// Values are what an axis offers, in the order of their places.
func (c *Cells) Values(a scenario.Axis) []string { return draft.AxisWords(a) }

// place is the place of the wanted point's value on axis i.
func (c *Cells) place(i int) int {
	at := c.Shared.Cell.Point
	for k := len(c.axes()) - 1; k > i; k-- {
		at /= len(c.axes()[k].Values)
	}
	return at % len(c.axes()[i].Values)
}

// choose moves to the value at a place of axis i, a decimal number.
func (c *Cells) choose(i int, place string) {
	to, err := strconv.Atoi(place)
	if err != nil {
		return
	}
	stride := 1
	for k := len(c.axes()) - 1; k > i; k-- {
		stride *= len(c.axes()[k].Values)
	}
	cell := c.Shared.Cell
	cell.Point += (to - c.place(i)) * stride
	c.Shared.ShowCell(cell)
}

// count is how many workloads there are at the point, 0 if they are not to be chosen.
func (c *Cells) count() int {
	if !c.Replications || c.Shared.Measurement == nil {
		return 0
	}
	if n := answer.MostReplications(c.Shared.Shown.Plan); n > 1 {
		return n
	}
	return 0
}

func (c *Cells) replication() string { return strconv.Itoa(c.Shared.Cell.Replication + 1) }

func (c *Cells) of() string { return "of " + phrase.Grouped(int64(c.count())) }

// setReplication shows the workload of that number, from 1.
func (c *Cells) setReplication(text string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		c.Shared.Browser.Say("A whole number from 1 to " + strconv.Itoa(c.count()) + " is accepted.")
		return
	}
	cell := c.Shared.Cell
	cell.Replication = n - 1
	c.Shared.ShowCell(cell)
}

func (c *Cells) turnBar() vugu.Builder {
	if c.count() == 0 {
		return c.Shared.QuietBar("")
	}
	turn := func(text, name string, by int) widget.Button {
		to := c.Shared.Cell.Replication + by
		return widget.Button{Text: text, Name: name, Disabled: to < 0 || to >= c.count(), Do: func() { c.setReplication(strconv.Itoa(to + 1)) }}
	}
	return c.Shared.QuietBar("Workload", turn("‹", "Previous workload", -1), turn("›", "Next workload", 1))
}
