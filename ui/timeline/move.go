package timeline

import (
	"slices"

	"backfill/engine"
)

// Move says how the start of a job lies to its start in another run.
type Move uint8

const (
	StartsAsBefore Move = iota
	StartsEarlier
	StartsLater
	StartsNow // and did not before
	numMoves
)

var moveText = [numMoves]string{"starts as before", "starts earlier", "starts later", "did not start before"}

// moveColors are Okabe and Ito's, for the light and for the dark theme.
var moveColors = [numMoves][2]Color{
	StartsAsBefore: {0x87919c, 0x6b7681},
	StartsEarlier:  {0x0072b2, 0x56b4e9},
	StartsLater:    {0xd55e00, 0xe69f00},
	StartsNow:      {0x009e73, 0x009e73},
}

// MoveOf is how start is to the start before.
func MoveOf(before, start engine.Time) Move {
	switch {
	case start < before:
		return StartsEarlier
	case start > before:
		return StartsLater
	}
	return StartsAsBefore
}

// NewChangeColoring colours jobs by how their starts have moved. movesOf lists that by job for each
// of the outcomes; nil if there is nothing to compare one with, of which every job is new.
func NewChangeColoring(movesOf func(*engine.Outcome) []Move, outcomes ...*engine.Outcome) *Coloring {
	c := NewColoring(ByChange, outcomes...)
	c.moves = map[*engine.Outcome][]Move{}
	for _, o := range outcomes {
		c.moves[o] = movesOf(o)
		for _, j := range o.StartOrder {
			c.moved[c.moveOf(o, j)] = true
		}
	}
	return c
}

func (c *Coloring) moveOf(o *engine.Outcome, j int32) Move {
	if moves := c.moves[o]; moves != nil {
		return moves[j]
	}
	return StartsNow
}

// texture is how a job of an index of Paint, and with such marks, is hatched: rising lines, falling
// ones or both.
func (c *Coloring) texture(index uint8, marks Mark) (rising, falling bool) {
	if c == nil || c.by != ByChange {
		return marks&Backfilled != 0, false
	}
	m := Move(index)
	return m == StartsLater || m == StartsNow, m == StartsEarlier || m == StartsNow
}

// MarkChanged has the jobs for which is holds drawn with a dashed line around them in every Gantt chart.
// O(pieces).
func (s *Scene) MarkChanged(is func(job int32) bool) {
	s.changed = make([][]int32, len(s.Groups))
	for g := range s.Groups {
		if s.Groups[g].Layout == nil {
			continue
		}
		for p, j := range s.Groups[g].Layout.Job {
			if is(j) {
				s.changed[g] = append(s.changed[g], int32(p))
			}
		}
	}
}

// drawChanged draws the lines around the jobs that are marked as changed.
func (s *Scene) drawChanged(dst *Raster) {
	if s.changed == nil {
		return
	}
	line, dash := s.px(2), s.px(4)
	for _, lane := range s.View.Lanes {
		if lane.Part != GanttPart {
			continue
		}
		top, bottom := max(lane.Top-line, 0), min(lane.Top+lane.Height+line, dst.Height)
		for _, r := range s.rects(lane, s.changed[lane.Group]) {
			if r.X1 < -line || r.X0 > dst.Width+line {
				continue
			}
			dst.frame(r, line, top, bottom, s.Theme.Halo.pixel())
			dst.dashedFrame(r, line, dash, top, bottom, s.Theme.Text.pixel())
		}
	}
}

// dashedFrame paints every other stretch of the area around r that is up to line pixels away.
func (d *Raster) dashedFrame(r Rect, line, dash, top, bottom int, pixel uint32) {
	o := r.grow(line)
	for x := max(o.X0, -dash); x < min(o.X1, d.Width+dash); x += 2 * dash {
		end := min(x+dash, o.X1)
		d.rect(Rect{x, o.Y0, end, r.Y0}, top, bottom, pixel)
		d.rect(Rect{x, r.Y1, end, o.Y1}, top, bottom, pixel)
	}
	for y := o.Y0; y < o.Y1; y += 2 * dash {
		end := min(y+dash, o.Y1)
		d.rect(Rect{o.X0, y, r.X0, end}, top, bottom, pixel)
		d.rect(Rect{r.X1, y, o.X1, end}, top, bottom, pixel)
	}
}

// marksChanged says whether some piece is marked as changed.
func (s *Scene) marksChanged() bool {
	return slices.ContainsFunc(s.changed, func(pieces []int32) bool { return len(pieces) > 0 })
}
