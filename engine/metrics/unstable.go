package metrics

import (
	"math"

	"backfill/engine/metrics/stats"
)

// Trend is how the mean queue length changed over the batches of a steady run, by the
// least squares line through them: Rise is how much it grows on that line from the beginning
// of the run, before the warm-up, to the middle of what is measured, and Level its mean
// there. A queue that grows in proportion to time, as that of a system which gets more work
// than it can do, has a Rise of Level; one that has come to rest has none, apart from chance.
type Trend struct{ Rise, Level float64 }

// TrendOf is the trend of at least two batches behind a warm-up; undefined (NaN) for
// fewer, and if a batch has no length.
func TrendOf(batches []Summary, warmup, batch int) Trend {
	n := float64(len(batches))
	if n < 2 {
		return Trend{math.NaN(), math.NaN()}
	}
	queue := Index("meanQueue")
	middle := float64(warmup)/float64(batch) + n/2 // in batches from the beginning
	var sum, product, squares float64
	for i, b := range batches {
		apart := float64(i) + 0.5 - n/2
		sum += b[queue]
		product += float64(apart * b[queue])
		squares += float64(apart * apart)
	}
	return Trend{Rise: product / squares * middle, Level: sum / n}
}

// GrowsLikely says whether the queue of a system grows without end, from the trends of
// several runs: the confidence interval of its mean rise, of the level that is given, lies
// above half of its mean level, so that it is nearer to growth in proportion to time than
// to rest. Measured on a system of the literature (FCFS with co-allocation) the quotient of
// both is 0.1 to 0.2 at 94 and 96 % of what it can do, 0.4 at 99 %, and 0.75 to 1 beyond 100 %.
// False for fewer than two runs, which do not tell.
func GrowsLikely(trends []Trend, level float64) bool {
	var beyond []float64
	for _, t := range trends {
		if !math.IsNaN(t.Rise + t.Level) {
			beyond = append(beyond, t.Rise-t.Level/2)
		}
	}
	interval := stats.MeanInterval(beyond, level)
	return interval.Low != nil && *interval.Low > 0
}

// RisingParts is the number of equal parts into which Rises divides a run.
const RisingParts = 5

// Rises says of a single run whether its mean queue length rises over five consecutive
// parts of it, as equal as whole batches make them; false with fewer than five batches, which do not tell.
// If parts were independent that would happen to a stable system in one of 120 runs.
func Rises(batches []Summary) bool {
	n := len(batches)
	if n < RisingParts {
		return false
	}
	queue := Index("meanQueue")
	before := math.Inf(-1)
	for k := range RisingParts {
		part := batches[k*n/RisingParts : (k+1)*n/RisingParts]
		mean := 0.0
		for _, b := range part {
			mean += b[queue] / float64(len(part))
		}
		if !(mean > before) { // or a batch has no length
			return false
		}
		before = mean
	}
	return true
}
