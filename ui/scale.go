package ui

import (
	"math"
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
)

// scale is how values of one metric are written beside each other: divided by per,
// with so many digits behind the point, and a unit.
type scale struct {
	per    float64
	digits int
	unit   string // with the blank before it
}

// scaleFor writes values about as large as v with three digits that say something.
func scaleFor(d *metrics.Description, v float64) scale {
	s := scale{per: 1}
	switch {
	case d.Unit == "s":
		s = timeScale(v)
	case d.Unit == "jobs/s":
		s = scale{per: 1.0 / 3600, unit: " /h"}
	case isShare(d.Name):
		return scale{per: 0.01, digits: 1, unit: " %"}
	}
	s.digits = significant(v / s.per)
	return s
}

// timeScale has the largest unit of which there are at least two.
func timeScale(seconds float64) scale {
	a := math.Abs(seconds)
	switch {
	case a >= 2*86400:
		return scale{per: 86400, unit: " d"}
	case a >= 2*3600:
		return scale{per: 3600, unit: " h"}
	case a >= 2*60:
		return scale{per: 60, unit: " min"}
	case 0 < a && a < 0.1: // as value has it
		return scale{per: 0.001, unit: " ms"}
	}
	return scale{per: 1, unit: " s"}
}

// significant is how many digits behind the point make three in all.
func significant(v float64) int {
	a := math.Abs(v)
	switch {
	case a >= 100 || a == 0:
		return 0
	case a >= 10:
		return 1
	case a >= 1:
		return 2
	}
	return 3
}

// mostDigits is how many digits behind the point a number gets so as not to look like zero.
const mostDigits = 3

// telling is s with as many digits more as it takes that no value but zero is written as
// zero: what is marked as different from zero must not look the same.
func (s scale) telling(values ...float64) scale {
	for _, v := range values {
		for v != 0 && s.digits < mostDigits && strings.Trim(phrase.Decimals(v/s.per, s.digits), "−0.") == "" {
			s.digits++
		}
	}
	return s
}

func (s scale) number(v float64) string { return phrase.Decimals(v/s.per, s.digits) }

func (s scale) text(v float64) string { return s.telling(v).number(v) + s.unit }

// bounds is "2.4 to 2.6", "" if there is no interval.
func (s scale) bounds(low, high *float64) string {
	if low == nil || high == nil {
		return ""
	}
	s = s.telling(*low, *high)
	return s.number(*low) + " to " + s.number(*high)
}

// shares writes relative differences: one digit of a per cent, two if it is small.
func shares(v float64) scale {
	s := scale{per: 0.01, digits: 1, unit: " %"}
	if math.Abs(v) < 0.001 {
		s.digits = 2
	}
	return s
}

// atLevel is "95 %".
func atLevel(level float64) string { return phrase.Number(math.Round(1e4*level)/100) + " %" }

// value is a metric for people, with its unit.
func value(d *metrics.Description, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case d.Unit == "s" && v != 0 && v < 0.1 && v > -0.1:
		return phrase.Decimals(v*1000, 2) + " ms"
	case d.Unit == "s":
		return phrase.Seconds(v)
	case d.Unit != "" && d.Unit != "jobs/s" && v == float64(int64(v)):
		return phrase.Grouped(int64(v))
	case d.Unit == "jobs/s":
		return phrase.Decimals(v*3600, 1) + " /h"
	case isShare(d.Name):
		return phrase.Percent(v)
	}
	digits := 2
	if v >= 1000 {
		digits = 0
	}
	return phrase.Decimals(v, digits)
}

// isShare says whether a metric is a part of a whole, or of what would have been.
func isShare(name string) bool {
	switch name {
	case "utilization", "utilizationToLastArrival", "lossOfCapacity", "lossOfCapacityFit", "backfilledShare", "offeredLoad", "offeredMemory", "shareOfJobs", "shareOfLoad", "dedicatedOnTime", "penalizedRuntime",
		"late", "lateOfAll", "machineUsage", "licenceUsage", "lostWork":
		return true
	}
	return false
}
