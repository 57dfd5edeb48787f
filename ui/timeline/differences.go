package timeline

import (
	"math"
	"sort"
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Differences is the picture of two runs of the same jobs: by how much longer each job waits under the
// second, in the order of that, and the waits under both against each other. Axes are square roots,
// so that short and long waits are told apart and no wait has a place.
type Differences struct {
	Wait      [2][]engine.Time // under the first and the second run, by row
	Order     []int32          // rows by the second wait less the first one, ascending
	Name      [2]string        // of the runs
	CharWidth float64          // mean, device pixels
	DifferencesView

	longest  engine.Time // wait under either
	farthest engine.Time // difference either way
	rank     []int32     // by row: its place in Order
	counts   [3][]uint16 // dots by pixel of the scatter: less, as long, longer
	x, y     []int16     // middle of the dot of each row, in pixels of the scatter
	placed   Rect        // where the dots were placed for
	base     Raster      // the picture without marks
	based    DifferencesView
}

// DifferencesView is all that changes the picture of two runs.
type DifferencesView struct {
	Theme         *Theme
	Ratio         float64 // device pixels per CSS pixel
	Width         int     // device pixels
	Hover, Pinned int32   // rows, -1: none
}

// NewDifferences looks at waits. O(rows).
func NewDifferences(wait [2][]engine.Time, order []int32, name [2]string) *Differences {
	d := &Differences{Wait: wait, Order: order, Name: name, DifferencesView: DifferencesView{Hover: -1, Pinned: -1}, rank: make([]int32, len(order))}
	for i, row := range order {
		d.rank[row] = int32(i)
		d.longest = max(d.longest, wait[0][row], wait[1][row])
	}
	if n := len(order); n > 0 {
		d.farthest = max(-d.difference(order[0]), d.difference(order[n-1]))
	}
	d.longest, d.farthest = max(d.longest, engine.Second), max(d.farthest, engine.Second)
	return d
}

func (d *Differences) difference(row int32) engine.Time { return d.Wait[1][row] - d.Wait[0][row] }

// Rank is the place of a row in Order.
func (d *Differences) Rank(row int32) int { return int(d.rank[row]) }

// Parts of the picture, in CSS pixels.
const (
	apartBeside = 620 // width from which the two plots stand side by side
	apartLeft   = 64  // room for the names of levels
	apartTop    = 22  // above a plot
	apartPlot   = 230 // its height
	apartBottom = 34  // below it
	apartGap    = 14  // between plots
	apartRim    = 5   // around the dots
	apartTouch  = 9   // how far from a dot it is still hit
)

func (d *Differences) px(css float64) int { return max(int(math.Round(css*d.Ratio)), 1) }

func (d *Differences) beside() bool { return d.Width >= d.px(apartBeside) }

// sorted is where the differences lie, scatter where the waits do.
func (d *Differences) sorted() Rect {
	r := Rect{d.px(apartLeft), d.px(apartTop), d.Width - d.px(apartGap), d.px(apartTop) + d.px(apartPlot)}
	if d.beside() {
		r.X1 = d.Width/2 - d.px(apartGap)
	}
	r.X1 = max(r.X1, r.X0+1) // even in a window without room
	return r
}

// hasRoom says whether the window is wide enough for a plot beside the names of its levels.
func (d *Differences) hasRoom() bool { return d.sorted().X1 < d.Width }

func (d *Differences) scatter() Rect {
	r := d.sorted()
	height := r.Y1 - r.Y0
	if d.beside() {
		r.X0, r.X1 = d.Width/2+d.px(apartLeft), d.Width-d.px(apartGap)
		return r
	}
	r.Y0 = r.Y1 + d.px(apartBottom) + d.px(apartTop)
	r.Y1 = r.Y0 + height
	return r
}

// Height is that of the picture, in device pixels.
func (d *Differences) Height() int { return d.scatter().Y1 + d.px(apartBottom) }

// share is the place of a length on an axis of square roots that ends at most: from 0 to 1.
func share(length, most engine.Time) float64 { return math.Sqrt(float64(length) / float64(most)) }

// level is the row of pixels of a difference in the sorted plot.
func (d *Differences) level(difference engine.Time) int {
	r := d.sorted()
	middle, half := (r.Y0+r.Y1)/2, float64(r.Y1-r.Y0)/2
	if difference < 0 {
		return middle + int(math.Round(half*share(-difference, d.farthest)))
	}
	return middle - int(math.Round(half*share(difference, d.farthest)))
}

// place is the pixel of a pair of waits in the scatter.
func (d *Differences) place(first, second engine.Time) (x, y int) {
	r := d.scatter()
	rim := d.px(apartRim) // no dot is cut at the edge
	x = r.X0 + rim + int(math.Round(float64(r.X1-r.X0-1-2*rim)*share(first, d.longest)))
	y = r.Y1 - 1 - rim - int(math.Round(float64(r.Y1-r.Y0-1-2*rim)*share(second, d.longest)))
	return x, y
}

// column is the left edge of the i-th row of Order in the sorted plot.
func (d *Differences) column(i int) int {
	r := d.sorted()
	return r.X0 + i*(r.X1-r.X0)/max(len(d.Order), 1)
}

// Hit is the row at device pixel (x, y), -1 if there is none: of several on a column the middle one,
// of the dots the nearest. O(rows).
func (d *Differences) Hit(x, y int) int32 {
	if r := d.sorted(); len(d.Order) > 0 && x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 {
		from := sort.Search(len(d.Order), func(i int) bool { return d.column(i+1) > x })
		to := sort.Search(len(d.Order), func(i int) bool { return d.column(i) > x })
		return d.Order[min((from+max(to, from+1))/2, len(d.Order)-1)]
	}
	r, touch := d.scatter(), d.px(apartTouch)
	if x < r.X0-touch || x >= r.X1+touch || y < r.Y0-touch || y >= r.Y1+touch {
		return -1
	}
	d.arrange()
	best, nearest := int32(-1), touch*touch+1
	for row := range d.x {
		dx, dy := x-r.X0-int(d.x[row]), y-r.Y0-int(d.y[row])
		if distance := dx*dx + dy*dy; distance < nearest {
			best, nearest = int32(row), distance
		}
	}
	return best
}

// dot is the size of a dot: the more there are the smaller.
func (d *Differences) dot() int {
	switch n := len(d.Order); {
	case n <= 300:
		return d.px(6)
	case n <= 5000:
		return d.px(4)
	}
	return d.px(2)
}

// arrange places the dots and counts them by pixel, unless that was done for this size.
func (d *Differences) arrange() {
	r := d.scatter()
	if r == d.placed {
		return
	}
	d.placed = r
	width, height, size, n := r.X1-r.X0, r.Y1-r.Y0, d.dot(), len(d.Wait[0])
	d.x, d.y = make([]int16, n), make([]int16, n)
	for i := range d.counts {
		d.counts[i] = make([]uint16, width*height)
	}
	for row := range n {
		x, y := d.place(d.Wait[0][row], d.Wait[1][row])
		x, y = x-r.X0, y-r.Y0
		d.x[row], d.y[row] = int16(x), int16(y)
		counts := d.counts[d.side(int32(row))]
		for v := max(y-size/2, 0); v < min(y-size/2+size, height); v++ {
			for u := max(x-size/2, 0); u < min(x-size/2+size, width); u++ {
				if at := v*width + u; counts[at] < math.MaxUint16 {
					counts[at]++
				}
			}
		}
	}
}

// side is whether a row waits less under the second run (0), as long (1) or longer (2).
func (d *Differences) side(row int32) int {
	switch difference := d.difference(row); {
	case difference < 0:
		return 0
	case difference > 0:
		return 2
	}
	return 1
}

// sideColor is its colour.
func (d *Differences) sideColor(side int) Color {
	return [...]Color{d.Theme.Tracks[Blue], d.Theme.Muted, d.Theme.Tracks[Orange]}[side]
}

// Draw paints the picture into dst, resized; Labels has its texts. O(pixels + rows); O(pixels) if only marks have
// changed since the last time.
func (d *Differences) Draw(dst *Raster) {
	dst.Resize(d.Width, d.Height())
	view := d.DifferencesView
	view.Hover, view.Pinned = -1, -1
	if view != d.based {
		d.based = view
		d.base.Resize(d.Width, d.Height())
		d.base.fill(0, d.base.Height, d.Theme.Background.pixel())
		if d.hasRoom() {
			d.drawSorted(&d.base)
			d.drawScatter(&d.base)
		}
	}
	copy(dst.Pix, d.base.Pix)
	if !d.hasRoom() {
		return
	}
	d.mark(dst, d.Pinned, d.Theme.Pinned)
	if d.Hover != d.Pinned {
		d.mark(dst, d.Hover, d.Theme.Hover)
	}
}

func (d *Differences) drawSorted(dst *Raster) {
	r := d.sorted()
	dst.rect(r, 0, dst.Height, d.Theme.Idle.pixel())
	for _, v := range d.levels() {
		for _, sign := range []engine.Time{-1, 1} {
			y := d.level(sign * v)
			dst.rect(Rect{r.X0, y, r.X1, y + 1}, 0, dst.Height, d.Theme.Grid.pixel())
		}
	}
	zero := d.level(0)
	for i := 0; i < len(d.Order); {
		x0 := d.column(i)
		k := i + 1 // rows that share a column of pixels are drawn as one bar, from the least to the most
		for k < len(d.Order) && d.column(k) == x0 {
			k++
		}
		x1 := max(d.column(k), x0+1)
		if x1-x0 > d.px(3) {
			x1 -= d.px(1)
		}
		low, high := d.difference(d.Order[i]), d.difference(d.Order[k-1])
		if low < 0 {
			dst.rect(Rect{x0, zero, x1, max(d.level(low), zero+d.px(1))}, 0, dst.Height, d.sideColor(0).pixel())
		}
		if high > 0 {
			dst.rect(Rect{x0, min(d.level(high), zero-d.px(1)), x1, zero}, 0, dst.Height, d.sideColor(2).pixel())
		}
		i = k
	}
	dst.rect(Rect{r.X0, zero, r.X1, zero + 1}, 0, dst.Height, d.Theme.Text.pixel())
}

func (d *Differences) drawScatter(dst *Raster) {
	r := d.scatter()
	dst.rect(r, 0, dst.Height, d.Theme.Idle.pixel())
	grid := d.Theme.Grid.pixel()
	for _, v := range d.ticks() {
		x, y := d.place(v, v)
		dst.rect(Rect{x, r.Y0, x + 1, r.Y1}, 0, dst.Height, grid)
		dst.rect(Rect{r.X0, y, r.X1, y + 1}, 0, dst.Height, grid)
	}
	// On the diagonal a job waits as long under both.
	x0, y0 := d.place(0, 0)
	x1, y1 := d.place(d.longest, d.longest)
	for x := x0; x <= x1; x++ {
		y := y0 - (x-x0)*(y0-y1)/max(x1-x0, 1)
		dst.rect(Rect{x, y, x + 1, y + d.px(1)}, 0, dst.Height, d.Theme.Muted.pixel())
	}
	d.arrange()
	width := r.X1 - r.X0
	most := uint16(1)
	for _, counts := range d.counts {
		for _, n := range counts {
			most = max(most, n)
		}
	}
	// The more dots lie on a pixel, the stronger its colour.
	scale := math.Log1p(float64(most))
	pixels := make([]uint32, int(most)+1)
	for side, counts := range d.counts {
		color := d.sideColor(side)
		for n := range pixels {
			pixels[n] = blend(d.Theme.Idle, color, 0.55+0.45*math.Log1p(float64(n))/scale).pixel()
		}
		for y := range r.Y1 - r.Y0 {
			row := dst.Pix[(r.Y0+y)*dst.Width+r.X0:]
			for x, n := range counts[y*width : (y+1)*width] {
				if n > 0 {
					row[x] = pixels[n]
				}
			}
		}
	}
}

// mark outlines a row in both plots.
func (d *Differences) mark(dst *Raster, row int32, color Color) {
	if row < 0 || int(row) >= len(d.rank) {
		return
	}
	line := d.px(2)
	frame := func(r Rect) {
		dst.frame(r.grow(line), d.px(1), 0, dst.Height, d.Theme.Halo.pixel())
		dst.frame(r, line, 0, dst.Height, color.pixel())
	}
	i := d.Rank(row)
	zero, y := d.level(0), d.level(d.difference(row))
	frame(Rect{d.column(i), min(y, zero), max(d.column(i+1), d.column(i)+1), max(y, zero+1)})
	x, y := d.place(d.Wait[0][row], d.Wait[1][row])
	half := d.dot() / 2
	frame(Rect{x - half, y - half, x - half + d.dot(), y - half + d.dot()})
}

// roundSpans are lengths that axes name.
var roundSpans = []engine.Time{
	engine.Second, 5 * engine.Second, 15 * engine.Second, 30 * engine.Second, engine.Minute, 2 * engine.Minute, 5 * engine.Minute, 10 * engine.Minute, 20 * engine.Minute,
	engine.Hour / 2, engine.Hour, 2 * engine.Hour, 4 * engine.Hour, 8 * engine.Hour, 16 * engine.Hour, engine.Day, 2 * engine.Day, 4 * engine.Day, 8 * engine.Day, 15 * engine.Day,
	30 * engine.Day, 60 * engine.Day, 120 * engine.Day, 365 * engine.Day, 1000 * engine.Day,
}

// roundUpTo are those up to most that lie at least so many pixels apart, the longest first, on an axis
// that is as long.
func roundUpTo(most engine.Time, pixels, apart float64) []engine.Time {
	var list []engine.Time
	last := math.Inf(1)
	for i := len(roundSpans) - 1; i >= 0; i-- {
		at := pixels * share(roundSpans[i], most)
		if roundSpans[i] <= most && last-at >= apart && at >= apart {
			list, last = append(list, roundSpans[i]), at
		}
	}
	return list
}

// levels are the differences that the sorted plot names, ticks the waits that the scatter names.
func (d *Differences) levels() []engine.Time {
	r := d.sorted()
	return roundUpTo(d.farthest, float64(r.Y1-r.Y0)/2, 18*d.Ratio)
}

func (d *Differences) ticks() []engine.Time {
	r := d.scatter()
	return roundUpTo(d.longest, float64(min(r.X1-r.X0, (r.Y1-r.Y0)*2)), max(18*d.Ratio*2, 9*d.CharWidth))
}

// Labels lists the texts.
func (d *Differences) Labels() []Label {
	var labels []Label
	text, muted := d.Theme.Text, d.Theme.Muted
	add := func(x, y float64, words string, align Align, c Color, bold bool) {
		labels = append(labels, Label{X: x, Y: y, Text: words, Align: align, Color: c, Bold: bold})
	}
	// Of names that are too long for their place only the beginning is written.
	cut := func(words string, room float64) string {
		const bold = 1.12 // of the usual width
		most := int(room / max(d.CharWidth*bold, 1))
		if letters := []rune(words); len(letters) > most && most > 1 {
			return string(letters[:most-1]) + "…"
		}
		return words
	}
	gutter := float64(d.px(apartLeft))
	r := d.sorted()
	add(float64(r.X0)-gutter+4*d.Ratio, float64(r.Y0)-10*d.Ratio, cut("Wait: "+d.Name[1]+" − "+d.Name[0], float64(r.X1-r.X0)+gutter), AlignLeft, text, true)
	add(float64(r.X0)-gutter+4*d.Ratio, float64(d.level(0)), "0", AlignLeft, muted, false)
	for _, v := range d.levels() {
		add(float64(r.X0)-gutter+4*d.Ratio, float64(d.level(v)), "+"+phrase.Span(v), AlignLeft, muted, false)
		add(float64(r.X0)-gutter+4*d.Ratio, float64(d.level(-v)), "−"+phrase.Span(v), AlignLeft, muted, false)
	}
	below := float64(r.Y1) + 12*d.Ratio
	less := sort.Search(len(d.Order), func(i int) bool { return d.side(d.Order[i]) > 0 })
	same := sort.Search(len(d.Order), func(i int) bool { return d.side(d.Order[i]) > 1 }) - less
	end := math.Inf(-1)
	for _, part := range []struct {
		from, to int
		words    string
	}{{0, less, " less"}, {less, less + same, " as long"}, {less + same, len(d.Order), " longer"}} {
		words := strconv.Itoa(part.to-part.from) + part.words
		half := d.CharWidth * float64(len(words)) / 2
		x := min(max(float64(d.column(part.from)+d.column(part.to))/2, float64(r.X0)+half), float64(r.X1)-half)
		if part.from < part.to && x-half > end {
			add(x, below, words, AlignCenter, text, false)
			end = x + half + d.CharWidth
		}
	}
	add(float64(r.X0+r.X1)/2, below+14*d.Ratio, "jobs, by this difference", AlignCenter, muted, false)

	r = d.scatter()
	add(float64(r.X0)-gutter+4*d.Ratio, float64(r.Y0)-10*d.Ratio, cut("Wait under "+d.Name[1], float64(r.X1-r.X0)+gutter), AlignLeft, text, true)
	end = math.Inf(1)
	for _, v := range d.ticks() {
		x, y := d.place(v, v)
		words := phrase.Span(v)
		half := d.CharWidth * float64(len(words)) / 2
		add(float64(r.X0)-gutter+4*d.Ratio, float64(y), words, AlignLeft, muted, false)
		if at := min(float64(x), float64(d.Width)-half); at+half < end {
			add(at, float64(r.Y1)+12*d.Ratio, words, AlignCenter, muted, false)
			end = at - half - d.CharWidth
		}
	}
	zero, _ := d.place(0, 0)
	add(float64(zero), float64(r.Y1)+12*d.Ratio, "0", AlignCenter, muted, false)
	add(float64(r.X0+r.X1)/2, float64(r.Y1)+26*d.Ratio, cut("Wait under "+d.Name[0], float64(r.X1-r.X0)), AlignCenter, text, true)
	return labels
}

// Legend explains the colours.
func (d *Differences) Legend() []LegendEntry {
	return []LegendEntry{
		{Color: d.sideColor(0), Text: "waits less under " + d.Name[1]},
		{Color: d.sideColor(1), Text: "waits as long"},
		{Color: d.sideColor(2), Text: "waits longer under " + d.Name[1]},
	}
}
