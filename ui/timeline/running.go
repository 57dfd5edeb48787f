package timeline

import (
	"sort"

	"backfill/engine"
)

// Running says who runs at the starts of some pieces, so that whoever looks at a window of
// time need not begin with the first piece. It takes at most half a byte per piece.
type Running struct {
	At     []int32 // pieces, ascending from 0
	Offset []int32 // one more than At
	Piece  []int32 // those before At[i] that end after its start: Piece[Offset[i]] to Piece[Offset[i+1]-1], ascending
}

// Pieces between two entries of Running.At: at least so many, and so many for each one that runs.
const (
	fewestBetween     = 4096
	betweenPerRunning = 8
)

// newRunning is the Running of p. O(pieces).
func newRunning(p *Placement) Running {
	r := Running{Offset: []int32{0}}
	if len(p.Job) == 0 {
		return r
	}
	var now []int32
	next := 0
	for i := range p.Job {
		if i == next {
			still := now[:0]
			for _, j := range now {
				if p.End(j) > p.Start(int32(i)) {
					still = append(still, j)
				}
			}
			now = still
			r.At = append(r.At, int32(i))
			r.Piece = append(r.Piece, now...)
			r.Offset = append(r.Offset, int32(len(r.Piece)))
			next = i + max(fewestBetween, betweenPerRunning*len(now))
		}
		now = append(now, int32(i))
	}
	return r
}

// seen appends to into the pieces of which something lies in the window [t0, t1), ascending.
// O(pieces in the window + those between two entries of Running.At).
func (l *Layout) seen(t0, t1 engine.Time, into []int32) []int32 {
	first, last := l.StartedBefore(t0), l.StartedBefore(t1)
	if last == 0 {
		return into
	}
	r := &l.Running
	i := sort.Search(len(r.At), func(i int) bool { return r.At[i] > first }) - 1
	for _, p := range r.Piece[r.Offset[i]:r.Offset[i+1]] {
		if l.End(p) > t0 {
			into = append(into, p)
		}
	}
	for p := r.At[i]; p < first; p++ {
		if l.End(p) > t0 {
			into = append(into, p)
		}
	}
	for p := first; p < last; p++ {
		into = append(into, p)
	}
	return into
}
