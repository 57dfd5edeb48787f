package timeline

import (
	"math"

	"backfill/engine"
)

// rows lists for each row of a layout the pieces of which something lies in a window of time, in
// the order of their starts: what a picture without levels is drawn from. Lists of all pieces
// would be the largest thing in memory.
type rows struct {
	layout *Layout
	t0, t1 engine.Time // the window

	seen  []int32 // pieces in the window, ascending
	times []times // of each of those: at hand here, far apart in an outcome
	shift int32   // of a piece that starts in the window: its place in seen less its number

	offset []int32   // row r has the entries offset[r] to offset[r+1]-1
	entry  []int32   // each one's piece, by its place in seen
	next   []int32   // place of the next entry of each row while they are made
	spans  []rowSpan // where pieces lie, while they are made
}

// rowSpan is a piece, by its place in seen, in the rows from to to-1.
type rowSpan struct{ piece, from, to int32 }

// times are when a piece starts and ends.
type times struct{ start, end engine.Time }

// keepsFor is how many times as long as the window the rows of a wider one may be: they are
// made for a wider one than is looked at, so that they last while it moves.
const keepsFor = 6

// cover makes the rows those of l for a window that holds [t0, t1), unless they are already.
// O(rows + entries in the window) and what Layout.seen costs.
func (rs *rows) cover(l *Layout, t0, t1 engine.Time) {
	span := t1 - t0
	if rs.layout == l && rs.t0 <= t0 && t1 <= rs.t1 && rs.t1-rs.t0 <= keepsFor*span {
		return
	}
	rs.set(l, t0-span/2, t1+span/2)
}

// set makes the rows those of l for the window [t0, t1).
func (rs *rows) set(l *Layout, t0, t1 engine.Time) {
	rs.layout, rs.t0, rs.t1 = l, t0, t1
	rs.seen = l.seen(t0, t1, rs.seen[:0])
	rs.times = rs.times[:0]
	for _, p := range rs.seen {
		rs.times = append(rs.times, times{l.Start(p), l.End(p)})
	}
	rs.shift = 0
	if n := len(rs.seen); n > 0 { // those that start in the window are the last ones, without a gap
		rs.shift = int32(n-1) - rs.seen[n-1]
	}
	// Differences of the numbers of entries of neighbouring rows, then their sums.
	rs.offset, rs.spans = zeros(rs.offset, int(l.Rows)+1), rs.spans[:0]
	for k, p := range rs.seen {
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			if r0, r1 := l.rowsOf(l.First[b], l.Count[b]); r0 < r1 {
				rs.offset[r0]++
				rs.offset[r1]--
				rs.spans = append(rs.spans, rowSpan{int32(k), r0, r1})
			}
		}
	}
	n, total := int32(0), int32(0)
	for r := range rs.offset {
		n += rs.offset[r]
		rs.offset[r] = total
		total += n
	}
	rs.entry = zeros(rs.entry, int(total))
	rs.next = append(rs.next[:0], rs.offset[:l.Rows]...)
	for _, s := range rs.spans {
		for r := s.from; r < s.to; r++ {
			rs.entry[rs.next[r]] = s.piece
			rs.next[r]++
		}
	}
}

// zeros is n zeros, in the memory of s if there is enough.
func zeros(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// search is the first of the entries lo to hi-1 whose piece is at least p, which starts in the window or behind it, or hi.
func (rs *rows) search(lo, hi, p int32) int32 {
	p += rs.shift
	// Written so that the compiler needs no branch that cannot be predicted.
	n := hi - lo
	for n > 0 {
		half := n / 2
		if rs.entry[lo+half] < p {
			lo += n - half
		}
		n = half
	}
	return lo
}

// cellsOf computes row r. O(columns + entries in the window).
func (rs *rows) cellsOf(r int32, c *columns, cells []cell) {
	lo, hi := rs.offset[r], rs.offset[r+1]
	entries := rs.entry[:hi]
	k := rs.search(lo, hi, c.first[0])
	at, first := c.at[:len(cells)+1], c.first[:len(cells)+1]
	before, end := rs.running(lo, k)
	for x := range cells {
		from, next := k, first[x+1]+rs.shift
		for int(k) < len(entries) && entries[k] < next {
			k++
		}
		switch {
		case k > from:
			cells[x] = rs.cell(before, end, entries[from:k], at[x], at[x+1], c.rate[x])
			before = entries[k-1]
			end = rs.times[before].end
		case end >= at[x+1]:
			cells[x] = cell{rs.seen[before], full}
		case end > at[x]:
			cells[x] = rs.cell(before, end, nil, at[x], at[x+1], c.rate[x])
		default:
			cells[x] = cell{-1, 0}
		}
	}
}

// running is the piece before entry k of the row whose first entry is lo, by its place in seen, and its end.
func (rs *rows) running(lo, k int32) (before int32, end engine.Time) {
	if k == lo {
		return -1, math.MinInt64
	}
	before = rs.entry[k-1]
	return before, rs.times[before].end
}

// pieceAt is the piece that is drawn in row r and column x of a window, or -1.
func (rs *rows) pieceAt(r int32, s Scale, x int) int32 {
	l := rs.layout
	a, b := s.Time(x), s.Time(x+1)
	lo, hi := rs.offset[r], rs.offset[r+1]
	k0 := rs.search(lo, hi, l.StartedBefore(a))
	k1 := rs.search(k0, hi, l.StartedBefore(b))
	before, end := rs.running(lo, k0)
	return rs.cell(before, end, rs.entry[k0:k1], a, b, 0).piece
}

// rowsOf is the rows of group g for the view's window.
func (s *Scene) rowsOf(g int) *rows {
	if len(s.rows) != len(s.Groups) {
		s.rows = make([]rows, len(s.Groups))
	}
	s.rows[g].cover(s.Groups[g].Layout, s.View.T0, s.View.T1)
	return &s.rows[g]
}
