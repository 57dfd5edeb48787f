package grouping

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine"
)

// countLabel words a range of whole numbers: "2–4 processors", "1 processor",
// "9 or more processors".
func countLabel(format, one string) func(low, high int64) string {
	return func(low, high int64) string {
		switch {
		case high < 0:
			return fmt.Sprintf(format, fmt.Sprintf("%d or more", low))
		case high == 1:
			return one
		case low == high:
			return fmt.Sprintf(format, strconv.FormatInt(low, 10))
		}
		return fmt.Sprintf(format, fmt.Sprintf("%d–%d", max(low, 1), high))
	}
}

// licenceLabel words a range of numbers of licences, of which 0 is one: "up to 2 licences".
func licenceLabel(low, high int64) string {
	word := func(n string, last int64) string {
		if last == 1 {
			return n + " licence"
		}
		return n + " licences"
	}
	switch {
	case high < 0:
		return word(fmt.Sprintf("%d or more", low), 0)
	case low == high:
		return word(strconv.FormatInt(low, 10), low)
	case low <= 0:
		return word(fmt.Sprintf("up to %d", high), high)
	}
	return word(fmt.Sprintf("%d–%d", low, high), 0)
}

// durationLabel words a range of lengths of time: "up to 1 min", "1 min – 10 min",
// "over 1 h", "30 s".
func durationLabel(low, high int64) string { return rangeLabel(duration, low, high) }

// memoryLabel words a range of memories: "up to 2 GB", "2 GB – 4 GB".
func memoryLabel(low, high int64) string {
	return rangeLabel(func(kilobytes int64) string { return significant(float64(kilobytes)/gigabyte) + " GB" }, low, high)
}

// exactly words a range of values that are not rounded: "3600 s – 3628 s".
func (a *Attribute) exactly(low, high int64) string {
	return rangeLabel(func(v int64) string {
		return strings.TrimSpace(strconv.FormatFloat(float64(v)/a.scale, 'f', -1, 64) + " " + a.Unit)
	}, low, high)
}

func rangeLabel(word func(int64) string, low, high int64) string {
	switch {
	case low < 0:
		return "up to " + word(high)
	case high < 0:
		return "over " + word(low)
	case word(low) == word(high):
		return word(low)
	}
	return word(low) + " – " + word(high)
}

// ratioLabel words a range of requests: "request at most 2 times the run time".
func ratioLabel(low, high int64) string {
	word := func(v int64) string { return significant(float64(v) / ratioScale) }
	times := word(max(low, high))
	switch {
	case low < 0:
		times = "at most " + times
	case high < 0:
		times = "more than " + times
	case word(low) != word(high):
		times = word(low) + " to " + times
	}
	return "request " + times + " times the run time"
}

// significant is v with up to four digits: a label is for orientation.
func significant(v float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// duration words a length of time in the largest unit that needs no more than two
// units: "1 h 30 min", "45 s", "0.25 s", "2 d". Tens of hours stay hours, as in the names of
// queues: "50 h", "400 h".
func duration(ms int64) string {
	units := []struct {
		name   string
		length engine.Time
	}{{"d", engine.Day}, {"h", engine.Hour}, {"min", engine.Minute}}
	t := engine.Time(ms)
	if t > engine.Day && t < 1000*engine.Hour && t%(10*engine.Hour) == 0 && t%engine.Day != 0 {
		return fmt.Sprintf("%d h", t/engine.Hour)
	}
	for i, unit := range units {
		if t < unit.length {
			continue
		}
		smaller := engine.Second
		smallerName := "s"
		if i+1 < len(units) {
			smaller, smallerName = units[i+1].length, units[i+1].name
		}
		// Rounded to the smaller unit: a label is for orientation.
		n := (t + smaller/2) / smaller
		whole, rest := n/(unit.length/smaller), n%(unit.length/smaller)
		if rest == 0 {
			return fmt.Sprintf("%d %s", whole, unit.name)
		}
		return fmt.Sprintf("%d %s %d %s", whole, unit.name, rest, smallerName)
	}
	return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) + " s"
}
