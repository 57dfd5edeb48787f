package timeline

import "strconv"

// mostNumbered is the number of pieces in a window up to which jobs are numbered:
// with more of them, no piece has room for its number anyway.
const mostNumbered = 400

// numbered is how many CSS pixels high a block is at least that has the number of its job.
const numbered = 12

// jobNumber is a job's number on a block of its processors, and the plate that lies under it
// where blocks do not have the colour of their jobs.
type jobNumber struct {
	Label
	plate Rect
}

// visible is the range of pieces in the window, some of which may have ended before it; none
// if there are too many to be told apart.
func (s *Scene) visible(l *Layout) (begin, end int32) {
	end = l.StartedBefore(s.View.T1)
	begin = max(end-mostNumbered, 0)
	if begin > 0 && l.Start(begin) >= s.View.T0 {
		return end, end
	}
	return begin, end
}

// jobNumbers labels the blocks of a Gantt chart that have room for the number of their job,
// in the middle of what is visible of them, or of what of that the name of a band leaves.
func (s *Scene) jobNumbers(lane Lane) []jobNumber {
	group := &s.Groups[lane.Group]
	if s.Number == nil || s.Colors == nil || group.Layout == nil {
		return nil
	}
	l := group.Layout
	var numbers []jobNumber
	names, paint := s.namesOfBands(lane, l), s.paintOf(lane.Group)
	begin, end := s.visible(l)
	for p := begin; p < end; p++ {
		if l.End(p) <= s.View.T0 || group.Heat != nil && l.Job[p] == s.ShadowsOf {
			continue // its shadows have labels of their own
		}
		text := strconv.FormatInt(s.Number(l.Job[p]), 10)
		color := s.Theme.Text
		if group.Heat != nil {
			text = "job " + text
		} else {
			color = readableOn(s.Colors.Color(paint[p], s.Theme))
		}
		end := l.End(p)
		if s.Play != nil {
			if l.Start(p) > s.Play.Now {
				continue
			}
			end = min(end, s.Play.Now)
		}
		x0, x1 := max(s.View.Column(l.Start(p)), 0), min(s.View.Column(end), s.View.Width)
		width := float64(len(text)+1) * s.CharWidth
		if float64(x1-x0) < width {
			continue
		}
		x := float64(x0+x1) / 2
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			y0, y1 := l.pixelOf(l.First[b], lane.Height), l.pixelOf(l.First[b]+l.Count[b], lane.Height)
			// On many nodes, none of which has room for a number, all that touch have one.
			for low := y1-y0 < s.px(numbered); low && b+1 < l.Offset[p+1] && l.First[b+1]+l.Count[b+1] == l.First[b]; b++ {
				y0 = l.pixelOf(l.First[b+1], lane.Height)
			}
			y := float64(lane.Top+lane.Height) - float64(y0+y1)/2
			x := x
			if edge := plateEdge(names, y); x-(width-s.CharWidth)/2 < float64(edge) {
				if x1-edge < int(width) {
					continue
				}
				x = float64(edge+x1) / 2
			}
			if y1-y0 < s.px(numbered) {
				continue
			}
			numbers = append(numbers, jobNumber{
				Label{X: x, Y: y, Text: text, Align: AlignCenter, Color: color},
				Rect{int(x - width/2), int(y) - s.px(7), int(x + width/2), int(y) + s.px(7)},
			})
		}
	}
	return numbers
}

// readableOn is black or white, whichever stands out more.
func readableOn(fill Color) Color {
	if Contrast(fill, 0xffffff) > Contrast(fill, 0x000000) {
		return 0xffffff
	}
	return 0x000000
}

// drawPlates lays plates under the numbers of jobs in a chart of demand.
func (s *Scene) drawPlates(dst *Raster, lane Lane) {
	if s.Groups[lane.Group].Heat == nil {
		return
	}
	for _, number := range s.jobNumbers(lane) {
		dst.rect(number.plate, lane.Top, lane.Top+lane.Height, s.Theme.Background.pixel())
	}
}

// drawEdges draws lines around the blocks of jobs in a chart of demand, and the bars at the ends of
// jobs that were killed or cancelled.
func (s *Scene) drawEdges(dst *Raster, lane Lane, l *Layout) {
	bottom, line := lane.Top+lane.Height, s.px(1)
	edge := s.Theme.Text.pixel()
	begin, end := s.visible(l)
	for p := begin; p < end; p++ {
		x0, x1 := s.View.Column(l.Start(p)), s.View.Column(l.End(p))
		if x1-x0 < s.px(textured) {
			continue
		}
		last := line
		if l.Marks[p]&(WasKilled|WasCancelled) != 0 {
			last = s.px(2.5)
		}
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			y0, y1 := bottom-l.pixelOf(l.First[b]+l.Count[b], lane.Height), bottom-l.pixelOf(l.First[b], lane.Height)
			if y1-y0 < s.px(textured) {
				continue
			}
			dst.rect(Rect{x0, y0, x1, y0 + line}, lane.Top, bottom, edge)
			dst.rect(Rect{x0, y1 - line, x1, y1}, lane.Top, bottom, edge)
			dst.rect(Rect{x0, y0, x0 + line, y1}, lane.Top, bottom, edge)
			dst.rect(Rect{x1 - last, y0, x1, y1}, lane.Top, bottom, edge)
		}
	}
}

// plateEdge is where the plates under names of bands end that reach a number at the height y; 0 if
// none does.
func plateEdge(names []bandName, y float64) int {
	edge := 0
	for _, name := range names {
		half := float64(name.area.Y1-name.area.Y0) / 2
		if y+half > float64(name.area.Y0) && y-half < float64(name.area.Y1) {
			edge = max(edge, name.area.X1)
		}
	}
	return edge
}
