package timeline

import (
	"fmt"
	"slices"
)

// Align is where a label's anchor lies on the text.
type Align uint8

const (
	AlignLeft Align = iota
	AlignCenter
	AlignRight
)

// axisMiddle is where the middle of the axis's labels lies, as a share of its height.
const axisMiddle = 0.6

// The font of labels on the page.
const (
	FontSize   = 12 // CSS pixels
	FontFamily = `system-ui, "Liberation Sans", sans-serif`
)

// Label is text to write over the picture.
type Label struct {
	X, Y  float64 // device pixels; Y is the middle of the text
	Text  string
	Align Align
	Color Color
	Bold  bool
}

// Labels lists the texts of axis, titles, tracks and jobs.
func (s *Scene) Labels() []Label {
	s.refreshAxis()
	var labels []Label
	left, strong, muted := 4*s.View.Ratio, s.Theme.Text, s.Theme.Muted
	for _, lane := range s.View.Lanes {
		top, height := float64(lane.Top), float64(lane.Height)
		switch {
		case lane.Part == AxisPart:
			middle := 0.4 // where there is nothing above the ticks' labels
			if height > shortAxis*s.View.Ratio+1 {
				labels = append(labels, Label{X: left, Y: top + 0.22*height, Text: s.axis.Context, Color: muted})
				middle = axisMiddle
			}
			labels = append(labels, s.tickLabels(top+middle*height)...)
		case lane.Part == TitlePart:
			labels = append(labels, Label{X: left, Y: top + s.titleMiddle(lane), Text: s.Groups[lane.Group].Name, Color: strong, Bold: true})
			if flag, ok := s.reservedFlag(lane); ok {
				labels = append(labels, flag)
			}
		case lane.Part == GanttPart:
			for _, number := range s.jobNumbers(lane) {
				labels = append(labels, number.Label)
			}
			for _, mark := range s.shadowMarks(lane) {
				a := mark.plate
				if mark.text != "" {
					labels = append(labels, Label{X: float64(a.X0+a.X1) / 2, Y: float64(a.Y0+a.Y1) / 2, Text: mark.text, Align: AlignCenter, Color: strong})
				}
			}
			for _, n := range s.notes(lane) {
				labels = append(labels, Label{X: float64(n.plate.X0+n.plate.X1) / 2, Y: float64(n.plate.Y0+n.plate.Y1) / 2, Text: n.text, Align: AlignCenter, Color: strong})
			}
			flags := s.deadlines(lane)
			for _, d := range flags {
				labels = append(labels, Label{X: float64(d.flag.X0+d.flag.X1) / 2, Y: float64(d.flag.Y0+d.flag.Y1) / 2, Text: d.text, Align: AlignCenter, Color: strong})
			}
			if l := s.Groups[lane.Group].Layout; l != nil {
				labels = append(labels, s.headingLabels(lane, l)...)
				for _, name := range s.namesOfBands(lane, l) {
					if slices.ContainsFunc(flags, func(d deadline) bool { return d.flag.meets(name.area) }) {
						continue
					}
					labels = append(labels, Label{X: left, Y: float64(name.area.Y0+name.area.Y1) / 2, Text: name.text, Color: strong})
				}
			}
		case lane.Part >= TrackPart:
			track := s.Groups[lane.Group].Tracks[lane.Part-TrackPart]
			if track.Row {
				labels = append(labels, Label{X: left, Y: top + height/2, Text: track.rowName(), Color: strong})
			}
			if caption := s.caption(lane, track); caption > 0 {
				text := fmt.Sprintf("%s, 0 to %s", track.Label, track.Say(float64(track.Top), 0))
				labels = append(labels, Label{X: left, Y: top + float64(caption)/2, Text: text, Color: muted})
			}
		}
	}
	return labels
}

// tickLabels are the texts of the ticks, centred at them. One that would be cut at an edge begins or ends there, whatever its exact
// width, unless it would touch another one.
func (s *Scene) tickLabels(y float64) []Label {
	width, ticks := float64(s.View.Width), s.axis.Ticks
	labels := make([]Label, len(ticks))
	from, to := make([]float64, len(ticks)), make([]float64, len(ticks))
	for i, tick := range ticks {
		l := Label{X: tick.X, Y: y, Text: tick.Label, Align: AlignCenter, Color: s.Theme.Text, Bold: tick.Major}
		long := float64(runes(tick.Label)) * s.CharWidth
		room := 0.6 * long // some letters are wider than the mean
		from[i] = tick.X - long/2
		switch {
		case tick.X < room:
			l.X, l.Align, from[i] = 0, AlignLeft, 0
		case tick.X > width-room:
			l.X, l.Align, from[i] = width, AlignRight, width-long
		}
		to[i] = from[i] + long
		labels[i] = l
	}
	kept := labels[:0]
	for i, l := range labels {
		touches := i > 0 && from[i] < to[i-1]+s.CharWidth || i+1 < len(ticks) && from[i+1] < to[i]+s.CharWidth
		if l.Align == AlignCenter || !touches {
			kept = append(kept, l)
		}
	}
	return kept
}
