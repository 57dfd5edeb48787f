package timeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Clock names instants, and reads their names: by the calendar if there is one, else as time since zero.
type Clock struct {
	Calendar *engine.Calendar // nil: no calendar
	Zone     Zone
	Minutes  bool // without a calendar whole minutes up to a day are told as such: "95 min", not "1 h 35 min"
}

// Format is instant t for people, to the second: "2 d 04:00:10", "1 h 5 min" or "25 Sep 1996 18:00:41".
func (c Clock) Format(t engine.Time) string {
	switch {
	case c.tellsMinutes(t, engine.Second):
		return minutes(t)
	case c.Calendar == nil && t >= engine.Hour && t < engine.Day:
		return phrase.FullSpan(t)
	case c.Calendar == nil:
		return sinceZero(t-t%engine.Second, engine.Second)
	}
	return time.Unix(int64(c.wall(t)/engine.Second), 0).UTC().Format("2 Jan 2006 15:04:05")
}

// Read is the instant that people write as text: a date in the zone of the calendar, or a time since zero, both as Format writes
// them and in other ways; see Accepts. A date alone is its first moment, or time zero if that is in the course of it. Of a time that
// comes twice, as clocks are put back, it is the first; one that they skip is refused, as is any before zero.
func (c Clock) Read(text string) (engine.Time, error) {
	return c.read(strings.Join(strings.Fields(text), " "), c.Accepts())
}

// read is Read of words with one space between them; accepts says what is accepted.
func (c Clock) read(text, accepts string) (engine.Time, error) {
	if t, ok := c.readSinceZero(text); ok {
		return t, nil
	}
	d, ok := readDate(text)
	switch {
	case !ok:
		return 0, fmt.Errorf("%s: %s", text, accepts)
	case c.Calendar == nil:
		return 0, fmt.Errorf("%s: the workload has no dates; %s", text, accepts)
	}
	return c.instant(text, d)
}

// instant is that of a date, read from text; there is a calendar.
func (c Clock) instant(text string, d date) (engine.Time, error) {
	local := int64(d.day/engine.Second + d.clock/engine.Second)
	unix := c.Zone.unix(local)
	t := engine.Time(unix-c.Calendar.UnixStart)*engine.Second + d.clock%engine.Second
	switch today := c.Zone.local(c.Calendar.UnixStart); {
	case c.Zone.local(unix) != local && !d.whole:
		return 0, fmt.Errorf("%s: clocks in %s skip this time, as they are put forward then; an earlier or a later one is accepted", text, c.zoneName())
	case t < 0 && d.whole && today-mod(today, 24*3600) == local:
		return 0, nil
	case t < 0:
		return 0, fmt.Errorf("%s: before the workload begins; a time from %s on is accepted", text, c.Format(0))
	}
	return t, nil
}

// sinceStart is what can be read without a calendar, too.
const sinceStart = "a time since the start of the workload such as 90 min or 3 d 12:00"

// Accepts says what Read accepts, with a day of the workload as an example.
func (c Clock) Accepts() string {
	if c.Calendar == nil {
		return sinceStart + " is accepted"
	}
	day := time.Unix(c.Zone.local(c.unix(engine.Day)), 0).UTC().Format("2006-01-02")
	return "a date such as " + day + " or " + day + " 14:30 (" + c.zoneName() + "), or " + sinceStart + ", is accepted"
}

// Otherwise is instant t, read from text, written in another way: a time since zero as Format has it, "" if the text is that, and a
// date as time since zero.
func (c Clock) Otherwise(text string, t engine.Time) string {
	if _, since := c.readSinceZero(text); since {
		if name := c.Format(t); name != text {
			return name
		}
		return ""
	}
	return Clock{}.Format(t)
}

// readSinceZero reads a time since zero: a length of time, days with a time of day, or, where no date could be meant, hours with
// minutes and seconds.
func (c Clock) readSinceZero(text string) (engine.Time, bool) {
	if text == "" {
		return 0, false
	}
	if !strings.Contains(text, ":") { // 14:30 is a time of day, no length of 14 minutes
		if t, err := phrase.ParseSpan(phrase.Ungrouped(text)); err == nil {
			return t, true
		}
	}
	text = strings.ToLower(text)
	days, clock := beforeClock(text)
	if days == "" {
		t, ok := readClock(clock, math.MaxInt32)
		return t, ok && c.Calendar == nil && strings.Count(clock, ":") == 2
	}
	number, named := strings.CutPrefix(days, "day ")
	if !named {
		if number, named = strings.CutSuffix(days, "d"); !named {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 32)
	t, ok := readClock(clock, 23)
	return engine.Time(n)*engine.Day + t, err == nil && (ok || clock == "")
}

// date is a date with a time of day, by the calendar alone: in no zone.
type date struct {
	day   engine.Time // since 1970
	clock engine.Time
	whole bool // no time of day is given
}

// days are the ways to write one.
var days = []string{"2006-1-2", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006"}

// readDate reads a date such as 2024-03-05, 5 Mar 2024, 2024-03-05 14:30:00 or 2024-03-05T14:30.
func readDate(text string) (date, bool) {
	if i := strings.IndexAny(text, "Tt"); i > 0 && isDigit(text[i-1]) && i+1 < len(text) && isDigit(text[i+1]) {
		text = text[:i] + " " + text[i+1:]
	}
	name, clock := beforeClock(text)
	name = strings.ReplaceAll(name, ",", "")
	for _, layout := range days {
		if at, err := time.Parse(layout, name); err == nil {
			t, ok := readClock(clock, 23)
			return date{engine.Time(at.Unix()) * engine.Second, t, clock == ""}, ok || clock == ""
		}
	}
	return date{}, false
}

// beforeClock divides what ends with a time of day, such as 14:30, from that; clock is "" if there is none.
func beforeClock(text string) (before, clock string) {
	i := strings.LastIndexByte(text, ' ')
	if !strings.Contains(text[i+1:], ":") {
		return text, ""
	}
	return strings.TrimSpace(text[:i+1]), text[i+1:]
}

// readClock reads hours, minutes and, perhaps, seconds with their fractions: 9:05, 14:30:00.5.
func readClock(text string, mostHours int) (engine.Time, bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) > 6 || len(parts[1]) != 2 {
		return 0, false
	}
	for _, part := range parts {
		if part == "" || strings.Trim(part, "0123456789.") != "" || !isDigit(part[0]) {
			return 0, false
		}
	}
	hours, err := strconv.Atoi(parts[0])
	minutes, also := strconv.Atoi(parts[1])
	if err != nil || also != nil || hours > mostHours || minutes > 59 {
		return 0, false
	}
	seconds := 0.0
	if len(parts) == 3 {
		whole, _, _ := strings.Cut(parts[2], ".")
		if seconds, err = strconv.ParseFloat(parts[2], 64); err != nil || len(whole) != 2 || seconds >= 60 {
			return 0, false
		}
	}
	return engine.Time(hours)*engine.Hour + engine.Time(minutes)*engine.Minute + min(engine.FromSeconds(seconds), engine.Minute-1), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// tellsMinutes says whether t, as precise as ticks at this distance need, is told in minutes.
func (c Clock) tellsMinutes(t, distance engine.Time) bool {
	return c.Minutes && c.Calendar == nil && distance >= engine.Second && t > 0 && t < engine.Day && t%engine.Minute == 0
}

func minutes(t engine.Time) string { return fmt.Sprintf("%d min", t/engine.Minute) }

// sinceZero is a time without calendar as precise as ticks at this distance need.
func sinceZero(t, distance engine.Time) string {
	d, h, m := t/engine.Day, t/engine.Hour%24, t/engine.Minute%60
	switch {
	case t == 0:
		return "0"
	case t%engine.Day == 0 && distance >= engine.Second:
		return fmt.Sprintf("%d d", d)
	case d > 0 && distance >= engine.Minute:
		return fmt.Sprintf("%d d %02d:%02d", d, h, m)
	case d > 0:
		return fmt.Sprintf("%d d %02d:%02d:%s", d, h, m, fraction(t%engine.Minute, distance, "%02d"))
	case distance >= engine.Minute && t%engine.Hour == 0:
		return fmt.Sprintf("%d h", h)
	case distance >= engine.Minute && h > 0:
		return fmt.Sprintf("%d h %d min", h, m)
	case h > 0:
		return fmt.Sprintf("%d:%02d:%s", h, m, fraction(t%engine.Minute, distance, "%02d"))
	case t%engine.Minute == 0:
		return fmt.Sprintf("%d min", m)
	case m > 0:
		return fmt.Sprintf("%d min %s s", m, fraction(t%engine.Minute, distance, "%d"))
	}
	return fraction(t, distance, "%d") + " s"
}

// fraction is t below a minute in seconds, with the decimals that a distance needs.
func fraction(t, distance engine.Time, whole string) string {
	s := fmt.Sprintf(whole, t/engine.Second)
	switch {
	case distance >= engine.Second:
		return s
	case distance >= 100:
		return fmt.Sprintf("%s.%01d", s, t%engine.Second/100)
	case distance >= 10:
		return fmt.Sprintf("%s.%02d", s, t%engine.Second/10)
	}
	return fmt.Sprintf("%s.%03d", s, t%engine.Second)
}

// unix is the second of the real world at t.
func (c Clock) unix(t engine.Time) int64 {
	return c.Calendar.UnixStart + (int64(t)-mod(int64(t), 1000))/1000
}

// wall is the wall clock at t, in milliseconds.
func (c Clock) wall(t engine.Time) engine.Time {
	return engine.Time(c.Zone.local(c.unix(t)))*engine.Second + engine.Time(mod(int64(t), 1000))
}

// zoneName is what the zone is called.
func (c Clock) zoneName() string {
	if c.Zone.Name == "" {
		return "UTC"
	}
	return c.Zone.Name
}
