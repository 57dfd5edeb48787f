package timeline

import (
	"math"
	"sort"
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
	i0, i1 := t.stepAt(t0), t.stepAt(t1-1)
	low, high = t.extremes(i0, i1+1)
	return low, high, (t.integral(t1, i1) - t.integral(t0, i0)) / float64(t1-t0)
}

// stepAt is the step that holds at an instant, -1 before the first.
func (t *Track) stepAt(at engine.Time) int {
	return sort.Search(len(t.At), func(i int) bool { return t.At[i] > at }) - 1
}

// extremes looks at the steps i to end-1.
func (t *Track) extremes(i, end int) (low, high int32) {
	low, high = math.MaxInt32, math.MinInt32
	if i < 0 {
		low, high, i = 0, 0, 0
	}
	for i < end {
		if i%chunkSteps == 0 && i+chunkSteps <= end {
			low, high = min(low, t.low[i/chunkSteps]), max(high, t.high[i/chunkSteps])
			i += chunkSteps
			continue
		}
		low, high = min(low, t.Values[i]), max(high, t.Values[i])
		i++
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
	for s := c * chunkSteps; s < i; s++ {
		sum += float64(t.Values[s]) * float64(t.At[s+1]-t.At[s])
	}
	return sum + float64(t.Values[i])*float64(at-t.At[i])
}

// drawScarce draws a bar where more is asked for on average than there is.
func (t *Track) drawScarce(dst *Raster, s Scale, top, height int, color Color) {
	from := s.Time(0)
	for x := 0; x < s.Width; x++ {
		to := s.Time(x + 1)
		if _, _, mean := t.Wanted.Reduce(from, to); mean > float64(t.Capacity) {
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

// draw paints the track into the lane whose pixel rows are top to top+height-1: the
// area up to the smallest value of each column, paler up to the largest, and a line at the mean.
func (t *Track) draw(dst *Raster, s Scale, ratio float64, top, height int, background []uint32, color Color) {
	for y := top; y < top+height; y++ {
		copy(dst.row(y), background)
	}
	line := max(int(math.Round(1.25*ratio)), 1)
	ink := color.pixel()
	y := func(v float64) int {
		return top + int(math.Round((1-min(v/float64(t.Top), 1))*float64(height-line)))
	}
	before := -1
	from := s.Time(0)
	for x := 0; x < s.Width; x++ {
		to := s.Time(x + 1)
		low, high, mean := t.Reduce(from, to)
		from = to
		pale, dense, level := y(float64(high)), y(float64(low)), y(mean)
		for i := pale; i < top+height; i++ {
			weight := uint32(56)
			if i >= dense {
				weight = 112
			}
			p := &dst.Pix[i*dst.Width+x]
			*p = mix(*p, ink, weight)
		}
		// The line is connected: it also covers the way from the column before.
		y0, y1 := level, level+line
		if before >= 0 {
			y0, y1 = min(y0, before), max(y1, before+line)
		}
		dst.rect(Rect{x, y0, x + 1, y1}, top, top+height, ink)
		before = level
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
