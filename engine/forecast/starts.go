package forecast

import (
	"math"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// Level is the probability with which a start is to lie between Low and High.
const Level = 0.8

// Starts are the starts of one job in drawings, ascending. Never stands for those in which it does not start.
type Starts []engine.Time

// Quantile is stats.Quantile of the starts, rounded; Never between a start and Never. There is at least one start.
func (s Starts) Quantile(p float64) engine.Time {
	values := make([]float64, len(s))
	for i, start := range s {
		if values[i] = float64(start); start == engine.Never {
			values[i] = math.Inf(1)
		}
	}
	q := stats.Quantile(values, p)
	if math.IsInf(q, 1) {
		return engine.Never
	}
	return engine.Time(math.Floor(q + 0.5))
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
