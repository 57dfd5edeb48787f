package timeline

import (
	"math/bits"

	"backfill/engine"
)

// Scale relates simulated time to pixel columns: the window [T0, T1) fills Width
// columns. Times before and after the window have columns below 0 and beyond Width.
type Scale struct {
	T0, T1 engine.Time // T0 < T1
	Width  int         // device pixels, at least 1
}

// Span is the length of the window.
func (s Scale) Span() engine.Time { return s.T1 - s.T0 }

// X is the place of t in device pixels from the left edge.
func (s Scale) X(t engine.Time) float64 {
	return float64(t-s.T0) / float64(s.Span()) * float64(s.Width)
}

// Time is the first instant of column x: Column(t) >= x exactly if t >= Time(x).
func (s Scale) Time(x int) engine.Time {
	// The columns divide the window, rounded up: the ceiling of a negative
	// quotient is minus the floor of its absolute value.
	if x < 0 {
		q, _ := mulDiv(uint64(-x), uint64(s.Span()), uint64(s.Width))
		return s.T0 - engine.Time(q)
	}
	q, rest := mulDiv(uint64(x), uint64(s.Span()), uint64(s.Width))
	if rest > 0 {
		q++
	}
	return s.T0 + engine.Time(q)
}

// Column is the pixel column that holds t.
func (s Scale) Column(t engine.Time) int {
	if t < s.T0 {
		q, rest := mulDiv(uint64(s.T0-t), uint64(s.Width), uint64(s.Span()))
		if rest > 0 {
			q++
		}
		return -int(q)
	}
	q, _ := mulDiv(uint64(t-s.T0), uint64(s.Width), uint64(s.Span()))
	return int(q)
}

// mulDiv is a*b/c and its remainder, saturating where the quotient has no place.
func mulDiv(a, b, c uint64) (q, rest uint64) {
	if bits.Len64(a)+bits.Len64(b) <= 64 {
		return a * b / c, a * b % c
	}
	hi, lo := bits.Mul64(a, b)
	if hi >= c {
		return 1 << 62, 0
	}
	q, rest = bits.Div64(hi, lo, c)
	return min(q, 1<<62), rest
}
