package dispatch

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/policies"
)

func plan(t rapid.TB, parts string) *scenario.Plan {
	t.Helper()
	s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 64},
		"workload": {"kind": "lublin", "jobs": 60, "processors": 64}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}],
		"sweep": [{"path": "/workload/load", "values": [0.5, 0.7, 0.9]}], ` + parts + `}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// simulated stands for what came of a cell: random numbers that belong to it, by which
// some points need more blocks of replications than others.
func simulated(p *scenario.Plan, c experiment.Cell) []*experiment.Run {
	random := rand.New(rand.NewPCG(uint64(c.Point), uint64(c.Replication)))
	var runs []*experiment.Run
	for i := range p.Policies {
		summary := make(metrics.Summary, len(metrics.Descriptions))
		for k := range summary {
			summary[k] = 10 + random.Float64()*float64(1+3*c.Point)
		}
		runs = append(runs, &experiment.Run{Policy: p.Policies[i].Label, Measures: experiment.Measures{Metrics: summary}})
	}
	return runs
}

// Whatever the number of workers, the order in which they finish, the time that they
// take and the portions with which they break, the cells holds the same in the end: all
// cells but those that break a worker by themselves.
func TestTheSameForAnyWorkers(t *testing.T) {
	whole := plan(t, `"precision": {"relativeHalfWidth": 0.05, "maxReplications": 60}`)
	rapid.Check(t, func(t *rapid.T) {
		alone := rapid.MapOf(rapid.Custom(func(t *rapid.T) experiment.Cell {
			return experiment.Cell{Point: rapid.IntRange(0, 2).Draw(t, "point"), Replication: rapid.IntRange(0, 59).Draw(t, "replication")}
		}), rapid.Bool()).Draw(t, "breaks") // cells with which a worker breaks: alone, too?

		want := experiment.NewCells(whole)
		for c, more := want.Next(); more; c, more = want.Next() {
			if alone[c] {
				want.Lose(c, "broken")
			} else {
				want.Add(c, simulated(whole, c))
			}
		}

		cells := experiment.NewCells(whole)
		type worker struct {
			has   []Portion
			fresh bool // only had suspects
		}
		workers := make([]worker, rapid.IntRange(1, 5).Draw(t, "workers"))
		d := New(cells, len(workers))
		for !cells.Done() {
			var busy []int
			for i := range workers {
				w := &workers[i]
				for len(w.has) < 2 {
					var p Portion
					more := false
					if w.fresh {
						p, more = d.Again()
					}
					if !more {
						if p, more = d.Next(); !more {
							break
						}
						w.fresh = false
					}
					w.has = append(w.has, p)
				}
				if len(w.has) > 0 {
					busy = append(busy, i)
				}
			}
			if len(busy) == 0 {
				if !d.Suspects() {
					t.Fatal("nothing is under way, and the cells is not done")
				}
				workers[0].fresh = true // as one that was just started
				continue
			}
			w := &workers[rapid.SampledFrom(busy).Draw(t, "worker")]
			p := w.has[0]
			w.has = w.has[1:]
			var runs [][]*experiment.Run
			breaks := false
			for _, c := range p.Cells {
				always, breaksOne := alone[c]
				breaks = breaks || always || breaksOne && !p.again
				runs = append(runs, simulated(whole, c))
			}
			switch {
			case breaks:
				for _, next := range w.has {
					d.Return(next)
				}
				*w = worker{fresh: true}
				if !d.Broke(p, "broken") {
					return // too many in a row: the experiment is given up
				}
			case rapid.IntRange(0, 9).Draw(t, "failed") == 0:
				d.Took(p, runs[:len(runs)/2], 0.01)
			default:
				d.Took(p, runs, rapid.Float64Range(0, 0.2).Draw(t, "seconds"))
			}
		}
		if diff := cmp.Diff(want.Runs(), cells.Runs()); diff != "" {
			t.Errorf("other runs than one after the other (-want +got):\n%.1000s", diff)
		}
		lost, _ := want.Lost()
		got, _ := cells.Lost()
		if diff := cmp.Diff(lost, got); diff != "" {
			t.Errorf("other cells are lost (-want +got):\n%s", diff)
		}
	})
}

// Portions grow up to what takes 75 ms: from 1 ms a cell on 1, 4, 16 and 64 of them; then
// 0.025 s for one brings the estimate to 13 ms, so 5.
func TestPortions(t *testing.T) {
	p := plan(t, `"replications": 100`)
	d := New(experiment.NewCells(p), 1)
	for i, test := range []struct {
		cells   int
		seconds float64 // each
	}{{1, 0.001}, {4, 0.001}, {16, 0.001}, {64, 0.025}, {5, 0.001}} {
		next, _ := d.Next()
		if len(next.Cells) != test.cells {
			t.Fatalf("portion %d has %d cells, want %d", i, len(next.Cells), test.cells)
		}
		var runs [][]*experiment.Run
		for _, c := range next.Cells {
			runs = append(runs, simulated(p, c))
		}
		d.Took(next, runs, test.seconds*float64(len(runs)))
	}
}

// If every worker breaks, the experiment is given up after a few cells.
func TestHopeless(t *testing.T) {
	cells := experiment.NewCells(plan(t, `"replications": 100`))
	d := New(cells, 2)
	for range hopeless {
		p, _ := d.Next()
		if !d.Broke(p, "first") {
			t.Fatal("given up without another try")
		}
		again, _ := d.Again()
		if lost, _ := cells.Lost(); d.Broke(again, "second") != (len(lost) < hopeless-1) {
			t.Fatalf("after %d lost cells: going on is %t", len(lost)+1, len(lost) >= hopeless-1)
		}
	}
}

// The last portions become smaller, and the very last ones are not handed out beforehand: a worker with much left while
// the others have nothing would make all wait.
func TestLastPortions(t *testing.T) {
	const workers, cellSeconds, total = 4, 0.001, 300
	p := plan(t, `"replications": 100`)
	cells := experiment.NewCells(p)
	d := New(cells, workers)
	given := 0
	for {
		prefetch := d.Prefetch()
		next, more := d.Next()
		if !more {
			break
		}
		if left, n := total-given, len(next.Cells); n > max(1, left/(2*workers)) {
			t.Errorf("a portion has %d of the last %d cells", n, left)
		} else if prefetch != (given > 0 && left > workers) {
			t.Errorf("handed out beforehand is %t with %d cells left", prefetch, left)
		}
		given += len(next.Cells)
		var runs [][]*experiment.Run
		for _, c := range next.Cells {
			runs = append(runs, simulated(p, c))
		}
		d.Took(next, runs, cellSeconds*float64(len(runs)))
	}
	if given != total {
		t.Errorf("%d cells were handed out, want %d", given, total)
	}
}
