//go:build js && wasm

// Package zone tells local times by the browser's own zone database, so that the program need not contain one.
package zone

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
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
	intl, err := safejs.Global().Get("Intl")
	if err != nil {
		return timeline.Zone{}, false
	}
	format, err := intl.Call("DateTimeFormat", "en-US",
		map[string]any{"timeZone": name, "timeZoneName": "longOffset", "year": "numeric"})
	if err != nil {
		return timeline.Zone{}, false
	}
	return timeline.NewZone(name, func(unix int64) int {
		text, err := inFormat(format, unix)
		if err != nil {
			return 0
		}
		return offsetOf(text)
	}), true
}

// inFormat is a time as format, an Intl.DateTimeFormat, writes it.
func inFormat(format safejs.Value, unix int64) (string, error) {
	date, err := safejs.Global().Get("Date")
	if err != nil {
		return "", err
	}
	if date, err = date.New(float64(unix) * 1000); err != nil {
		return "", err
	}
	text, err := format.Call("format", date)
	if err != nil {
		return "", err
	}
	return text.String()
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
