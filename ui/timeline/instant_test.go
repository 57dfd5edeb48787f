package timeline

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"backfill/engine"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		got, want string
	}{
		{Clock{}.Format(0), "0"},
		{Clock{}.Format(61500), "1 min 1 s"},
		{Clock{}.Format(engine.Hour + 5*engine.Second), "1 h 5 s"},
		{Clock{}.Format(2*engine.Day + 4*engine.Hour + 10*engine.Second), "2 d 04:00:10"},
		{Clock{Calendar: &engine.Calendar{UnixStart: 843480031}, Zone: Zone{Offset: func(int64) int { return 7200 }}}.Format(10 * engine.Second), "23 Sep 1996 14:00:41"},
		{Clock{Calendar: &engine.Calendar{UnixStart: 843480031}, Zone: clockChange}.context(0), "Mon 23 Sep 1996, Europe/Stockholm"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// from1997 begins on 29 March 1997 at 0:00 UTC, which is 1:00 in its zone, clockChange: clocks go forward from 2:00 to 3:00 on 30 March,
// 25 h later, and back from 3:00 to 2:00 on 26 October, 211 d and 1 h later (2 days are left of March, then come 30 + 31 + 30 + 31 + 31 +
// 30 days to the end of September, and 26 of October).
var from1997 = Clock{Calendar: &engine.Calendar{UnixStart: 859593600}, Zone: clockChange}

// lateMidnight is a zone three hours west of UTC in which 5 October 1997 begins at 1:00, when clocks go an hour forward: at 3:00 UTC.
var lateMidnight = Zone{Name: "America/Sao_Paulo", Offset: func(unix int64) int {
	if unix >= time.Date(1997, 10, 5, 3, 0, 0, 0, time.UTC).Unix() {
		return -7200
	}
	return -10800
}}

func TestRead(t *testing.T) {
	const h, d, min, sec = engine.Hour, engine.Day, engine.Minute, engine.Second
	utc := Clock{Calendar: &engine.Calendar{UnixStart: 1709596800}} // 5 March 2024, 0:00 UTC
	brazil := Clock{Calendar: &engine.Calendar{UnixStart: time.Date(1997, 10, 1, 3, 0, 0, 0, time.UTC).Unix()}, Zone: lateMidnight}
	for _, c := range []struct {
		clock Clock
		text  string
		want  engine.Time
	}{
		{Clock{}, "0", 0}, {Clock{}, "90", 90 * sec}, {Clock{}, "5,400 s", 90 * min}, {Clock{}, "1d 4h", 28 * h}, {Clock{}, " 0.5 min ", 30 * sec},
		{Clock{}, "3 d 12:00", 84 * h}, {Clock{}, "2 d 04:00:10", 52*h + 10*sec}, {Clock{}, "3d 9:05", 81*h + 5*min}, {Clock{}, "day 3 12:00", 84 * h},
		{Clock{}, "Day 3", 72 * h}, {Clock{}, "1:30:05", 90*min + 5*sec}, {Clock{}, "100:00:00.25", 100*h + 250},
		{utc, "90 min", 90 * min}, {utc, "3 d 12:00", 84 * h},
		{utc, "2024-03-05", 0}, {utc, "2024-3-6", d}, {utc, "2024-03-05 14:30", 14*h + 30*min}, {utc, "2024-03-05T14:30:15", 14*h + 30*min + 15*sec},
		{utc, "2024-03-06 0:00:00.25", d + 250}, {utc, "6 Mar 2024", d}, {utc, "6 march 2024, 9:00", d + 9*h}, {utc, "Mar 6, 2024 09:00:00", d + 9*h},
		{from1997, "1997-03-29 01:00", 0},
		{from1997, "1997-03-29", 0},      // in the course of which the workload begins
		{from1997, "1997-03-30", 23 * h}, // an hour east of UTC
		{from1997, "1997-03-30 01:59", 24*h + 59*min},
		{from1997, "1997-03-30 03:00", 25 * h}, // two hours east of UTC from here on
		{from1997, "1997-03-31", 46 * h},       // a day of 23 h
		{from1997, "1997-10-26", 210*d + 22*h},
		{from1997, "1997-10-26 01:59:59", 211*d - sec},
		{from1997, "1997-10-26 02:30", 211*d + 30*min}, // for the first time
		{from1997, "1997-10-26 03:00", 211*d + 2*h},
		{from1997, "1997-10-27", 211*d + 23*h}, // a day of 25 h
		{brazil, "1997-10-05", 4 * d}, {brazil, "1997-10-05 01:00", 4 * d}, {brazil, "1997-10-06", 4*d + 23*h},
	} {
		if got, err := c.clock.Read(c.text); err != nil || got != c.want {
			t.Errorf("%q: %d, %v, want %d", c.text, got, err, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		clock      Clock
		text, want string
	}{
		{Clock{}, "noon", "noon: a time since the start of the workload such as 90 min or 3 d 12:00 is accepted"},
		{Clock{}, "2024-03-05", "2024-03-05: the workload has no dates; a time since the start"},
		{Clock{}, "3 12:00", "is accepted"}, {Clock{}, "3 d 24:00", "is accepted"}, {Clock{}, "3 d 12:60", "is accepted"}, {Clock{}, "1:30", "is accepted"},
		{Clock{}, "", "is accepted"}, {Clock{}, "-5", "is accepted"}, {Clock{}, "3 d 1:2:3", "is accepted"},
		{from1997, "1997-02-29", "1997-02-29: a date such as 1997-03-30 or 1997-03-30 14:30 (Europe/Stockholm), or a time since"},
		{from1997, "14:30", "is accepted"}, {from1997, "14:30:00", "is accepted"}, {from1997, "1997-04-01 25:00", "is accepted"}, {from1997, "04/05/1997", "is accepted"},
		{from1997, "1997-03-30 02:30", "1997-03-30 02:30: clocks in Europe/Stockholm skip this time"},
		{from1997, "1997-03-29 00:59:59", "before the workload begins; a time from 29 Mar 1997 01:00:00 on is accepted"},
		{from1997, "1997-03-28", "before the workload begins"}, {from1997, "1996", ""},
	} {
		got, err := c.clock.Read(c.text)
		if c.want == "" {
			if err != nil || got != 1996*engine.Second {
				t.Errorf("%q: %d, %v: not seconds", c.text, got, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %d, %v, want %q", c.text, got, err, c.want)
		}
	}
}

func TestOtherwise(t *testing.T) {
	for _, c := range []struct {
		clock      Clock
		text, want string
	}{
		{Clock{}, "0", ""}, {Clock{}, "5400", "1 h 30 min"}, {Clock{}, "1 h 30 min", ""}, {Clock{}, "1:30:00", "1 h 30 min"},
		{from1997, "0", "29 Mar 1997 01:00:00"}, {from1997, "2 d", "31 Mar 1997 02:00:00"}, {from1997, "1997-03-31", "1 d 22:00:00"},
	} {
		at, err := c.clock.Read(c.text)
		if got := c.clock.Otherwise(c.text, at); err != nil || got != c.want {
			t.Errorf("%q: %q, %v, want %q", c.text, got, err, c.want)
		}
	}
}

// What is displayed can be typed. Only the hour that comes twice as clocks go back reads as the first one.
func TestReadWhatFormatWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := rapid.SampledFrom([]Clock{{}, from1997, {Calendar: &engine.Calendar{UnixStart: 1e9}}}).Draw(t, "clock")
		at := engine.Time(rapid.Int64Range(0, int64(400*engine.Day)).Draw(t, "at"))
		want := at - at%engine.Second
		if twice := 211*engine.Day + engine.Hour; clock.Zone.Offset != nil && at >= twice && at < twice+engine.Hour {
			want -= engine.Hour
		}
		if got, err := clock.Read(clock.Format(at)); err != nil || got != want {
			t.Fatalf("%q: %d, %v, want %d", clock.Format(at), got, err, want)
		}
	})
}

// Whatever is typed, what is read lies in the workload's time, and its name reads as the same second.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"90", "1d 4h", "3 d 12:00", "day 3 9:05:01.5", "1997-03-30 02:30", "5 Mar 2024 14:30", "1997-10-26T02:30:59.9996", "Mar 6, 2024", "100:00:00", "T1:00", "9999-12-31 23:59:59", "90000000h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, clock := range []Clock{{}, from1997} {
			at, err := clock.Read(text)
			if err != nil {
				continue
			}
			if at < 0 {
				t.Fatalf("%q: %d", text, at)
			}
			if at > 8000*365*engine.Day {
				continue // years of five digits are written, not read
			}
			again, err := clock.Read(clock.Format(at))
			if err != nil || clock.Format(again) != clock.Format(at) {
				t.Fatalf("%q is %q, which is read as %d, %v", text, clock.Format(at), again, err)
			}
		}
	})
}
