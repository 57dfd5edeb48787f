package timeline

import "backfill/engine"

// Play is the picture of a run that is played: what is later than Now has not happened yet.
type Play struct {
	Now engine.Time
}

// drawFuture empties the part of a lane that lies behind the present: its pixel rows top to
// top+height-1 become the background.
func (s *Scene) drawFuture(dst *Raster, top, height int, background []uint32) {
	if s.Play == nil {
		return
	}
	x := min(max(s.View.Column(s.Play.Now), 0), dst.Width)
	for y := top; y < top+height; y++ {
		copy(dst.row(y)[x:], background[x:])
	}
}

// drawNow draws a line through everything at the present.
func (s *Scene) drawNow(dst *Raster) {
	if s.Play == nil {
		return
	}
	x, line := s.View.Column(s.Play.Now), s.px(2)
	dst.rect(Rect{x - 1, 0, x + line + 1, dst.Height}, 0, dst.Height, s.Theme.Halo.pixel())
	dst.rect(Rect{x, 0, x + line, dst.Height}, 0, dst.Height, s.Theme.Text.pixel())
}
