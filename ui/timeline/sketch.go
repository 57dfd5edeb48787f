package timeline

import "backfill/engine"

// Sketch is a job that is being drawn on a Gantt chart.
type Sketch struct {
	Lane     int // index of View.Lanes
	From, To engine.Time
	Low      int32 // of its processors, counted from the lowest row
	High     int32 // one more than the highest
}

// Processors of the job.
func (k Sketch) Processors() int32 { return k.High - k.Low }

// snaps are the lengths of time of which those of a sketch are multiples.
var snaps = []engine.Time{
	engine.Second, 5 * engine.Second, 10 * engine.Second, 30 * engine.Second, engine.Minute, 5 * engine.Minute, 10 * engine.Minute,
	30 * engine.Minute, engine.Hour, 3 * engine.Hour, 6 * engine.Hour, engine.Day,
}

// snap is the largest of them that is hardly longer than what a pointer aims at, in the unit of
// what the window shows; below a second it is a millisecond.
func (s *Scene) snap() engine.Time {
	const aim = 4 // CSS pixels
	span := engine.Time(float64(s.View.Span()) / float64(s.View.Width) * aim * s.View.Ratio)
	best := engine.Millisecond
	for _, length := range snaps {
		if length <= max(span, engine.Second) {
			best = length
		}
	}
	return best
}

// SketchOf is the job that is drawn from one device pixel to another: from its submission to its end,
// over as many processors as lie between. false if the first pixel lies in no Gantt chart. A job
// lasts for a second at least and fits on the machine.
func (s *Scene) SketchOf(x0, y0, x1, y1 int) (Sketch, bool) {
	lane := s.View.LaneAt(y0)
	if lane < 0 || s.View.Lanes[lane].Part != GanttPart {
		return Sketch{}, false
	}
	at := s.View.Lanes[lane]
	l := s.Groups[at.Group].Layout
	if l == nil {
		return Sketch{}, false
	}
	processor := func(y int) int32 {
		y = min(max(y, at.Top), at.Top+at.Height-1)
		row := sample(int32(at.Top+at.Height-1-y), l.Rows, int32(at.Height))
		return min(sample(row, l.Processors, l.Rows), l.Machine-1)
	}
	snap := s.snap()
	rounded := func(x int) engine.Time {
		x = min(max(x, 0), s.View.Width)
		return max((s.View.Time(x)+snap/2)/snap*snap, 0)
	}
	k := Sketch{Lane: lane, From: rounded(min(x0, x1)), To: rounded(max(x0, x1))}
	k.To = max(k.To, k.From+max(snap, engine.Second))
	a, b := processor(y0), processor(y1)
	k.Low, k.High = min(a, b), max(a, b)+1
	return k, true
}

// drawSketch draws the job that is being drawn.
func (s *Scene) drawSketch(dst *Raster) {
	k := s.Sketch
	if k == nil || k.Lane >= len(s.View.Lanes) || s.View.Lanes[k.Lane].Part != GanttPart {
		return
	}
	lane := s.View.Lanes[k.Lane]
	l := s.Groups[lane.Group].Layout
	if l == nil {
		return
	}
	bottom := lane.Top + lane.Height
	r := Rect{X0: s.View.Column(k.From), X1: max(s.View.Column(k.To), s.View.Column(k.From)+1)}
	r.Y0, r.Y1 = l.stripIn(lane, k.Low, k.Processors())
	fill := s.Theme.Pinned.pixel()
	for y := max(r.Y0, lane.Top); y < min(r.Y1, bottom); y++ {
		row := dst.row(y)
		for x := max(r.X0, 0); x < min(r.X1, dst.Width); x++ {
			row[x] = mix(row[x], fill, full/3)
		}
	}
	line := s.px(2)
	dst.frame(r.grow(line), s.px(1), lane.Top, bottom, s.Theme.Halo.pixel())
	dst.frame(r, line, lane.Top, bottom, fill)
}
