package timeline

import "backfill/engine"

// ColorBy says what a job's colour shows.
type ColorBy uint8

const (
	ByWait ColorBy = iota
	BySize
	ByUser
	ByKind
)

// String is the word for people, such as "wait".
func (b ColorBy) String() string { panic("todo") }

// Coloring maps jobs to colours, the same in all lanes.
type Coloring struct{}

// NewColoring looks at the outcomes that are drawn together, so that a colour
// means the same in each of them. O(jobs).
func NewColoring(by ColorBy, outcomes ...*engine.Outcome) *Coloring { panic("todo") }

// Paint is the colour of every piece of p, a placement of o, as an index that
// depends on no theme.
func (c *Coloring) Paint(o *engine.Outcome, p *Placement) []uint8 { panic("todo") }

// LegendEntry is one line of a legend.
type LegendEntry struct {
	Color   Color
	Text    string
	Hatched bool // jobs of this kind carry a texture
}

// Legend explains the colours, from small to large or from frequent to rare.
func (c *Coloring) Legend(t *Theme) []LegendEntry { panic("todo") }
