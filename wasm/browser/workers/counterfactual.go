//go:build js && wasm

package workers

import (
	"slices"

	"backfill/engine"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// counterfactual is the worker that finds what jobs would have needed: one of its own, so that other
// questions need not wait for it and it can be stopped without loss.
type counterfactual struct {
	worker  *worker
	program *program
	number  int // of the latest question
}

func (sim *Simulator) Need(key int, of result.Simulation, j int32, before engine.Time) {
	sim.GiveUpNeed()
	c := &sim.counterfactual
	number := c.number
	q := sim.about(of, wire.Request{Ask: wire.Need, Jobs: []int32{j}, At: before})
	superseded := q.stale
	q.stale = func() bool { return number != c.number || superseded() }
	q.beside, q.alone = nil, c
	q.failed = func(f result.Failure) { sim.page.Unexplained(key, f) }
	q.read = func(a wire.Answer, _ []byte, _ func()) (func(), error) {
		return func() { sim.page.NeedsCame(key, a.Needs) }, nil
	}
	sim.ask(q)
}

func (sim *Simulator) GiveUpNeed() {
	c := &sim.counterfactual
	c.number++
	if c.held(sim.pool) && len(c.worker.tasks) > 0 {
		sim.pool.drop(c.worker)
	}
}

// end gives everything up, and the worker with its workload.
func (c *counterfactual) end(p *pool) {
	c.number++
	if c.held(p) {
		p.drop(c.worker)
	}
}

// hold makes sure that there is a worker of a program for needs alone.
func (c *counterfactual) hold(p *pool, of *program) (*worker, error) {
	if c.held(p) && c.program == of {
		return c.worker, nil
	}
	if c.held(p) {
		p.release(c.worker)
	}
	w, err := p.hold(of, true)
	c.worker, c.program = w, of
	return w, err
}

// held says whether there is such a worker.
func (c *counterfactual) held(p *pool) bool {
	return c.worker != nil && slices.Contains(p.workers, c.worker)
}
