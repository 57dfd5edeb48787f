package timeline

import "backfill/engine"

// MinSpan is the shortest window that one can zoom to.
const MinSpan = engine.Second

// View is the visible window and where each lane lies on the canvas. A View is a
// value: its methods return a new one, always within the range [First, Last) of the data.
type View struct {
	Scale
	First, Last engine.Time // range of the data
	Ratio       float64     // device pixels per CSS pixel
	Lanes       []Lane      // from top to bottom
	Height      int         // of all lanes, in device pixels
}

// Part says what a lane shows.
type Part int

const (
	AxisPart  Part = iota // the time axis
	TitlePart             // the name of a group
	GanttPart             // the Gantt chart of a group
	TrackPart             // TrackPart + i: track i of a group
)

// Lane is one horizontal strip of the canvas.
type Lane struct {
	Group       int // index of Scene.Groups, -1 for the axis
	Part        Part
	Top, Height int // device pixels
}

// Heights of lanes in CSS pixels.
type Heights struct {
	Axis, Title, Gantt, Track, Gap float64
}

// NewView shows the whole range [first, last) in width device pixels. A range
// shorter than MinSpan is lengthened.
func NewView(first, last engine.Time, width int, ratio float64) View { panic("todo") }

// Stack arranges the axis and, per group, title, Gantt chart and tracks.
func (v View) Stack(h Heights, groups []Group) View { panic("todo") }

// Resize keeps the window and changes the canvas's width and pixel ratio; call
// Stack afterwards if the ratio changed.
func (v View) Resize(width int, ratio float64) View { panic("todo") }

// Zoom shortens the window by factor (above 1: nearer; below 1: farther) and keeps the time
// under column x where it is.
func (v View) Zoom(x, factor float64) View { panic("todo") }

// Pan moves the window dx device pixels later.
func (v View) Pan(dx float64) View { panic("todo") }

// Reset shows the whole range.
func (v View) Reset() View { panic("todo") }

// Fit shows [t0, t1) with a margin.
func (v View) Fit(t0, t1 engine.Time) View { panic("todo") }

// FitTo shows job j of o from its submission to its end, with a margin; a job
// that never started, around its submission.
func (v View) FitTo(o *engine.Outcome, j int32) View { panic("todo") }

// Reveal moves the window, without zooming, as little as it takes to show t.
func (v View) Reveal(t engine.Time) View { panic("todo") }

// Key answers a keydown event's key ("ArrowLeft", "+", "Home", ...); ok is false
// if the key means nothing here.
func (v View) Key(key string, shift bool) (next View, ok bool) { panic("todo") }

// LaneAt is the index of the lane at height y, in device pixels, or -1.
func (v View) LaneAt(y int) int { panic("todo") }
