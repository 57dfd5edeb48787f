package timeline

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/metrics/resources"
)

// Group is what one policy contributes: a Gantt chart and its tracks.
type Group struct {
	Name   string
	Layout *Layout // nil while nothing is simulated
	Paint  []uint8 // Coloring.Paint of the layout
	// Outcome is what the layout shows, for what it does not tell: deadlines, which are not shown without it, and when
	// a job started.
	Outcome *engine.Outcome
	Tracks  []*Track
	// Passing says that the policy looks at the queue in passes: there is a strip for their ticks above the chart.
	Passing bool
	// Heat is what the lanes are asked for, to be drawn instead of the jobs; nil: jobs are drawn.
	Heat *Heat
	// Shadows are those of Scene.ShadowsOf, by lane and time.
	Shadows []resources.Shadow
}

// Scene is all that a picture shows. Its methods reuse internal buffers: one
// goroutine at a time.
type Scene struct {
	View   View
	Groups []Group
	Colors *Coloring // may be nil while no group has a layout
	Theme  *Theme
	Clock  Clock
	// Number is what people call a job; nil: jobs are not numbered.
	Number func(job int32) int64
	// CharWidth is the mean width of a character of the labels, in device pixels.
	CharWidth float64
	// Hover and Pinned are jobs drawn with an outline in every lane, or engine.NoJob.
	Hover, Pinned int32
	// Loads are the colours of demand, nil while no group has a Heat.
	Loads *Loading
	// ShadowsOf is the job whose shared shadows are marked in the charts of demand as long as it is pinned.
	ShadowsOf int32
	// Marks are instants that are marked by a line.
	Marks []engine.Time
	// Sketch is a job that is being drawn, nil for none.
	Sketch *Sketch
	// Play is set while the run is played; nil: it is shown as a whole.
	Play *Play

	heating   heating
	gantt     gantt  // buffers of the last picture
	rows      []rows // of each group, for the last window that was drawn without levels
	plain     []uint32
	axis      Axis
	drawn     axisKey
	statesNow []statesNow // by group
	found     [2][]place  // of the hovered and of the pinned job, by group
	changed   [][]int32   // pieces that MarkChanged has marked, by group
}

// axisKey is all that an axis depends on.
type axisKey struct {
	scale     Scale
	clock     string
	minutes   bool
	charWidth float64
}

// Legend explains the colours of the Gantt charts.
func (s *Scene) Legend() []LegendEntry {
	if s.Loads != nil {
		return s.Colors.killedEntry(s.Loads.Legend(s.Theme), s.Theme)
	}
	legend := s.Colors.Legend(s.Theme)
	if s.marksChanged() {
		legend = append(legend, LegendEntry{Color: s.Theme.Idle, Text: "dashed frame: changed by hand", Framed: true})
	}
	return legend
}

// Draw paints the scene into dst, resized to the view's size. Text is not
// painted: see Labels. O(pixels * log jobs); it allocates only when the window changes.
func (s *Scene) Draw(dst *Raster) {
	v, t := &s.View, s.Theme
	dst.Resize(v.Width, v.Height)
	dst.fill(0, v.Height, t.Background.pixel())
	s.refreshAxis()
	s.gantt.ratio = v.Ratio
	if s.Colors != nil {
		s.gantt.colors, s.gantt.inks = s.Colors, s.Colors.inks(t)
	}
	s.gantt.idle = s.background(s.gantt.idle, t.Idle)
	s.gantt.other = s.background(s.gantt.other, blend(t.Idle, t.Grid, 0.6))
	s.gantt.overflow = s.background(s.gantt.overflow, t.Overflow)
	s.plain = s.background(s.plain, t.Idle)
	for _, lane := range v.Lanes {
		switch {
		case lane.Part == AxisPart:
			s.drawTicks(dst, lane)
		case lane.Part == TitlePart:
			s.drawPasses(dst, lane)
		case lane.Part == GanttPart:
			s.drawGantt(dst, lane)
		default:
			track := s.Groups[lane.Group].Tracks[lane.Part-TrackPart]
			caption := s.caption(lane, track)
			track.draw(dst, v.Scale, v.Ratio, lane.Top+caption, lane.Height-caption, s.plain, t.Tracks[track.Hue])
			if track.Wanted != nil {
				track.drawScarce(dst, v.Scale, lane.Top+caption, s.px(3), t.Tracks[Orange])
			}
			s.drawFuture(dst, lane.Top+caption, lane.Height-caption, s.plain)
			if track.Row {
				s.drawRowPlate(dst, lane, track)
			}
		}
	}
	for _, lane := range v.Lanes {
		if lane.Part == GanttPart {
			s.drawShadows(dst, lane)
			s.drawPlates(dst, lane)
		}
	}
	s.drawChanged(dst)
	s.drawInstants(dst)
	s.drawNow(dst)
	s.outline(dst, s.Pinned, t.Pinned)
	if s.Hover != s.Pinned {
		s.outline(dst, s.Hover, t.Hover)
	}
	for _, lane := range v.Lanes {
		s.drawBelieved(dst, lane)
		s.drawDeadlines(dst, lane)
	}
	s.drawSketch(dst)
}

// drawInstants draws a dashed line through everything at each instant that is marked.
func (s *Scene) drawInstants(dst *Raster) {
	dash, line := s.px(4), s.px(2)
	for _, at := range s.Marks {
		x := s.View.Column(at)
		for y := 0; y < dst.Height; y += 2 * dash {
			dst.rect(Rect{x - 1, y, x + line + 1, y + dash}, 0, dst.Height, s.Theme.Halo.pixel())
			dst.rect(Rect{x, y, x + line, y + dash}, 0, dst.Height, s.Theme.Pinned.pixel())
		}
	}
}

func (s *Scene) refreshAxis() {
	key := axisKey{s.View.Scale, s.Clock.Zone.Name, s.Clock.Minutes, s.CharWidth}
	if s.Clock.Calendar != nil {
		key.clock += fmt.Sprint(*s.Clock.Calendar)
	}
	if key != s.drawn {
		s.axis, s.drawn = s.Clock.Axis(s.View.Scale, s.CharWidth), key
	}
}

// background is a row of pixels with the grid.
func (s *Scene) background(row []uint32, base Color) []uint32 {
	row = row[:0]
	for range s.View.Width {
		row = append(row, base.pixel())
	}
	for _, tick := range s.axis.Ticks {
		color := s.Theme.Grid
		if tick.Major {
			color = blend(s.Theme.Grid, s.Theme.Muted, 0.5)
		}
		row[s.View.Column(tick.At)] = color.pixel()
	}
	return row
}

func (s *Scene) drawTicks(dst *Raster, lane Lane) {
	for _, tick := range s.axis.Ticks {
		x, length := s.View.Column(tick.At), s.px(4)
		if tick.Major {
			length = s.px(7)
		}
		bottom := lane.Top + lane.Height
		dst.rect(Rect{x, bottom - length, x + 1, bottom}, lane.Top, bottom, s.Theme.Muted.pixel())
	}
}

func (s *Scene) drawGantt(dst *Raster, lane Lane) {
	group := &s.Groups[lane.Group]
	if group.Layout == nil {
		for y := lane.Top; y < lane.Top+lane.Height; y++ {
			copy(dst.row(y), s.gantt.idle)
		}
		return
	}
	if group.Heat != nil {
		s.drawDemand(dst, lane, group)
		s.drawEdges(dst, lane, group.Layout)
	} else {
		s.gantt.layout, s.gantt.paint, s.gantt.due = group.Layout, s.paintOf(lane.Group), nil
		s.gantt.rows = func() *rows { return s.rowsOf(lane.Group) }
		if group.Outcome != nil {
			s.gantt.due = group.Outcome.Workload.Deadline
		}
		s.gantt.draw(dst, s.View.Scale, lane.Top, lane.Height)
	}
	s.drawFuture(dst, lane.Top, lane.Height, s.plain)
	s.drawForesight(dst, lane, group)
	s.drawBands(dst, lane, group.Layout)
	if l := group.Layout; l.Processors > l.Machine {
		y := lane.Top + lane.Height - int(l.pixelOf(l.Machine, lane.Height))
		dst.rect(Rect{0, y - s.px(1), s.View.Width, y}, lane.Top, lane.Top+lane.Height, s.Theme.Text.pixel())
	}
}

// caption is the height of the text above a track, in device pixels: 0 if the
// lane is too low for one, or the track one of several rows.
func (s *Scene) caption(lane Lane, t *Track) int {
	if height := s.px(16); lane.Height >= 2*height && !t.Row {
		return height
	}
	return 0
}

// outline draws a line around every block of a job, in every Gantt chart.
func (s *Scene) outline(dst *Raster, job int32, color Color) {
	if job < 0 {
		return
	}
	line, halo := s.px(2), s.px(1)
	for _, lane := range s.View.Lanes {
		if lane.Part != GanttPart {
			continue
		}
		for _, r := range s.Rects(lane.Group, job) {
			if r.X1 < -line || r.X0 > dst.Width+line {
				continue
			}
			top, bottom := max(lane.Top-line, 0), min(lane.Top+lane.Height+line, dst.Height)
			dst.frame(r.grow(line), halo, top, bottom, s.Theme.Halo.pixel())
			dst.frame(r, line, top, bottom, color.pixel())
		}
	}
}

// frame paints the area around r that is up to line pixels away from it.
func (d *Raster) frame(r Rect, line, top, bottom int, pixel uint32) {
	o := r.grow(line)
	d.rect(Rect{o.X0, o.Y0, o.X1, r.Y0}, top, bottom, pixel)
	d.rect(Rect{o.X0, r.Y1, o.X1, o.Y1}, top, bottom, pixel)
	d.rect(Rect{o.X0, r.Y0, r.X0, r.Y1}, top, bottom, pixel)
	d.rect(Rect{r.X1, r.Y0, o.X1, r.Y1}, top, bottom, pixel)
}

func (s *Scene) px(css float64) int { return max(int(math.Round(css*s.View.Ratio)), 1) }
