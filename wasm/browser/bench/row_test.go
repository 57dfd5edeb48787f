package main

import (
	"strings"
	"testing"

	"backfill/wasm/browser/bench/printed"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		row           row
		best          float64
		goal, verdict string
	}{
		{row{more: true, goal: 300e3, samples: []float64{290e3, 310e3}}, 310e3, "≥ 300,000", "met"},
		{row{more: true, goal: 300e3, samples: []float64{290e3, 270e3}}, 290e3, "≥ 300,000", "missed"},
		{row{goal: 8, samples: []float64{12, 7.5}}, 7.5, "≤ 8", "met"},
		{row{goal: 8, samples: []float64{12, 9}}, 9, "≤ 8", "missed"},
		{row{goal: noGoal, samples: []float64{12}}, 12, "", ""},
	} {
		if got := c.row.best(); got != c.best {
			t.Errorf("%+v: best %g, want %g", c.row, got, c.best)
		}
		if got := c.row.verdict(); got != c.verdict {
			t.Errorf("%+v: verdict %q, want %q", c.row, got, c.verdict)
		}
		if got := c.row.cells()[2]; got != c.goal {
			t.Errorf("%+v: goal %q, want %q", c.row, got, c.goal)
		}
	}
}

// What is written can be read again, as benchstat reads it.
func TestRecord(t *testing.T) {
	rows := []row{
		{name: "Simulate/policy=easy/workload=KTH/in=browser", unit: "jobs/s", more: true, samples: []float64{1.25e6, 1.5e6}},
		{name: "Frame/jobs=1M", unit: "ms", samples: []float64{7.125}},
		{name: "Frame/jobs=10M", unit: "ms", samples: []float64{38}},
	}
	var b strings.Builder
	record(&b, []setting{{"cpu", "a processor, 2 cores"}, {"load", "0.1"}}, rows)
	const want = `cpu: a processor, 2 cores
load: 0.1
Unit jobs/s better=higher
BenchmarkSimulate/policy=easy/workload=KTH/in=browser 1 1.25e+06 jobs/s
BenchmarkSimulate/policy=easy/workload=KTH/in=browser 1 1.5e+06 jobs/s
Unit ms better=lower
BenchmarkFrame/jobs=1M 1 7.125 ms
BenchmarkFrame/jobs=10M 1 38 ms
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	read, err := printed.Values(strings.NewReader(b.String()), "record")
	if err != nil || len(read) != 4 || read[1] != (printed.Value{Name: rows[0].name, Unit: "jobs/s", Value: 1.5e6}) {
		t.Errorf("read again: %+v, %v", read, err)
	}
}
