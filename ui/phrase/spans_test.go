package phrase

import (
	"testing"

	"backfill/engine"
)

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]engine.Time{
		"90": 90 * engine.Second, "2 h": 2 * engine.Hour, "1d 4h": 28 * engine.Hour, "0.5 min": 30 * engine.Second, "1h30m": 90 * engine.Minute,
	} {
		if got, err := ParseSpan(text); err != nil || got != want {
			t.Errorf("%s: %v %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"h", "2 weeks", "-1", "1..2", "1e99"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("%s: %v, want an error", text, got)
		}
	}
}

func TestSpan(t *testing.T) {
	for length, want := range map[engine.Time]string{
		0: "0 s", 250: "0.25 s", engine.Minute: "1 min", 200 * engine.Second: "3 min 20 s", 2*engine.Day + 4*engine.Hour + engine.Minute: "2 d 4 h",
		-engine.Hour: "-1 h",
		// Rounded to the last unit, which may make one more of a larger one.
		599_960: "10 min", 599_400: "9 min 59 s", engine.Hour - 400: "1 h", 2*engine.Hour + 29*engine.Minute + 30*engine.Second: "2 h 30 min", engine.Day - engine.Second: "1 d",
		2*engine.Day + 4*engine.Hour + 29*engine.Minute: "2 d 4 h", 3*engine.Day - 29*engine.Minute: "3 d", 59_999: "59.999 s", -(engine.Day - engine.Second): "-1 d",
	} {
		if got := Span(length); got != want {
			t.Errorf("%d ms: %q, want %q", length, got, want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for seconds, want := range map[float64]string{59.94: "59.9 s", 59.96: "1 min", 60: "1 min", 599.96: "10 min", 0: "0 s", 12.34: "12.3 s"} {
		if got := Seconds(seconds); got != want {
			t.Errorf("%v: %q, want %q", seconds, got, want)
		}
	}
	// 20 s are not to look like a minute.
	for pair, want := range map[[2]float64]string{{7200, 7229}: "2 h and 2 h 29 s", {7220, 7240}: "2 h 20 s and 2 h 40 s", {7220, 7290}: "2 h and 2 h 2 min", {100000, 100900}: "1 d 3 h 47 min and 1 d 4 h 2 min",
		{59, 61}: "59.0 s and 1 min 1 s", {90, 90}: "1 min 30 s and 1 min 30 s"} {
		if a, b := SecondsApart(pair[0], pair[1]); a+" and "+b != want {
			t.Errorf("%v: %s and %s, want %s", pair, a, b, want)
		}
	}
}

// Slurm's own way: minutes and seconds, hours before them, days before a dash.
// What is exact has the units of all spans, and reads back as the same.
func TestExactSeconds(t *testing.T) {
	for seconds, want := range map[float64]string{7200: "2 h", 35_968: "9 h 59 min 28 s", 90_061: "1 d 1 h 1 min 1 s", 61.5: "61.5 s", 0.25: "0.25 s"} {
		if got := ExactSeconds(seconds); got != want {
			t.Errorf("%v: %q, want %q", seconds, got, want)
		}
		if again, err := ParseSpan(ExactSeconds(seconds)); err != nil || again != engine.FromSeconds(seconds) {
			t.Errorf("%v is read back as %v (%v)", seconds, again, err)
		}
	}
}

func TestParseSpanOfSlurm(t *testing.T) {
	for text, want := range map[string]engine.Time{"10:30": 630 * engine.Second, "02:00:00": 2 * engine.Hour, " 1-12:00:05": 36*engine.Hour + 5*engine.Second, "0:90": 90 * engine.Second} {
		if got, err := ParseSpan(text); err != nil || got != want {
			t.Errorf("%q is %d ms, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{":", "1:", "1:2:3:4", "1-10:00", "-1:00", "1:2x", "99999999999:00", "1-1-1:00:00"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("%q is read as %d ms", text, got)
		}
	}
}

// As man sbatch has it: minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes, days-hours:minutes:seconds.
func TestParseLimitAsSbatch(t *testing.T) {
	for text, want := range map[string]engine.Time{"10": 10 * engine.Minute, " 1,440 ": engine.Day, "10:30": 630 * engine.Second, "00:10:00": 10 * engine.Minute, "1-12": 36 * engine.Hour,
		"1-12:30": 36*engine.Hour + 30*engine.Minute, "1-12:30:05": 36*engine.Hour + 30*engine.Minute + 5*engine.Second, "90 s": 90 * engine.Second, "2 h": 2 * engine.Hour} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("%q is %d ms, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"-5", "1-", "1-2-3", "long", "nan", "1e99", "1:2:3:4"} {
		if got, err := ParseLimit(text); err == nil {
			t.Errorf("%q is read as %d ms", text, got)
		}
	}
}
