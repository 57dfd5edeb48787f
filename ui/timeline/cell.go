package timeline

import (
	"math"

	"backfill/engine"
)

// cell is one pixel of a Gantt chart: a row in a pixel column.
type cell struct {
	piece int32 // whose colour it has, -1 if idle
	busy  int32 // share of the column in which the row is busy, from 0 to full
}

const full = 256

// columns is a window's pixel columns in terms of one layout's pieces, so that a
// row is searched by comparing piece numbers alone.
type columns struct {
	at    []engine.Time // first instant of each column, and the window's end
	first []int32       // first piece that starts at or after at[x]
	rate  []float64     // full by the length of column x: a division per column, not per pixel
}

// set fills c for a window and a layout. O(width * log pieces).
func (c *columns) set(s Scale, p *Placement) {
	c.at, c.first, c.rate = c.at[:0], c.first[:0], c.rate[:0]
	for x := 0; x <= s.Width; x++ {
		t := s.Time(x)
		c.at, c.first = append(c.at, t), append(c.first, p.startedBefore(t))
		if x > 0 {
			c.rate = append(c.rate, full/float64(t-c.at[x-1]))
		}
	}
}

// cellsOf computes row r. O(columns + entries in the window).
func (l *Layout) cellsOf(r int32, c *columns, cells []cell) {
	lo, hi := l.RowOffset[r], l.RowOffset[r+1]
	entries := l.Piece[:hi]
	k := l.search(lo, hi, c.first[0])
	at, first := c.at[:len(cells)+1], c.first[:len(cells)+1]
	before, end := l.running(lo, k)
	for x := range cells {
		from := k
		for int(k) < len(entries) && entries[k] < first[x+1] {
			k++
		}
		switch {
		case k > from:
			cells[x] = l.cell(before, end, entries[from:k], at[x], at[x+1], c.rate[x])
			before = entries[k-1]
			end = l.End[before]
		case end >= at[x+1]:
			cells[x] = cell{before, full}
		case end > at[x]:
			cells[x] = l.cell(before, end, nil, at[x], at[x+1], c.rate[x])
		default:
			cells[x] = cell{-1, 0}
		}
	}
}

// running is the piece before entry k of the row whose first entry is lo, and its end.
func (l *Layout) running(lo, k int32) (before int32, end engine.Time) {
	if k == lo {
		return -1, math.MinInt64
	}
	before = l.Piece[k-1]
	return before, l.End[before]
}

// cell is the pixel of one row and the column [a, b), in which the given pieces
// start. The piece before them ends at end. A millisecond is rate of the pixel.
//
// The colour is that of the piece at the column's middle, which is fair to pieces
// of any length; if the row is idle there, that of one nearby, so that no lonely
// job vanishes.
func (l *Layout) cell(before int32, end engine.Time, starting []int32, a, b engine.Time, rate float64) cell {
	middle := a + (b-a)/2
	piece, busy := int32(-1), engine.Time(0)
	if end > a {
		piece, busy = before, min(end, b)-a
	}
	for i, p := range starting {
		start := l.Start[p]
		if start <= middle || i == 0 && end <= middle {
			piece = p
		}
		busy += min(l.End[p], b) - start
	}
	switch {
	case piece < 0:
		return cell{-1, 0}
	case busy == b-a:
		return cell{piece, full}
	}
	return cell{piece, max(int32(float64(busy)*rate), 1)}
}
