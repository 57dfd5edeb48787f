//go:build js && wasm

package main

import (
	"slices"

	"backfill/engine"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// needing is the worker that finds what jobs would have needed: one of its own, so that other
// questions need not wait for it and it can be stopped without loss.
type needing struct {
	worker  *worker
	program *program
	number  int // of the latest question
}

func (b *browser) Need(key int, of result.Simulation, j int32, before engine.Time) {
	b.GiveUpNeed()
	n := &b.needing
	number := n.number
	q := b.about(of, wire.Request{Ask: wire.Need, Jobs: []int32{j}, At: before})
	superseded := q.stale
	q.stale = func() bool { return number != n.number || superseded() }
	q.beside, q.alone = nil, n
	q.failed = func(f result.Failure) { b.page.Unexplained(key, f) }
	q.read = func(a wire.Answer, _ []byte, _ func()) (func(), error) {
		return func() { b.page.NeedsCame(key, a.Needs) }, nil
	}
	b.ask(q)
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
