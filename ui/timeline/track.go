package timeline

import "backfill/engine"

// Track is a step function of time, drawn as an area: Values[i] holds from At[i]
// to At[i+1], the last one for ever, and 0 before the first.
type Track struct {
	Label  string // such as "busy processors"
	Top    int32  // value at the upper edge, at least 1
	Hue    Hue
	At     []engine.Time
	Values []int32
}

// NewTrack prepares the columns, which it keeps, for drawing at every zoom. At
// ascends. Top is the largest value. O(n).
func NewTrack(label string, hue Hue, at []engine.Time, values []int32) *Track { panic("todo") }

// ShareTop gives the tracks, one per policy, the same upper edge, so that they
// can be compared.
func ShareTop(tracks ...*Track) { panic("todo") }

// Reduce is the smallest, the largest and the mean value in [t0, t1).
func (t *Track) Reduce(t0, t1 engine.Time) (min, max int32, mean float64) { panic("todo") }
