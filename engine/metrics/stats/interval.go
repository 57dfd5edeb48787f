// Package stats computes with numbers alone: exact and compensated sums, percentiles,
// distributions, and confidence intervals over replications or over batches of one long run.
// It does not know what the numbers are about.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is an estimate with its confidence interval. Low and High are nil where the
// values say nothing about their own error: of fewer than two, and see Resampling.
type Interval struct {
	Mean  float64  `json:"mean"` // the estimate: a mean, a mean difference or a ratio of means
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
	Level float64  `json:"level"`
	N     int      `json:"n"` // values, or pairs of values
}

// MeanInterval is Student's t interval for the mean of independent values:
// mean ± t(n-1, (1+level)/2) · s / √n, with level between 0 and 1. The mean of no
// values is NaN. Values that are NaN (an undefined metric) must be left out before.
func MeanInterval(values []float64, level float64) Interval {
	n := float64(len(values))
	var sum CompensatedSum
	for _, x := range values {
		sum.Add(x)
	}
	mean := Ratio(sum.Value(), n)
	interval := Interval{Mean: mean, Level: level, N: len(values)}
	if n < 2 {
		return interval
	}
	var squares CompensatedSum
	for _, x := range values {
		deviation := x - mean
		squares.Add(float64(deviation * deviation))
	}
	half := float64(studentsT(n-1, level) * math.Sqrt(squares.Value()/(n-1)/n))
	low, high := mean-half, mean+half
	interval.Low, interval.High = &low, &high
	return interval
}

// studentsT is what Student's t with so many degrees of freedom exceeds in absolute
// value with probability 1 - level, to nine decimals: logarithms and exponentials
// differ between platforms in digits far behind.
func studentsT(freedom, level float64) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile((1 + level) / 2)
	return math.Round(t*1e9) / 1e9
}

// PairedDifference is Student's t interval for the mean of other[i] - base[i]: values of
// one metric in replications i that two policies (or two points of a sweep) ran on the
// same workload. What the workloads do to both cancels, so that it is narrower than
// two intervals side by side suggest. A pair of which one value is NaN does not count.
// It panics if base and other differ in length: a programmer's mistake.
func PairedDifference(base, other []float64, level float64) Interval {
	mustPair(base, other)
	differences := make([]float64, 0, len(base))
	for i, b := range base {
		if d := other[i] - b; !math.IsNaN(d) {
			differences = append(differences, d)
		}
	}
	return MeanInterval(differences, level)
}

func mustPair(base, other []float64) {
	if len(base) != len(other) {
		panic("stats: pairs of columns that differ in length")
	}
}
