//go:build js && wasm

package workers

import (
	"github.com/hack-pad/safejs"

	"backfill/ui/result"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
	"backfill/wasm/wire"
)

// question is a request and what becomes of its answers.
type question struct {
	program *program // of the worker
	request wire.Request
	stale   func() bool          // nobody wants to know any more
	beside  *task                // whose worker knows the workload already
	alone   *separate            // whose worker is to answer; nil: any
	begun   func(*task)          // a worker has it
	failed  func(result.Failure) // it ended without a result

	// read makes of an answer what it changes on the page. It calls step now and then,
	// which lets the browser take its turn.
	read func(a wire.Answer, data []byte, step func()) (change func(), err error)
}

// ask gives a question to a worker as soon as its program and the logs that it needs are
// at hand, and lets the answers change the page.
func (sim *Simulator) ask(q question) {
	if len(q.request.Files) == 0 && q.program.ready() {
		sim.begin(q, nil)
		return
	}
	go javascript.Guard(func() {
		logs, failed := sim.supplies(q.program, q.request.Files)
		sim.loop.Update(func() {
			switch {
			case q.stale():
			case failed != nil:
				q.failed(*failed)
			default:
				sim.begin(q, logs)
			}
		})
	})
}

// supplies waits for what a worker needs: a program that is ready, and the logs.
func (sim *Simulator) supplies(of *program, files []result.FileRef) ([]storage.Log, *result.Failure) {
	if err := of.get(); err != nil {
		return nil, &result.Failure{Reason: err.Error()}
	}
	if len(files) == 0 {
		return nil, nil
	}
	logs, err := sim.logs.Fetch(files)
	if err != nil {
		return nil, &result.Failure{Path: "/workload/file", Reason: err.Error()}
	}
	return logs, nil
}

func (sim *Simulator) begin(q question, logs []storage.Log) {
	in := &inbox{read: func(a wire.Answer, data []byte) { sim.take(q, a, data) }}
	t, err := sim.give(q, logs, in)
	if err != nil {
		q.failed(result.Failure{Reason: err.Error(), Crash: true})
		return
	}
	t.again = func() {
		go sim.loop.Update(func() {
			if !q.stale() {
				sim.begin(q, logs)
			}
		})
	}
	q.begun(t)
}

// give gives a question to the worker that is to answer it.
func (sim *Simulator) give(q question, logs []storage.Log, in *inbox) (*task, error) {
	if q.alone == nil {
		return sim.pool.begin(q.program, q.request, logs, safejs.Undefined(), q.beside, in.put)
	}
	w, err := q.alone.hold(sim.pool, q.program)
	if err != nil {
		return nil, err
	}
	return sim.pool.give(w, q.request, logs, safejs.Undefined(), in.put)
}

// take lets one answer to a question change the page.
func (sim *Simulator) take(q question, a wire.Answer, data []byte) {
	if q.stale() {
		return
	}
	var change func()
	if a.Say == wire.Failed {
		change = func() { q.failed(*a.Failure) }
	} else {
		step := javascript.Pace()
		var err error
		if change, err = q.read(a, data, step); err != nil {
			change = func() { q.failed(result.Failure{Reason: err.Error(), Crash: true}) }
		}
		step()
	}
	update := sim.loop.Update
	if !a.Say.Ends() {
		update = sim.loop.Follow
	}
	update(func() {
		if !q.stale() {
			change()
		}
	})
}

// inbox hands answers on one after the other, in a goroutine in which read may wait.
type inbox struct {
	read func(wire.Answer, []byte)
	line javascript.Line
}

func (in *inbox) put(a wire.Answer, data []byte) {
	in.line.Put(func() { javascript.Guard(func() { in.read(a, data) }) })
}
