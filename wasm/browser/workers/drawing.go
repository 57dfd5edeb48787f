//go:build js && wasm

package workers

import (
	"slices"

	"github.com/hack-pad/safejs"

	"backfill/engine/drawings"
	"backfill/ui/result"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
	"backfill/wasm/wire"
)

// portionSeconds is how long a portion of drawings should take: much longer than to hand it out, and short enough for progress to be seen.
const portionSeconds = 0.3

// mostJobs is how many jobs the workers have together, unless the scenario says how many workers there are: each makes the workload, and a
// browser may end the page for want of memory.
const mostJobs = 3_000_000

// drawing is drawings of one policy on their way through several workers.
type drawing struct {
	sim     *Simulator
	key     int
	program *program     // of the workers
	request wire.Request // without From and To
	logs    []storage.Log
	jobs    int        // of the workload
	next    int        // the first drawing that was not handed out
	to      int        // behind the last one
	again   []*portion // whose worker broke, or had to do something else
	seconds float64    // that a drawing takes, by the last portion; 0: not known
	most    int        // workers at the same time, that of Simulate included
	engaged []*drawer
	over    bool
}

// drawer is a worker that is held, with the portion that it has.
type drawer struct {
	worker *worker
	has    *portion // nil: nothing
}

// portion is drawings from to to-1.
type portion struct {
	from, to int
	broke    bool // a worker
}

func (sim *Simulator) Draw(key int, of result.Simulation, from, to, workers int) {
	sim.StopDrawing()
	d := &drawing{
		sim: sim, key: key, program: sim.program(of.Written), jobs: len(of.Workload.Jobs), next: from, to: to, most: workers,
		request: wire.Request{Ask: wire.Draw, Scenario: of.Scenario, Files: of.Files, Cell: of.Cell, Policy: of.Policy},
	}
	if d.most == 0 {
		d.most = min(concurrency(), max(mostJobs/d.jobs, 1))
	}
	sim.drawing = d
	go javascript.Guard(func() {
		logs, failed := sim.supplies(d.program, of.Files)
		sim.loop.Quietly(func() {
			if failed != nil {
				d.fail(*failed)
			}
			d.logs = logs
			d.proceed()
		})
	})
}

func (sim *Simulator) StopDrawing() {
	sim.drawing.stop()
	sim.drawing = nil
}

// proceed gives a portion to every worker that has none, as far as there are any.
func (d *drawing) proceed() {
	if d == nil || d.over || d.sim.measuring != nil {
		return
	}
	pool := d.sim.pool
	d.engaged = slices.DeleteFunc(d.engaged, func(e *drawer) bool { return !slices.Contains(pool.workers, e.worker) })
	workers := d.most
	if d.sim.simulating {
		workers--
	}
	for i := 0; i < workers && !d.over; i++ {
		if i < len(d.engaged) && d.engaged[i].has != nil {
			continue
		}
		p := d.portion()
		if p == nil {
			break
		}
		if i == len(d.engaged) {
			w, err := pool.hold(d.program, false)
			if err != nil {
				d.fail(result.Failure{Reason: err.Error(), Crash: true})
				return
			}
			d.engaged = append(d.engaged, &drawer{worker: w})
			javascript.Report(pool.spare(d.program))
		}
		d.give(d.engaged[i], p)
	}
	if d.next == d.to && len(d.again) == 0 && !slices.ContainsFunc(d.engaged, func(e *drawer) bool { return e.has != nil }) {
		d.sim.StopDrawing() // all have come
	}
}

// portion is the next one, nil if there is none.
func (d *drawing) portion() *portion {
	if n := len(d.again); n > 0 {
		p := d.again[n-1]
		d.again = d.again[:n-1]
		return p
	}
	left := d.to - d.next
	if left == 0 {
		return nil
	}
	n := 1
	if d.seconds > 0 {
		n = min(max(int(portionSeconds/d.seconds), 1), max(left/(2*d.most), 1)) // in the end all are done at nearly the same time
	}
	p := &portion{from: d.next, to: d.next + n}
	d.next += n
	return p
}

func (d *drawing) give(e *drawer, p *portion) {
	r := d.request
	r.From, r.To = p.from, p.to
	t, err := d.sim.pool.give(e.worker, r, d.logs, safejs.Undefined(), func(a wire.Answer, data []byte) {
		go javascript.Guard(func() { d.take(e, p, a, data) })
	})
	if err != nil {
		d.fail(result.Failure{Reason: err.Error(), Crash: true})
		return
	}
	e.has = p
	t.again = func() {
		go d.sim.loop.Quietly(func() {
			e.has = nil
			d.again = append(d.again, p)
			d.proceed()
		})
	}
}

// take tells the page what came of a portion.
func (d *drawing) take(e *drawer, p *portion, a wire.Answer, data []byte) {
	var all []drawings.Waits
	if a.Say == wire.Drawn {
		var err error
		if all, err = wire.DecodeDrawings(data, p.to-p.from, d.jobs); err != nil {
			a = wire.Answer{Say: wire.Failed, Failure: &result.Failure{Reason: err.Error()}}
		}
	}
	d.sim.loop.Follow(func() {
		if d.over {
			return
		}
		e.has = nil
		switch {
		case a.Say == wire.Drawn:
			d.seconds = a.Seconds / float64(p.to-p.from)
			// Before the page is told, which may want other drawings then, so that the workers are free for these.
			d.proceed()
			d.sim.page.Drawings.Came(d.key, p.from, all)
		case a.Failure.Crash && !p.broke:
			p.broke = true
			d.again = append(d.again, p)
			d.proceed()
		default:
			d.fail(*a.Failure)
		}
	})
}

// fail ends it without the rest.
func (d *drawing) fail(f result.Failure) {
	if d.over {
		return
	}
	d.sim.StopDrawing()
	d.sim.loop.Later(func() { d.sim.page.Drawings.Failed(d.key, f) })
}

// stop ends all that is under way, at once.
func (d *drawing) stop() {
	if d == nil || d.over {
		return
	}
	d.over = true
	pool := d.sim.pool
	for _, e := range d.engaged {
		if e.has == nil {
			pool.release(e.worker)
			continue
		}
		pool.interrupt(e.worker)
	}
	if d.program.ready() {
		javascript.Report(pool.spare(d.program))
	}
}
