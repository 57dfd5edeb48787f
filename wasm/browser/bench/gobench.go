package main

import (
	"errors"
	"fmt"
	"math"

	"backfill/wasm/browser/bench/printed"
	"backfill/wasm/browser/visit"
)

// goBenchmark is a benchmark of a package that is a row of the table.
type goBenchmark struct {
	pkg     string
	pattern string // that it alone matches
	name    string // of the row
	what    string
	from    string // unit that it reports
	unit    string // of the row: more of it is better
	convert func(float64) float64
	native  float64 // goal, noGoal without one
	browser float64
}

var goBenchmarks = []goBenchmark{
	priorityDepth("hosts", 200, 300e3), priorityDepth("cluster", 200, 300e3),
	priorityDepth("hosts", 10_000, noGoal), priorityDepth("cluster", 10_000, noGoal),
	{
		pkg: "engine/workload/logs", pattern: "^BenchmarkReadSWF$/^plain$", name: "ReadSWF", what: "reading a log, gzip apart",
		from: "MB/s", unit: "MB/s", convert: func(v float64) float64 { return v }, native: 100, browser: 40,
	},
	{
		pkg: "engine/workload/story", pattern: "^BenchmarkStory$", name: "Story", what: "telling what 100,000 jobs recorded",
		from: "ns/job", unit: "jobs/s", convert: func(v float64) float64 { return 1e9 / v }, native: noGoal, browser: 500e3,
	},
	{
		pkg: "engine/workload/accounting", pattern: "^BenchmarkReadSlurm$", name: "ReadSlurm", what: "reading an accounting log of Slurm, 271 bytes a job",
		from: "MB/s", unit: "MB/s", convert: func(v float64) float64 { return v }, native: noGoal, browser: 60,
	},
}

// priorityDepth is priority backfilling with two dynamic reservations and so many jobs waiting.
func priorityDepth(machine string, depth int, goal float64) goBenchmark {
	const eventsPerJob = 2 // its arrival and its completion
	return goBenchmark{
		pkg: "policies/priority", pattern: fmt.Sprintf("^BenchmarkQueueDepth$/^requested$/^%s$/^fixed=false$/^k=2$/^depth=%d$", machine, depth),
		name: fmt.Sprintf("PriorityBackfill/machine=%s/depth=%d", machine, depth),
		what: fmt.Sprintf("priority-backfill, 2 dynamic, %s, %s waiting", machine, readable(float64(depth))),
		from: "ns/event", unit: "jobs/s", convert: func(v float64) float64 { return 1e9 / v / eventsPerJob },
		native: noGoal, browser: goal,
	}
}

// measureGoBenchmarks runs them natively and in Chromium by turns.
func measureGoBenchmarks(url, folder string, rounds int) ([]row, error) {
	compiled := map[string]testBinary{}
	for _, g := range goBenchmarks {
		if _, done := compiled[g.pkg]; done {
			continue
		}
		t, err := compileTests(g.pkg, folder)
		if err != nil {
			return nil, err
		}
		compiled[g.pkg] = t
	}
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := b.Goto(url + testPagePath); err != nil {
		return nil, err
	}
	var rows []row
	for _, g := range goBenchmarks {
		rowIn := func(where, with string, goal float64) row {
			return row{name: g.name + "/in=" + where, what: g.what, with: with, unit: g.unit, more: true, goal: goal}
		}
		native, browser := rowIn("native", "go test -bench, native", g.native), rowIn("browser", "go test -bench, in a worker of Chromium", g.browser)
		t := compiled[g.pkg]
		for range rounds {
			here, err := t.natively(g.pattern)
			if err != nil {
				return nil, err
			}
			there, err := t.inBrowser(b, g.pattern)
			if err != nil {
				return nil, err
			}
			if err := errors.Join(g.sample(&native, here), g.sample(&browser, there)); err != nil {
				return nil, err
			}
		}
		rows = append(rows, browser, native)
	}
	return rows, nil
}

// sample adds the best of what a benchmark reported several times to a row.
func (g goBenchmark) sample(r *row, values []printed.Value) error {
	best := math.Inf(-1)
	for _, v := range values {
		if v.Unit == g.from {
			best = max(best, g.convert(v.Value))
		}
	}
	if math.IsInf(best, -1) {
		return fmt.Errorf("no benchmark %s reports %s", g.pattern, g.from)
	}
	r.samples = append(r.samples, best)
	return nil
}
