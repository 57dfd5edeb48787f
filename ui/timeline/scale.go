package timeline

import "backfill/engine"

// Scale relates simulated time to pixel columns: the window [T0, T1) fills Width
// columns. Times before and after the window have columns below 0 and beyond Width.
type Scale struct {
	T0, T1 engine.Time // T0 < T1
	Width  int         // device pixels, at least 1
}

// X is the place of t in device pixels from the left edge.
func (s Scale) X(t engine.Time) float64 {
	return float64(t-s.T0) / float64(s.T1-s.T0) * float64(s.Width)
}

// Time is the first instant of column x: Column(t) >= x exactly if t >= Time(x).
func (s Scale) Time(x int) engine.Time { panic("todo") }

// Column is the pixel column that holds t.
func (s Scale) Column(t engine.Time) int { panic("todo") }
