package timeline

import (
	"math"
	"strconv"

	"backfill/engine"
)

// Track is a step function of time, drawn as an area: Values[i] holds from At[i]
// to At[i+1], the last one for ever, and 0 before the first.
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
	At     []engine.Time
	Values []int32

	// Per chunk of chunkSteps steps, so that a pixel that holds many is cheap.
	low, high []int32
	sum       []float64 // value times milliseconds before the chunk
}

const chunkSteps = 64

// NewTrack prepares the columns, which it keeps, for drawing at every zoom. At
// ascends. Top is the largest value. O(n).
func NewTrack(label string, hue Hue, at []engine.Time, values []int32) *Track {
	t := &Track{Label: label, Top: 1, Hue: hue, At: at, Values: values}
	sum := 0.0
	for i, v := range values {
		if i%chunkSteps == 0 {
			t.low, t.high, t.sum = append(t.low, v), append(t.high, v), append(t.sum, sum)
		}
		c := i / chunkSteps
		t.low[c], t.high[c] = min(t.low[c], v), max(t.high[c], v)
		t.Top = max(t.Top, v)
		if i+1 < len(at) {
			sum += float64(v) * float64(at[i+1]-at[i])
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

// Say is a value in words, with up to so many decimals: "12", "30.5 GB".
func (t *Track) Say(v float64, digits int) string {
	if t.Memory {
		return Gigabytes(v)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// Reduce is the smallest, the largest and the mean value in [t0, t1), t0 < t1. O(log n).
func (t *Track) Reduce(t0, t1 engine.Time) (low, high int32, mean float64) {
	from := t.edgeAt(t0, -1)
	return t.between(from, t.edgeAt(t1, from.step))
}

// edge is an instant between two columns.
type edge struct {
	at   engine.Time
	step int     // that holds from then on, -1 before the first
	sum  float64 // value times milliseconds up to then
}

// edgeAt is the edge at an instant at which step near, or a later one, holds. O(log steps since near).
func (t *Track) edgeAt(at engine.Time, near int) edge {
	// Strides grow until one goes too far, since columns hold about as many steps as their neighbours.
	stride := 1
	for near+stride < len(t.At) && t.At[near+stride] <= at {
		near += stride
		stride *= 2
	}
	end := min(near+stride, len(t.At))
	for near+1 < end {
		if middle := int(uint(near+end) / 2); t.At[middle] <= at {
			near = middle
		} else {
			end = middle
		}
	}
	return edge{at, near, t.integral(at, near)}
}

// between is Reduce for the time from one edge to another.
func (t *Track) between(from, to edge) (low, high int32, mean float64) {
	end := to.step + 1
	if to.step >= 0 && t.At[to.step] == to.at {
		end-- // holds from then on only
	}
	low, high = t.extremes(from.step, end)
	return low, high, (to.sum - from.sum) / float64(to.at-from.at)
}

// extremes looks at the steps i to end-1; there is at least one, which may be -1.
func (t *Track) extremes(i, end int) (low, high int32) {
	low, high = math.MaxInt32, math.MinInt32
	if i < 0 {
		low, high, i = 0, 0, 0
	}
	first, last := (i+chunkSteps-1)/chunkSteps, end/chunkSteps // chunks that lie within
	if first >= last {
		return extremesOf(t.Values[i:end], low, high)
	}
	low, high = extremesOf(t.Values[i:first*chunkSteps], low, high)
	for c := first; c < last; c++ {
		low, high = min(low, t.low[c]), max(high, t.high[c])
	}
	return extremesOf(t.Values[last*chunkSteps:end], low, high)
}

// extremesOf are the smallest and the largest of some values and of those that are known already.
func extremesOf(values []int32, low, high int32) (int32, int32) {
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

// integral is the sum of value times milliseconds up to an instant that lies in
// step i or at its end.
func (t *Track) integral(at engine.Time, i int) float64 {
	if i < 0 {
		return 0
	}
	c := i / chunkSteps
	sum := t.sum[c]
	begins, values := t.At[c*chunkSteps:i+1], t.Values[c*chunkSteps:i+1]
	for s, v := range values[:len(values)-1] {
		sum += float64(v) * float64(begins[s+1]-begins[s])
	}
	return sum + float64(t.Values[i])*float64(at-t.At[i])
}

// drawScarce draws a bar where more is asked for on average than there is.
func (t *Track) drawScarce(dst *Raster, s Scale, top, height int, color Color) {
	from := t.Wanted.edgeAt(s.Time(0), -1)
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
	from := t.edgeAt(s.Time(0), -1)
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
