package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Proportion is Wilson's interval for the probability of which k of n independent trials were hits. Mean is the proportion k/n, which need not
// be in the middle. Of no trials it is NaN, without limits.
//
// Source: Wilson: Probable inference, the law of succession, and statistical inference, JASA 22, 1927.
func Proportion(k, n int, level float64) Interval {
	interval := Interval{Mean: Ratio(float64(k), float64(n)), Level: level, N: n}
	if n == 0 {
		return interval
	}
	z := math.Round(distuv.UnitNormal.Quantile((1+level)/2)*1e9) / 1e9
	p, size, square := interval.Mean, float64(n), float64(z*z)
	middle := (p + square/(2*size)) / (1 + square/size)
	half := z / (1 + square/size) * math.Sqrt(float64(p*(1-p))/size+square/(4*float64(size*size)))
	low, high := max(middle-half, 0), min(middle+half, 1)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	interval.Low, interval.High = &low, &high
	return interval
}
