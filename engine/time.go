package engine

import "backfill/engine/clock"

// Time is a point in simulated time or a length of it, in whole milliseconds. The packages on
// which engine is built call it clock.Time.
type Time = clock.Time

// Lengths of time, and Never, which lies after every event.
const (
	Millisecond = clock.Millisecond
	Second      = clock.Second
	Minute      = clock.Minute
	Hour        = clock.Hour
	Day         = clock.Day
	Never       = clock.Never
)

// MaxTime is the largest time a workload may hold.
const MaxTime = clock.MaxTime

// FromSeconds rounds s, in seconds, to the nearest millisecond, halves up.
// The caller has checked that s lies within ±MaxTime.
func FromSeconds(s float64) Time { return clock.FromSeconds(s) }
