package forecast

import (
	"math"

	"backfill/engine"
)

// Level is the probability with which a start is to lie between Low and High.
const Level = 0.8

// Starts are the starts of one job in drawings, ascending. Never stands for those in which it does not start.
type Starts []engine.Time

// Quantile is the value at place (n + 1) p of n, counted from 1, interpolated between two places; the first before the first place, and the last
// behind the last. A start that is drawn as these were lies below it with probability p, as long as the place is one from 1 to n. There is at
// least one start.
//
// Source: Hyndman, Fan: Sample quantiles in statistical packages, The American Statistician 50, 1996, definition 6.
func (s Starts) Quantile(p float64) engine.Time {
	place := min(max(float64(float64(len(s)+1)*p), 1), float64(len(s)))
	below := int(math.Floor(place))
	part := place - float64(below)
	if part == 0 || s[below] == s[below-1] {
		return s[below-1]
	}
	if s[below] == engine.Never {
		return engine.Never
	}
	return s[below-1] + engine.Time(math.Floor(float64(part*float64(s[below]-s[below-1]))+0.5))
}

// Low and High are the ends of the range in which a start lies with the probability Level, from 9 drawings on.
func (s Starts) Low() engine.Time { return s.Quantile((1 - Level) / 2) }

// High is the upper end.
func (s Starts) High() engine.Time { return s.Quantile((1 + Level) / 2) }

// Median is the start before which half of the drawings lie.
func (s Starts) Median() engine.Time { return s.Quantile(0.5) }

// After is in how many drawings the job starts after an instant, or never.
func (s Starts) After(t engine.Time) (n int) {
	for _, start := range s {
		if start > t {
			n++
		}
	}
	return n
}
