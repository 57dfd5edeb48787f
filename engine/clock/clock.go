// Package clock is simulated time.
package clock

import "math"

// Time is a point in simulated time or a length of it, in whole milliseconds.
// Points count from the workload's own zero (for a log: its UnixStartTime).
// Time is an integer so that a schedule is the same on every platform.
type Time int64

// Lengths of time, and Never, which lies after every event.
const (
	Millisecond Time = 1
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
	Hour             = 60 * Minute
	Day              = 24 * Hour
	Never       Time = math.MaxInt64
)

// MaxTime is the largest time a workload may hold: about 140,000 years. It leaves
// room to add estimates without overflow.
const MaxTime Time = 1 << 52

// Seconds is t in seconds, for people and for statistics.
func (t Time) Seconds() float64 { return float64(t) / float64(Second) }

// WholeSeconds is t in whole seconds, rounded down.
func (t Time) WholeSeconds() int64 {
	if t < 0 {
		return -int64((-t + Second - 1) / Second)
	}
	return int64(t / Second)
}

// FromSeconds rounds s, in seconds, to the nearest millisecond, halves up.
// The caller has checked that s lies within ±MaxTime.
func FromSeconds(s float64) Time { return Time(math.Floor(float64(s*1000) + 0.5)) }
