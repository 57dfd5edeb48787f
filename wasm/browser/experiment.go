//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/ui/result"
	"backfill/wasm/promise"
	"backfill/wasm/wire"
)

func (b *browser) Simulate(run int, scenario []byte, files []result.FileRef, expressions bool, cell experiment.Cell) {
	b.simulate(run, scenario, files, b.program(expressions), cell, false)
}

// muchData is the size in bytes of a workload of some 20,000 jobs.
const muchData = 1 << 20

// makeRoom frees what the runs before left before much comes, and lets little lie about from then on: the memory of a
// WebAssembly program never shrinks, and columns of numbers are quickly looked through.
func makeRoom(bytes int) {
	if bytes >= muchData {
		debug.SetGCPercent(20)
		runtime.GC()
	}
}

// program is the one that computes expressions, if that is wanted.
func (b *browser) program(expressions bool) *program {
	if expressions {
		return b.pool.expressions
	}
	return b.pool.page
}

// simulate is Simulate; if a worker breaks, another one tries it again.
func (b *browser) simulate(run int, scenario []byte, files []result.FileRef, of *program, cell experiment.Cell, again bool) {
	b.stopSimulating()
	if b.measuring != nil && b.measuring.run != run {
		b.stopMeasuring()
	}
	simulation := b.simulation
	begin := time.Now()
	var part *result.Run // of which not all has come
	b.run, b.simulating = run, true
	b.showBusy()
	b.ask(question{
		program: of,
		request: wire.Request{Ask: wire.Simulate, Scenario: scenario, Files: files, Cell: cell},
		stale:   func() bool { return simulation != b.simulation },
		begun:   func(t *task) { b.running = t },
		failed: func(f result.Failure) {
			if f.Crash && !again {
				b.simulate(run, scenario, files, of, cell, true)
				return
			}
			b.fail(run, f)
		},
		read: func(a wire.Answer, data []byte, step func()) (_ func(), err error) {
			switch a.Say {
			case wire.WorkloadMade:
				if len(data) < muchData {
					debug.SetGCPercent(100)
				}
				made, err := wire.DecodeWorkload(data, step)
				if err != nil {
					return nil, err
				}
				return func() {
					b.workload = made.Workload
					b.page.Received(run, &result.Results{
						Scenario: scenario, Version: made.Version, Workload: made.Workload, Report: made.Report,
						Runs: make([]*result.Run, made.Policies),
					})
				}, nil
			case wire.Progressed:
				return func() { b.page.Progressed(run, a.Policy, a.Ended, a.Jobs) }, nil
			case wire.OutcomeMade:
				if part, err = wire.DecodeOutcome(data, b.workload, step); err != nil {
					return nil, err
				}
				part.Seconds = a.Seconds
				return func() {}, nil
			case wire.SeriesMade:
				part.Series, err = wire.DecodeSeries(data)
				return func() {}, err
			case wire.LayoutMade:
				r := part
				r.Layout, err = wire.DecodeLayout(data, r.Outcome, step)
				return func() { b.page.RunCame(run, a.Policy, r) }, err
			}
			return func() { // Done
				b.simulating = false
				b.page.Finished(run, time.Since(begin).Seconds())
				if b.measuring != nil {
					b.measuring.proceed()
				}
			}, b.pool.spare(of)
		},
	})
}

// about is the question about the simulation that is named; asked says which, and what of it. It is answered
// once, by some worker, unless a new simulation begins or Cancel comes before.
func (b *browser) about(of result.Simulation, asked wire.Request) question {
	asked.Scenario, asked.Files, asked.Cell, asked.Policy = of.Scenario, of.Files, of.Cell, of.Policy
	simulation := b.simulation
	return question{
		program: b.program(of.Expressions),
		request: asked,
		stale:   func() bool { return simulation != b.simulation },
		beside:  b.whoKnows(of),
		begun:   func(*task) {},
	}
}

func (b *browser) Explain(key int, of result.Simulation, jobs []int32) {
	q := b.about(of, wire.Request{Ask: wire.Explain, Jobs: jobs})
	q.failed = func(f result.Failure) { b.page.Unexplained(key, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		decisions, err := wire.DecodeDecisions(data, of.Workload)
		return func() { b.page.Explained(key, decisions) }, err
	}
	b.ask(q)
}

// whoKnows is the task whose worker has its workload at hand, nil if there is none.
func (b *browser) whoKnows(of result.Simulation) *task {
	if of.Workload == b.workload {
		return b.running
	}
	return nil
}

func (b *browser) Matrix(run int, of result.Simulation, at engine.Time) {
	q := b.about(of, wire.Request{Ask: wire.Matrix, At: at})
	q.failed = func(f result.Failure) { b.fail(run, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		m, err := wire.DecodeMatrix(data, of.Workload)
		return func() { b.page.PriorityMatrix.MatrixCame(run, of.Policy, at, m) }, err
	}
	b.ask(q)
}

func (b *browser) CheckExpression(text string) {
	b.ask(question{
		program: b.pool.expressions,
		request: wire.Request{Ask: wire.Check, Expression: text},
		stale:   func() bool { return false },
		begun:   func(*task) {},
		failed:  func(f result.Failure) { b.page.ExpressionUnchecked(text, f) },
		read: func(a wire.Answer, _ []byte, _ func()) (func(), error) {
			wrong := ""
			if a.Failure != nil {
				wrong = a.Failure.Reason
			}
			return func() { b.page.ExpressionChecked(text, wrong) }, nil
		},
	})
}

func (b *browser) Cancel() {
	b.stopSimulating()
	b.stopMeasuring()
}

func (b *browser) stopSimulating() {
	b.simulation++
	b.simulating = false
	b.running.cancel()
	b.running = nil
	b.needing.end(b.pool)
}

func (b *browser) stopMeasuring() {
	b.measuring.stop()
	b.measuring = nil
}

// fail ends a run without a result or without the rest of it.
func (b *browser) fail(run int, f result.Failure) {
	b.Cancel()
	b.page.Failed(run, f)
}

// showBusy notes whether an experiment runs or is about to: <html> has the attribute data-busy from
// then on until what came of it is on the page.
func (b *browser) showBusy() {
	s := &script{}
	s.call(s.global("document", "documentElement"), "toggleAttribute", "data-busy", b.simulating || b.measuring != nil || b.page.RunIsDue() || b.page.Staging())
	report(s.err)
}

// question is a request and what becomes of its answers.
type question struct {
	program *program // of the worker
	request wire.Request
	stale   func() bool          // nobody wants to know any more
	beside  *task                // whose worker knows the workload already
	alone   *needing             // whose worker is to answer; nil: any
	begun   func(*task)          // a worker has it
	failed  func(result.Failure) // it ended without a result

	// read makes of an answer what it changes on the page. It calls step now and then,
	// which lets the browser take its turn.
	read func(a wire.Answer, data []byte, step func()) (change func(), err error)
}

// ask gives a question to a worker as soon as its program and the logs that it needs are
// at hand, and lets the answers change the page.
func (b *browser) ask(q question) {
	if len(q.request.Files) == 0 && q.program.ready() {
		b.begin(q, nil)
		return
	}
	go guard(func() {
		logs, failed := b.supplies(q.program, q.request.Files)
		b.update(func() {
			switch {
			case q.stale():
			case failed != nil:
				q.failed(*failed)
			default:
				b.begin(q, logs)
			}
		})
	})
}

// supplies waits for what a worker needs: a program that is ready, and the logs.
func (b *browser) supplies(of *program, files []result.FileRef) ([]log, *result.Failure) {
	if err := of.get(); err != nil {
		return nil, &result.Failure{Reason: err.Error()}
	}
	if len(files) == 0 {
		return nil, nil
	}
	logs, err := b.files.fetch(files)
	if err != nil {
		return nil, &result.Failure{Path: "/workload/file", Reason: err.Error()}
	}
	return logs, nil
}

func (b *browser) begin(q question, logs []log) {
	in := &inbox{read: func(a wire.Answer, data []byte) { b.take(q, a, data) }}
	t, err := b.give(q, logs, in)
	if err != nil {
		q.failed(result.Failure{Reason: err.Error(), Crash: true})
		return
	}
	t.again = func() {
		go b.update(func() {
			if !q.stale() {
				b.begin(q, logs)
			}
		})
	}
	q.begun(t)
}

// give gives a question to the worker that is to answer it.
func (b *browser) give(q question, logs []log, in *inbox) (*task, error) {
	if q.alone == nil {
		return b.pool.begin(q.program, q.request, logs, safejs.Undefined(), q.beside, in.put)
	}
	w, err := q.alone.hold(b.pool, q.program)
	if err != nil {
		return nil, err
	}
	return b.pool.give(w, q.request, logs, safejs.Undefined(), in.put)
}

// take lets one answer to a question change the page.
func (b *browser) take(q question, a wire.Answer, data []byte) {
	if q.stale() {
		return
	}
	var change func()
	if a.Say == wire.Failed {
		change = func() { q.failed(*a.Failure) }
	} else {
		step := pace()
		var err error
		if change, err = q.read(a, data, step); err != nil {
			change = func() { q.failed(result.Failure{Reason: err.Error(), Crash: true}) }
		}
		step()
	}
	update := b.update
	switch a.Say {
	case wire.WorkloadMade, wire.Progressed, wire.OutcomeMade, wire.SeriesMade, wire.LayoutMade:
		update = b.follow // more will come
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
	line promise.Line
}

func (in *inbox) put(a wire.Answer, data []byte) {
	in.line.Put(func() { guard(func() { in.read(a, data) }) })
}
