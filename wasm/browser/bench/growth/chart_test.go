package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const text = `goos: linux
BenchmarkQueueDepthEASY/depth=10-2         	       1	       250.0 ns/event
BenchmarkQueueDepthEASY/depth=100-2        	       1	       400.0 ns/event
BenchmarkQueueDepthEASY/depth=100-2        	       1	       361.0 ns/event
BenchmarkQueueDepthEASY/depth=1000-2       	       1	      1296 ns/event
BenchmarkGrowth/los/depth=10-2          	       1	         0 ns/event
PASS
`

func TestResults(t *testing.T) {
	r := results{}
	if err := r.read(strings.NewReader(text), "text"); err != nil {
		t.Fatal(err)
	}
	c := pictures[0].chart(r)
	want := []curve{{"EASY", []point{{10, 0.25}, {100, 0.361}, {1000, 1.296}}}}
	if diff := cmp.Diff(want, c.curves, cmp.AllowUnexported(curve{}, point{})); diff != "" {
		t.Errorf("curves (-want +got):\n%s", diff)
	}
}

// Axes begin and end at ticks, with all values between them.
func TestAxes(t *testing.T) {
	for _, c := range []struct {
		values []float64
		ticks  []float64
	}{
		{[]float64{0.3, 0.7}, []float64{0.2, 0.5, 1}},
		{[]float64{2, 20}, []float64{2, 5, 10, 20}},
		{[]float64{10, 100_000}, []float64{10, 100, 1000, 10_000, 100_000}},
		{[]float64{5}, []float64{5, 10}},
	} {
		a := newAxis(c.values, 0, 100)
		got := a.ticks()
		if diff := cmp.Diff(c.ticks, got, cmp.Comparer(func(a, b float64) bool { return a/b > 1-1e-9 && a/b < 1+1e-9 })); diff != "" {
			t.Errorf("%v: ticks (-want +got):\n%s", c.values, diff)
		}
		for _, v := range c.values {
			if at := a.at(v); at < -1e-6 || at > 100+1e-6 {
				t.Errorf("%v: %g is at %g of 100", c.values, v, at)
			}
		}
	}
}

// The picture is XML, and labels do not cover each other.
func TestSVG(t *testing.T) {
	points := []point{{10, 1}, {1000, 2}}
	c := chart{title: `a < b & "c"`, x: "jobs", y: "µs", curves: []curve{{"one", points}, {"two", points}, {"three", points[:1]}}}
	decoder := xml.NewDecoder(strings.NewReader(c.svg()))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	heights := c.labelHeights(newAxis([]float64{1, 2}, 100, 0))
	if heights[1]-heights[0] < labelHeight && heights[0]-heights[1] < labelHeight {
		t.Errorf("labels at %v", heights)
	}
}
