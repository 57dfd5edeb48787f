package timeline

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics/resources"
)

// Loading maps what lanes are asked for, as a share of what they have, to colours, the same
// in all charts: a ramp up to the capacity, and another, hatched, beyond it.
type Loading struct {
	top float64 // largest load
}

// NewLoading looks at the demands that are drawn together. O(steps).
func NewLoading(demands ...*resources.Demand) *Loading {
	l := &Loading{}
	for _, d := range demands {
		for i := range d.At {
			l.top = max(l.top, d.Load(int32(i)))
		}
	}
	return l
}

// Heat is a Demand made ready to be drawn: the index of the colour of every step, larger for
// larger loads, and for windows in which there are many the largest one in each bin of time.
type Heat struct {
	Demand *resources.Demand
	paint  []uint8
	bins   Scale
	peaks  []uint8 // lane after lane, bins.Width each
}

// demandBins is how many bins there are: more than a usual window has columns.
const demandBins = 4096

// Heat paints a demand. O(steps + lanes).
func (l *Loading) Heat(d *resources.Demand) *Heat {
	h := &Heat{Demand: d, paint: make([]uint8, len(d.At)), bins: Scale{T1: 1, Width: demandBins}}
	for i, at := range d.At {
		h.paint[i] = l.step(d.Load(int32(i)))
		h.bins.T1 = max(h.bins.T1, at)
	}
	h.peaks = make([]uint8, len(d.Outcome.Lanes)*demandBins)
	var at []engine.Time
	for x := range demandBins + 1 {
		at = append(at, h.bins.Time(x))
	}
	for lane := range d.Outcome.Lanes {
		h.columns(int32(lane), at, h.peaks[lane*demandBins:][:demandBins])
	}
	return h
}

// binned says whether the bins are narrower than the columns of a window.
func (h *Heat) binned(s Scale) bool {
	return 1.25*float64(h.bins.Span())/demandBins <= float64(s.Span())/float64(s.Width)
}

// bin is the first bin of column x of a window, from 0 to demandBins.
func (h *Heat) bin(s Scale, x int) int {
	return min(max(h.bins.Column(s.Time(x)), 0), demandBins)
}

// shown is the time that column x of a window shows: where there are bins, from the beginning
// of one to that of another.
func (h *Heat) shown(s Scale, x int) (from, to engine.Time) {
	if h.binned(s) {
		return h.bins.Time(h.bin(s, x)), h.bins.Time(h.bin(s, x+1))
	}
	return s.Time(x), s.Time(x + 1)
}

// step is the index of a load: 0 for none, up to rampSteps within the capacity, and up to
// twice that beyond.
func (l *Loading) step(load float64) uint8 {
	if load <= 1 {
		return uint8(math.Ceil(load * rampSteps))
	}
	return uint8(rampSteps + 1 + (load-1)/(l.top-1)*(rampSteps-1))
}

// Color is the colour of an index.
func (l *Loading) Color(index uint8, t *Theme) Color {
	ends := [...]Color{0xd3e6f4, 0x0072b2, 0xf7bd4a, 0xd55e00}
	if t.Dark {
		ends = [...]Color{0x21405a, 0x56b4e9, 0xc25a00, 0xffc04d}
	}
	switch {
	case index == 0:
		return t.Idle
	case index <= rampSteps:
		return blend(ends[0], ends[1], float64(index)/rampSteps)
	}
	return blend(ends[2], ends[3], float64(index-rampSteps-1)/(rampSteps-1))
}

// Legend explains the colours.
func (l *Loading) Legend(t *Theme) []LegendEntry {
	var legend []LegendEntry
	add := func(load float64, text string) {
		legend = append(legend, LegendEntry{Color: l.Color(l.step(load), t), Text: text, Hatched: load > 1})
	}
	add(0, "nothing asked for")
	add(0.25, "25 %")
	add(0.5, "50 %")
	add(1, "100 % of a node's capacity")
	if l.top > 1 {
		add(1+(l.top-1)/rampSteps, "just over it: hatched")
		add(l.top, fmt.Sprintf("%.0f %%: hatched", 100*l.top))
	}
	return legend
}

// heating is what drawing demand reuses.
type heating struct {
	at   []engine.Time // first instant of each column, and the window's end
	bins []int         // or the first bin
	heat []uint8       // of each column
}

// drawDemand paints what the lanes of a machine are asked for: of each pixel the most that
// is asked for in its time by one of the lanes that lie in it. O(pixels + lanes * bins), in a
// narrow window O(pixels + its steps).
func (s *Scene) drawDemand(dst *Raster, lane Lane, g *Group) {
	h, v := &s.heating, &s.View
	h.at, h.bins = h.at[:0], h.bins[:0]
	binned := g.Heat.binned(v.Scale)
	for x := 0; x <= v.Width; x++ {
		if binned {
			h.bins = append(h.bins, g.Heat.bin(v.Scale, x))
		} else {
			h.at = append(h.at, v.Time(x))
		}
	}
	if len(h.heat) != v.Width {
		h.heat = make([]uint8, v.Width)
	}
	var fill, hatch [2*rampSteps + 1]uint32
	for i := range fill {
		color := s.Loads.Color(uint8(i), s.Theme)
		fill[i], hatch[i] = color.pixel(), blend(color, 0x000000, 0.5).pixel()
	}
	line := s.px(1)
	pitch := int64(6 * line)
	phase := int64(v.Column(v.First))
	for i := 0; i < lane.Height; {
		low, high := g.Layout.bandsOf(i, lane.Height)
		n := 1
		for ; i+n < lane.Height; n++ {
			if a, b := g.Layout.bandsOf(i+n, lane.Height); a != low || b != high {
				break
			}
		}
		clear(h.heat)
		for b := low; b <= high; b++ {
			if binned {
				g.Heat.binnedColumns(b, h.bins, h.heat)
			} else {
				g.Heat.columns(int32(b), h.at, h.heat)
			}
		}
		for ; n > 0; n-- {
			y := lane.Top + lane.Height - 1 - i
			row := dst.row(y)
			copy(row, s.gantt.idle)
			across := int(mod(int64(-i)-phase, pitch)) // where in the pattern of the hatch
			for x, index := range h.heat[:len(row)] {
				switch {
				case index > rampSteps && across < line:
					row[x] = hatch[index]
				case index > 0:
					row[x] = fill[index]
				}
				if across++; across == int(pitch) {
					across = 0
				}
			}
			i++
		}
	}
}

// columns raises the index of every column to the largest one that a lane has in it.
func (h *Heat) columns(lane int32, at []engine.Time, heat []uint8) {
	d := h.Demand
	k, end := d.StepAt(lane, at[0])+1, d.Offset[lane+1]
	now := uint8(0)
	if k > 0 {
		now = h.paint[k-1]
	} else {
		k = d.Offset[lane]
	}
	for x := range heat {
		if k < end && d.At[k] == at[x] {
			now = h.paint[k]
			k++
		}
		most, until := now, at[x+1]
		for ; k < end && d.At[k] < until; k++ {
			now = h.paint[k]
			most = max(most, now)
		}
		heat[x] = max(heat[x], most)
	}
}

// binnedColumns is columns for columns that begin at the given bins.
func (h *Heat) binnedColumns(lane int, bins []int, heat []uint8) {
	peaks := h.peaks[lane*demandBins:][:demandBins]
	for x := range heat {
		most := heat[x]
		for _, peak := range peaks[bins[x]:bins[x+1]] {
			most = max(most, peak)
		}
		heat[x] = most
	}
}

// bandsOf is the range of bands that lie in pixel row i, counted from the bottom of a chart:
// that which is drawn there and those that are too low for a pixel row of their own.
func (l *Layout) bandsOf(i, height int) (low, high int) {
	bandOf := func(i int) int {
		return l.bandAt(sample(sample(int32(i), l.Rows, int32(height)), l.Processors, l.Rows))
	}
	high = bandOf(i)
	if i == 0 {
		high = len(l.Bands) - 1
	}
	if i+1 < height {
		low = bandOf(i+1) + 1
	}
	return min(low, high), high
}

// loadAt is the lane and the step that are drawn in column x and pixel row i of a chart.
func (s *Scene) loadAt(g *Group, x, i, height int) (lane, step int32) {
	low, high := g.Layout.bandsOf(i, height)
	from, to := g.Heat.shown(s.View.Scale, x)
	lane, step = int32(high), -1
	d := g.Heat.Demand
	for b := int32(low); b <= int32(high); b++ {
		k := max(d.StepAt(b, from), d.Offset[b])
		for ; k < d.Offset[b+1] && d.At[k] < to; k++ {
			if step < 0 || g.Heat.paint[k] > g.Heat.paint[step] {
				lane, step = b, k
			}
		}
	}
	return lane, step
}

// shadowMark is a shared shadow of the pinned job in a Gantt chart.
type shadowMark struct {
	area  Rect
	text  string // its penalty, if there is room
	plate Rect   // under that
}

// shadowKey is what shadows of one job on neighbouring nodes have in common if they are marked
// as one.
type shadowKey struct {
	x0, x1 int
	text   string
}

// shadowMarks are those of the pinned job that are wide enough to be seen, on each block of
// its processors; those that look alike on blocks that touch are one.
func (s *Scene) shadowMarks(lane Lane) []shadowMark {
	g := &s.Groups[lane.Group]
	if g.Heat == nil || s.ShadowsOf != s.Pinned {
		return nil
	}
	var marks []shadowMark
	above := map[shadowKey]int{} // the mark nearest above
	l := g.Layout
	for _, p := range s.piecesOf(lane.Group, s.Pinned) {
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			band := int32(l.bandAt(l.First[b]))
			y0, y1 := l.pixelOf(l.First[b], lane.Height), l.pixelOf(l.First[b]+l.Count[b], lane.Height)
			from := sort.Search(len(g.Shadows), func(i int) bool {
				return g.Shadows[i].Lane > band || g.Shadows[i].Lane == band && g.Shadows[i].To > s.View.T0
			})
			for _, shadow := range g.Shadows[from:] {
				x0, x1 := s.View.Column(shadow.From), s.View.Column(shadow.To)
				if shadow.Lane != band || x0 >= s.View.Width {
					break
				}
				if x1-x0 < s.px(textured) {
					continue
				}
				bottom := lane.Top + lane.Height
				mark := shadowMark{area: Rect{x0, bottom - y1, x1, bottom - y0}, text: Fraction(shadow.Penalty)}
				key := shadowKey{x0, x1, mark.text}
				if i, known := above[key]; known && marks[i].area.Y1 == mark.area.Y0 {
					marks[i].area.Y1 = mark.area.Y1
					continue
				}
				above[key] = len(marks)
				marks = append(marks, mark)
			}
		}
	}
	for i := range marks {
		mark := &marks[i]
		x0, x1 := max(mark.area.X0, 0), min(mark.area.X1, s.View.Width)
		half := int(float64(len(mark.text)+1) * s.CharWidth / 2)
		if x1-x0 <= 2*half || mark.area.Y1-mark.area.Y0 < s.px(12) {
			mark.text = ""
			continue
		}
		x, y := (x0+x1)/2, (mark.area.Y0+mark.area.Y1)/2
		mark.plate = Rect{x - half, max(y-s.px(7), mark.area.Y0), x + half, min(y+s.px(7), mark.area.Y1)}
	}
	return marks
}

// drawShadows marks beginning and end of each shared shadow of the pinned job, and lays plates
// under their penalties.
func (s *Scene) drawShadows(dst *Raster, lane Lane) {
	bottom, line := lane.Top+lane.Height, s.px(1)
	for _, mark := range s.shadowMarks(lane) {
		dst.rect(mark.plate, lane.Top, bottom, s.Theme.Background.pixel())
		a := mark.area
		dst.rect(Rect{a.X0, a.Y0, a.X0 + line, a.Y1}, lane.Top, bottom, s.Theme.Pinned.pixel())
		dst.rect(Rect{a.X1 - line, a.Y0, a.X1, a.Y1}, lane.Top, bottom, s.Theme.Pinned.pixel())
	}
}

// Fraction is a penalty in words: "1/3", "2", "0.27".
func Fraction(v float64) string {
	for q := 1.0; q <= 12; q++ {
		if p := math.Round(v * q); p > 0 && math.Abs(v*q-p) < 1e-9 {
			if q == 1 {
				return fmt.Sprintf("%.0f", p)
			}
			return fmt.Sprintf("%.0f/%.0f", p, q)
		}
	}
	return fmt.Sprintf("%.2f", v)
}

// describeDemand says how much of the time from t0 to t1 more is asked for than there is.
func describeDemand(b *strings.Builder, d *resources.Demand, t0, t1 engine.Time) {
	sum, most, worst := 0.0, 0.0, 0
	for lane := range d.Outcome.Lanes {
		over := 0.0
		for k := max(d.StepAt(int32(lane), t0), d.Offset[lane]); k < d.Offset[lane+1] && d.At[k] < t1; k++ {
			if length := min(d.Until(int32(lane), k), t1) - max(d.At[k], t0); length > 0 && d.Penalty(k) > 0 {
				over += float64(length)
			}
		}
		if sum += over; over > most {
			most, worst = over, lane
		}
	}
	span := float64(t1 - t0)
	fmt.Fprintf(b, " Nodes were asked for more than they have %.1f %% of their time", 100*sum/span/float64(len(d.Outcome.Lanes)))
	if most > 0 {
		fmt.Fprintf(b, "; %s most of all, %.1f %%", d.Outcome.Lanes[worst].Name, 100*most/span)
	}
	b.WriteByte('.')
}
