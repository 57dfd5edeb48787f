package timeline

import (
	"sort"

	"backfill/engine"
)

// MaxRows is a number of rows that is enough for a lane of any usual height.
const MaxRows = 512

// Levels that stand for more than entriesPerPiece entries per piece, and more than
// fewEntries, are avoided by sampling fewer rows: they would be the largest thing in
// memory. Beyond manyEntries they are avoided in any case.
const (
	entriesPerPiece = 12
	fewEntries      = 4 << 20
	manyEntries     = 24 << 20
)

// Layout is a Placement made ready to be drawn, with Rows sampled processors. An entry is
// a piece in a row. All columns are plain, so a layout may be made in a worker and
// transferred.
//
// Row r stands for the processors from r*Processors/Rows to (r+1)*Processors/Rows
// and shows the middle one. Row 0 is drawn lowest.
type Layout struct {
	*Placement
	Rows int32

	Running Running
	Levels  []Level // the finest first; none if there are few entries
}

// NewLayout samples at most maxRows rows of p, fewer if the levels would grow too
// large for a browser. O(entries).
func NewLayout(p *Placement, maxRows int) *Layout {
	l := &Layout{Placement: p}
	for m := (&making{maxRows: maxRows}); m.step(l); {
	}
	return l
}

// sampledRows is how many rows a layout of p has.
func sampledRows(p *Placement, maxRows int) int32 {
	rows := max(min(p.Processors, int32(maxRows)), 1)
	wanted := int64(0)
	for _, n := range p.Count {
		wanted += int64(n)
	}
	limit := int64(min(max(fewEntries, entriesPerPiece*len(p.Job)), manyEntries))
	if p.Processors > 0 && wanted > 0 {
		// There are about wanted*rows/Processors entries.
		rows = max(int32(min(int64(rows), limit*int64(p.Processors)/wanted)), 1)
	}
	return rows
}

// making is a layout that is being made, in steps that are short.
type making struct {
	maxRows int
	finest  *Level // being made; nil: not yet, or no more
	bin     int    // up to which it is
	columns columns
	rows    rows
	cells   []cell
}

// step goes on with the layout and says whether more is left to be done.
func (m *making) step(l *Layout) bool {
	switch {
	case l.Rows == 0:
		l.Rows, l.Running = sampledRows(l.Placement, m.maxRows), newRunning(l.Placement)
		if scale, some := l.finestScale(); some {
			level := newLevel(scale, l.Rows)
			m.finest = &level
		}
		return m.finest != nil
	case m.finest != nil && m.bin < m.finest.Scale.Width:
		to := min(m.bin+partOfLevel, m.finest.Scale.Width)
		m.fill(l, to)
		m.bin = to
		return true
	case m.finest != nil:
		l.Levels = append(l.Levels, *m.finest)
		m.finest, m.rows, m.columns = nil, rows{}, columns{}
	default:
		l.Levels = append(l.Levels, l.Levels[len(l.Levels)-1].quarter(l.Rows))
	}
	last := l.Levels[len(l.Levels)-1].Scale.Width
	return last/4 >= fewestBins && last%4 == 0
}

// entries counts them.
func (l *Layout) entries() int {
	n := 0
	for b := range l.First {
		r0, r1 := l.rowsOf(l.First[b], l.Count[b])
		n += int(r1 - r0)
	}
	return n
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

// StartedBefore is the number of pieces that start before t.
func (p *Placement) StartedBefore(t engine.Time) int32 {
	return int32(sort.Search(len(p.Job), func(i int) bool { return p.Start(int32(i)) >= t }))
}
