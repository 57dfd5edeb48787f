package timeline

import "math"

// Paper is the size of a printed figure.
type Paper struct {
	Width  float64 // millimetres
	Points float64 // size of its text
}

const (
	millimetresPerInch = 25.4
	pointsPerInch      = 72
	dotsPerInch        = 300
)

// units is the width of a figure whose text is size units high.
func (p Paper) units(size float64) int {
	return int(math.Round(p.Width / millimetresPerInch * pointsPerInch / p.Points * size))
}

// Dots is the width of a figure as a picture of 300 dots per inch.
func (p Paper) Dots() int { return int(math.Round(p.Width / millimetresPerInch * dotsPerInch)) }
