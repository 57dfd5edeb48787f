package main

import (
	"regexp"
	"strings"
)

// picture is a chart of benchmarks.
type picture struct {
	file, title, x, y string
	unit              string  // that the benchmarks report
	scale             float64 // of their values, for y
	series            []series
}

// series is a curve: its label, and the names of its benchmarks with N for the x.
type series struct{ label, names string }

const (
	waiting    = "jobs waiting"
	perEvent   = "µs an event"
	perPlan    = "ms a plan"
	nanosecond = 1e-3 // in microseconds
)

var pictures = []picture{
	{
		file: "easy.svg", title: "EASY backfilling: an arrival or a completion", x: waiting, y: perEvent, unit: "ns/event", scale: nanosecond,
		series: []series{{"EASY", "QueueDepthEASY/depth=N"}, {"looking at all", "Growth/easy-walk/depth=N"}},
	},
	{
		file: "conservative.svg", title: "Conservative backfilling: an arrival or a completion", x: "reservations", y: perEvent, unit: "ns/event", scale: nanosecond,
		series: []series{
			{"exact estimates", "Reservations/exact/depth=N/policies.Conservative"},
			{"estimates tsafrir", "Reservations/tsafrir/depth=N/policies.Conservative"},
			{"exact, looking at all", "Reservations/exact/depth=N/policies.walkingConservative"},
			{"tsafrir, looking at all", "Reservations/tsafrir/depth=N/policies.walkingConservative"},
		},
	},
	{
		file: "priority.svg", title: "Priority backfilling on a cluster: an arrival or a completion", x: waiting, y: perEvent, unit: "ns/event", scale: nanosecond,
		series: []series{
			{"1 reservation", "QueueDepth/requested/cluster/fixed=false/k=1/depth=N"},
			{"2 reservations", "QueueDepth/requested/cluster/fixed=false/k=2/depth=N"},
			{"4 reservations", "QueueDepth/requested/cluster/fixed=false/k=4/depth=N"},
			{"2, requests all differ", "QueueDepth/exact/cluster/fixed=false/k=2/depth=N"},
			{"all reserved", "QueueDepth/requested/cluster/fixed=false/k=all/depth=N"},
		},
	},
	{
		file: "lookahead.svg", title: "Lookahead without a limit: an arrival or a completion", x: waiting, y: perEvent, unit: "ns/event", scale: nanosecond,
		series: []series{{"LOS", "Growth/los/depth=N"}, {"Delayed-LOS", "Growth/delayed-los/depth=N"}},
	},
	{
		file: "fpfs.svg", title: "FPFS on five clusters: an arrival or a completion", x: waiting, y: perEvent, unit: "ns/event", scale: nanosecond,
		series: []series{
			{"no jumps", "QueueDepthFPFS/jumps=0/depth=N"}, {"10 jumps", "QueueDepthFPFS/jumps=10/depth=N"},
			{"any number", "QueueDepthFPFS/jumps=1000000000/depth=N"},
		},
	},
	{
		file: "convergent.svg", title: "Convergent Scheduler: the first plan", x: waiting, y: perPlan, unit: "ms/plan", scale: 1,
		series: []series{
			{"CS", "Plan/plan_1/quicksort/bounded/N"}, {"CS-Cs", "Plan/plan_1/counting/bounded/N"},
			{"CS, all pairs", "Plan/plan_1/quicksort/all/N"}, {"CS-Cs, all pairs", "Plan/plan_1/counting/all/N"},
		},
	},
}

// chart draws those curves of which something was measured.
func (p picture) chart(r results) chart {
	c := chart{title: p.title, x: p.x, y: p.y}
	for _, s := range p.series {
		before, after, _ := strings.Cut(s.names, "N")
		pattern := regexp.MustCompile("^" + regexp.QuoteMeta(before) + `(\d+)` + regexp.QuoteMeta(after) + "$")
		if points := r.along(p.unit, pattern, p.scale); len(points) > 0 {
			c.curves = append(c.curves, curve{s.label, points})
		}
	}
	return c
}
