package timeline

import "backfill/engine"

// believedMark is a part of what the scheduler believed of how long a job runs.
type believedMark struct {
	area  Rect
	color Color
}

// believedMarks are what the scheduler believed of the pinned job and of the one that is pointed at, where it plans with beliefs of its
// own: a tick in the job at each instant at which a belief ran out and was corrected, and, if the job ended before the end that was
// believed at first, dashes from the one to the other. While a run is played, only what has happened by then.
func (s *Scene) believedMarks(lane Lane) (list []believedMark) {
	if lane.Part != GanttPart {
		return nil
	}
	o := s.Groups[lane.Group].Outcome
	if o == nil || o.Belief == nil {
		return nil
	}
	line, dash := s.px(2), s.px(5)
	for i, j := range [...]int32{s.Pinned, s.Hover} {
		if j < 0 || int(j) >= len(o.Start) || i > 0 && j == s.Pinned || o.Start[j] < 0 || s.isComing(o.Start[j]) {
			continue
		}
		color := s.Theme.Pinned
		if i > 0 {
			color = s.Theme.Hover
		}
		corrected := o.Corrected(j)
		for _, r := range s.Rects(lane.Group, j) {
			for _, c := range corrected {
				if x := s.View.Column(c.At); r.X0 < x && x < r.X1 && !s.isComing(c.At) {
					list = append(list, believedMark{Rect{x, r.Y0, x + line, r.Y1}, color})
				}
			}
			believed := s.View.Column(o.Start[j] + o.Belief[j])
			if o.End[j] < 0 || s.isComing(o.End[j]) || o.Start[j]+o.Belief[j] <= o.End[j] || believed <= r.X1 {
				continue
			}
			for x := r.X1 + dash; x < min(believed, s.View.Width); x += 2 * dash {
				end := min(x+dash, believed)
				list = append(list, believedMark{Rect{x, r.Y0, end, r.Y0 + line}, color}, believedMark{Rect{x, r.Y1 - line, end, r.Y1}, color})
			}
			list = append(list, believedMark{Rect{believed - line, r.Y0, believed, r.Y1}, color})
		}
	}
	return list
}

// isComing says whether an instant lies behind the present, while a run is played.
func (s *Scene) isComing(t engine.Time) bool { return s.Play != nil && t > s.Play.Now }

// drawBelieved draws them, each with a halo.
func (s *Scene) drawBelieved(dst *Raster, lane Lane) {
	marks := s.believedMarks(lane)
	bottom := lane.Top + lane.Height
	for _, m := range marks {
		dst.rect(m.area.grow(s.px(1)), lane.Top, bottom, s.Theme.Halo.pixel())
	}
	for _, m := range marks {
		dst.rect(m.area, lane.Top, bottom, m.color.pixel())
	}
}
