package timeline

import (
	"fmt"
	"math"
)

// Color is 0xRRGGBB.
type Color uint32

// CSS is the colour as a style sheet writes it: "#rrggbb".
func (c Color) CSS() string { return fmt.Sprintf("#%06x", uint32(c)) }

// pixel is the colour as a Raster holds it.
func (c Color) pixel() uint32 {
	return 0xff000000 | uint32(c&0xff)<<16 | uint32(c&0xff00) | uint32(c>>16&0xff)
}

// Contrast is the contrast ratio of two colours by WCAG 2, from 1 to 21.
func Contrast(a, b Color) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func (c Color) luminance() float64 {
	linear := func(v Color) float64 {
		x := float64(v&0xff) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8) + 0.0722*linear(c)
}

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
	Halo       Color // around an outline, so that it stands out from any job
	Tracks     [4]Color
}

// Light and Dark are the two themes.
var (
	Light = &Theme{
		Background: 0xffffff, Idle: 0xf1f3f5, Overflow: 0xfbe3d6, Grid: 0xd5dade,
		Text: 0x1c2126, Muted: 0x56606b,
		Hover: 0x000000, Pinned: 0xc6008a, Halo: 0xffffff,
		Tracks: [4]Color{Blue: 0x0072b2, Orange: 0xd55e00, Green: 0x009e73, Purple: 0xaa4499},
	}
	Dark = &Theme{
		Dark:       true,
		Background: 0x14181d, Idle: 0x1e242b, Overflow: 0x43291c, Grid: 0x38414b,
		Text: 0xe9edf1, Muted: 0xa3afbb,
		Hover: 0xffffff, Pinned: 0xff6fcf, Halo: 0x000000,
		Tracks: [4]Color{Blue: 0x56b4e9, Orange: 0xe69f00, Green: 0x00b386, Purple: 0xcc79a7},
	}
)

// Hue is the colour of a track.
type Hue uint8

const (
	Blue   Hue = iota // utilisation
	Orange            // queue length
	Green             // memory
	Purple            // nodes over capacity
)
