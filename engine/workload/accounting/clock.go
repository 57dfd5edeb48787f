package accounting

import (
	"fmt"

	"backfill/engine"
)

// clock turns what the clocks of a zone showed into seconds since 1970-01-01 UTC.
type clock struct {
	offset func(unix int64) int
	known  map[int64]int64 // by the hour shown: what to take off, if one offset holds through it and the hours beside it
}

// newClock is the clock of a zone of the zone database; "" is UTC.
func newClock(zone string) (*clock, error) {
	c := &clock{offset: func(int64) int { return 0 }, known: map[int64]int64{}}
	if zone == "" || zone == "UTC" {
		return c, nil
	}
	if engine.LoadZone == nil {
		return nil, fmt.Errorf("no zone but UTC is known here")
	}
	offset, err := engine.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	c.offset = offset
	return c, nil
}

// unix is when the clocks first showed so many seconds since 1970-01-01 0:00 local time. What they never showed, since they were put
// forward, is taken as if they had not been.
func (c *clock) unix(shown int64) int64 {
	hour := shown / 3600
	off, known := c.known[hour]
	if !known {
		const day = 24 * 3600
		before, after := int64(c.offset(shown-day)), int64(c.offset(shown+day))
		if before == after {
			off = before
			c.known[hour] = off
		} else if off = before; int64(c.offset(shown-before)) != before {
			off = after
			if int64(c.offset(shown-after)) != after {
				off = before // never shown
			}
		}
	}
	return shown - off
}
