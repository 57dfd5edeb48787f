package timeline

import (
	"sort"

	"backfill/engine"
)

// MaxRows is a number of rows that is enough for a lane of any usual height.
const MaxRows = 512

// An index of more than entriesPerPiece entries per piece, and more than
// fewEntries, is avoided by sampling fewer rows: it would be the largest thing in
// memory. Beyond manyEntries it is avoided in any case.
const (
	entriesPerPiece = 12
	fewEntries      = 4 << 20
	manyEntries     = 24 << 20
)

// Layout is a Placement made ready to be drawn: for each of Rows sampled
// processors the pieces that ran there, in order. All columns are plain, so a
// layout may be made in a worker and transferred.
//
// Row r stands for the processors from r*Processors/Rows to (r+1)*Processors/Rows
// and shows the middle one. Row 0 is drawn lowest.
type Layout struct {
	*Placement
	Rows int32

	RowOffset []int32 // row r has the entries RowOffset[r] to RowOffset[r+1]-1
	Piece     []int32 // of each entry; ascending in a row
	Levels    []Level // the finest first; none if there are few entries
}

// NewLayout samples at most maxRows rows of p, fewer if the index would grow too
// large for a browser. O(entries).
func NewLayout(p *Placement, maxRows int) *Layout {
	rows := max(min(p.Processors, int32(maxRows)), 1)
	wanted := int64(0)
	for _, n := range p.Count {
		wanted += int64(n)
	}
	limit := int64(min(max(fewEntries, entriesPerPiece*len(p.Job)), manyEntries))
	if p.Processors > 0 && wanted > 0 {
		// The rows hold about wanted*rows/Processors entries.
		rows = max(int32(min(int64(rows), limit*int64(p.Processors)/wanted)), 1)
	}

	l := &Layout{Placement: p, Rows: rows, RowOffset: make([]int32, rows+1)}

	// Differences of the numbers of entries of neighbouring rows, then their sums.
	for b := range p.First {
		r0, r1 := l.rowsOf(p.First[b], p.Count[b])
		if r0 < r1 {
			l.RowOffset[r0]++
			l.RowOffset[r1]--
		}
	}
	n, total := int32(0), int32(0)
	for r := range l.RowOffset {
		n += l.RowOffset[r]
		l.RowOffset[r] = total
		total += n
	}

	l.Piece = make([]int32, total)
	next := make([]int32, rows)
	copy(next, l.RowOffset)
	for piece := range p.Job {
		for b := p.Offset[piece]; b < p.Offset[piece+1]; b++ {
			r0, r1 := l.rowsOf(p.First[b], p.Count[b])
			for r := r0; r < r1; r++ {
				l.Piece[next[r]] = int32(piece)
				next[r]++
			}
		}
	}
	l.summarise()
	return l
}

// rowsOf is the range of rows whose sampled processor lies in a block.
func (l *Layout) rowsOf(first, count int32) (r0, r1 int32) {
	return firstSample(first, l.Processors, l.Rows), firstSample(first+count, l.Processors, l.Rows)
}

// sample is which of from things, in equal steps, the k-th of to things shows: the
// middle one of its share.
func sample(k, from, to int32) int32 {
	return int32(((2*int64(k) + 1) * int64(from)) / (2 * int64(to)))
}

// firstSample is the smallest k with sample(k, from, to) >= i.
func firstSample(i, from, to int32) int32 {
	if from == to {
		return i
	}
	k := 2*int64(to)*int64(i) - int64(from)
	if k <= 0 {
		return 0
	}
	return int32((k + 2*int64(from) - 1) / (2 * int64(from)))
}

// startedBefore is the number of pieces that start before t.
func (p *Placement) startedBefore(t engine.Time) int32 {
	return int32(sort.Search(len(p.Start), func(i int) bool { return p.Start[i] >= t }))
}

// search is the first of the entries lo to hi-1 whose piece is at least p, or hi.
func (l *Layout) search(lo, hi, p int32) int32 {
	// Written so that the compiler needs no branch that cannot be predicted.
	n := hi - lo
	for n > 0 {
		half := n / 2
		if l.Piece[lo+half] < p {
			lo += n - half
		}
		n = half
	}
	return lo
}
