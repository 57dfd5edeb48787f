package main

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// measureGoals measures every row of the table of goals, prints it and writes the samples,
// for benchstat, to a file. A goal that is missed is no error; what cannot be measured is.
func measureGoals(url, tests, file string, rounds int, parts []string) error {
	settings, err := surroundings()
	if err != nil {
		return err
	}
	for _, s := range settings {
		fmt.Printf("%s: %s\n", s.key, s.value)
	}
	fmt.Println()
	few := (rounds + 1) / 2 // of what takes long
	var rows []row
	var failed []error
	for _, part := range []struct {
		name    string
		measure func() ([]row, error)
	}{
		{"contests", func() ([]row, error) { return measureContests(url, rounds) }},
		{"benchmarks", func() ([]row, error) { return measureGoBenchmarks(url, tests, rounds) }},
		{"drop", func() ([]row, error) { return measureDrop(url, few) }},
		{"million", func() ([]row, error) { return measureMany(url, few) }},
		{"ten-million", func() ([]row, error) { return measureTenMillion(url) }},
		{"sweep", func() ([]row, error) { return measureSweep(url, few) }},
		{"visits", func() ([]row, error) { return measureVisits(url, few) }},
	} {
		if len(parts) > 0 && !slices.Contains(parts, part.name) {
			continue
		}
		begin := time.Now()
		of, err := part.measure()
		if err != nil {
			err = fmt.Errorf("%s: %w", part.name, err)
			failed = append(failed, err)
		}
		rows = append(rows, of...)
		fmt.Printf("%s: %.0f s, load %s\n", part.name, time.Since(begin).Seconds(), loadAverage())
	}
	fmt.Println()
	cells := [][]any{rowTitles}
	for _, r := range rows {
		cells = append(cells, r.cells())
	}
	table(cells...)
	if err := recordFile(file, settings, rows); err != nil {
		return err
	}
	return errors.Join(failed...)
}
