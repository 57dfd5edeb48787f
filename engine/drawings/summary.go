package drawings

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// Range is the middle and the middle nine tenths of values over drawings, by stats.Quantile. Of fewer than 19 drawings Low and High are the
// least and the greatest value, and hold less than nine tenths.
type Range struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`  // 5th percentile
	High   float64 `json:"high"` // 95th percentile
	N      int     `json:"n"`    // drawings
}

// RangeOf is the range of values, one of each drawing; NaN if there are none.
func RangeOf(values []float64) Range {
	if len(values) == 0 {
		return Range{Median: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	sorted := slices.Sorted(slices.Values(values))
	return Range{Median: stats.Quantile(sorted, 0.5), Low: stats.Quantile(sorted, 0.05), High: stats.Quantile(sorted, 0.95), N: len(values)}
}

// Holds says whether a value lies within r.
func (r Range) Holds(value float64) bool { return r.Low <= value && value <= r.High }

// Summary is the mean wait of some jobs over drawings, in seconds.
type Summary struct {
	Range
	Means   []float64 // by drawing; NaN if Jobs is 0
	Jobs    int       // that started in every drawing, of which the means are
	LeftOut int       // that did not
}

// Summarize tells of the mean wait of the jobs in rows, of those that started in every drawing: Started lists them, and a mean that a log
// recorded has to be of the same.
func Summarize(all []Waits, rows []int32) Summary {
	started := Started(all, rows)
	s := Summary{Means: Means(all, started), Jobs: len(started), LeftOut: len(rows) - len(started)}
	if s.Range = RangeOf(nil); s.Jobs > 0 {
		s.Range = RangeOf(s.Means)
	}
	return s
}

// Means is the mean wait of the jobs in rows in each drawing, in seconds. They all started in all. It is NaN of no jobs.
func Means(all []Waits, rows []int32) []float64 {
	means := make([]float64, len(all))
	for i, waits := range all {
		means[i] = mean(waits, rows)
	}
	return means
}

func mean(waits Waits, rows []int32) float64 {
	sum := engine.Time(0)
	for _, j := range rows {
		sum += waits[j]
	}
	return stats.Ratio(sum.Seconds(), float64(len(rows)))
}

// Job is how long one job waited over drawings.
type Job struct {
	Waits    []float64 // in increasing order, s, of the drawings in which it started
	Drawings int       // in all
}

// OfJob tells of the job in a row.
func OfJob(all []Waits, row int32) Job {
	job := Job{Drawings: len(all)}
	for _, waits := range all {
		if waits[row] >= 0 {
			job.Waits = append(job.Waits, waits[row].Seconds())
		}
	}
	slices.Sort(job.Waits)
	return job
}

// Percentile is the wait at p, between 0 and 1, by stats.Quantile; NaN if the job started in no drawing.
func (j Job) Percentile(p float64) float64 {
	if len(j.Waits) == 0 {
		return math.NaN()
	}
	return stats.Quantile(j.Waits, p)
}

// Range is the range of the waits of the drawings in which the job started.
func (j Job) Range() Range { return RangeOf(j.Waits) }

// Distribution is the distribution of the waits at no more than so many points ≥ 2.
func (j Job) Distribution(points int) stats.Distribution {
	return stats.DistributionOf(slices.Clone(j.Waits), points)
}
