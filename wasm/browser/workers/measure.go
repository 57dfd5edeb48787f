//go:build js && wasm

package workers

import (
	"slices"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine/experiment"
	"backfill/ui/result"
	"backfill/wasm/browser/dispatch"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
	"backfill/wasm/wire"
)

const (
	// growPause is how long results come in at least before the page is told of them.
	growPause = 400 * time.Millisecond
	// renderShare of the time is what the page may take at most to show what has come,
	// since the workers need the processors as well.
	renderShare = 5 // percent
	// mostWorkers work at the same time.
	mostWorkers = 8
)

// measuring is an experiment of many runs on its way through several workers. What it
// does to the cells it does under the renderer's lock.
type measuring struct {
	sim        *Simulator
	run        int
	program    *program     // of the workers
	request    wire.Request // without cells
	logs       []storage.Log
	cells      *experiment.Cells
	dispatcher *dispatch.Dispatcher
	most       int // workers at the same time, that of Simulate included
	engaged    []*engaged
	begun      time.Time
	told       time.Time // when the page was told last of results
	telling    bool      // it will be told again
	over       bool
}

// engaged is a worker with the portions that it has.
type engaged struct {
	worker *worker
	has    []*dispatch.Portion // in the order in which it simulates them
	again  bool                // it is fresh and tries cells whose workers broke
}

func (sim *Simulator) Measure(run int, scenario []byte, files []result.FileRef, written bool, cells *experiment.Cells, workers int) {
	if sim.simulating && sim.run != run {
		sim.stopSimulating()
	}
	sim.measuring.stop()
	m := &measuring{
		sim: sim, run: run, cells: cells, most: workers, begun: time.Now(),
		program: sim.program(written),
		request: wire.Request{Ask: wire.Measure, Scenario: scenario, Files: files},
	}
	if m.most == 0 {
		m.most = concurrency()
	}
	m.dispatcher = dispatch.New(cells, m.most)
	sim.measuring = m
	sim.ShowBusy()
	if len(files) == 0 && m.program.ready() {
		sim.loop.After(0, m.proceed)
		return
	}
	go javascript.Guard(func() {
		logs, failed := sim.supplies(m.program, files)
		sim.loop.Quietly(func() {
			if failed != nil {
				m.fail(*failed)
			}
			m.logs = logs
			m.proceed()
		})
	})
}

// concurrency is the number of workers that use the computer's processors but one, which
// is left to the page: from 1 to 8.
func concurrency() int {
	s := &javascript.Script{}
	n := s.Number(s.Global("navigator", "hardwareConcurrency"))
	if s.Err != nil {
		return 1
	}
	return min(max(int(n)-1, 1), mostWorkers)
}

// proceed gives every worker something to do, as far as there is anything.
func (m *measuring) proceed() {
	switch {
	case m.over:
		return
	case m.cells.Done():
		m.end(func() { m.sim.page.MeasureFinished(m.run, time.Since(m.begun).Seconds()) })
		return
	}
	workers := m.most
	if m.sim.simulating {
		workers--
	}
	m.engaged = slices.DeleteFunc(m.engaged, func(e *engaged) bool { return !slices.Contains(m.sim.pool.workers, e.worker) })
	m.engage(workers)
	for _, e := range m.engaged[:min(workers, len(m.engaged))] {
		m.fill(e, 1)
	}
	// The next portion is at hand when the page is late in handing it out.
	for _, e := range m.engaged[:min(workers, len(m.engaged))] {
		if m.dispatcher.Prefetch() {
			m.fill(e, 2)
		}
	}
}

// engage takes on as many workers as there are portions for.
func (m *measuring) engage(workers int) {
	pool := m.sim.pool
	wanted := func() bool { // a fresh one
		return m.dispatcher.Suspects() && !slices.ContainsFunc(m.engaged, func(e *engaged) bool { return e.again })
	}
	if done := slices.IndexFunc(m.engaged, func(e *engaged) bool { return len(e.has) == 0 }); done >= 0 && wanted() {
		pool.release(m.engaged[done].worker)
		m.engaged = slices.Delete(m.engaged, done, done+1)
	}
	for len(m.engaged) < workers && !m.over {
		e := &engaged{again: wanted()}
		p, more := m.next(e)
		if !more {
			return
		}
		var err error
		if e.worker, err = pool.hold(m.program, e.again); err != nil {
			m.dispatcher.Return(p)
			m.fail(result.Failure{Reason: err.Error(), Crash: true})
			return
		}
		m.engaged = append(m.engaged, e)
		m.give(e, p)
		javascript.Report(pool.spare(m.program))
	}
}

// fill gives a worker portions up to that number.
func (m *measuring) fill(e *engaged, most int) {
	for len(e.has) < most && !m.over {
		p, more := m.next(e)
		if !more {
			return
		}
		m.give(e, p)
	}
}

// next is a portion for that worker.
func (m *measuring) next(e *engaged) (dispatch.Portion, bool) {
	if e.again {
		if p, more := m.dispatcher.Again(); more {
			return p, true
		}
		e.again = false // from now on one like the others
	}
	return m.dispatcher.Next()
}

func (m *measuring) give(e *engaged, p dispatch.Portion) {
	given := &p
	e.has = append(e.has, given)
	r := m.request
	r.Cells = p.Cells
	t, err := m.sim.pool.give(e.worker, r, m.logs, safejs.Undefined(), func(a wire.Answer, data []byte) {
		go javascript.Guard(func() { m.take(e, given, a, data) })
	})
	if err != nil {
		m.fail(result.Failure{Reason: err.Error(), Crash: true})
		return
	}
	t.again = func() {
		go m.sim.loop.Quietly(func() {
			if !m.over {
				m.dispatcher.Return(e.back(given))
				m.proceed()
			}
		})
	}
}

// back takes a portion from the worker.
func (e *engaged) back(p *dispatch.Portion) dispatch.Portion {
	e.has = slices.DeleteFunc(e.has, func(other *dispatch.Portion) bool { return other == p })
	return *p
}

// take adds what came of a portion.
func (m *measuring) take(e *engaged, p *dispatch.Portion, a wire.Answer, data []byte) {
	var runs [][]*experiment.Run
	var unreadable error
	if a.Say == wire.Measured && !m.over {
		step := javascript.Pace()
		runs, unreadable = wire.DecodeMeasured(data, m.cells.Plan, p.Cells, step)
		step()
	}
	m.sim.loop.Quietly(func() {
		if m.over {
			return
		}
		portion := e.back(p)
		switch {
		case unreadable != nil:
			m.dispatcher.Return(portion)
			m.fail(result.Failure{Reason: unreadable.Error(), Crash: true})
		case a.Say == wire.Measured:
			m.dispatcher.Took(portion, runs, a.Seconds)
			m.grew()
		case a.Failure.Crash:
			m.engaged = slices.DeleteFunc(m.engaged, func(other *engaged) bool { return other == e })
			if !m.dispatcher.Broke(portion, a.Failure.Reason) {
				m.fail(*a.Failure)
			}
			m.grew() // by a lost cell, perhaps
			a.Failure = nil
		default:
			m.dispatcher.Return(portion)
		}
		if a.Failure != nil {
			m.fail(*a.Failure)
		}
		m.proceed()
	})
}

// grew tells the page before long that there are more results.
func (m *measuring) grew() {
	if m.telling {
		return
	}
	m.telling = true
	pause := min(max(growPause, m.sim.loop.Took()*100/renderShare), 10*growPause)
	m.sim.loop.Proceed(pause-time.Since(m.told), func() bool {
		m.telling, m.told = false, time.Now()
		return !m.over && m.sim.page.Measured(m.run)
	})
}

// fail ends the experiment, and whatever belongs to it, without the rest.
func (m *measuring) fail(f result.Failure) {
	m.end(func() { m.sim.fail(m.run, f) })
}

// end stops, and tells the page why.
func (m *measuring) end(tell func()) {
	if m.over {
		return
	}
	m.stop()
	m.sim.loop.After(0, func() {
		if m.sim.measuring == m {
			m.sim.measuring = nil
			tell()
			m.sim.drawing.proceed()
		}
	})
}

// stop ends all that is under way, at once. What no worker has finished is to be
// simulated again.
func (m *measuring) stop() {
	if m == nil || m.over {
		return
	}
	m.over = true
	pool := m.sim.pool
	for _, e := range m.engaged {
		if len(e.has) == 0 { // it may have a question about the run on the timeline
			pool.release(e.worker)
			continue
		}
		for _, p := range e.has {
			m.dispatcher.Return(*p)
		}
		pool.interrupt(e.worker)
	}
	m.dispatcher.Stop()
	if m.program.ready() {
		javascript.Report(pool.spare(m.program))
	}
}
