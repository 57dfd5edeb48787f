//go:build js && wasm

package main

import (
	"slices"

	"backfill/engine"
	"backfill/ui"
	"backfill/wasm/wire"
)

// needing is the worker that finds what jobs would have needed: one of its own, so that other
// questions need not wait for it and it can be stopped without loss.
type needing struct {
	worker  *worker
	program *program
	number  int // of the latest question
}

func (b *browser) Need(key int, of ui.Inquiry, j int32, before engine.Time) {
	b.GiveUpNeed()
	n, simulation := &b.needing, b.simulation
	number := n.number
	b.ask(question{
		program: b.program(of.Expressions),
		request: wire.Request{Ask: wire.Need, Scenario: of.Scenario, Files: of.Files, Cell: of.Cell, Policy: of.Policy, Jobs: []int32{j}, At: before},
		stale:   func() bool { return number != n.number || simulation != b.simulation },
		alone:   n,
		begun:   func(*task) {},
		failed:  func(f ui.Failure) { b.page.Unexplained(key, f) },
		read: func(a wire.Answer, _ []byte, _ func()) (func(), error) {
			return func() { b.page.NeedsCame(key, a.Needs) }, nil
		},
	})
}

func (b *browser) GiveUpNeed() {
	n := &b.needing
	n.number++
	if n.held(b.pool) && len(n.worker.tasks) > 0 {
		b.pool.drop(n.worker)
	}
}

// end gives everything up, and the worker with its workload.
func (n *needing) end(p *pool) {
	n.number++
	if n.held(p) {
		p.drop(n.worker)
	}
}

// hold makes sure that there is a worker of a program for needs alone.
func (n *needing) hold(p *pool, of *program) (*worker, error) {
	if n.held(p) && n.program == of {
		return n.worker, nil
	}
	if n.held(p) {
		p.release(n.worker)
	}
	w, err := p.hold(of, true)
	n.worker, n.program = w, of
	return w, err
}

// held says whether there is such a worker.
func (n *needing) held(p *pool) bool { return n.worker != nil && slices.Contains(p.workers, n.worker) }
