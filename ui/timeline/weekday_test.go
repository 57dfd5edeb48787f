package timeline

import (
	"strings"
	"testing"

	"backfill/engine"
)

// The workload begins on Thursday, 26 November 2026, at 8:00 in a zone an hour east of UTC, and ends on Monday, 30 November, at 9:00: 4 d 1 h later. The next Monday at 9
// is a week after that, and the next Monday at 10 an hour.
func TestReadNext(t *testing.T) {
	const h, d = engine.Hour, engine.Day
	c := Clock{Calendar: &engine.Calendar{UnixStart: 1795676400}, Zone: Zone{Name: "CET", Offset: func(int64) int { return 3600 }}}
	const end = 4*d + h
	for text, want := range map[string]engine.Time{
		"Monday 9:00": end + 7*d, "Mon 10": end + h, "on Monday at 10": end + h, "monday, 10:00:30": end + h + 30*engine.Second, "Tue": end + 15*h, "Thurs at 8": end + 2*d + 23*h,
		"sunday 9": end + 6*d, "mon 8": end + 7*d - h, "2026-12-01 09:00": end + d, "90 min": 90 * engine.Minute,
	} {
		if got, err := c.ReadNext(text, end); got != want || err != nil {
			t.Errorf("%q is %v, want %v: %v", text, got, want, err)
		}
	}
	if got, err := c.ReadNext("Mon 9", end-1); got != end || err != nil {
		t.Errorf("just before it is %v: %v", got, err)
	}
	for _, text := range []string{"Mon 24", "Mo 9", "Monday 9 o'clock", "Moonday 9", "at 9", "abc", ""} {
		if got, err := c.ReadNext(text, end); err == nil || !strings.Contains(err.Error(), "a date such as 2026-11-27 or 2026-11-27 14:30 (CET), a weekday such as Monday 9:00, or a time since the start") {
			t.Errorf("%q is %v: %v", text, got, err)
		}
	}
	if got, err := (Clock{}).ReadNext("Mon 9", 0); err == nil || strings.Contains(err.Error(), "weekday") {
		t.Errorf("without dates it is %v: %v", got, err)
	}
	if got, err := c.ReadNext("Thu 7", h); got != 7*d-h || err != nil {
		t.Errorf("an hour before the workload begins, a week later, is %v: %v", got, err)
	}
	// Clocks skip half past two on Sunday, 30 March 1997; it is not silently that of another week.
	if got, err := from1997.ReadNext("Sun 2:30", 0); err == nil || !strings.Contains(err.Error(), "skip this time") {
		t.Errorf("half past two is %v: %v", got, err)
	}
	for at, want := range map[engine.Time]string{end: "Mon 30 Nov 2026 09:00", end + 5*engine.Second: "Mon 30 Nov 2026 09:00:05"} {
		if got := c.FormatDay(at); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
