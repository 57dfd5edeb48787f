package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a mean with its confidence interval. Low and High are nil when there are
// fewer than two values: one value says nothing about its own error.
type Interval struct {
	Mean  float64  `json:"mean"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
	Level float64  `json:"level"`
	N     int      `json:"n"`
}

// MeanInterval is Student's t interval for the mean of independent values:
// mean ± t(n-1, (1+level)/2) · s / √n, with level between 0 and 1. The mean of no
// values is NaN. Values that are NaN (an undefined metric) must be left out before.
func MeanInterval(values []float64, level float64) Interval {
	mean, sd := stat.MeanStdDev(values, nil)
	interval := Interval{Mean: mean, Level: level, N: len(values)}
	if n := float64(len(values)); n >= 2 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1 + level) / 2)
		half := t * sd / math.Sqrt(n)
		low, high := mean-half, mean+half
		interval.Low, interval.High = &low, &high
	}
	return interval
}
