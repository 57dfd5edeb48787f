package timeline

import "backfill/engine"

// columns is a window's pixel columns in terms of one layout's pieces, so that a
// row is searched by comparing piece numbers alone.
type columns struct {
	at     []engine.Time // first instant of each column, and the window's end
	first  []int32       // first piece that starts at or after at[x]
	middle []int32       // first piece that starts after the middle of column x
}

// set fills c for a window and a layout. O(width + log pieces * width).
func (c *columns) set(s Scale, p *Placement) {
	c.at, c.first, c.middle = c.at[:0], c.first[:0], c.middle[:0]
	for x := 0; x <= s.Width; x++ {
		c.at = append(c.at, s.Time(x))
	}
	for x, t := range c.at {
		c.first = append(c.first, p.startedBefore(t))
		if x < s.Width {
			c.middle = append(c.middle, p.startedBefore(middle(t, c.at[x+1])+1))
		}
	}
}

// middle is the instant of [a, b) that a pixel column stands for.
func middle(a, b engine.Time) engine.Time { return a + (b-a)/2 }

// fewPieces is the number of pieces in a pixel up to which their lengths are
// added one by one.
const fewPieces = 8

// cell looks at the pixel of one row and the column [a, b): the row's entries k0
// to k1-1 start in it, those before mid at or before its middle, and the row's first entry
// is lo. It returns the piece whose colour the pixel has, -1 if none, and how
// long the row is busy within the column.
func (l *Layout) cell(lo, k0, k1, mid int32, a, b engine.Time) (piece int32, busy engine.Time) {
	piece = -1
	if k0 > lo {
		if before := l.Piece[k0-1]; l.End[before] > a {
			piece, busy = before, min(l.End[before], b)-a
		}
	}
	if k0 == k1 {
		return piece, busy
	}
	// The colour is that of the piece at the middle, which is fair to pieces of any
	// length; if the row is idle there, a neighbour's, so that no lonely job vanishes.
	if m := l.search(k0, k1, mid); m > k0 {
		piece = l.Piece[m-1]
	} else if piece < 0 || busy < b-l.Start[l.Piece[k0]] && l.End[piece] <= middle(a, b) {
		piece = l.Piece[k0]
	}
	last := l.Piece[k1-1]
	busy += min(l.End[last], b) - l.Start[last]
	switch {
	case k1-k0 == 1:
	case k1-k0 <= fewPieces || b-a < 64*l.Quantum:
		for _, p := range l.Piece[k0 : k1-1] {
			busy += l.End[p] - l.Start[p]
		}
	default:
		busy += engine.Time(l.Busy[k1-1]-l.Busy[k0]) * l.Quantum
	}
	return piece, min(busy, b-a)
}

// skip is the first entry from k on, below hi, whose piece is at least p. It is
// fast if that is near k + guess.
func (l *Layout) skip(k, hi, p, guess int32) int32 {
	lo := k
	for step := max(guess, 1); ; step *= 2 {
		if lo+step >= hi {
			return l.search(lo, hi, p)
		}
		if l.Piece[lo+step] >= p {
			return l.search(lo, lo+step, p)
		}
		lo += step + 1
	}
}
