package timeline

import (
	"math"

	"backfill/engine"
)

// Sizes in CSS pixels from which a job's rectangle shows more than its colour.
const (
	separated = 4 // an edge towards its neighbours
	textured  = 6 // hatch of a backfilled job or of lost work, bar at the end of a killed one, dashes at that of a cancelled one and of a dedicated one
	notched   = 4 // depth of the notch where a job was interrupted
)

// faintest is the share (of full) of the job's colour in a pixel that is hardly
// busy at all, so that a short job is seen in an idle machine.
const faintest = 72

// run is a piece in one row that is wide enough for details: columns x0 to x1-1.
type run struct {
	piece  int32
	x0, x1 int
}

// gantt paints one layout into one lane.
type gantt struct {
	columns
	scale    Scale
	ratio    float64
	layout   *Layout
	rows     func() *rows // of the window
	paint    []uint8
	colors   *Coloring
	inks     *[256]ink
	due      []engine.Time // by job: its deadline; nil: there are none
	idle     []uint32      // one row without jobs
	other    []uint32      // the same of every other band, where these are told apart so
	overflow []uint32      // the same beyond the machine
	bins     []int32       // first bin of each column, and the end
	cells    []cell        // of the current row
	runs     []run         // of the current row
	blocks   [1024]block
}

// block is where a block of a piece lies in the lane that is being drawn. The last
// ones are kept, by piece, since neighbouring rows show the same.
type block struct {
	piece     int32
	r0, r1    int32 // rows r0 to r1-1
	low, high int   // pixel rows low to high-1, counted from the bottom of the lane
}

// draw paints the lane whose pixel rows are top to top+height-1. Row 0 is lowest.
func (g *gantt) draw(dst *Raster, s Scale, top, height int) {
	l := g.layout
	level := l.levelFor(s)
	g.scale = s
	clear(g.blocks[:])
	var rs *rows
	if level == nil {
		rs = g.rows()
		g.set(s, 0, s.Width, l.Placement)
	} else {
		g.bins = g.bins[:0]
		for x := 0; x <= s.Width; x++ {
			g.bins = append(g.bins, level.bin(s, x))
		}
	}
	if len(g.cells) != s.Width {
		g.cells = make([]cell, s.Width)
	}
	for i := 0; i < height; {
		r := sample(int32(i), l.Rows, int32(height))
		n := 1
		for i+n < height && sample(int32(i+n), l.Rows, int32(height)) == r {
			n++
		}
		if level == nil {
			rs.cellsOf(r, &g.columns, g.cells)
		} else {
			level.cellsOf(r, g.bins, g.cells)
		}
		bottom := top + height - 1 - i
		row := dst.row(bottom)
		switch processor := sample(r, l.Processors, l.Rows); {
		case processor >= l.Machine:
			copy(row, g.overflow)
		case l.shaded() && l.bandAt(processor)%2 == 1:
			copy(row, g.other)
		default:
			copy(row, g.idle)
		}
		g.shade(row)
		for y := bottom - n + 1; y < bottom; y++ {
			copy(dst.row(y), row)
		}
		for _, run := range g.runs {
			g.detail(dst, r, run, top, height, i, n)
		}
		i += n
	}
}

// shade paints the cells over their background and notes the runs worth details.
func (g *gantt) shade(row []uint32) {
	g.runs = g.runs[:0]
	cells := g.cells[:len(row)]
	wide := g.px(separated)
	for x := 0; x < len(cells); x++ {
		c := cells[x]
		if c.piece < 0 {
			continue
		}
		fill := g.inks[g.paint[c.piece]].fill
		// One look ahead tells crowded pixels, where runs are short, from others.
		if ahead := x + wide - 1; ahead >= len(cells) || cells[ahead].piece != c.piece {
			row[x] = mix(row[x], fill, faintest+uint32(c.busy)*(full-faintest)/full)
			continue
		}
		x0 := x
		for ; x < len(cells) && cells[x].piece == c.piece; x++ {
			if busy := cells[x].busy; busy == full {
				row[x] = fill
			} else {
				row[x] = mix(row[x], fill, faintest+uint32(busy)*(full-faintest)/full)
			}
		}
		g.runs = append(g.runs, run{c.piece, x0, x})
		x--
	}
}

// detail draws edges, texture and end of a run on the pixel rows of row r: those
// from i to i+n-1, counted from the bottom of the lane.
func (g *gantt) detail(dst *Raster, r int32, run run, top, height, i, n int) {
	l := g.layout
	in := &g.inks[g.paint[run.piece]]
	block := g.blockAt(run.piece, r, height)
	low, high := block.low, block.high
	bottom := top + height - 1
	line := g.px(1)
	area := Rect{run.x0, bottom - i - n + 1, run.x1, bottom - i + 1}
	paint := func(r Rect, pixel uint32) { dst.rect(r, top, top+height, pixel) }
	large := run.x1-run.x0 >= g.px(textured)
	if large && high-low >= g.px(textured) {
		rising, falling := g.colors.texture(g.paint[run.piece], l.Marks[run.piece])
		if rising {
			g.hatch(dst, area, g.scale.Column(l.Start(run.piece)), bottom-low, 1, in.hatch)
		}
		if falling {
			g.hatch(dst, area, g.scale.Column(l.Start(run.piece)), bottom-low, -1, in.hatch)
		}
	}
	if large && l.Marks[run.piece]&WasLost != 0 {
		g.cross(dst, area, g.scale.Column(l.Start(run.piece)), bottom-low, low, high, in.end)
	}
	if from := g.lateFrom(run.piece); from < l.End(run.piece) {
		x := min(max(run.x0, g.scale.Column(from)), run.x1)
		// It lies above the edge, which the line between computers covers.
		strip, lift := min(max((high-low)/4, 1), g.px(3)), min((high-low)/6, g.px(5))
		y := bottom - low - lift + 1
		paint(Rect{x, max(area.Y0, y-strip), run.x1, min(area.Y1, y)}, in.end)
	}
	if large && l.Marks[run.piece]&WasKilled != 0 && l.End(run.piece) <= g.scale.T1 {
		paint(Rect{max(run.x0, run.x1-g.px(2.5)), area.Y0, run.x1, area.Y1}, in.end)
	}
	if large && l.Marks[run.piece]&WasCancelled != 0 && l.End(run.piece) <= g.scale.T1 {
		g.dashes(dst, Rect{max(run.x0, run.x1-g.px(2.5)), max(area.Y0, top), run.x1, min(area.Y1, top+height)}, bottom-low, in.end)
	}
	if l.Start(run.piece) >= g.scale.T0 {
		paint(Rect{run.x0, area.Y0, run.x0 + line, area.Y1}, in.edge)
	}
	if large && l.Marks[run.piece]&Dedicated != 0 && l.Start(run.piece) >= g.scale.T0 {
		g.dashes(dst, Rect{run.x0, max(area.Y0, top), min(run.x0+g.px(3), run.x1), min(area.Y1, top+height)}, bottom-low, in.end)
	}
	if l.Marks[run.piece]&WasStopped != 0 && l.End(run.piece) <= g.scale.T1 {
		g.notch(dst, area, run.x1, -1, bottom-high+1, bottom-low)
	}
	if l.Marks[run.piece]&WentOn != 0 && l.Start(run.piece) >= g.scale.T0 {
		g.notch(dst, area, run.x0, 1, bottom-high+1, bottom-low)
	}
	if high-low >= g.px(separated) {
		// The pixel rows of the block's upper border that belong to this row.
		y := bottom - high + 1
		paint(Rect{run.x0, max(y, area.Y0), run.x1, min(y+line, area.Y1)}, in.edge)
	}
}

// lateFrom is from when on piece p is late, engine.Never if it never is.
func (g *gantt) lateFrom(p int32) engine.Time {
	if g.due == nil {
		return engine.Never
	}
	if due := g.due[g.layout.Job[p]]; due >= 0 {
		return due
	}
	return engine.Never
}

// cross draws diagonal lines in both directions or, in a block that is too low for them, a
// dashed one along its middle.
func (g *gantt) cross(dst *Raster, area Rect, x, y, low, high int, pixel uint32) {
	if high-low >= g.px(textured) {
		g.hatch(dst, area, x, y, 1, pixel)
		g.hatch(dst, area, x, y, -1, pixel)
		return
	}
	middle := y - (high-low)/2
	if length := g.px(3); area.Y0 <= middle && middle < area.Y1 {
		row := dst.row(middle)[area.X0:area.X1]
		for i := range row {
			if mod(int64(area.X0+i-x), int64(2*length)) >= int64(length) {
				row[i] = pixel
			}
		}
	}
}

// notch cuts a triangle out of a block, whose pixel rows are first to last, in their middle, at
// column x: to the left of it or, if by is 1, from it on.
func (g *gantt) notch(dst *Raster, area Rect, x, by, first, last int) {
	deepest := min(max((last-first-1)/2, 1), g.px(notched))
	for y := area.Y0; y < area.Y1; y++ {
		depth := deepest - max(2*y-first-last, first+last-2*y)/2
		for k := range max(depth, 0) {
			at := x + k*by
			if by < 0 {
				at--
			}
			if area.X0 <= at && at < area.X1 {
				dst.row(y)[at] = g.idle[at]
			}
		}
	}
}

// dashes fills every other stretch of an area, counted from pixel row y.
func (g *gantt) dashes(dst *Raster, area Rect, y int, pixel uint32) {
	length := g.px(3)
	for v := area.Y0; v < area.Y1; v++ {
		if mod(int64(y-v), int64(2*length)) >= int64(length) {
			continue
		}
		row := dst.row(v)[area.X0:area.X1]
		for x := range row {
			row[x] = pixel
		}
	}
}

// hatch draws diagonal lines through (x, y), that rise to the left or, if by is -1, to the
// right. They are fixed to the job, not to the canvas: they move along.
func (g *gantt) hatch(dst *Raster, area Rect, x, y, by int, pixel uint32) {
	line := g.px(1)
	pitch := 7 * line
	for v := area.Y0; v < area.Y1; v++ {
		row := dst.row(v)[area.X0:area.X1]
		// The first column of each line.
		phase := int(mod(int64(x-area.X0+by*(v-y)), int64(pitch)))
		for at := phase - pitch; at < len(row); at += pitch {
			for i := max(at, 0); i < min(at+line, len(row)); i++ {
				row[i] = pixel
			}
		}
	}
}

// blockAt is the block of piece p that contains row r of a lane of the given height.
func (g *gantt) blockAt(p, r int32, height int) *block {
	l, known := g.layout, &g.blocks[int(p)%len(g.blocks)]
	if known.piece == p && known.r0 <= r && r < known.r1 {
		return known
	}
	processor := sample(r, l.Processors, l.Rows) // a job may lie on a thousand nodes: no division for each
	for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
		if first := l.First[b]; first <= processor && processor < first+l.Count[b] {
			r0, r1 := l.rowsOf(first, l.Count[b])
			low, high := firstSample(r0, l.Rows, int32(height)), firstSample(r1, l.Rows, int32(height))
			*known = block{p, r0, r1, int(low), int(high)}
			break
		}
	}
	return known
}

func (g *gantt) px(css float64) int { return max(int(math.Round(css*g.ratio)), 1) }
