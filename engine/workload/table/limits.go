package table

import (
	"math"

	"backfill/engine"
)

// Limits of what a file, a scenario or a person may say of jobs.
const (
	MaxSeconds    = 1e12    // largest time, about 31,700 years; below engine.MaxTime
	MaxProcessors = 1 << 30 // rounding it up to an allocation unit stays within int32
	MaxNumber     = 1e15    // of a job
	MaxBandwidth  = 1e9     // MB/s

	// MaxMean bounds the means of exponential times that are drawn, in seconds: some 30 years.
	MaxMean = 1e9
)

// Latest is the latest time in a workload that is read or made.
const Latest = engine.Time(MaxSeconds) * engine.Second

// WholeSeconds is x times mean, in seconds, rounded to whole seconds, at least one.
func WholeSeconds(x, mean float64) engine.Time {
	return engine.Time(max(1, math.Floor(float64(x*mean)+0.5))) * engine.Second
}

// Later is t + d, or the latest time of a workload if that is earlier.
func Later(t, d engine.Time) engine.Time { return min(t+d, Latest) }
