package phrase

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
)

// Span is a length of time for people, such as "2 d 4 h" or "3 min 20 s": two units at most, rounded to the last one. What is shorter than a minute is exact.
func Span(d engine.Time) string { return span(d, 2) }

// FullSpan is a length of time with all its units, cut to the second as clocks do: "1 d 2 h 3 min 4 s".
func FullSpan(d engine.Time) string { return span(d-d%engine.Second, 4) }

// spanUnit is a unit of lengths from a minute on.
type spanUnit struct {
	length engine.Time
	name   string
}

var spanUnits = []spanUnit{{engine.Day, "d"}, {engine.Hour, "h"}, {engine.Minute, "min"}, {engine.Second, "s"}}

// span is a length of time in so many units at most.
func span(d engine.Time, most int) string {
	if d < 0 {
		return "-" + span(-d, most)
	}
	if d < engine.Minute {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	}
	shown := spanUnits
	for d < shown[0].length {
		shown = shown[1:]
	}
	shown = shown[:min(most, len(shown))]
	last := shown[len(shown)-1].length
	if rounded := (d + last/2) / last * last; rounded != d {
		return span(rounded, most) // it may have reached a larger unit
	}
	var text []string
	for _, u := range shown {
		if n := d / u.length; n > 0 {
			text = append(text, fmt.Sprintf("%d %s", n, u.name))
		}
		d %= u.length
	}
	return strings.Join(text, " ")
}

// ParseSpan reads a length of time such as "90", "2 h" or "1d 4h", larger units first;
// without unit it is in seconds. "10:30", "02:00:00" and "1-12:00:00" are read as Slurm does: minutes and seconds, hours before them, days before a dash.
func ParseSpan(text string) (engine.Time, error) {
	const accepted = "a time such as 90 s, 10 min, 2 h, 1 d or 02:00:00 is accepted"
	if strings.Contains(text, ":") {
		if t, ok := parseClock(strings.TrimSpace(text)); ok {
			return t, nil
		}
		return 0, fmt.Errorf("%s", accepted)
	}
	units := map[string]engine.Time{"": engine.Second, "s": engine.Second, "m": engine.Minute, "min": engine.Minute, "h": engine.Hour, "d": engine.Day}
	var total, last engine.Time
	rest := strings.ReplaceAll(strings.ToLower(text), " ", "")
	for rest != "" {
		n := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if n < 0 {
			n = len(rest)
		}
		amount, err := strconv.ParseFloat(rest[:n], 64)
		if err != nil || amount > 1e9 {
			return 0, fmt.Errorf("%s", accepted)
		}
		rest = rest[n:]
		m := strings.IndexFunc(rest, func(r rune) bool { return r >= '0' && r <= '9' })
		if m < 0 {
			m = len(rest)
		}
		unit, ok := units[rest[:m]]
		if !ok || last > 0 && unit >= last {
			return 0, fmt.Errorf("%s", accepted)
		}
		rest, last = rest[m:], unit
		total += engine.Time(math.Round(amount * float64(unit)))
	}
	return total, nil
}

// ParseLimit reads a time limit as sbatch -t does, a bare number in minutes and what follows days and a dash as hours, or else as ParseSpan.
func ParseLimit(text string) (engine.Time, error) {
	text = Ungrouped(strings.TrimSpace(text))
	days, rest, dash := strings.Cut(text, "-")
	if dash && strings.Count(rest, ":") < 2 {
		text = days + "-" + rest + strings.Repeat(":00", 2-strings.Count(rest, ":"))
	} else if n, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(n, 'f', -1, 64) + " min"
	}
	t, err := ParseSpan(text)
	if err != nil {
		return 0, errors.New("minutes as in sbatch -t 10, or a time such as 90 s, 2 h, 01:30:00 or 1-12:00:00 are accepted")
	}
	return t, nil
}

// parseClock reads [[days-]hours:]minutes:seconds.
func parseClock(text string) (total engine.Time, ok bool) {
	days, rest, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, rest = "0", text
	}
	parts := strings.Split(rest, ":")
	if len(parts) > 3 || len(parts) < 2 || hasDays && len(parts) < 3 {
		return 0, false
	}
	unit := engine.Second
	for _, part := range slices.Backward(parts) {
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil {
			return 0, false
		}
		total += engine.Time(n) * unit
		unit *= 60
	}
	n, err := strconv.ParseUint(days, 10, 16)
	return total + engine.Time(n)*engine.Day, err == nil
}

// Seconds is a length in seconds for people.
func Seconds(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	if seconds != 0 && seconds < 59.95 {
		return Decimals(seconds, 1) + " s"
	}
	if seconds > 0 && seconds < 60 {
		seconds = 60
	}
	return Span(engine.FromSeconds(seconds))
}

// SecondsApart are two lengths in seconds for people, with one unit more where they lie less than the last unit of the larger one apart: they would read the same
// otherwise, or rounding would make more of the difference than it is.
func SecondsApart(a, b float64) (string, string) {
	if a != b && a >= 60 && b >= 60 && math.Abs(a-b) < lastUnit(engine.FromSeconds(max(a, b))).Seconds() {
		return span(engine.FromSeconds(a), 3), span(engine.FromSeconds(b), 3)
	}
	return Seconds(a), Seconds(b)
}

// lastUnit is the last unit of a Span from a minute on.
func lastUnit(d engine.Time) engine.Time {
	i := slices.IndexFunc(spanUnits, func(u spanUnit) bool { return d >= u.length })
	return spanUnits[min(i+1, len(spanUnits)-1)].length
}

// ExactSeconds is a length of time that ParseSpan reads as the same: in all the units that it takes, or in seconds if there
// are fractions of them beside larger units.
func ExactSeconds(seconds float64) string {
	t := engine.FromSeconds(seconds)
	for _, text := range []string{Span(t), FullSpan(t)} {
		if again, err := ParseSpan(text); err == nil && again == t {
			return text
		}
	}
	return Number(seconds) + " s"
}

// SignedSeconds is a difference in seconds with its sign.
func SignedSeconds(seconds float64) string {
	if seconds > 0 {
		return "+" + Seconds(seconds)
	}
	if seconds < 0 {
		return "−" + Seconds(-seconds)
	}
	return "0"
}

// TimeLeft says how long the rest takes if so much is done after the time elapsed.
func TimeLeft(elapsed time.Duration, done, all int) string {
	left := time.Duration(float64(elapsed) * float64(all-done) / float64(done))
	if left < time.Second {
		return "less than a second left"
	}
	return "about " + Span(engine.Time(left.Round(time.Second).Milliseconds())) + " left"
}
