package timeline

import (
	"math"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Section is lanes of a chart that stand together under a heading.
type Section struct {
	Name  string  // of what the lanes are in: "batch + short"
	Lanes []int32 // from top to bottom
}

// PartitionSections puts the lanes of o that are in the same partitions together: a lane stands in one section, however many partitions it is in.
// Sections are in the order of the first partitions that they differ in; lanes of a section in their own order. O(partitions * lanes).
func PartitionSections(o *engine.Outcome) []Section {
	in := make([][]int32, len(o.Lanes)) // partitions of each lane
	for i := range o.Partitions {
		for _, lane := range o.Partitions[i].Lanes {
			in[lane] = append(in[lane], int32(i))
		}
	}
	var sets [][]int32
	for _, set := range in {
		if at, known := slices.BinarySearchFunc(sets, set, slices.Compare); !known {
			sets = slices.Insert(sets, at, set)
		}
	}
	sections := make([]Section, len(sets))
	for i, set := range sets {
		names := make([]string, len(set))
		for k, p := range set {
			names[k] = o.Partitions[p].Name
		}
		sections[i].Name = strings.Join(names, " + ")
	}
	for lane, set := range in {
		at, _ := slices.BinarySearchFunc(sets, set, slices.Compare)
		sections[at].Lanes = append(sections[at].Lanes, int32(lane))
	}
	return sections
}

// PartitionSection is the lanes of one partition of o, alone.
func PartitionSection(o *engine.Outcome, partition int) []Section {
	return []Section{{o.Partitions[partition].Name, o.Partitions[partition].Lanes}}
}

// heading is a strip of a chart in which no job lies, with the heading of a section.
type heading struct {
	strip
	section Section
	size    string // how many lanes there are: "16 nodes"
}

// HeadingHeight is how high a heading is, in CSS pixels.
const HeadingHeight = 16

// Arranging makes the layout of a chart whose lanes stand in sections, in steps that are short: there may be many jobs.
type Arranging struct {
	Layout *Layout // complete when Step says that no more is left
	of     *Placement
	next   int // piece
	making *making
}

// Arrange begins the layout of what p shows in those lanes that are in sections, with at most maxRows rows; others are left out, with the jobs
// that lie only there. height is that of the lanes that are left in the chart, in CSS pixels, without the headings.
func Arrange(p *Placement, sections []Section, height float64, maxRows int) *Arranging {
	shown := int32(0)
	for _, s := range sections {
		for _, lane := range s.Lanes {
			shown += p.Bands[lane].Processors
		}
	}
	high := int32(math.Ceil(float64(shown) * HeadingHeight / height))
	total := shown + high*int32(len(sections))
	a := &Placement{Machine: total, Processors: total, Ran: p.Ran, Horizon: p.Horizon, Bands: make([]Band, len(p.Bands)), order: []int32{}, Offset: []int32{0}}
	for i := range a.Bands {
		a.Bands[i].Lane = p.Bands[i].Lane
		a.Bands[i].Lane.Processors = 0
	}
	below := total
	for _, s := range sections {
		below -= high
		a.headings = append(a.headings, heading{strip{below, high}, s, phrase.Plural(int64(len(s.Lanes)), p.Bands[s.Lanes[0]].Kind)})
		for _, lane := range s.Lanes {
			band := p.Bands[lane]
			below -= band.Processors
			band.First = below
			a.Bands[lane] = band
			a.order = append(a.order, lane)
		}
	}
	return &Arranging{Layout: &Layout{Placement: a}, of: p, making: &making{maxRows: maxRows}}
}

// Step goes on and says whether more is left to be done.
func (a *Arranging) Step() bool {
	if a.next < len(a.of.Job) {
		a.place(min(a.next+perCall, len(a.of.Job)))
		return true
	}
	return a.making.step(a.Layout)
}

// place places the pieces up to the one before end.
//
//go:noinline
func (a *Arranging) place(end int) {
	from, to := a.of, a.Layout.Placement
	for ; a.next < end; a.next++ {
		blocks := len(to.First)
		for b := from.Offset[a.next]; b < from.Offset[a.next+1]; b++ {
			lane := from.bandAt(from.First[b])
			if band := &to.Bands[lane]; band.Processors > 0 {
				to.First = append(to.First, from.First[b]-from.Bands[lane].First+band.First)
				to.Count = append(to.Count, from.Count[b])
			}
		}
		if len(to.First) == blocks {
			continue
		}
		to.Job, to.Marks, to.Offset = append(to.Job, from.Job[a.next]), append(to.Marks, from.Marks[a.next]), append(to.Offset, int32(len(to.First)))
		if from.Ran == nil {
			to.Starts, to.Ends = append(to.Starts, from.Starts[a.next]), append(to.Ends, from.Ends[a.next])
		}
	}
}

// partial says whether lanes of the machine are left out.
func (pl *Placement) partial() bool { return pl.order != nil && len(pl.order) < len(pl.Bands) }

// fromTop are the bands that are shown, from top to bottom.
func (pl *Placement) fromTop(yield func(Band) bool) {
	for k := range pl.shownBands() {
		if !yield(pl.Bands[pl.lane(k)]) {
			return
		}
	}
}

// shownBands is how many bands are shown.
func (pl *Placement) shownBands() int {
	if pl.order != nil {
		return len(pl.order)
	}
	return len(pl.Bands)
}

// lane is the lane whose band is the k-th from the top.
func (pl *Placement) lane(k int) int {
	if pl.order != nil {
		return int(pl.order[k])
	}
	return k
}

// drawHeadings draws the strips with the headings of sections, without their texts.
func (s *Scene) drawHeadings(dst *Raster, lane Lane, l *Layout) {
	for _, h := range l.headings {
		top, bottom := l.stripIn(lane, h.first, h.count)
		dst.rect(Rect{0, top, dst.Width, bottom}, lane.Top, lane.Top+lane.Height, s.Theme.Background.pixel())
	}
}

// headingLabels are the texts of the headings that are high enough.
func (s *Scene) headingLabels(lane Lane, l *Layout) []Label {
	var labels []Label
	for _, h := range l.headings {
		top, bottom := l.stripIn(lane, h.first, h.count)
		if bottom-top < s.px(bandNamed-1) {
			continue
		}
		labels = append(labels, Label{X: 4 * s.View.Ratio, Y: float64(top+bottom) / 2, Text: h.section.Name + ": " + h.size, Color: s.Theme.Text, Bold: true})
	}
	return labels
}
