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

// Span is a length of time for people, such as "2 d 4 h" or "3 min 20 s": two units at most.
func Span(d engine.Time) string { return span(d, 2) }

// FullSpan is a length of time with all its units, to the second: "1 d 2 h 3 min 4 s".
func FullSpan(d engine.Time) string { return span(d-d%engine.Second, 4) }

// span is a length of time in so many units at most.
func span(d engine.Time, most int) string {
	if d < 0 {
		return "-" + span(-d, most)
	}
	if d < engine.Minute {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	}
	units := []struct {
		length engine.Time
		name   string
	}{{engine.Day, "d"}, {engine.Hour, "h"}, {engine.Minute, "min"}, {engine.Second, "s"}}
	for i, u := range units {
		if d < u.length {
			continue
		}
		var text []string
		for _, u := range units[i:min(i+most, len(units))] {
			if n := d / u.length; n > 0 {
				text = append(text, fmt.Sprintf("%d %s", n, u.name))
			}
			d %= u.length
		}
		return strings.Join(text, " ")
	}
	return ""
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
	if seconds != 0 && seconds < 60 {
		return Decimals(seconds, 1) + " s"
	}
	return Span(engine.FromSeconds(seconds))
}

// SecondsApart are two lengths in seconds for people, with one unit more where they would read the same otherwise.
func SecondsApart(a, b float64) (string, string) {
	x, y := Seconds(a), Seconds(b)
	if x != y || a == b || a < 60 || math.IsNaN(a) {
		return x, y
	}
	return span(engine.FromSeconds(a), 3), span(engine.FromSeconds(b), 3)
}

// ExactSeconds is a length of time that ParseSpan reads as the same: in larger units if nothing is
// lost by that.
func ExactSeconds(seconds float64) string {
	t := engine.FromSeconds(seconds)
	text := Span(t)
	if again, err := ParseSpan(text); err == nil && again == t {
		return text
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
