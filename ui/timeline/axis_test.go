package timeline

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"backfill/engine"
)

// clockChange is a zone one hour east of UTC, two from a spring to an autumn night of 1997.
var clockChange = NewZone("Europe/Stockholm", func(unix int64) int {
	if 859683600 <= unix && unix < 877827600 {
		return 7200
	}
	return 3600
})

func labels(a Axis) string {
	var texts []string
	for _, tick := range a.Ticks {
		texts = append(texts, tick.Label)
	}
	return strings.Join(texts, " | ")
}

func TestTicks(t *testing.T) {
	date := func(year int, month time.Month, day, hour, minute int) engine.Time {
		return engine.Time(time.Date(year, month, day, hour, minute, 0, 0, time.UTC).Unix()) * engine.Second
	}
	calendar := Clock{Calendar: &engine.Calendar{}, Zone: clockChange}
	utc := Clock{Calendar: &engine.Calendar{}}
	for _, c := range []struct {
		name   string
		clock  Clock
		t0, t1 engine.Time
		want   string
	}{
		{"seconds", Clock{}, 0, 10 * engine.Second, "0 | 1 s | 2 s | 3 s | 4 s | 5 s | 6 s | 7 s | 8 s | 9 s"},
		{"fractions", Clock{}, 9 * engine.Second, 10*engine.Second + 1, "9.0 s | 9.1 s | 9.2 s | 9.3 s | 9.4 s | 9.5 s | 9.6 s | 9.7 s | 9.8 s | 9.9 s | 10.0 s"},
		{"minutes", Clock{}, 0, engine.Hour, "0 | 10 min | 20 min | 30 min | 40 min | 50 min"},
		{"minutes of hours", Clock{}, 0, 160 * engine.Minute, "0 | 30 min | 1 h | 1 h 30 min | 2 h | 2 h 30 min"},
		{"minutes alone", Clock{Minutes: true}, 0, 160 * engine.Minute, "0 | 30 min | 60 min | 90 min | 120 min | 150 min"},
		{"minutes alone, up to a day", Clock{Minutes: true}, 20 * engine.Hour, 32 * engine.Hour, "1200 min | 1320 min | 1 d | 1 d 02:00 | 1 d 04:00 | 1 d 06:00"},
		{"seconds of hours", Clock{}, engine.Hour, engine.Hour + 50*engine.Second, "1:00:00 | 1:00:05 | 1:00:10 | 1:00:15 | 1:00:20 | 1:00:25 | 1:00:30 | 1:00:35 | 1:00:40 | 1:00:45"},
		{"hours", Clock{}, 0, 10 * engine.Hour, "0 | 1 h | 2 h | 3 h | 4 h | 5 h | 6 h | 7 h | 8 h | 9 h"},
		{"hours of days", Clock{}, 2*engine.Day + engine.Hour, 3*engine.Day + engine.Hour, "2 d 03:00 | 2 d 06:00 | 2 d 09:00 | 2 d 12:00 | 2 d 15:00 | 2 d 18:00 | 2 d 21:00 | 3 d"},
		{"days", Clock{}, 0, 40 * engine.Day, "0 | 5 d | 10 d | 15 d | 20 d | 25 d | 30 d | 35 d"},
		{"years without calendar", Clock{}, 0, 3000 * engine.Day, "0 | 500 d | 1000 d | 1500 d | 2000 d | 2500 d"},
		{"local hours", calendar, date(1996, 9, 24, 9, 30), date(1996, 9, 25, 3, 0), "12:00 | 14:00 | 16:00 | 18:00 | 20:00 | 22:00 | 25 Sep | 02:00"},
		{"clocks forward", calendar, date(1997, 3, 29, 23, 0), date(1997, 3, 30, 5, 0), "30 Mar | 00:30 | 01:00 | 01:30 | 03:00 | 03:30 | 04:00 | 04:30 | 05:00 | 05:30 | 06:00 | 06:30"},
		{"clocks back", calendar, date(1997, 10, 25, 23, 30), date(1997, 10, 26, 4, 0), "01:30 | 02:00 | 02:30 | 02:00 | 02:30 | 03:00 | 03:30 | 04:00 | 04:30"},
		{"local half days", calendar, date(1997, 3, 28, 0, 0), date(1997, 4, 2, 0, 0), "12:00 | 29 Mar | 12:00 | 30 Mar | 12:00 | 31 Mar | 12:00 | 1 Apr | 12:00 | 2 Apr"},
		{"days of nine", calendar, date(1997, 3, 24, 23, 0), date(1997, 4, 2, 22, 0), "25 Mar | 26 Mar | 27 Mar | 28 Mar | 29 Mar | 30 Mar | 31 Mar | 1 Apr | 2 Apr"},
		{"every other day", utc, date(1996, 12, 22, 12, 0), date(1997, 1, 9, 0, 0), "24 Dec | 26 Dec | 28 Dec | 30 Dec | 1 Jan | 3 Jan | 5 Jan | 7 Jan"},
		{"Mondays", utc, date(1996, 9, 23, 0, 0), date(1996, 10, 20, 0, 0), "23 Sep | 30 Sep | 7 Oct | 14 Oct"},
		{"every other Monday", utc, date(2001, 1, 1, 0, 0), date(2001, 5, 1, 0, 0), "8 Jan | 22 Jan | 5 Feb | 19 Feb | 5 Mar | 19 Mar | 2 Apr | 16 Apr | 30 Apr"},
		{"months", utc, date(1996, 11, 15, 0, 0), date(1997, 7, 15, 0, 0), "Dec 1996 | Jan 1997 | Feb 1997 | Mar 1997 | Apr 1997 | May 1997 | Jun 1997 | Jul 1997"},
		{"years", utc, date(1996, 9, 23, 0, 0), date(2003, 4, 2, 0, 0), "1997 | 1998 | 1999 | 2000 | 2001 | 2002 | 2003"},
	} {
		if got := labels(c.clock.Axis(Scale{c.t0, c.t1, 640}, 7)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestLabelsDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		t0 := engine.Time(rapid.Int64Range(0, 1e14).Draw(t, "t0"))
		s := Scale{T0: t0, Width: rapid.IntRange(100, 3000).Draw(t, "width")}
		exponent := rapid.Float64Range(3, 14).Draw(t, "exponent")
		span := engine.Time(1000)
		for range int(exponent) - 3 {
			span *= 10
		}
		s.T1 = t0 + span + engine.Time(rapid.Int64Range(0, int64(9*span)).Draw(t, "more"))
		clock := Clock{Zone: clockChange}
		if rapid.Bool().Draw(t, "calendar") {
			clock.Calendar = &engine.Calendar{UnixStart: rapid.Int64Range(0, 1e9).Draw(t, "start")}
		}
		charWidth := rapid.Float64Range(4, 14).Draw(t, "charWidth")
		axis := clock.Axis(s, charWidth)
		right := -charWidth * 100
		for i, tick := range axis.Ticks {
			if tick.At < s.T0 || tick.At >= s.T1 {
				t.Fatalf("tick %q lies outside", tick.Label)
			}
			half := float64(len(tick.Label)) * charWidth / 2
			if tick.X-half < right+charWidth && i > 0 {
				t.Fatalf("%q overlaps the label before it", tick.Label)
			}
			right = tick.X + half
		}
		if s.Width > 400 && len(axis.Ticks) == 0 && float64(s.Width) > 60*charWidth {
			t.Fatal("no ticks")
		}
	})
}

func TestZones(t *testing.T) {
	zone, err := LoadZone("Europe/Stockholm")
	if err != nil {
		t.Skip(err)
	}
	asked := 0
	remembering := NewZone("x", func(unix int64) int { asked++; return zone.Offset(unix) })
	for unix := int64(859683600 - 30*86400); unix < 859683600+30*86400; unix += 600 {
		if got, want := remembering.Offset(unix), zone.Offset(unix); got != want {
			t.Fatalf("offset %d at %d, want %d", got, unix, want)
		}
	}
	if asked > 800 {
		t.Errorf("asked %d times", asked)
	}
}

func TestUnknownZoneIsUTC(t *testing.T) {
	zone, err := LoadZone("Mars/Olympus")
	if err == nil || zone.Name != "UTC" || zone.local(1234) != 1234 {
		t.Errorf("%v, %v", zone, err)
	}
}

// Labels lie within the canvas: those that would be cut at its edges begin and end there.
func TestTickLabelsAtTheEdges(t *testing.T) {
	s := Scene{Theme: Light, CharWidth: 7, Clock: Clock{Calendar: &engine.Calendar{}}}
	s.View = NewView(0, 9*engine.Day+1, 640, 1)
	s.View.Lanes = []Lane{{-1, AxisPart, 0, 36}}
	labels := s.Labels()[1:] // behind the context
	if n := len(labels); n != 10 || labels[0].Text != "1 Jan" || labels[9].Text != "10 Jan" {
		t.Fatalf("labels are %+v", labels)
	}
	for i, l := range labels {
		x, align := s.View.X(engine.Time(i)*engine.Day), AlignCenter
		switch i {
		case 0:
			x, align = 0, AlignLeft
		case 9:
			x, align = 640, AlignRight
		}
		if l.X != x || l.Align != align {
			t.Errorf("%s stands at %g, %d, want %g, %d", l.Text, l.X, l.Align, x, align)
		}
	}
}
