package timeline

import "backfill/engine"

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

// set fills c for the columns from (included) to to (excluded) of a window of p.
// O(columns * log pieces).
func (c *columns) set(s Scale, from, to int, p *Placement) {
	c.at, c.first, c.rate = c.at[:0], c.first[:0], c.rate[:0]
	for x := from; x <= to; x++ {
		t := s.Time(x)
		c.at, c.first = append(c.at, t), append(c.first, p.StartedBefore(t))
		if x > from {
			c.rate = append(c.rate, full/float64(t-c.at[x-from-1]))
		}
	}
}

// cell is the pixel of one row and the column [a, b), in which the given pieces
// start. The piece before them ends at end. A millisecond is rate of the pixel. Pieces are given by their places in rs.seen.
//
// The colour is that of the piece at the column's middle, which is fair to pieces
// of any length; if the row is idle there, that of one nearby, so that no lonely
// job vanishes.
func (rs *rows) cell(before int32, end engine.Time, starting []int32, a, b engine.Time, rate float64) cell {
	middle := a + (b-a)/2
	piece, busy := int32(-1), engine.Time(0)
	if end > a {
		piece, busy = before, min(end, b)-a
	}
	for i, p := range starting {
		start := rs.times[p].start
		if start <= middle || i == 0 && end <= middle {
			piece = p
		}
		busy += min(rs.times[p].end, b) - start
	}
	switch {
	case piece < 0:
		return cell{-1, 0}
	case busy == b-a:
		return cell{rs.seen[piece], full}
	}
	return cell{rs.seen[piece], max(int32(float64(busy)*rate), 1)}
}
