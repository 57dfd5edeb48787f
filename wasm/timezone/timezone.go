//go:build js && wasm

// Package timezone tells local times by the browser's own zone database.
package timezone

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// Load is engine.LoadZone in a browser.
func Load(name string) (func(unix int64) int, error) {
	zone, ok := Of(name)
	if !ok {
		return nil, fmt.Errorf("the browser knows no zone %q", name)
	}
	return zone.Offset, nil
}

// Of is the zone of that name, false if the browser knows none.
func Of(name string) (timeline.Zone, bool) {
	s := &javascript.Script{}
	format := s.Call(s.Global("Intl"), "DateTimeFormat", "en-US",
		map[string]any{"timeZone": name, "timeZoneName": "longOffset", "year": "numeric"})
	if s.Err != nil {
		return timeline.Zone{}, false
	}
	return timeline.NewZone(name, func(unix int64) int {
		s := &javascript.Script{}
		return offsetOf(s.Text(s.Call(format, "format", s.New("Date", float64(unix)*1000))))
	}), true
}

// offsetOf is the offset at the end of a text such as "1996, GMT+02:00".
func offsetOf(text string) int {
	_, offset, found := strings.Cut(text, "GMT")
	if !found || offset == "" {
		return 0
	}
	sign := 1
	if offset[0] == '-' || strings.HasPrefix(offset, "−") {
		sign = -1
	}
	seconds, unit := 0, 3600
	for _, part := range strings.Split(strings.TrimLeft(offset, "+-−"), ":") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0
		}
		seconds += n * unit
		unit /= 60
	}
	return sign * seconds
}
