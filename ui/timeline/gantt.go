package timeline

import (
	"math"

	"backfill/engine"
)

// Sizes in CSS pixels from which a job's rectangle shows more than its colour.
const (
	separated = 4 // an edge towards its neighbours
	textured  = 6 // hatch of a backfilled job, dark end of a killed one
)

// faintest is the share (of 256) of the job's colour in a pixel that is hardly
// busy at all, so that a short job is seen in an idle machine.
const faintest = 72

// run is a piece that fills whole pixel columns of one row, and is wide enough for details.
type run struct {
	piece  int32
	x0, x1 int  // columns x0 to x1-1
	edge   bool // x0 is where the piece begins
}

// gantt paints one layout into one lane.
type gantt struct {
	columns
	scale    Scale
	ratio    float64
	layout   *Layout
	paint    []uint8
	inks     *[256]ink
	idle     []uint32 // one row without jobs
	overflow []uint32 // the same beyond the machine
	runs     []run    // of the current row
}

// draw paints the lane whose pixel rows are top to top+height-1. Row 0 is lowest.
func (g *gantt) draw(dst *Raster, top, height int) {
	l := g.layout
	g.set(g.scale, l.Placement)
	for i := 0; i < height; {
		r := sample(int32(i), l.Rows, int32(height))
		n := 1
		for i+n < height && sample(int32(i+n), l.Rows, int32(height)) == r {
			n++
		}
		bottom := top + height - 1 - i
		row := dst.row(bottom)
		if sample(r, l.Processors, l.Rows) < l.Machine {
			copy(row, g.idle)
		} else {
			copy(row, g.overflow)
		}
		g.drawRow(r, row)
		for y := bottom - n + 1; y < bottom; y++ {
			copy(dst.row(y), row)
		}
		for _, run := range g.runs {
			g.detail(dst, r, run, top, height, i, n)
		}
		i += n
	}
}

// drawRow paints row r over its background and notes the runs worth details.
func (g *gantt) drawRow(r int32, row []uint32) {
	l, at, first := g.layout, g.at, g.first
	width := len(row)
	wide := g.scale.Span() * separated / engine.Time(float64(width)/g.ratio+1)
	lo, hi := l.entries(r)
	g.runs = g.runs[:0]
	shown, guess := int32(-1), int32(0)
	k := l.search(lo, hi, first[0])
	for x := 0; x < width; {
		if k < hi && l.Piece[k] < first[x+1] {
			next := l.skip(k, hi, first[x+1], guess)
			guess = next - k
			a, b := at[x], at[x+1]
			piece, busy := l.cell(lo, k, next, g.middle[x], a, b)
			in := &g.inks[g.paint[piece]]
			switch {
			case busy == b-a && (piece == shown || l.End[piece]-l.Start[piece] < wide):
				row[x] = in.fill
			case piece != shown && l.End[piece]-l.Start[piece] >= wide:
				row[x] = in.edge
			default:
				row[x] = mix(row[x], in.fill, faintest+uint32(busy*(256-faintest)/(b-a)))
			}
			shown, k = piece, next
			x++
			continue
		}
		// Nothing starts until column end: the piece before runs on, perhaps ends.
		end := width
		if k < hi && l.Piece[k] < first[width] {
			end = g.scale.Column(l.Start[l.Piece[k]])
		}
		if k > lo && l.End[l.Piece[k-1]] > at[x] {
			piece := l.Piece[k-1]
			stop := width
			if l.End[piece] < at[width] {
				stop = g.scale.Column(l.End[piece])
			}
			in := &g.inks[g.paint[piece]]
			full := row[x:min(stop, end)]
			for i := range full {
				full[i] = in.fill
			}
			if l.End[piece]-l.Start[piece] >= wide && len(full) > 0 {
				g.runs = append(g.runs, run{piece, x, x + len(full), piece != shown && l.Start[piece] >= at[0]})
			}
			if stop < end && l.End[piece] > at[stop] {
				busy := l.End[piece] - at[stop]
				row[stop] = mix(row[stop], in.fill, faintest+uint32(busy*(256-faintest)/(at[stop+1]-at[stop])))
			}
			shown = piece
			if stop < end-1 {
				shown = -1
			}
		} else {
			shown = -1
		}
		x = end
	}
}

// detail draws edges, texture and end of a run on the pixel rows of row r: those
// from i to i+n-1, counted from the bottom of the lane.
func (g *gantt) detail(dst *Raster, r int32, run run, top, height, i, n int) {
	l := g.layout
	low, high := g.blockAt(run.piece, r, height)
	px := func(css float64) int { return int(math.Round(css * g.ratio)) }
	in := &g.inks[g.paint[run.piece]]
	bottom := top + height - 1
	line := px(1)
	thick := high-low >= px(separated)
	if thick && l.Marks[run.piece]&Backfilled != 0 && run.x1-run.x0 >= px(textured) && high-low >= px(textured) {
		// The hatch is fixed to the job, not to the canvas: it moves along.
		pitch := 7 * line
		phase := g.scale.Column(l.Start[run.piece]) % pitch
		for up := i; up < i+n; up++ {
			row := dst.row(bottom - up)
			for x := run.x0; x < run.x1; x++ {
				if (x-phase+up-low+pitch)%pitch < line {
					row[x] = in.hatch
				}
			}
		}
	}
	if l.Marks[run.piece]&WasKilled != 0 && l.End[run.piece] <= g.at[len(g.at)-1] && run.x1-run.x0 >= px(textured) {
		end := g.scale.Column(l.End[run.piece])
		dst.rect(Rect{max(end-px(2.5), run.x0), bottom - i - n + 1, min(end, run.x1), bottom - i + 1}, top, top+height, in.end)
	}
	if run.edge {
		dst.rect(Rect{run.x0, bottom - i - n + 1, run.x0 + line, bottom - i + 1}, top, top+height, in.edge)
	}
	if thick {
		// The pixel rows of the block's upper border that belong to this row.
		y := bottom - high + 1
		dst.rect(Rect{run.x0, max(y, bottom-i-n+1), run.x1, min(y+line, bottom-i+1)}, top, top+height, in.edge)
	}
}

// blockAt is the range of pixel rows, counted from the bottom of a lane of the
// given height, of the block of piece p that contains row r.
func (g *gantt) blockAt(p, r int32, height int) (low, high int) {
	l := g.layout
	for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
		if r0, r1 := l.rowsOf(l.First[b], l.Count[b]); r0 <= r && r < r1 {
			return int(firstSample(r0, l.Rows, int32(height))), int(firstSample(r1, l.Rows, int32(height)))
		}
	}
	return 0, 0
}
