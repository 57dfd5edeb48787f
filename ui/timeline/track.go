package timeline

import (
	"math"
	"strconv"

	"backfill/engine"
	"backfill/engine/steps"
	"backfill/ui/phrase"
)

// Track is a step function of time, drawn as an area: the i-th of Values holds from the i-th of At
// to the next one, the last one for ever, and 0 before the first.
type Track struct {
	Label string // such as "busy processors"
	Top   int32  // value at the upper edge, at least 1
	// Capacity is a limit to be seen as a line, such as the machine's processors; 0 for none.
	Capacity int32
	// Memory says that values are MB, told in GB.
	Memory bool
	Hue    Hue
	// Row says that it is one of many: low, and with its label inside.
	Row bool
	// Wanted is how much is asked for, of what there is a Capacity of; nil: that is not known. As
	// long as it is more than there is, a bar lies along the upper edge.
	Wanted *Track
	At     steps.Instants
	Values steps.Counts

	// Per block of values, so that a pixel that holds many is cheap.
	high []int32
	sum  []float64 // value times milliseconds before the block
}

// NewTrack prepares the columns, which it keeps, for drawing at every zoom. Top is the largest value. O(n).
func NewTrack(label string, hue Hue, at steps.Instants, values steps.Counts) *Track {
	n, blocks := at.Len(), len(values.Least)
	t := &Track{Label: label, Top: 1, Hue: hue, At: at, Values: values, high: make([]int32, 0, blocks), sum: make([]float64, 0, blocks)}
	sum, place := 0.0, steps.Before
	for first := 0; first < n; first += steps.Block {
		end := min(first+steps.Block, n)
		_, high := values.Extremes(first, end, math.MaxInt32, math.MinInt32)
		t.high, t.sum = append(t.high, high), append(t.sum, sum)
		t.Top = max(t.Top, high)
		if end < n {
			begin := at.At(end - 1)
			place = at.Seek(begin, place)
			sum = steps.Area(&at, &values, first, place, sum)
			sum += float64(values.At(end-1)) * float64(at.At(end)-begin)
		}
	}
	return t
}

// ShareTop gives the tracks, one per policy, the same upper edge, so that they
// can be compared.
func ShareTop(tracks ...*Track) {
	top := int32(1)
	for _, t := range tracks {
		top = max(top, t.Top)
	}
	for _, t := range tracks {
		t.Top = top
	}
}

// Say is a value in words, with up to so many decimals: "12", "1,002", "30.5 GB".
func (t *Track) Say(v float64, digits int) string {
	switch {
	case t.Memory:
		return Gigabytes(v)
	case digits == 0:
		return phrase.Grouped(int64(v))
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// Reduce is the smallest, the largest and the mean value in [t0, t1), t0 < t1. O(log n).
func (t *Track) Reduce(t0, t1 engine.Time) (low, high int32, mean float64) {
	from := t.edgeAt(t0, steps.Before)
	return t.between(from, t.edgeAt(t1, from.step))
}

// edge is an instant between two columns.
type edge struct {
	at   engine.Time
	step steps.Place // that holds from then on
	sum  float64     // value times milliseconds up to then
}

// edgeAt is the edge at an instant at which step near, or a later one, holds. O(log steps since near).
func (t *Track) edgeAt(at engine.Time, near steps.Place) edge {
	step := t.At.Seek(at, near)
	return edge{at, step, t.integral(at, step)}
}

// between is Reduce for the time from one edge to another.
func (t *Track) between(from, to edge) (low, high int32, mean float64) {
	end := int(to.step.Index) + 1
	if end > 0 && t.At.In(to.step) == to.at {
		end-- // holds from then on only
	}
	low, high = t.extremes(int(from.step.Index), end)
	return low, high, (to.sum - from.sum) / float64(to.at-from.at)
}

// extremes looks at the steps i to end-1; there is at least one, which may be -1.
func (t *Track) extremes(i, end int) (low, high int32) {
	low, high = math.MaxInt32, math.MinInt32
	if i < 0 {
		low, high, i = 0, 0, 0
	}
	first, last := (i+steps.Block-1)/steps.Block, end/steps.Block // blocks that lie within
	if first > last {
		return t.Values.Extremes(i, end, low, high)
	}
	low, high = t.Values.Extremes(i, first*steps.Block, low, high)
	for b := first; b < last; b++ {
		low, high = min(low, t.Values.Least[b]), max(high, t.high[b])
	}
	return t.Values.Extremes(last*steps.Block, end, low, high)
}

// integral is the sum of value times milliseconds up to an instant that lies in
// a step or at its end.
func (t *Track) integral(at engine.Time, step steps.Place) float64 {
	if step.Index < 0 {
		return 0
	}
	b := int(step.Index) / steps.Block
	sum := steps.Area(&t.At, &t.Values, b*steps.Block, step, t.sum[b])
	return sum + float64(t.Values.At(int(step.Index)))*float64(at-t.At.In(step))
}

// drawScarce draws a bar where more is asked for on average than there is.
func (t *Track) drawScarce(dst *Raster, s Scale, top, height int, color Color) {
	from := t.Wanted.edgeAt(s.Time(0), steps.Before)
	for x := 0; x < s.Width; x++ {
		to := t.Wanted.edgeAt(s.Time(x+1), from.step)
		if _, _, mean := t.Wanted.between(from, to); mean > float64(t.Capacity) {
			dst.rect(Rect{x, top, x + 1, top + height}, top, top+height, color.pixel())
		}
		from = to
	}
}

// rowName is what a row is called: its label and its capacity.
func (t *Track) rowName() string {
	if t.Capacity == 1 {
		return sentence(t.Label) + ": 1 copy"
	}
	return sentence(t.Label) + ": " + strconv.Itoa(int(t.Capacity)) + " copies"
}

// drawRowPlate lays a plate under the name of a row.
func (s *Scene) drawRowPlate(dst *Raster, lane Lane, t *Track) {
	width := int(math.Ceil(math.Min(float64(runes(t.rowName()))*s.CharWidth, float64(dst.Width)))) + s.px(8)
	for y := lane.Top; y < lane.Top+lane.Height; y++ {
		row := dst.row(y)
		for x := range row[:min(width, len(row))] {
			row[x] = mix(row[x], s.Theme.Background.pixel(), plate)
		}
	}
}

// trackColumn is a pixel column of a track: the first pixel rows of its pale and of its dense area, whose colours follow, and
// where the line is.
type trackColumn struct {
	pale, dense, level int
	line0, line1       int // the line with the way from the column before: pixel rows line0 to line1-1
	paleInk, denseInk  uint32
}

// trackLine is how many pixel rows the line of a track covers.
func trackLine(ratio float64) int { return max(int(math.Round(1.25*ratio)), 1) }

// y is the first of the pixel rows of the line at the value v, in the lane whose pixel rows are top to top+height-1.
func (t *Track) y(v float64, top, height, line int) int {
	return top + int(math.Round((1-min(v/float64(t.Top), 1))*float64(height-line)))
}

// draw paints the track into the lane whose pixel rows are top to top+height-1: the
// area up to the smallest value of each column, paler up to the largest, and a line at the mean.
func (t *Track) draw(dst *Raster, s Scale, ratio float64, top, height int, background []uint32, color Color) {
	line := trackLine(ratio)
	ink := color.pixel()
	y := func(v float64) int { return t.y(v, top, height, line) }
	// What each column shows, then row by row, as the picture lies in memory.
	columns := make([]trackColumn, s.Width)
	from := t.edgeAt(s.Time(0), steps.Before)
	for x := range columns {
		to := t.edgeAt(s.Time(x+1), from.step)
		low, high, mean := t.between(from, to)
		from = to
		c := trackColumn{pale: y(float64(high)), dense: y(float64(low)), level: y(mean)}
		c.paleInk, c.denseInk = mix(background[x], ink, 56), mix(background[x], ink, 112)
		// The line is connected: it also covers the way from the column before.
		c.line0, c.line1 = c.level, c.level+line
		if x > 0 {
			before := columns[x-1].level
			c.line0, c.line1 = min(c.line0, before), max(c.line1, before+line)
		}
		columns[x] = c
	}
	for i := top; i < top+height; i++ {
		row := dst.row(i)[:len(columns)]
		copy(row, background)
		for x := range columns {
			switch c := &columns[x]; {
			case c.line0 <= i && i < c.line1:
				row[x] = ink
			case c.dense <= i:
				row[x] = c.denseInk
			case c.pale <= i:
				row[x] = c.paleInk
			}
		}
	}
	if t.Capacity > 0 && t.Capacity <= t.Top {
		limit := y(float64(t.Capacity))
		for x := 0; x < s.Width; x++ {
			if x/(3*line)%2 == 0 {
				dst.Pix[limit*dst.Width+x] = ink
			}
		}
	}
}
