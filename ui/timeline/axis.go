package timeline

import "backfill/engine"

// Clock names instants: by the calendar if there is one, else as time since zero.
type Clock struct {
	Calendar *engine.Calendar // nil: no calendar
	Zone     Zone
}

// Tick is one mark of the time axis.
type Tick struct {
	At    engine.Time
	X     float64 // device pixels
	Label string  // "" if there is no room
	Major bool    // begins a day or a longer unit
}

// Axis is the time axis of a window.
type Axis struct {
	Ticks []Tick
	// Context says what the labels leave out: the date and zone of the left edge,
	// or what time zero is.
	Context string
}

// Ticks divides the window into round steps whose labels do not overlap.
// charWidth is the mean width of a character in device pixels.
func (c Clock) Axis(s Scale, charWidth float64) Axis { panic("todo") }

// Format is instant t for people, to the second: "2 d 04:00:10" or "25 Sep 1996 18:00:41".
func (c Clock) Format(t engine.Time) string { panic("todo") }

// FormatSpan is a length of time for people, such as "2 d 4 h" or "3 min 20 s": two units at most.
func FormatSpan(d engine.Time) string { panic("todo") }
