package timeline

import (
	"time"

	"backfill/engine"
)

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
	for _, days := range []engine.Time{2, 7, 14} {
		steps = append(steps, step{length: days * engine.Day})
	}
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
		case st.length > engine.Day:
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

// label is the text of a tick, and whether it begins something longer. The year of a day is left to the context.
func (c Clock) label(at engine.Time, st step) (text string, major bool) {
	if c.tellsMinutes(at, st.length) {
		return minutes(at), false
	}
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
		return date.Format("2 Jan"), date.Day() == 1
	case wall%engine.Day == 0:
		return date.Format("2 Jan"), true
	case st.length >= engine.Minute:
		return date.Format("15:04"), false
	case st.length >= engine.Second:
		return date.Format("15:04:05"), false
	}
	return date.Format("15:04:") + fraction(wall%engine.Minute, st.length, "%02d"), false
}

func (c Clock) context(t engine.Time) string {
	if c.Calendar == nil {
		return "time since the start of the workload"
	}
	return time.Unix(int64(c.wall(t)/engine.Second), 0).UTC().Format("Mon 2 Jan 2006") + ", " + c.zoneName()
}
