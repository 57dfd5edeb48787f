package experiment

import (
	"fmt"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
)

// Cell is what one task simulates under every policy: one replication of the workload
// at one point of the sweep.
type Cell struct {
	Point       int // index into Plan.Points
	Replication int // from 0
}

// Cells say which cells of an experiment are to be simulated, and keep their runs. Without a
// wanted precision all cells are known from the beginning. With one, a point gets its
// replications block by block, and only whole blocks decide whether it gets another. So the cells
// to simulate do not depend on the order in which they are simulated, nor on how many are at a
// time.
//
// Cells are not safe for concurrent use.
type Cells struct {
	Plan *scenario.Plan
	// PointByPoint lets Next finish a point before it begins the next one. Otherwise
	// all points grow together, and partial results say something about each of them.
	PointByPoint bool

	points  []record
	back    []Cell             // given back
	classes []grouping.Classes // by grouping: the classes of the run that was added last
	failed  map[int]FailedPolicy
}

// FailedPolicy is a policy that gave no results in some cells.
type FailedPolicy struct {
	Cells  int    // in which it failed
	First  Cell   // of them, by replication and point
	Reason string // in that
}

// record is what is known of one point.
type record struct {
	planned int // replications that will be simulated, as far as known
	given   int // how many of them Next has handed out
	settled bool
	cells   []entry // of the replications that were given
	open    int     // given, and neither added nor lost
}

// entry is one cell of a record. A cell that is lost stays without runs.
type entry struct {
	runs []*Run // in the order of the policies; nil: the policy failed
	lost string
	done bool
}

// NewCells begins an experiment.
func NewCells(p *scenario.Plan) *Cells {
	cs := &Cells{Plan: p, points: make([]record, len(p.Points))}
	for i := range cs.points {
		cs.points[i].planned, cs.points[i].settled = firstBlock(p)
	}
	return cs
}

// Next is a cell that can be simulated now; the caller has to Add its runs, to Lose it or to
// Return it. There is none when all known cells have been handed out. Unless the experiment is
// Done, more may come when those cells have been added.
func (cs *Cells) Next() (Cell, bool) {
	if n := len(cs.back); n > 0 {
		c := cs.back[n-1]
		cs.back = cs.back[:n-1]
		return c, true
	}
	best := -1
	for i := range cs.points {
		r := &cs.points[i]
		if r.given == r.planned {
			continue
		}
		if best < 0 || r.given < cs.points[best].given {
			best = i
			if cs.PointByPoint {
				break
			}
		}
	}
	if best < 0 {
		return Cell{}, false
	}
	r := &cs.points[best]
	c := Cell{Point: best, Replication: r.given}
	r.given++
	r.open++
	r.cells = append(r.cells, entry{})
	return c, true
}

// MeasureAll measures the cells that are left, one after the other, of an experiment that reads no log.
func (cs *Cells) MeasureAll() error {
	for c, more := cs.Next(); more; c, more = cs.Next() {
		task, err := Prepare(cs.Plan, c.Point, c.Replication, nil)
		if err != nil {
			return err
		}
		runs, err := task.MeasureAll()
		if err != nil {
			return err
		}
		cs.Add(c, runs)
	}
	return nil
}

// Left is how many cells Next could hand out now. O(points).
func (cs *Cells) Left() int {
	n := len(cs.back)
	for i := range cs.points {
		n += cs.points[i].planned - cs.points[i].given
	}
	return n
}

// Return gives back a cell whose simulation was broken off: Next hands it out again.
func (cs *Cells) Return(c Cell) { cs.back = append(cs.back, c) }

// Add enters the runs of a cell, one for each policy in the order of the plan, and writes their
// place into them. A run that has Failed is only counted. It panics if the cell was not handed out or is there already: a programmer's
// mistake.
func (cs *Cells) Add(c Cell, runs []*Run) {
	if len(runs) != len(cs.Plan.Policies) {
		panic(fmt.Sprintf("experiment: %d runs of %d policies", len(runs), len(cs.Plan.Policies)))
	}
	for _, run := range runs {
		run.Point, run.PointIndex, run.Replication = cs.Plan.Points[c.Point].Values, c.Point, c.Replication
	}
	runs = slices.Clone(runs)
	for i, run := range runs {
		if run.Failed != "" {
			cs.fails(i, c, run.Failed)
			runs[i] = nil
			continue
		}
		cs.share(run.Groups)
		for i := range run.Batches {
			cs.share(run.Batches[i].Groups)
		}
	}
	cs.close(c, entry{runs: runs, done: true})
}

// fails counts a cell in which a policy failed.
func (cs *Cells) fails(policy int, c Cell, reason string) {
	f := cs.failed[policy]
	if f.Cells == 0 || c.Replication < f.First.Replication || c.Replication == f.First.Replication && c.Point < f.First.Point {
		f.First, f.Reason = c, reason
	}
	f.Cells++
	if cs.failed == nil {
		cs.failed = map[int]FailedPolicy{}
	}
	cs.failed[policy] = f
}

// Failed are the policies that gave no results in some of the cells that were added, by their index.
func (cs *Cells) Failed() map[int]FailedPolicy { return cs.failed }

// share lets groups use the names of an earlier run's groups, to save memory: they are much the
// same in all runs.
func (cs *Cells) share(groups []metrics.Breakdown) {
	for i := range groups {
		if i == len(cs.classes) {
			cs.classes = append(cs.classes, groups[i].Classes)
		}
		if known := &cs.classes[i]; known.Equal(&groups[i].Classes) {
			groups[i].Classes = *known
		} else {
			*known = groups[i].Classes
		}
	}
}

// Lose notes that a cell cannot be simulated, for the given reason. The experiment goes on
// without it. It panics as Add does.
func (cs *Cells) Lose(c Cell, reason string) { cs.close(c, entry{lost: reason, done: true}) }

func (cs *Cells) close(c Cell, e entry) {
	r := &cs.points[c.Point]
	if c.Replication >= r.given || r.cells[c.Replication].done {
		panic(fmt.Sprintf("experiment: the cell %+v is not open", c))
	}
	r.cells[c.Replication] = e
	r.open--
	if r.open == 0 && r.given == r.planned && !r.settled {
		r.planned, r.settled = nextBlock(cs.Plan, r)
	}
}

// Done says whether every cell has been added or lost and no others will come.
func (cs *Cells) Done() bool {
	for i := range cs.points {
		if r := &cs.points[i]; !r.settled || r.given < r.planned || r.open > 0 {
			return false
		}
	}
	return true
}

// Replications is how many replications are planned at a point so far, and whether that is all.
func (cs *Cells) Replications(point int) (planned int, all bool) {
	return cs.points[point].planned, cs.points[point].settled
}

// Progress counts the cells added or lost, the cells planned so far and the most that there can
// be.
func (cs *Cells) Progress() (done, planned, most int) {
	for i := range cs.points {
		r := &cs.points[i]
		done += r.given - r.open
		planned += r.planned
		if r.settled {
			most += r.planned
		} else {
			most += cs.Plan.Precision.MaxReplications
		}
	}
	return done, planned, most
}

// Lost lists the cells that were lost, with the reason of each.
func (cs *Cells) Lost() (cells []Cell, reasons []string) {
	for i := range cs.points {
		for k, e := range cs.points[i].cells {
			if e.lost != "" {
				cells, reasons = append(cells, Cell{i, k}), append(reasons, e.lost)
			}
		}
	}
	return cells, reasons
}

// Runs are the runs that were added, by point, replication and policy.
func (cs *Cells) Runs() []*Run {
	runs := []*Run{}
	for i := range cs.points {
		for _, e := range cs.points[i].cells {
			for _, run := range e.runs {
				if run != nil {
					runs = append(runs, run)
				}
			}
		}
	}
	return runs
}

// Common are the runs that policies are compared over, in the order of Runs: those of the cells in which no policy failed. A policy that failed in all
// cells of a point does not count there. left counts by point the cells that are left out.
func (cs *Cells) Common() (runs []*Run, left []int) {
	left = make([]int, len(cs.points))
	for i := range cs.points {
		cells := cs.points[i].cells
		some := make([]bool, len(cs.Plan.Policies))
		for _, e := range cells {
			for k, run := range e.runs {
				some[k] = some[k] || run != nil
			}
		}
		for _, e := range cells {
			whole := true
			for k, run := range e.runs {
				whole = whole && (run != nil || !some[k])
			}
			if !whole {
				left[i]++
				continue
			}
			for _, run := range e.runs {
				if run != nil {
					runs = append(runs, run)
				}
			}
		}
	}
	return runs, left
}

// Result is what is known so far, of the named metrics or of all if none is named. Its
// cost grows with the number of runs and of metrics.
func (cs *Cells) Result(only ...string) *Result { return Collect(cs.Plan, cs.Runs(), only...) }
