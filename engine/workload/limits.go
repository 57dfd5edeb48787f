package workload

import (
	"math"

	"backfill/engine"
)

// Limits of what a file, a scenario or a person may say of jobs.
const (
	maxSeconds    = 1e12    // largest time, about 31,700 years; below engine.MaxTime
	maxProcessors = 1 << 30 // rounding it up to an allocation unit stays within int32
	maxNumber     = 1e15    // of a job
	maxBandwidth  = 1e9     // MB/s

	// maxMean bounds the means of exponential times that are drawn, in seconds: some 30 years.
	maxMean = 1e9
)

// latest is the latest time in a workload that is read or made.
const latest = engine.Time(maxSeconds) * engine.Second

// wholeSeconds is x times mean, in seconds, rounded to whole seconds, at least one.
func wholeSeconds(x, mean float64) engine.Time {
	return engine.Time(max(1, math.Floor(float64(x*mean)+0.5))) * engine.Second
}

// later is t + d, but not after the latest time of a workload.
func later(t, d engine.Time) engine.Time { return min(t+d, latest) }
