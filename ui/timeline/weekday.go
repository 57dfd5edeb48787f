package timeline

import (
	"strconv"
	"strings"
	"time"

	"backfill/engine"
)

// ReadNext is Read of an instant that may be named by its weekday, too: "Monday 9:00", "Mon 9", "on Monday at 9". That is the next such instant after the
// given one; a weekday alone is its first moment.
func (c Clock) ReadNext(text string, after engine.Time) (engine.Time, error) {
	text = strings.Join(strings.Fields(text), " ")
	day, clock, ok := readWeekday(text)
	if !ok || c.Calendar == nil {
		return c.read(text, c.AcceptsNext())
	}
	const perDay = 24 * 3600
	today := c.Zone.local(c.unix(after))
	today -= mod(today, perDay)
	for ; ; today += perDay {
		local := today + int64(clock/engine.Second)
		if time.Unix(today, 0).UTC().Weekday() != day || c.Zone.unix(local) < c.unix(after) {
			continue
		}
		t, err := c.instant(text, date{day: engine.Time(today) * engine.Second, clock: clock, whole: clock == 0})
		if err != nil || t > after {
			return t, err
		}
	}
}

// AcceptsNext says what ReadNext accepts, as Accepts does.
func (c Clock) AcceptsNext() string {
	if c.Calendar == nil {
		return c.Accepts()
	}
	return strings.Replace(c.Accepts(), ", or "+sinceStart, ", a weekday such as Monday 9:00, or "+sinceStart, 1)
}

// FormatDay is Format with the weekday and without seconds that are 0: "Mon 30 Nov 2026 09:00".
func (c Clock) FormatDay(t engine.Time) string {
	if c.Calendar == nil {
		return c.Format(t)
	}
	layout := "Mon 2 Jan 2006 15:04"
	if c.wall(t)/engine.Second%60 != 0 {
		layout += ":05"
	}
	return time.Unix(int64(c.wall(t)/engine.Second), 0).UTC().Format(layout)
}

// readWeekday reads a weekday, whose name may be cut after three letters, and the time of day after it, 0 if there is none: hours alone, or with minutes and seconds.
func readWeekday(text string) (day time.Weekday, clock engine.Time, ok bool) {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(text), ",", " "))
	if len(words) > 1 && words[0] == "on" {
		words = words[1:]
	}
	if len(words) > 2 && words[1] == "at" {
		words = append(words[:1], words[2:]...)
	}
	if len(words) == 0 || len(words) > 2 || len(words[0]) < 3 {
		return 0, 0, false
	}
	for ; day <= time.Saturday; day++ {
		if strings.HasPrefix(strings.ToLower(day.String()), words[0]) {
			break
		}
	}
	if day > time.Saturday {
		return 0, 0, false
	}
	if len(words) == 1 {
		return day, 0, true
	}
	if hour, err := strconv.ParseUint(words[1], 10, 8); err == nil {
		return day, engine.Time(hour) * engine.Hour, hour < 24
	}
	clock, ok = readClock(words[1], 23)
	return day, clock, ok
}
