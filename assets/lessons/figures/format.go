package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"backfill/ui/phrase"
)

// Format writes a value of a unit as the page does: times in the units that suit them, shares in per cent, jobs by their numbers. as is "", or asks for
// another way: a unit of TimeUnits for a time, "%" for a plain number that is a share.
func Format(v Value, unit Unit, as string) string {
	switch unit {
	case Policy:
		return v.Policy
	case Jobs:
		return FormatJobs(v.Jobs)
	case Percent:
		return Rounded(v.Number*100) + " %"
	case Seconds:
		return FormatTime(v.Number, as)
	}
	if as == "%" {
		return Rounded(v.Number*100) + " %"
	}
	return Rounded(v.Number)
}

// FormatTime writes a time in the unit of TimeUnits that is asked for or, if that is "", in those that suit it.
func FormatTime(seconds float64, as string) string {
	switch size := math.Abs(seconds); {
	case as == "" && size >= 60:
		text := phrase.Seconds(size)
		if seconds < 0 {
			text = "−" + text
		}
		return text
	case as == "":
		as = "s"
	}
	name := as
	if as == "d" {
		name = "days"
	}
	return Rounded(seconds/TimeUnits[as]) + " " + name
}

// Rounded writes a number with no decimals from 100 on, one from 10 on and two below, without zeros at the end.
func Rounded(x float64) string {
	digits := 1
	switch size := math.Abs(x); {
	case size >= 100:
		digits = 0
	case size < 10:
		digits = 2
	}
	scale := math.Pow(10, float64(digits))
	return strings.Replace(strconv.FormatFloat(math.Floor(x*scale+0.5)/scale, 'f', -1, 64), "-", "−", 1)
}

// FormatJobs lists jobs by their numbers, with "and" before the last one. Of no job it says "none".
func FormatJobs(jobs []int64) string {
	if len(jobs) == 0 {
		return "none"
	}
	var text strings.Builder
	for i, j := range jobs {
		switch {
		case i > 0 && i == len(jobs)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		fmt.Fprint(&text, j)
	}
	return text.String()
}
