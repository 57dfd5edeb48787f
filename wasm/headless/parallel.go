package main

import (
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/wasm/headless/tables"
)

// experimentRun is an experiment, or a shard of one, that goroutines work at. What
// comes of it does not depend on their number.
type experimentRun struct {
	plan     *scenario.Plan
	parallel int   // goroutines, 0: as many as there are cores
	shard    shard // none: everything
	files    *files
	progress *progress
	table    *jobFile // nil: none is wanted
	written  *scheduleFiles

	mutex   sync.Mutex // of all that follows, and of what progress and table write
	changed *sync.Cond // a cell ended
	cells   *experiment.Cells
	broken  failures
	report  string       // on the log, from the first cell
	err     error        // of the first cell, in their order, that went wrong
	failed  atomic.Int64 // rank of that cell
}

// rank is the place of a cell in the order in which cells are begun. Those behind one
// that failed are given up; those before it go on, so that the same error is always
// reported.
func (e *experimentRun) rank(c experiment.Cell) int64 {
	if e.cells.PointByPoint {
		return int64(c.Point)<<32 + int64(c.Replication)
	}
	return int64(c.Replication)<<32 + int64(c.Point)
}

var errStopped = errors.New("stopped, since another simulation failed")

// run simulates everything, or says what went wrong first. That a policy fails keeps nothing else from being simulated.
func (e *experimentRun) run() error {
	e.changed = sync.NewCond(&e.mutex)
	e.cells, e.broken = experiment.NewCells(e.plan), failures{}
	e.cells.PointByPoint = e.table != nil // whose lines come point by point
	e.failed.Store(math.MaxInt64)
	e.progress.begin(e.plan)
	defer e.progress.clear()
	n := e.parallel
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	var all sync.WaitGroup
	for range n {
		all.Go(e.work)
	}
	all.Wait()
	return e.err
}

// several says whether a plan has more than one cell.
func several(p *scenario.Plan) bool {
	return len(p.Points) > 1 || p.Replications > 1 || p.Precision != nil
}

// work simulates cells until there are no others.
func (e *experimentRun) work() {
	var last *experiment.Task
	for {
		c, ok := e.next()
		if !ok {
			return
		}
		task, runs, rows, err := e.simulate(c, last)
		if last = task; err != nil {
			last = nil
		}
		e.end(c, task, runs, rows, err)
	}
}

// next waits for a cell that can be simulated; there is none when all is done or
// something failed.
func (e *experimentRun) next() (experiment.Cell, bool) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	for e.err == nil && !e.cells.Done() {
		c, ok := e.cells.Next()
		switch {
		case !ok:
			e.changed.Wait()
		case !e.shard.has(e.plan, c):
			e.cells.Lose(c, "of another shard")
		default:
			return c, true
		}
	}
	e.changed.Broadcast()
	return experiment.Cell{}, false
}

// simulate runs every policy on a cell, with what the last task has of its workload. rows are its lines of the job table, if one is wanted.
func (e *experimentRun) simulate(c experiment.Cell, last *experiment.Task) (task *experiment.Task, runs []*experiment.Run, rows []byte, err error) {
	if last == nil {
		task, err = experiment.Prepare(e.plan, c.Point, c.Replication, e.files.open)
	} else {
		task, err = last.Next(c, e.files.open)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	for i, policy := range e.plan.Policies {
		simulate := task.Measure
		if e.table != nil || e.written.wanted() {
			simulate = task.Simulate
		}
		run, err := simulate(i, e.watch(task, policy.Label))
		var broken *experiment.PolicyError
		switch {
		case errors.As(err, &broken) && !errors.Is(err, errStopped):
			run = task.Failed(broken)
		case err != nil:
			return nil, nil, nil, err
		case e.table != nil:
			rows = experiment.AppendJobs(rows, run, e.table.columns)
		}
		runs = append(runs, run)
	}
	if e.written.wanted() {
		err = e.written.write(c, task.Workload, runs)
	}
	for _, run := range runs {
		run.Outcome = nil // as many as there are would not fit into memory
	}
	return task, runs, rows, err
}

// watch is what a simulation calls now and then.
func (e *experimentRun) watch(task *experiment.Task, policy string) engine.Progress {
	return func(ended int, _ engine.Time) error {
		if e.rank(task.Cell) > e.failed.Load() {
			return errStopped
		}
		e.progress.jobs(policy, ended, len(task.Workload.Jobs))
		return nil
	}
}

// end notes what came of a cell.
func (e *experimentRun) end(c experiment.Cell, task *experiment.Task, runs []*experiment.Run, rows []byte, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	defer e.changed.Broadcast()
	if err == nil {
		err = e.keep(c, task, runs, rows)
	}
	if err != nil {
		if !errors.Is(err, errStopped) && e.rank(c) < e.failed.Load() {
			e.err = err
			e.failed.Store(e.rank(c))
		}
		return
	}
	e.progress.cells(e.cells)
}

// keep enters the runs of a cell, and its lines into the job table.
func (e *experimentRun) keep(c experiment.Cell, task *experiment.Task, runs []*experiment.Run, rows []byte) error {
	if c == (experiment.Cell{}) {
		e.report = tables.Report(task.Report, several(e.plan), tables.FewReasons)
	}
	e.cells.Add(c, runs)
	e.broken.note(c, runs)
	if e.table == nil {
		return nil
	}
	e.table.held[c] = rows
	return e.table.flush(e.cells, e.shard)
}
