//go:build js && wasm

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
)

// Zone asks the browser's own zone database.
func (b *browser) Zone(name string) (timeline.Zone, bool) { return zoneOf(name) }

// loadZone is engine.LoadZone in a browser.
func loadZone(name string) (func(unix int64) int, error) {
	zone, ok := zoneOf(name)
	if !ok {
		return nil, fmt.Errorf("the browser knows no zone %q", name)
	}
	return zone.Offset, nil
}

func zoneOf(name string) (timeline.Zone, bool) {
	s := &script{}
	format := s.call(s.global("Intl"), "DateTimeFormat", "en-US",
		map[string]any{"timeZone": name, "timeZoneName": "longOffset", "year": "numeric"})
	if s.err != nil {
		return timeline.Zone{}, false
	}
	return timeline.NewZone(name, func(unix int64) int { return zoneOffset(format, unix) }), true
}

// zoneOffset is seconds east of UTC at unix, 0 if the browser does not say.
func zoneOffset(format safejs.Value, unix int64) int {
	s := &script{}
	text := s.text(s.call(format, "format", s.create("Date", float64(unix)*1000)))
	report(s.err)
	return offsetOf(text)
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
