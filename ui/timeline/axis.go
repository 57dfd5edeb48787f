package timeline

import (
	"fmt"
	"time"

	"backfill/engine"
)

// Clock names instants: by the calendar if there is one, else as time since zero.
type Clock struct {
	Calendar *engine.Calendar // nil: no calendar
	Zone     Zone
}

// Tick is one mark of the time axis.
type Tick struct {
	At    engine.Time
	X     float64 // device pixels
	Label string
	Major bool // begins a day or a longer unit
}

// Axis is the time axis of a window.
type Axis struct {
	Ticks []Tick
	// Context says what the labels leave out: the date at the left edge and the
	// zone, or what time zero is.
	Context string
}

// closest is the least distance of ticks in characters, whatever their labels.
const closest = 4

// Axis divides the window into the finest round steps whose labels, centred at
// their ticks, do not overlap. charWidth is the mean width of a character in device pixels.
func (c Clock) Axis(s Scale, charWidth float64) Axis {
	charWidth = max(charWidth, 1) // not yet measured
	axis := Axis{Context: c.context(s.T0)}
	for _, step := range c.steps() {
		if float64(step.length)/float64(s.Span())*float64(s.Width) < closest*charWidth {
			continue
		}
		axis.Ticks = axis.Ticks[:0]
		for at := range c.ticks(s, step) {
			label, major := c.label(at, step)
			axis.Ticks = append(axis.Ticks, Tick{at, s.X(at), label, major})
		}
		if roomy(axis.Ticks, charWidth) {
			break
		}
	}
	return axis
}

// apart is the least distance of labels in characters.
const apart = 2

// roomy says whether labels keep their distance.
func roomy(ticks []Tick, charWidth float64) bool {
	for i := 1; i < len(ticks); i++ {
		characters := float64(runes(ticks[i-1].Label)+runes(ticks[i].Label))/2 + apart
		if ticks[i].X-ticks[i-1].X < characters*charWidth {
			return false
		}
	}
	return true
}

func runes(s string) int { return len([]rune(s)) }

// step is a distance of ticks: a length, or a number of calendar months of about that length.
type step struct {
	length engine.Time
	months int
}

// lengths are the round steps below two days.
var lengths = []engine.Time{
	1, 2, 5, 10, 20, 50, 100, 200, 500,
	engine.Second, 2 * engine.Second, 5 * engine.Second, 10 * engine.Second, 15 * engine.Second, 30 * engine.Second,
	engine.Minute, 2 * engine.Minute, 5 * engine.Minute, 10 * engine.Minute, 15 * engine.Minute, 30 * engine.Minute,
	engine.Hour, 2 * engine.Hour, 3 * engine.Hour, 6 * engine.Hour, 12 * engine.Hour, engine.Day,
}

// steps lists all steps, the finest first.
func (c Clock) steps() []step {
	var steps []step
	for _, length := range lengths {
		steps = append(steps, step{length: length})
	}
	if c.Calendar == nil {
		for days := engine.Day; days < engine.MaxTime; days *= 10 {
			steps = append(steps, step{length: 2 * days}, step{length: 5 * days}, step{length: 10 * days})
		}
		return steps
	}
	steps = append(steps, step{length: 7 * engine.Day}, step{length: 14 * engine.Day})
	for _, months := range []int{1, 3, 6} {
		steps = append(steps, step{engine.Time(months) * 30 * engine.Day, months})
	}
	for years := 1; years < 200000; years *= 10 {
		for _, y := range []int{years, 2 * years, 5 * years} {
			steps = append(steps, step{engine.Time(y) * 365 * engine.Day, 12 * y})
		}
	}
	return steps
}

// ticks yields the instants of s at multiples of a step, on the wall clock if there is a calendar.
func (c Clock) ticks(s Scale, st step) func(func(engine.Time) bool) {
	if c.Calendar == nil {
		return func(yield func(engine.Time) bool) {
			at := (s.T0 + st.length - 1) / st.length * st.length
			for ; at < s.T1 && yield(at); at += st.length {
			}
		}
	}
	if st.length < engine.Day {
		return c.clockTicks(s, st.length)
	}
	return func(yield func(engine.Time) bool) {
		day := time.Unix(c.Zone.local(c.unix(s.T0)), 0).UTC()
		year, month, date := day.Date()
		switch {
		case st.months > 0:
			since := year*12 + int(month) - 1
			year, month, date = 0, time.Month(since-since%st.months+1), 1
		case st.length >= 7*engine.Day:
			const monday = 4 * engine.Day // the first one after the beginning of 1970
			since := engine.Time(day.Unix())*engine.Second - monday
			date -= int(engine.Time(mod(int64(since), int64(st.length))) / engine.Day)
		}
		for {
			at := (c.Zone.unix(time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix()) - c.Calendar.UnixStart)
			if t := engine.Time(at) * engine.Second; t >= s.T1 || t >= s.T0 && !yield(t) {
				return
			}
			month += time.Month(st.months)
			if st.months == 0 {
				date += int(st.length / engine.Day)
			}
		}
	}
}

// clockTicks yields the instants at which the wall clock shows a multiple of a
// step below a day; where the clock is set back, an hour's ticks come twice.
func (c Clock) clockTicks(s Scale, length engine.Time) func(func(engine.Time) bool) {
	return func(yield func(engine.Time) bool) {
		at := s.T0
		for at < s.T1 {
			behind := engine.Time(mod(int64(c.wall(at)), int64(length)))
			if behind == 0 && !yield(at) {
				return
			}
			next := at + length - behind
			// If the clock changes on the way, the distance is wrong: look again from
			// the last round quarter of an hour.
			if off := c.wall(next) - c.wall(at) - (next - at); off != 0 {
				const quarter = 15 * engine.Minute
				next = min(next, at+quarter-engine.Time(mod(int64(c.wall(at)), int64(quarter))))
			}
			at = next
		}
	}
}

// unix is the second of the real world at t.
func (c Clock) unix(t engine.Time) int64 {
	return c.Calendar.UnixStart + (int64(t)-mod(int64(t), 1000))/1000
}

// wall is the wall clock at t, in milliseconds.
func (c Clock) wall(t engine.Time) engine.Time {
	return engine.Time(c.Zone.local(c.unix(t)))*engine.Second + engine.Time(mod(int64(t), 1000))
}

// label is the text of a tick, and whether it begins something longer.
func (c Clock) label(at engine.Time, st step) (text string, major bool) {
	if c.Calendar == nil {
		return sinceZero(at, st.length), st.length < engine.Day && at > 0 && at%engine.Day == 0
	}
	wall := c.wall(at)
	date := time.Unix(int64(wall/engine.Second), 0).UTC()
	switch {
	case st.months >= 12:
		return date.Format("2006"), false
	case st.months > 0:
		return date.Format("Jan 2006"), date.Month() == time.January
	case st.length >= engine.Day:
		return date.Format("2 Jan 2006"), date.Day() == 1
	case wall%engine.Day == 0:
		return date.Format("2 Jan 2006"), true
	case st.length >= engine.Minute:
		return date.Format("15:04"), false
	case st.length >= engine.Second:
		return date.Format("15:04:05"), false
	}
	return date.Format("15:04:") + fraction(wall%engine.Minute, st.length, "%02d"), false
}

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

func (c Clock) context(t engine.Time) string {
	if c.Calendar == nil {
		return "time since the start of the workload"
	}
	zone := c.Zone.Name
	if zone == "" {
		zone = "UTC"
	}
	return time.Unix(int64(c.wall(t)/engine.Second), 0).UTC().Format("Mon 2 Jan 2006") + ", " + zone
}

// Format is instant t for people, to the second: "2 d 04:00:10" or "25 Sep 1996 18:00:41".
func (c Clock) Format(t engine.Time) string {
	if c.Calendar == nil {
		return sinceZero(t-t%engine.Second, engine.Second)
	}
	return time.Unix(int64(c.wall(t)/engine.Second), 0).UTC().Format("2 Jan 2006 15:04:05")
}
