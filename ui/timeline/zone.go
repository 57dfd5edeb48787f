package timeline

import "time"

// Zone tells local time.
type Zone struct {
	Name string // as shown, such as "Europe/Stockholm"
	// Offset is seconds east of UTC at unix seconds. nil is UTC.
	Offset func(unix int64) int
}

// LoadZone finds a zone by its name in the host's zone database. Without one (as
// in a browser) the caller asks the host and uses NewZone. If the zone is unknown
// it returns UTC, named so, and the error.
func LoadZone(name string) (Zone, error) {
	place, err := time.LoadLocation(name)
	if err != nil {
		return Zone{Name: "UTC"}, err
	}
	return Zone{Name: place.String(), Offset: func(unix int64) int {
		_, offset := time.Unix(unix, 0).In(place).Zone()
		return offset
	}}, nil
}

// NewZone is a zone whose offset takes long to ask for: answers are remembered, and
// offset is asked only at multiples of a quarter of an hour, when clocks change.
func NewZone(name string, offset func(unix int64) int) Zone {
	const quarter, week = 15 * 60, 7 * 24 * 3600
	known := map[int64]int{}
	ask := func(unix int64) int {
		at, ok := known[unix]
		if !ok {
			at = offset(unix)
			known[unix] = at
		}
		return at
	}
	return Zone{Name: name, Offset: func(unix int64) int {
		// Clocks do not change twice within a week.
		from := unix - mod(unix, week)
		if before := ask(from); before == ask(from+week) {
			return before
		}
		return ask(unix - mod(unix, quarter))
	}}
}

// local is the wall clock at unix, as seconds since 1970-01-01 00:00 on that clock.
func (z Zone) local(unix int64) int64 {
	if z.Offset == nil {
		return unix
	}
	return unix + int64(z.Offset(unix))
}

// unix is when the wall clock shows local; the first time if it does so twice, and
// the moment of the change if it never does.
func (z Zone) unix(local int64) int64 {
	if z.Offset == nil {
		return local
	}
	// Offsets half a day before and after are those on both sides of a change.
	before, after := int64(z.Offset(local-26*3600)), int64(z.Offset(local+26*3600))
	if u := local - before; z.local(u) == local {
		return u
	}
	if u := local - after; z.local(u) == local {
		return u
	}
	return local - before
}

// mod is the remainder of a/b that is not negative, for b > 0.
func mod(a, b int64) int64 { return (a%b + b) % b }
