package main

import "time"

// loadZone is engine.LoadZone where the host has a zone database.
func loadZone(name string) (offset func(unix int64) int, err error) {
	place, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	return func(unix int64) int {
		_, seconds := time.Unix(unix, 0).In(place).Zone()
		return seconds
	}, nil
}
