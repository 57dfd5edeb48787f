package timeline

// Group is what one policy contributes: a Gantt chart and its tracks.
type Group struct {
	Name   string
	Layout *Layout  // nil while nothing is simulated
	Paint  []uint8  // Coloring.Paint of the layout
	Tracks []*Track // the same number in each group
}

// Scene is all that a picture shows. Its methods reuse internal buffers: one
// goroutine at a time.
type Scene struct {
	View   View
	Groups []Group
	Colors *Coloring
	Theme  *Theme
	Clock  Clock
	// Hover and Pinned are jobs drawn with an outline in every lane, or engine.NoJob.
	Hover, Pinned int32
}

// Draw paints the scene into dst, resized to the view's size. Text is not
// painted: see Labels. O(pixels * log jobs), without allocation.
func (s *Scene) Draw(dst *Raster) { panic("todo") }

// Align is where a label's anchor lies on the text.
type Align uint8

const (
	AlignLeft Align = iota
	AlignCenter
	AlignRight
)

// Label is text to write over the picture.
type Label struct {
	X, Y  float64 // device pixels; Y is the middle of the text
	Text  string
	Align Align
	Muted bool // Theme.Muted instead of Theme.Text
	Bold  bool
}

// Labels lists the texts of axis, titles and tracks. charWidth is the mean width
// of a character in device pixels.
func (s *Scene) Labels(charWidth float64) []Label { panic("todo") }
