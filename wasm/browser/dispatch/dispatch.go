// Package dispatch hands the cells of an experiment out to workers in portions that take
// them a moment, and says what becomes of cells whose worker broke. What comes of the
// experiment in the end depends neither on the number of workers nor on the portions.
package dispatch

import (
	"backfill/engine/experiment"
)

const (
	// portionSeconds is how long a portion should take: much longer than to hand it out, and
	// short enough for what came of it to be seen soon.
	portionSeconds = 0.075
	// mostCells of a portion, so that the page reads what came of them in little time.
	mostCells = 64
	// growth is how many times as many cells as the largest portion so far the next one may
	// have: the first cells may say little about the others.
	growth = 4
	// hopeless is how many cells are lost in a row before the experiment is given up.
	hopeless = 5
)

// Portion is cells that one worker simulates at one go.
type Portion struct {
	Cells []experiment.Cell
	again bool // one cell whose first worker broke
}

// Dispatcher is the cells of one experiment on their way to workers and back. Every portion that
// it hands out has to come back by Took, Broke or Return.
type Dispatcher struct {
	cells    *experiment.Cells
	workers  int               // at most at the same time
	suspects []experiment.Cell // of portions whose worker broke
	seconds  float64           // that a cell takes, by the last portions; 0: not known
	most     int               // cells of the next portion
	lost     int               // cells since the last one that was simulated
}

// New hands out cells to so many workers at the same time, at most.
func New(c *experiment.Cells, workers int) *Dispatcher {
	return &Dispatcher{cells: c, workers: workers, most: 1}
}

// Next is a portion of cells that no worker has broken on; false if there is none now.
func (d *Dispatcher) Next() (Portion, bool) {
	n := d.most
	if d.seconds > 0 {
		n = min(n, max(1, int(portionSeconds/d.seconds)))
	}
	if d.workers > 1 {
		n = min(n, max(1, d.cells.Left()/(2*d.workers))) // in the end all are done at nearly the same time
	}
	var p Portion
	for len(p.Cells) < n {
		c, more := d.cells.Next()
		if !more {
			break
		}
		p.Cells = append(p.Cells, c)
	}
	return p, len(p.Cells) > 0
}

// Suspects says whether there are cells for Again.
func (d *Dispatcher) Suspects() bool { return len(d.suspects) > 0 }

// Again is a single cell of a portion whose worker broke, for a worker that was started
// since or has only had such cells; false if there is none now.
func (d *Dispatcher) Again() (Portion, bool) {
	if len(d.suspects) == 0 {
		return Portion{}, false
	}
	p := Portion{Cells: d.suspects[:1:1], again: true}
	d.suspects = d.suspects[1:]
	return p, true
}

// Prefetch says whether a worker should have the next portion at hand when it is done with one: they are short,
// and there are so many that the last ones are left to whoever is done first.
func (d *Dispatcher) Prefetch() bool {
	return d.seconds > 0 && d.seconds < 2*portionSeconds && d.cells.Left() > d.workers
}

// Took enters the runs of the first cells of a portion, which took so many seconds; its
// other cells are handed out again.
func (d *Dispatcher) Took(p Portion, runs [][]*experiment.Run, seconds float64) {
	for i, c := range p.Cells[:len(runs)] {
		d.cells.Add(c, runs[i])
	}
	if n := len(runs); n > 0 {
		d.lost = 0
		d.most = max(d.most, min(growth*n, mostCells))
		if each := seconds / float64(n); d.seconds == 0 {
			d.seconds = each
		} else {
			d.seconds = (d.seconds + each) / 2
		}
	}
	d.Return(Portion{Cells: p.Cells[len(runs):], again: p.again})
}

// Return takes back a portion that no worker has begun or whose worker was stopped.
func (d *Dispatcher) Return(p Portion) {
	if p.again {
		d.suspects = append(d.suspects, p.Cells...)
		return
	}
	for _, c := range p.Cells {
		d.cells.Return(c)
	}
}

// Broke says that a worker broke while it had a portion. Its cells are tried once more,
// one by one; a cell that breaks a second worker is lost. false if there is no hope that
// others fare better.
func (d *Dispatcher) Broke(p Portion, reason string) bool {
	if !p.again {
		d.suspects = append(d.suspects, p.Cells...)
		return true
	}
	for _, c := range p.Cells {
		d.cells.Lose(c, reason)
		d.lost++
	}
	return d.lost < hopeless
}

// Stop takes back the cells that wait for another try, when the experiment is given up.
func (d *Dispatcher) Stop() {
	for _, c := range d.suspects {
		d.cells.Return(c)
	}
	d.suspects = nil
}
