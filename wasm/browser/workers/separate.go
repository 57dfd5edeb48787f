//go:build js && wasm

package workers

import (
	"slices"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// separate is a worker for one kind of question that takes long: what jobs would have needed, how well a policy agrees with the log, or when a job would start. Other
// questions need not wait for it, and it can be stopped without loss.
type separate struct {
	worker  *worker
	program *program
	number  int // of the latest question
}

func (sim *Simulator) Need(key int, of result.Simulation, j int32, before engine.Time) {
	sim.askSeparately(&sim.needs, key, of, wire.Request{Ask: wire.Need, Jobs: []int32{j}, At: before}, func(a wire.Answer) { sim.page.NeedsCame(key, a.Needs) })
}

func (sim *Simulator) GiveUpNeed() { sim.needs.giveUp(sim.pool) }

func (sim *Simulator) Compare(key int, of result.Simulation) {
	sim.askSeparately(&sim.comparison, key, of, wire.Request{Ask: wire.Compare}, func(a wire.Answer) { sim.page.Compared(key, a.Findings) })
}

func (sim *Simulator) GiveUpComparing() { sim.comparison.giveUp(sim.pool) }

// Foretell asks one worker when a job would start. How often that is right several find out together.
func (sim *Simulator) Foretell(key int, of result.Simulation, asked forecast.Question) {
	sim.GiveUpForetelling()
	parts := 1
	if asked.Check > 0 {
		parts = min(concurrency(), max(mostJobs/len(of.Workload.Jobs), 1), asked.Check)
	}
	gathered := newGathering(parts)
	for part := range parts {
		one := asked
		if parts > 1 {
			one.Part, one.Parts = part, parts
		}
		q := sim.separately(&sim.forecasts[part], of, wire.Request{Ask: wire.Foretell, Forecast: &one}, func(a wire.Answer) {
			if a.Say == wire.Progressed {
				done, jobs := gathered.nears(part, a.Ended, a.Jobs)
				sim.page.Foretelling(key, done, jobs)
				return
			}
			if answer := gathered.comes(part, a.Forecast); answer != nil {
				for i := 1; i < parts; i++ {
					sim.forecasts[i].end(sim.pool) // the first one keeps the workload for what is asked next
				}
				sim.page.Foretold(key, answer)
			}
		})
		q.failed = func(f result.Failure) {
			sim.GiveUpForetelling()
			sim.page.Unexplained(key, f)
		}
		sim.ask(q)
	}
}

func (sim *Simulator) GiveUpForetelling() {
	for i := range sim.forecasts {
		sim.forecasts[i].giveUp(sim.pool)
	}
}

// askSeparately asks about a simulation and gives up what that worker was asked before.
func (sim *Simulator) askSeparately(of *separate, key int, about result.Simulation, r wire.Request, came func(wire.Answer)) {
	q := sim.separately(of, about, r, came)
	q.failed = func(f result.Failure) { sim.page.Unexplained(key, f) }
	sim.ask(q)
}

// separately is a question for that worker, which gives up what it was asked before. What becomes of a failure is still to be said.
func (sim *Simulator) separately(of *separate, about result.Simulation, r wire.Request, came func(wire.Answer)) question {
	of.giveUp(sim.pool)
	number := of.number
	q := sim.about(about, r)
	superseded := q.stale
	q.stale = func() bool { return number != of.number || superseded() }
	q.beside, q.alone = nil, of
	q.read = func(a wire.Answer, _ []byte, _ func()) (func(), error) {
		return func() { came(a) }, nil
	}
	return q
}

// giveUp gives up what it was asked.
func (c *separate) giveUp(p *pool) {
	c.number++
	if c.held(p) && len(c.worker.tasks) > 0 {
		p.drop(c.worker)
	}
}

// end gives everything up, and the worker with its workload.
func (c *separate) end(p *pool) {
	c.number++
	if c.held(p) {
		p.drop(c.worker)
	}
}

// hold makes sure that there is a worker of a program for these questions alone.
func (c *separate) hold(p *pool, of *program) (*worker, error) {
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
func (c *separate) held(p *pool) bool {
	return c.worker != nil && slices.Contains(p.workers, c.worker)
}
