//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/wasm/wire"
)

// pool gives tasks to workers. A worker does one task at a time; one that idles is
// used again, since it keeps the logs it was sent and the workload it made last. A
// task is cancelled by terminating its worker: while it computes, it hears nothing.
//
// So far a task is a whole experiment, and there are as many workers as tasks under
// way, and one spare. An experiment of many replications would ask for several.
type pool struct {
	module    safejs.Value // WebAssembly.Module
	workerURL string
	idle      []*worker // the one used last comes last
	tasks     int       // so far
}

// worker is one Web Worker.
type worker struct {
	js   safejs.Value
	kept map[string]bool // logs that it holds, by SHA-256
	task *task           // nil while it idles
}

// task is one request under way.
type task struct {
	number int
	worker *worker
	pool   *pool
	answer func(wire.Answer, safejs.Value)
}

// log is a file's content in JavaScript's memory.
type log struct {
	ref     ui.FileRef
	content safejs.Value // ArrayBuffer
}

func newPool() (*pool, error) {
	s := &script{}
	p := &pool{module: s.global("backfill", "module"), workerURL: s.text(s.global("backfill", "workerURL"))}
	if s.err != nil {
		return nil, fmt.Errorf("prepare the workers: %w", s.err)
	}
	return p, nil
}

// spare makes sure that the next task finds a worker that is up already.
func (p *pool) spare() error {
	if len(p.idle) > 0 {
		return nil
	}
	w, err := p.start()
	if err != nil {
		return err
	}
	p.idle = append(p.idle, w)
	return nil
}

func (p *pool) start() (*worker, error) {
	s := &script{}
	w := &worker{js: s.create("Worker", p.workerURL), kept: map[string]bool{}}
	s.listen(w.js, "message", func(e safejs.Value) { p.receive(w, e) })
	broken := func(e safejs.Value) {
		s := &script{}
		what := s.text(e, "message")
		if s.err != nil || what == "" {
			what = "the worker could not go on"
		}
		p.broke(w, what)
	}
	s.listen(w.js, "error", broken)
	s.listen(w.js, "messageerror", broken)
	s.call(w.js, "postMessage", map[string]any{"module": p.module})
	if s.err != nil {
		return nil, fmt.Errorf("start a worker: %w", s.err)
	}
	return w, nil
}

// begin gives a request to a worker, with the logs that it needs. answer is called
// with each answer and its data, the last time with wire.Failed or with an answer
// after which the task calls finish. after is the task whose worker is best suited, or nil.
func (p *pool) begin(r wire.Request, logs []log, data safejs.Value, answer func(wire.Answer, safejs.Value)) (*task, error) {
	if err := p.spare(); err != nil {
		return nil, err
	}
	w := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	for _, l := range logs {
		if w.kept[l.ref.SHA256] {
			continue
		}
		if err := w.post(wire.Request{Ask: wire.Keep, Files: []ui.FileRef{l.ref}}, l.content); err != nil {
			p.drop(w)
			return nil, err
		}
		w.kept[l.ref.SHA256] = true
	}
	p.tasks++
	r.Task = p.tasks
	t := &task{number: r.Task, worker: w, pool: p, answer: answer}
	w.task = t
	if err := w.post(r, data); err != nil {
		p.drop(w)
		return nil, err
	}
	return t, nil
}

// post sends a request; data is copied.
func (w *worker) post(r wire.Request, data safejs.Value) error {
	head, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("ask a worker: %w", err)
	}
	s := &script{}
	message := s.create("Object")
	s.set(message, "head", string(head))
	s.set(message, "data", data)
	s.call(w.js, "postMessage", message)
	if s.err != nil {
		return fmt.Errorf("ask a worker: %w", s.err)
	}
	return nil
}

func (p *pool) receive(w *worker, event safejs.Value) {
	var a wire.Answer
	s := &script{}
	message := s.get(event, "data")
	head := s.text(message, "head")
	data := s.get(message, "data")
	err := s.err
	if err == nil {
		err = json.Unmarshal([]byte(head), &a)
	}
	if err != nil {
		p.broke(w, fmt.Sprintf("the worker's answer cannot be read: %v", err))
		return
	}
	t := w.task
	if t == nil || t.number != a.Task {
		return
	}
	switch {
	case a.Say == wire.Failed && a.Failure != nil && a.Failure.Crash:
		p.broke(w, a.Failure.Reason)
		return
	case a.Say == wire.Failed, a.Say == wire.Done, a.Say == wire.LogRead, a.Say == wire.Decided:
		if a.Say == wire.LogRead && a.Log != nil {
			w.kept[a.Log.SHA256] = true
		}
		w.task = nil
		p.idle = append(p.idle, w)
		// Two are enough: one for the task, one should that be cancelled.
		for len(p.idle) > 2 {
			p.drop(p.idle[0])
		}
	}
	t.answer(a, data)
}

// broke reports a crash of the worker's task and gives the worker up.
func (p *pool) broke(w *worker, what string) {
	t := w.task
	p.drop(w)
	if t != nil {
		t.answer(wire.Answer{Say: wire.Failed, Task: t.number, Failure: &ui.Failure{Reason: what, Crash: true}}, safejs.Undefined())
	}
}

// drop terminates a worker.
func (p *pool) drop(w *worker) {
	w.task = nil
	for i, idle := range p.idle {
		if idle == w {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			break
		}
	}
	s := &script{}
	s.call(w.js, "terminate")
	report(s.err)
}

// cancel stops a task at once, if it still runs. Its answer is never called again.
func (t *task) cancel() {
	if t != nil && t.worker.task == t {
		t.pool.drop(t.worker)
		report(t.pool.spare())
	}
}
