package timeline

import "math/bits"

// Level is the Gantt chart drawn beforehand: the window Scale with Width bins per
// row. A window whose pixel columns are wider than the bins is drawn from it, in
// a time that does not depend on the number of jobs.
type Level struct {
	Scale Scale
	Piece []int32 // row after row, Width bins each; -1 where idle
	Busy  []uint8 // share of the bin in which the row is busy; 255 is all of it
}

// entriesPerBin is the mean number of entries in a bin of the finest level. Below
// it, looking at the entries is nearly as fast as looking at bins.
const entriesPerBin = 4

// fewestBins is the width of the coarsest level: narrower pictures are rare.
const fewestBins = 512

// finestScale is the scale of the finest level; false if there are few entries. The others are each a quarter as wide. O(entries).
func (l *Layout) finestScale() (s Scale, some bool) {
	bins := l.entries() / int(l.Rows) / entriesPerBin
	if bins < fewestBins {
		return s, false
	}
	// A width that can be divided down to the coarsest.
	halvings := (bits.Len(uint(bins/fewestBins)) - 1) &^ 1
	s = Scale{T0: l.Start(0), T1: l.Start(0), Width: bins >> halvings << halvings}
	for p := range l.Job {
		s.T1 = max(s.T1, l.End(int32(p)))
	}
	// Shorter bins would hold no instant.
	for int64(s.Span()) < int64(s.Width) {
		s.Width /= 2
	}
	return s, s.Width >= fewestBins
}

// partOfLevel is how many bins of the finest level are made at once.
const partOfLevel = 512

// fill makes the bins of the finest level up to the one before to.
func (m *making) fill(l *Layout, to int) {
	level, s := m.finest, m.finest.Scale
	if m.cells == nil {
		m.cells = make([]cell, partOfLevel)
	}
	cells := m.cells[:to-m.bin]
	m.columns.set(s, m.bin, to, l.Placement)
	m.rows.set(l, s.Time(m.bin), s.Time(to))
	for r := range l.Rows {
		m.rows.cellsOf(r, &m.columns, cells)
		at := int(r)*s.Width + m.bin
		for x, c := range cells {
			level.Piece[at+x] = c.piece
			level.Busy[at+x] = uint8(min(c.busy, 255))
		}
	}
}

func newLevel(s Scale, rows int32) Level {
	n := s.Width * int(rows)
	return Level{Scale: s, Piece: make([]int32, n), Busy: make([]uint8, n)}
}

// quarter joins neighbouring bins, twice. What is half as wide is there for one row at a time: of all
// rows it would be the second largest thing in memory.
func (fine Level) quarter(rows int32) Level {
	s := fine.Scale
	s.Width /= 4
	coarse := newLevel(s, rows)
	piece, busy := make([]int32, 2*s.Width), make([]uint8, 2*s.Width)
	for r := range int(rows) {
		from, to := r*fine.Scale.Width, r*s.Width
		halve(fine.Piece[from:from+4*s.Width], fine.Busy[from:from+4*s.Width], piece, busy, r+2*to)
		halve(piece, busy, coarse.Piece[to:to+s.Width], coarse.Busy[to:to+s.Width], r+to)
	}
	return coarse
}

// halve joins neighbouring bins of a row. Either shows its piece, in turns, so that none is preferred:
// the second one if its place and turn together are odd.
func halve(piece []int32, busy []uint8, halfPiece []int32, halfBusy []uint8, turn int) {
	for i := range halfPiece {
		a, b := 2*i, 2*i+1
		if (i+turn)%2 == 1 {
			a, b = b, a
		}
		if halfPiece[i] = piece[a]; halfPiece[i] < 0 {
			halfPiece[i] = piece[b]
		}
		sum := int(busy[a]) + int(busy[b])
		halfBusy[i] = uint8((sum + 1) / 2)
		// All of it only if it is.
		if sum == 2*255-1 {
			halfBusy[i] = 254
		}
	}
}

// levelFor is the coarsest level whose bins are no wider than the columns of s, or nil.
func (l *Layout) levelFor(s Scale) *Level {
	for i := len(l.Levels) - 1; i >= 0; i-- {
		bins := l.Levels[i].Scale
		if float64(bins.Span())/float64(bins.Width) <= float64(s.Span())/float64(s.Width) {
			return &l.Levels[i]
		}
	}
	return nil
}

// bin is the first bin of column x of s, from 0 to the level's width.
func (v *Level) bin(s Scale, x int) int32 {
	return int32(min(max(v.Scale.Column(s.Time(x)), 0), v.Scale.Width))
}

// cellsOf computes row r for columns that begin at the given bins.
func (v *Level) cellsOf(r int32, bins []int32, cells []cell) {
	at := int(r) * v.Scale.Width
	pieces, busy := v.Piece[at:at+v.Scale.Width], v.Busy[at:at+v.Scale.Width]
	for x, b0 := range bins[:len(cells)] {
		b1 := bins[x+1]
		if b0 >= b1 {
			cells[x] = cell{-1, 0}
			continue
		}
		piece, sum := pieces[(b0+b1)/2], int32(0)
		for _, share := range busy[b0:b1] {
			sum += int32(share)
		}
		for b := b0; piece < 0 && b < b1; b++ {
			piece = pieces[b]
		}
		if piece < 0 {
			cells[x] = cell{-1, 0}
			continue
		}
		mean := sum
		if b1 > b0+1 {
			mean /= b1 - b0
		}
		cells[x] = cell{piece, max(mean+mean>>7, 1)} // 255 becomes full
	}
}

// cell is the pixel of row r and of the bins b0 to b1-1: those of one column.
func (v *Level) cell(r, b0, b1 int32) cell {
	var cells [1]cell
	v.cellsOf(r, []int32{b0, b1}, cells[:])
	return cells[0]
}
