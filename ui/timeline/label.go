package timeline

import "fmt"

// Align is where a label's anchor lies on the text.
type Align uint8

const (
	AlignLeft Align = iota
	AlignCenter
)

// Label is text to write over the picture.
type Label struct {
	X, Y  float64 // device pixels; Y is the middle of the text
	Text  string
	Align Align
	Muted bool // Theme.Muted instead of Theme.Text
	Bold  bool
}

// Labels lists the texts of axis, titles and tracks.
func (s *Scene) Labels() []Label {
	s.refreshAxis()
	var labels []Label
	left := 4 * s.View.Ratio
	for _, lane := range s.View.Lanes {
		top, height := float64(lane.Top), float64(lane.Height)
		switch {
		case lane.Part == AxisPart:
			labels = append(labels, Label{X: left, Y: top + 0.22*height, Text: s.axis.Context, Muted: true})
			for _, tick := range s.axis.Ticks {
				// A label at the edge would be cut.
				half := float64(runes(tick.Label)) * s.CharWidth / 2
				x := min(max(tick.X, half), float64(s.View.Width)-half)
				labels = append(labels, Label{X: x, Y: top + 0.6*height, Text: tick.Label, Align: AlignCenter, Bold: tick.Major})
			}
		case lane.Part == TitlePart:
			labels = append(labels, Label{X: left, Y: top + 0.62*height, Text: s.Groups[lane.Group].Name, Bold: true})
		case lane.Part >= TrackPart:
			if caption := s.caption(lane); caption > 0 {
				track := s.Groups[lane.Group].Tracks[lane.Part-TrackPart]
				text := fmt.Sprintf("%s, 0 to %d", track.Label, track.Top)
				labels = append(labels, Label{X: left, Y: top + float64(caption)/2, Text: text, Muted: true})
			}
		}
	}
	return labels
}
