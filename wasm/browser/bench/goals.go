package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// measureGoals measures every row of the table of goals, prints it, and writes the samples,
// for benchstat, and the table, for PERFORMANCE.md, into the folder bin; of some parts alone under other names, for make bench-commit
// wants them all. A goal that is missed is no error; what cannot be measured is.
func measureGoals(url, tests string, rounds int, parts []string) error {
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
		{"curie", func() ([]row, error) { return measureCurie(url) }},
		{"accounting", func() ([]row, error) { return measureAccounting(url, few) }},
		{"million", func() ([]row, error) { return measureMany(url, few) }},
		{"ten-million", func() ([]row, error) { return measureTenMillion(url) }},
		{"nodes", func() ([]row, error) { return measureNodes(url, few) }},
		{"sweep", func() ([]row, error) { return measureSweep(url, few) }},
		{"visits", func() ([]row, error) { return measureVisits(url, few) }},
		{"exports", func() ([]row, error) { return measureExports(url, few) }},
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
	samples, goals := "bin/bench.txt", "bin/goals.md"
	if len(parts) > 0 {
		samples, goals = "bin/bench-parts.txt", "bin/goals-parts.md"
	}
	failed = append(failed, writeFile(samples, func(w io.Writer) { record(w, settings, rows) }))
	failed = append(failed, writeFile(goals, func(w io.Writer) { markdown(w, settings, cells) }))
	return errors.Join(failed...)
}

// markdown writes the table for PERFORMANCE.md, with the circumstances above it.
func markdown(w io.Writer, settings []setting, cells [][]any) {
	var told []string
	for _, s := range settings {
		told = append(told, s.key+" "+s.value)
	}
	fmt.Fprintf(w, "\nMeasured with %s.\n\n", strings.Join(told, "; "))
	for i, row := range cells {
		for _, cell := range row {
			fmt.Fprintf(w, "| %v ", cell)
		}
		fmt.Fprintln(w, "|")
		if i == 0 {
			fmt.Fprintln(w, strings.Repeat("|---", len(row))+"|")
		}
	}
	fmt.Fprintln(w)
}

// writeFile makes a file, and its folder if it is not there.
func writeFile(name string, write func(io.Writer)) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	write(w)
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}
