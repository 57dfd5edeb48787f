package timeline

// Color is 0xRRGGBB.
type Color uint32

// CSS is the colour as a style sheet writes it: "#rrggbb".
func (c Color) CSS() string { panic("todo") }

// Theme is the set of colours of everything but jobs.
type Theme struct {
	Dark       bool
	Background Color // between lanes
	Idle       Color // processors without a job
	Overflow   Color // rows beyond the machine
	Grid       Color
	Text       Color // at least 4.5:1 on Background
	Muted      Color // at least 4.5:1 on Background
	Hover      Color // outline of the job pointed at
	Pinned     Color // outline of the job in the inspector
}

// Light and Dark are the two themes.
var (
	Light = &Theme{}
	Dark  = &Theme{Dark: true}
)

// Hue is the colour of a track.
type Hue uint8

const (
	Blue   Hue = iota // utilisation
	Orange            // queue length
)
