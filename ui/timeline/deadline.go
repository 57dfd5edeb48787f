package timeline

import (
	"math"

	"backfill/engine"
	"backfill/ui/phrase"
)

// deadline is where that of a job lies in a Gantt chart: a line with a flag.
type deadline struct {
	x     int // column
	text  string
	flag  Rect
	color Color
}

// deadlines are those of the pinned job and of the one that is pointed at, as far as they lie
// in the window.
func (s *Scene) deadlines(lane Lane) []deadline {
	if lane.Part != GanttPart || s.Groups[lane.Group].Outcome == nil {
		return nil
	}
	var list []deadline
	o := s.Groups[lane.Group].Outcome
	for i, j := range [...]int32{s.Pinned, s.Hover} {
		if j < 0 || int(j) >= len(o.Start) || i > 0 && j == s.Pinned {
			continue
		}
		due := o.Workload.DeadlineOf(j)
		if due == engine.Never || due < s.View.T0 || due >= s.View.T1 {
			continue
		}
		d := deadline{x: s.View.Column(due), text: "deadline" + MarginWords(o, j, ", "), color: s.Theme.Pinned}
		if i > 0 {
			d.color = s.Theme.Hover
		}
		height, top := s.px(15), lane.Top+i*s.px(15)
		width := int(math.Ceil(math.Min(float64(runes(d.text)+1)*s.CharWidth, float64(s.View.Width))))
		d.flag = Rect{d.x, top, d.x + width, top + height}
		if d.flag.X1 > s.View.Width {
			d.flag.X0, d.flag.X1 = max(d.x-width, 0), max(d.x, width)
		}
		list = append(list, d)
	}
	return list
}

// MarginWords say, after sep, how the end of job j lies to its deadline: ", 5 min to spare"; nothing
// as long as it has not ended or if it has no deadline.
func MarginWords(o *engine.Outcome, j int32, sep string) string {
	due := o.Workload.DeadlineOf(j)
	switch {
	case due == engine.Never || !o.Ended(j):
		return ""
	case o.End[j] == due:
		return sep + "just met"
	case o.End[j] < due:
		return sep + phrase.Span(due-o.End[j]) + " to spare"
	}
	return sep + phrase.Span(o.End[j]-due) + " late"
}

// drawDeadlines draws the lines, dashed, and the plates of the flags.
func (s *Scene) drawDeadlines(dst *Raster, lane Lane) {
	line, dash := s.px(2), s.px(4)
	bottom := lane.Top + lane.Height
	for _, d := range s.deadlines(lane) {
		dst.rect(Rect{d.x - line, lane.Top, d.x + line, bottom}, lane.Top, bottom, s.Theme.Halo.pixel())
		for y := lane.Top; y < bottom; y += 2 * dash {
			dst.rect(Rect{d.x - line/2, y, d.x - line/2 + line, y + dash}, lane.Top, bottom, d.color.pixel())
		}
		dst.rect(d.flag.grow(s.px(1)), lane.Top, bottom, d.color.pixel())
		dst.rect(d.flag, lane.Top, bottom, s.Theme.Background.pixel())
	}
}
