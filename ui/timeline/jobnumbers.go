package timeline

import "strconv"

// mostNumbered is the number of pieces in a window up to which jobs are numbered:
// with more of them, no piece has room for its number anyway.
const mostNumbered = 400

// jobNumbers labels the pieces of a Gantt chart that have room for the number of
// their job, in the middle of what is visible of their largest block.
func (s *Scene) jobNumbers(labels []Label, lane Lane) []Label {
	group := &s.Groups[lane.Group]
	if s.Number == nil || s.Colors == nil || group.Layout == nil || group.Heat != nil {
		return labels
	}
	l := group.Layout
	end := int(l.startedBefore(s.View.T1))
	begin := max(end-mostNumbered, 0)
	if begin > 0 && l.Start[begin] >= s.View.T0 {
		return labels
	}
	names := s.namesOfBands(lane, l)
	for p := begin; p < end; p++ {
		if l.End[p] <= s.View.T0 {
			continue
		}
		x0, x1 := max(s.View.Column(l.Start[p]), 0), min(s.View.Column(l.End[p]), s.View.Width)
		y0, y1 := l.largestBlock(p, lane.Height)
		text := strconv.FormatInt(s.Number(l.Job[p]), 10)
		if float64(x1-x0) < float64(len(text)+1)*s.CharWidth || y1-y0 < s.px(12) {
			continue
		}
		x, y := float64(x0+x1)/2, float64(lane.Top+lane.Height)-float64(y0+y1)/2
		if half := float64(len(text)) * s.CharWidth / 2; covered(names, x-half, y) {
			continue
		}
		fill := s.Colors.Color(group.Paint[p], s.Theme)
		color := Color(0x000000)
		if Contrast(fill, 0xffffff) > Contrast(fill, color) {
			color = 0xffffff
		}
		labels = append(labels, Label{
			X: x, Y: y,
			Text: text, Align: AlignCenter, Color: color,
		})
	}
	return labels
}

// covered says whether the plate under the name of a band reaches a number that begins
// at x, at the height y.
func covered(names []bandName, x, y float64) bool {
	for _, name := range names {
		if x < float64(name.area.X1) && y+float64(name.area.Y1-name.area.Y0)/2 > float64(name.area.Y0) &&
			y-float64(name.area.Y1-name.area.Y0)/2 < float64(name.area.Y1) {
			return true
		}
	}
	return false
}

// largestBlock is the range of pixel rows, counted from the bottom of a lane of the
// given height, of the largest block of piece p.
func (l *Layout) largestBlock(p int, height int) (y0, y1 int) {
	for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
		from, to := l.pixelOf(l.First[b], height), l.pixelOf(l.First[b]+l.Count[b], height)
		if to-from > y1-y0 {
			y0, y1 = from, to
		}
	}
	return y0, y1
}
