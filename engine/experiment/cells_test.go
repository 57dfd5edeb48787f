package experiment_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

const booked = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.6, 0.7]}], `

// runsOf are runs of a cell with made up mean waits, the same every time; their spread
// grows with the point.
func runsOf(plan *scenario.Plan, c experiment.Cell) []*experiment.Run {
	random := rand.New(rand.NewPCG(uint64(c.Point), uint64(c.Replication)))
	var runs []*experiment.Run
	for _, p := range plan.Policies {
		summary := make(metrics.Summary, len(metrics.Descriptions))
		summary[metrics.Index("meanWait")] = 100 + float64(5+5*c.Point)*random.NormFloat64()
		runs = append(runs, &experiment.Run{Policy: p.Label, Measures: experiment.Measures{Metrics: summary}})
	}
	return runs
}

// simulateAll works through cells with so many workers, which finish in a random order;
// now and then one breaks off and gives its cell back. It returns the largest number of
// cells that were under way.
func simulateAll(t *testing.T, b *experiment.Cells, workers int, random *rand.Rand) int {
	t.Helper()
	var open []experiment.Cell
	busiest := 0
	for !b.Done() {
		for len(open) < workers {
			c, ok := b.Next()
			if !ok {
				break
			}
			open = append(open, c)
		}
		if busiest = max(busiest, len(open)); len(open) == 0 {
			t.Fatal("nothing is under way, yet the experiment is not done")
		}
		i := random.IntN(len(open))
		c := open[i]
		open = append(open[:i], open[i+1:]...)
		if random.IntN(10) == 0 {
			b.Return(c)
			continue
		}
		b.Add(c, runsOf(b.Plan, c))
	}
	if c, ok := b.Next(); ok || len(open) > 0 {
		t.Errorf("the experiment is done, but there are %v and %v", c, open)
	}
	return busiest
}

// Neither the number of workers nor the order in which they finish decides what is
// simulated or what comes of it.
func TestBooksDoNotDependOnWhoWorks(t *testing.T) {
	for _, parts := range []string{`"replications": 7`, `"precision": {"relativeHalfWidth": 0.02, "maxReplications": 44}`,
		`"replications": 13, "precision": {"relativeHalfWidth": 0.04, "level": 0.9}`} {
		plan := compile(t, booked+parts+`}`)
		var want string
		for seed := range uint64(40) {
			random := rand.New(rand.NewPCG(seed, 1))
			workers := 1 + int(seed%8)
			b := experiment.NewCells(plan)
			b.PointByPoint = seed%2 == 0
			if busiest := simulateAll(t, b, workers, random); busiest != workers {
				t.Errorf("%s: %d workers had work for %d", parts, workers, busiest)
			}
			text, err := b.Result("meanWait").JSON()
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = string(text)
			} else if string(text) != want {
				t.Errorf("%s: %d workers in order %d have another result", parts, workers, seed)
			}
			if done, planned, most := b.Progress(); done != planned || planned != most || 2*done != len(b.Runs()) {
				t.Errorf("%s: %d of %d, at most %d, %d runs", parts, done, planned, most, len(b.Runs()))
			}
		}
	}
}

// Standard deviations are 5, 10 and 15 around 100, so that a half-width of 4 at 90 % takes
// about (1.65·5/4)² = 4, 17 and 38 replications: in blocks of 13 and tens, with luck in
// both directions, 13, some 23 and some 43. Blocks end with the first that is precise.
func TestBlocksEndWhenTheyArePrecise(t *testing.T) {
	plan := compile(t, booked+`"replications": 13, "precision": {"relativeHalfWidth": 0.04, "level": 0.9}}`)
	b := experiment.NewCells(plan)
	simulateAll(t, b, 3, rand.New(rand.NewPCG(1, 2)))
	for point, want := range []int{13, 23, 43} {
		halfWidth := func(n int) float64 {
			widest := 0.0
			for k := range plan.Policies {
				var values []float64
				for r := range n {
					values = append(values, runsOf(plan, experiment.Cell{Point: point, Replication: r})[k].Metrics.Value("meanWait"))
				}
				i := stats.MeanInterval(values, 0.9)
				widest = max(widest, (*i.High-*i.Low)/2/i.Mean)
			}
			return widest
		}
		n := 0
		for _, run := range b.Runs() {
			if run.PointIndex == point && run.Policy == "fcfs" {
				n++
			}
		}
		if n%10 != 3 || n < want-10 || n > want+10 {
			t.Errorf("point %d has %d replications, expected are about %d", point, n, want)
		}
		if halfWidth(n) > 0.04 || n > 13 && halfWidth(n-10) <= 0.04 {
			t.Errorf("point %d: %d replications have a half-width of %v, ten less %v", point, n, halfWidth(n), halfWidth(max(13, n-10)))
		}
	}
}

// All points grow together, or one after the other.
func TestOrderOfCells(t *testing.T) {
	plan := compile(t, booked+`"replications": 2}`)
	for pointByPoint, want := range map[bool]string{
		false: "[{0 0} {1 0} {2 0} {0 1} {1 1} {2 1}]",
		true:  "[{0 0} {0 1} {1 0} {1 1} {2 0} {2 1}]",
	} {
		b := experiment.NewCells(plan)
		b.PointByPoint = pointByPoint
		var cells []experiment.Cell
		for c, ok := b.Next(); ok; c, ok = b.Next() {
			cells = append(cells, c)
		}
		if got := fmt.Sprint(cells); got != want {
			t.Errorf("point by point %v: %s, want %s", pointByPoint, got, want)
		}
	}
}

// An experiment that lost cells goes on without them, and pairs are of what is left.
func TestLostCells(t *testing.T) {
	for _, parts := range []string{`"replications": 12`, `"precision": {"relativeHalfWidth": 0.5, "maxReplications": 50}`} {
		plan := compile(t, booked+parts+`}`)
		b := experiment.NewCells(plan)
		for c, ok := b.Next(); ok; c, ok = b.Next() {
			if c.Replication == 3 && c.Point == 1 {
				b.Lose(c, "the worker ended")
				continue
			}
			b.Add(c, runsOf(plan, c))
		}
		if !b.Done() {
			t.Errorf("%s: not done", parts)
		}
		if cells, reasons := b.Lost(); !reflect.DeepEqual(cells, []experiment.Cell{{Point: 1, Replication: 3}}) || reasons[0] != "the worker ended" {
			t.Errorf("%s: lost are %v, %v", parts, cells, reasons)
		}
		for _, c := range b.Result("meanWait").Comparisons {
			want := 12
			if plan.Precision != nil {
				want = 10
			}
			if c.Point["/workload/load"] == 0.6 {
				want--
			}
			if c.N != want {
				t.Errorf("%s: %+v is of %d pairs, want %d", parts, c, c.N, want)
			}
		}
	}
}

// A policy that fails in some cells, or in all, takes nothing from the others: their means are of all twelve cells, and only pairs with it are of
// fewer. A wanted precision does not wait for one that always fails.
func TestPoliciesThatFail(t *testing.T) {
	for _, c := range []struct {
		parts        string
		fails        func(experiment.Cell) bool
		cells, pairs int
	}{
		{`"replications": 12`, func(c experiment.Cell) bool { return c.Replication == 3 }, 12, 11},
		{`"replications": 12`, func(experiment.Cell) bool { return true }, 12, 0},
		{`"precision": {"relativeHalfWidth": 0.5, "maxReplications": 50}`, func(experiment.Cell) bool { return true }, 10, 0},
	} {
		plan := compile(t, booked+c.parts+`}`)
		b := experiment.NewCells(plan)
		failed, first := 0, experiment.Cell{}
		for cell, ok := b.Next(); ok; cell, ok = b.Next() {
			runs := runsOf(plan, cell)
			if c.fails(cell) {
				if failed++; failed == 1 {
					first = cell
				}
				runs[1].Failed = fmt.Sprint("for reason ", failed)
			}
			b.Add(cell, runs)
		}
		if got, want := b.Failed(), (map[int]experiment.FailedPolicy{1: {Cells: failed, First: first, Reason: "for reason 1"}}); !reflect.DeepEqual(got, want) {
			t.Errorf("failed are %v, want %v", got, want)
		}
		r := b.Result("meanWait")
		for _, m := range r.Summary {
			want := c.cells
			if m.Policy == "easy" {
				want = c.pairs
			}
			if m.N != want {
				t.Errorf("%s: %+v is of %d cells, want %d", c.parts, m, m.N, want)
			}
		}
		for _, d := range r.Comparisons {
			if d.N != c.pairs {
				t.Errorf("%s: %+v is of %d pairs, want %d", c.parts, d, d.N, c.pairs)
			}
		}
	}
}
