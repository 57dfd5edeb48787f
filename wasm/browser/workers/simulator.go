//go:build js && wasm

// Package workers has workers simulate: a pool of them, what each is asked, and what the page is told of their answers. It computes
// nothing itself.
package workers

import (
	"runtime/debug"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/snapshot"
	"backfill/ui"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/wasm/browser/render"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
	"backfill/wasm/wire"
)

// Simulator implements session.Simulator.
type Simulator struct {
	loop *render.Loop
	page *ui.Page
	pool *pool
	logs *storage.Logs

	run               int              // of Simulate
	simulating        bool             // what Simulate was asked for
	simulation        int              // number of the latest Simulate or Cancel
	running           *task            // of Simulate
	workload          *engine.Workload // that a worker made last
	needs, comparison separate
	forecasts         [mostWorkers]separate // the first one, unless what is asked can be divided
	measuring         *measuring            // nil: nothing
	drawing           *drawing              // nil: nothing
}

var _ session.Simulator = (*Simulator)(nil)

// New takes over the worker that boot.js has started.
func New(loop *render.Loop, logs *storage.Logs) (*Simulator, error) {
	pool, err := newPool()
	return &Simulator{loop: loop, pool: pool, logs: logs}, err
}

// Attach tells the page from now on what comes of simulations.
func (sim *Simulator) Attach(page *ui.Page) { sim.page = page }

func (sim *Simulator) Simulate(run int, scenario []byte, files []result.FileRef, written bool, cell experiment.Cell) {
	sim.simulate(run, scenario, files, sim.program(written), cell, relay{})
}

// program is the one that computes what people write, if that is wanted.
func (sim *Simulator) program(written bool) *program {
	if written {
		return sim.pool.written
	}
	return sim.pool.page
}

// simulate is Simulate.
func (sim *Simulator) simulate(run int, scenario []byte, files []result.FileRef, of *program, cell experiment.Cell, by relay) {
	sim.stopSimulating()
	if sim.measuring != nil && sim.measuring.run != run {
		sim.stopMeasuring()
	}
	if by.broken == 0 && !by.received {
		sim.StopDrawing()
	}
	simulation := sim.simulation
	if by.began.IsZero() {
		by.began = time.Now()
	}
	var part *result.Run // of which not all has come
	sim.run, sim.simulating = run, true
	sim.ShowBusy()
	sim.ask(question{
		program: of,
		request: wire.Request{Ask: wire.Simulate, Scenario: scenario, Files: files, Cell: cell, From: by.from},
		stale:   func() bool { return simulation != sim.simulation },
		begun:   func(t *task) { sim.running = t },
		failed: func(f result.Failure) {
			next, lost, hope := by.broke()
			switch {
			case !f.Crash || !hope:
				sim.fail(run, f)
				return
			case lost >= 0:
				f.Reason = by.lastWords(f.Reason, sim.workload)
				sim.page.PolicyFailed(run, lost, f)
			}
			if next.from == by.policies && by.received {
				sim.finish(run, by.began)
				return
			}
			sim.simulate(run, scenario, files, of, cell, next)
		},
		read: func(a wire.Answer, data []byte, step func()) (_ func(), err error) {
			switch a.Say {
			case wire.WorkloadMade:
				if by.received { // from the worker before
					return func() {}, nil
				}
				if len(data) < muchData {
					debug.SetGCPercent(100)
				}
				made, err := wire.DecodeWorkload(data, step)
				if err != nil {
					return nil, err
				}
				return func() {
					by.received, by.policies = true, made.Policies
					sim.workload = made.Workload
					sim.page.Received(run, &result.Results{
						Scenario: scenario, Version: made.Version, Workload: made.Workload, Report: made.Report,
						Runs: make([]*result.Run, made.Policies),
					})
				}, nil
			case wire.Progressed:
				return func() {
					by.hear(a)
					sim.page.Progressed(run, a.Policy, a.Ended, a.Jobs)
				}, nil
			case wire.OutcomeMade:
				if part, err = wire.DecodeOutcome(data, sim.workload, step); err != nil {
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
				return func() {
					by.hear(a)
					sim.page.RunCame(run, a.Policy, r)
				}, err
			case wire.PolicyFailed:
				return func() {
					by.hear(a)
					sim.page.PolicyFailed(run, a.Policy, *a.Failure)
				}, nil
			}
			return func() { sim.finish(run, by.began) }, sim.pool.spare(of) // Done
		},
	})
}

// finish ends a run of which everything has come.
func (sim *Simulator) finish(run int, began time.Time) {
	sim.simulating = false
	sim.page.Finished(run, time.Since(began).Seconds())
	if sim.measuring != nil {
		sim.measuring.proceed()
	}
	sim.drawing.proceed()
}

// about is the question about the simulation that is named; asked says which, and what of it. It is answered
// once, by some worker, unless a new simulation begins or Cancel comes before.
func (sim *Simulator) about(of result.Simulation, asked wire.Request) question {
	asked.Scenario, asked.Files, asked.Cell, asked.Policy = of.Scenario, of.Files, of.Cell, of.Policy
	simulation := sim.simulation
	return question{
		program: sim.program(of.Written),
		request: asked,
		stale:   func() bool { return simulation != sim.simulation },
		beside:  sim.whoKnows(of),
		begun:   func(*task) {},
	}
}

func (sim *Simulator) Explain(key int, of result.Simulation, jobs []int32) {
	q := sim.about(of, wire.Request{Ask: wire.Explain, Jobs: jobs})
	q.failed = func(f result.Failure) { sim.page.Unexplained(key, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		decisions, err := wire.DecodeDecisions(data, of.Workload)
		return func() { sim.page.Explained(key, decisions) }, err
	}
	sim.ask(q)
}

// whoKnows is the task whose worker has its workload at hand, nil if there is none.
func (sim *Simulator) whoKnows(of result.Simulation) *task {
	if of.Workload == sim.workload {
		return sim.running
	}
	return nil
}

func (sim *Simulator) Matrix(run int, of result.Simulation, at engine.Time) {
	q := sim.about(of, wire.Request{Ask: wire.Matrix, At: at})
	q.failed = func(f result.Failure) { sim.fail(run, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		m, err := wire.DecodeMatrix(data, of.Workload)
		return func() { sim.page.PriorityMatrix.PlanCame(run, of.Policy, at, m) }, err
	}
	sim.ask(q)
}

func (sim *Simulator) Factors(key int, of result.Simulation, asked factors.Question) {
	q := sim.about(of, wire.Request{Ask: wire.Factors, Factors: &asked})
	q.failed = func(f result.Failure) { sim.page.Unexplained(key, f) }
	q.read = func(a wire.Answer, _ []byte, _ func()) (func(), error) {
		return func() { sim.page.FactorsCame(key, a.Factors) }, nil
	}
	sim.ask(q)
}

func (sim *Simulator) LogStory(key int, of result.LogStory) {
	sim.ask(question{
		program: sim.pool.page,
		request: wire.Request{Ask: wire.Tell, Story: &of, Files: []result.FileRef{of.File}},
		stale:   func() bool { return !sim.page.Story.Awaits(key) },
		begun:   func(*task) {},
		failed:  func(f result.Failure) { sim.page.Story.StoryLost(key, f) },
		read: func(a wire.Answer, _ []byte, _ func()) (func(), error) {
			return func() { sim.page.Story.StoryCame(key, a.Story) }, nil
		},
	})
}

func (sim *Simulator) CheckWritten(of session.Written) {
	sim.ask(question{
		program: sim.pool.written,
		request: wire.Request{Ask: wire.Check, Written: of.Text, Kind: of.Kind},
		stale:   func() bool { return false },
		begun:   func(*task) {},
		failed:  func(f result.Failure) { sim.page.WrittenUnchecked(of, f) },
		read: func(a wire.Answer, _ []byte, _ func()) (func(), error) {
			wrong := ""
			if a.Failure != nil {
				wrong = a.Failure.Reason
			}
			return func() { sim.page.WrittenChecked(of, wrong, a.Demands) }, nil
		},
	})
}

// Read has a worker look through a log, a Blob, which it holds from then on. If the worker breaks, another one tries it once more. It waits. Of an
// accounting log the worker holds a copy without names, which is copied.
func (sim *Simulator) Read(log result.FileRef, content safejs.Value, how result.Reading) (found *wire.Log, copied []byte, failure *result.Failure) {
	for range 2 {
		found, copied, failure = sim.readOnce(log, content, how)
		if failure == nil || !failure.Crash {
			return found, copied, failure
		}
	}
	return nil, nil, &result.Failure{File: log.Name, Reason: "two workers broke while they read it: " + failure.Reason, Crash: true}
}

// readOnce is Read by one worker.
func (sim *Simulator) readOnce(log result.FileRef, content safejs.Value, how result.Reading) (found *wire.Log, copied []byte, failure *result.Failure) {
	type answer struct {
		wire.Answer
		data []byte
	}
	answered := make(chan answer, 1)
	_, err := sim.pool.begin(sim.pool.page, wire.Request{Ask: wire.Read, Files: []result.FileRef{log}, Reading: how}, nil, content, nil,
		func(a wire.Answer, data []byte) { answered <- answer{a, data} })
	if err != nil {
		return nil, nil, &result.Failure{Reason: err.Error(), Crash: true}
	}
	a := <-answered
	return a.Log, a.data, a.Failure
}

// Rest waits until for a while no run was due, simulated or prepared to be drawn, so that its picture is there; but not for long.
func (sim *Simulator) Rest() {
	const limit, while, interval = 5 * time.Second, 200 * time.Millisecond, 10 * time.Millisecond
	begin := time.Now()
	for busy := begin; time.Since(busy) < while && time.Since(begin) < limit; time.Sleep(interval) {
		if sim.simulating || sim.page.RunIsDue() || sim.page.Staging() {
			busy = time.Now()
		}
	}
}

func (sim *Simulator) Cancel() {
	sim.stopSimulating()
	sim.stopMeasuring()
	sim.StopDrawing()
}

func (sim *Simulator) stopSimulating() {
	sim.simulation++
	sim.simulating = false
	sim.running.cancel()
	sim.running = nil
	sim.needs.end(sim.pool)
	sim.comparison.end(sim.pool)
	for i := range sim.forecasts {
		sim.forecasts[i].end(sim.pool)
	}
}

func (sim *Simulator) stopMeasuring() {
	sim.measuring.stop()
	sim.measuring = nil
}

// fail ends a run without a result or without the rest of it.
func (sim *Simulator) fail(run int, f result.Failure) {
	sim.Cancel()
	sim.page.Drawings.GiveUp()
	sim.page.Failed(run, f)
}

// ShowBusy notes whether an experiment runs or is about to: <html> has the attribute data-busy from
// then on until what came of it is on the page.
func (sim *Simulator) ShowBusy() {
	s := &javascript.Script{}
	s.Call(s.Global("document", "documentElement"), "toggleAttribute", "data-busy", sim.simulating || sim.measuring != nil || sim.page.RunIsDue() || sim.page.Staging())
	javascript.Report(s.Err)
}

func (sim *Simulator) Snapshots(key int, of result.Simulation, wanted snapshot.Series) {
	q := sim.about(of, wire.Request{Ask: wire.Snapshots, At: wanted.From, Most: wanted.Most, Every: wanted.Every, Depth: wanted.Depth})
	q.failed = func(f result.Failure) { sim.page.Play.SnapshotsLost(key, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		m, err := wire.DecodeSnapshots(data, of.Workload)
		return func() { sim.page.Play.SnapshotsCame(key, m) }, err
	}
	sim.ask(q)
}
