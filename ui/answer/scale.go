package answer

import (
	"math"
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
)

// Scale is how values of one metric are written beside each other: divided by Per,
// with so many digits behind the point, and a unit; or as lengths of time, each in units of its own.
type Scale struct {
	Per    float64
	Digits int
	Unit   string // with the blank before it; "" of times
	Time   bool   // values are seconds; Digits count below a minute
}

// ScaleFor writes values about as large as v with three digits that say something.
func ScaleFor(d *metrics.Description, v float64) Scale {
	s := Scale{Per: 1}
	switch {
	case d.Unit == "s":
		s.Time = true
	case d.Unit == "jobs/s":
		s = Scale{Per: 1.0 / 3600, Unit: " /h"}
	case IsShare(d.Name):
		return Scale{Per: 0.01, Digits: 1, Unit: " %"}
	}
	s.Digits = significant(v / s.Per)
	return s
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
const mostDigits = 6

// distinct is s with as many digits more as it takes that v is not written as zero unless it is: what is marked as different from zero
// must not look the same.
func (s Scale) distinct(v float64) Scale {
	for v != 0 && !s.Time && s.Digits < mostDigits && strings.Trim(phrase.Decimals(v/s.Per, s.Digits), "−0.") == "" {
		s.Digits++
	}
	return s
}

func (s Scale) number(v float64) string {
	if s.Time {
		return timeText(v, s.Digits)
	}
	return phrase.Decimals(v/s.Per, s.Digits)
}

// timeText is a length of time, in seconds: below a minute with so many digits behind the point, one at least.
func timeText(seconds float64, digits int) string {
	if seconds < 0 {
		return "−" + timeText(-seconds, digits)
	}
	switch {
	case seconds == 0:
		return "0 s"
	case seconds < 0.1:
		return phrase.Decimals(seconds*1000, 2) + " ms"
	case seconds < 60:
		if text := phrase.Decimals(seconds, max(digits, 1)); !strings.HasPrefix(text, "60") {
			return text + " s"
		}
		seconds = 60
	}
	return phrase.Seconds(seconds)
}

// Text is a value with its unit: "2.5 %", "2 h 30 min".
func (s Scale) Text(v float64) string { return s.distinct(v).number(v) + s.Unit }

// Bounds is "2.4 to 2.6" or, of times, "1 h to 1 h 5 min", "" if there is no interval.
func (s Scale) Bounds(low, high *float64) string {
	if low == nil || high == nil {
		return ""
	}
	if s.Time {
		a, b := s.apart(*low, *high)
		return a + " to " + b
	}
	return s.distinct(*low).number(*low) + " to " + s.distinct(*high).number(*high)
}

// apart are two lengths of time, with more digits or units than usual where they would read the same otherwise.
func (s Scale) apart(a, b float64) (string, string) {
	x, y := s.number(a), s.number(b)
	for x == y && a != b && math.Abs(a) < 60 && s.Digits < mostDigits {
		s.Digits++
		x, y = s.number(a), s.number(b)
	}
	if a == b || a*b < 0 || min(math.Abs(a), math.Abs(b)) < 60 {
		return x, y
	}
	x, y = phrase.SecondsApart(math.Abs(a), math.Abs(b))
	if a < 0 {
		x, y = "−"+x, "−"+y
	}
	return x, y
}

// Cell is a value with its interval in this unit, with as many digits as the value needs.
func (s Scale) Cell(v float64, low, high *float64) Cell {
	s.Digits = significant(v / s.Per)
	return Cell{Text: s.Text(v), Interval: s.Bounds(low, high)}
}

// ShareScale writes relative differences: one digit of a per cent, two if it is small.
func ShareScale(v float64) Scale {
	s := Scale{Per: 0.01, Digits: 1, Unit: " %"}
	if math.Abs(v) < 0.001 {
		s.Digits = 2
	}
	return s
}

// AtLevel is "95 %".
func AtLevel(level float64) string { return phrase.Number(math.Round(1e4*level)/100) + " %" }

// Value is a metric for people, with its unit.
func Value(d *metrics.Description, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case d.Unit == "s":
		return timeText(v, 1)
	case d.Unit != "" && d.Unit != "jobs/s" && v == float64(int64(v)):
		return phrase.Grouped(int64(v))
	case d.Unit == "jobs/s":
		return phrase.Decimals(v*3600, 1) + " /h"
	case IsShare(d.Name):
		return phrase.Percent(v)
	}
	digits := 2
	if v >= 1000 {
		digits = 0
	}
	return phrase.Decimals(v, digits)
}

// IsShare says whether a metric is a part of a whole, or of what would have been.
func IsShare(name string) bool {
	switch name {
	case "utilization", "utilizationToLastArrival", "lossOfCapacity", "lossOfCapacityFit", "strandedProcessors", "strandedMemory", "strandedGpus", "backfilledShare", "offeredLoad", "offeredMemory", "shareOfJobs", "shareOfLoad", "dedicatedOnTime", "penalizedRuntime",
		"late", "lateOfAll", "machineUsage", "licenceUsage", "lostWork":
		return true
	}
	return false
}
