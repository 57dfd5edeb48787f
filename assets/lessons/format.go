package lessons

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"backfill/ui/phrase"
)

// Format writes a value as the page does: times in the units that suit them or in the one that is
// asked for, shares in per cent, jobs by their numbers.
func Format(v Value, unit Unit, as string) string {
	switch unit {
	case Policy:
		return v.Policy
	case Jobs:
		return formatJobs(v.Jobs)
	case Percent:
		return rounded(v.Number*100) + " %"
	case Seconds:
		return formatTime(v.Number, as)
	}
	if as == "%" {
		return rounded(v.Number*100) + " %"
	}
	return rounded(v.Number)
}

func formatTime(seconds float64, as string) string {
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
	return rounded(seconds/units[as]) + " " + name
}

// rounded has no decimals from 100 on, one from 10 on and two below, without zeros at the end.
func rounded(x float64) string {
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

func formatJobs(jobs []int64) string {
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
