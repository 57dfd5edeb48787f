package main

import (
	"cmp"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"

	"backfill/wasm/browser/bench/printed"
)

// results are the smallest values that benchmarks reported: by unit, then by name.
type results map[string]map[string]float64

// readFile adds what Go's benchmarks printed.
func (r results) readFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return r.read(file, name)
}

func (r results) read(text io.Reader, name string) error {
	values, err := printed.Values(text, name)
	if err != nil {
		return err
	}
	for _, v := range values {
		of := r[v.Unit]
		if of == nil {
			of = map[string]float64{}
			r[v.Unit] = of
		}
		if before, known := of[v.Name]; !known || v.Value < before {
			of[v.Name] = v.Value
		}
	}
	return nil
}

// along is the points of the benchmarks of a pattern, whose group is the x, in its order.
// What has no logarithm is left out.
func (r results) along(unit string, pattern *regexp.Regexp, scale float64) (points []point) {
	for name, v := range r[unit] {
		found := pattern.FindStringSubmatch(name)
		if found == nil {
			continue
		}
		if x, err := strconv.ParseFloat(found[1], 64); err == nil && x > 0 && v > 0 {
			points = append(points, point{x, v * scale})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	return points
}
