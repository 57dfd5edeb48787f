// Package simulator answers what the page asks of its workers, in the words of package wire: it reads logs, simulates,
// measures, and lays pictures out. It knows neither the page nor vugu, so that a worker needs neither.
package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"backfill/engine"
	"backfill/engine/drawings"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
	"backfill/engine/snapshot"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/wasm/digest"
	"backfill/wasm/wire"
)

const (
	progressEvery = 100 * time.Millisecond
	ecdfPoints    = 400 // of a distribution: finer than any chart is wide
)

// Simulator answers requests, one after the other.
type Simulator struct {
	catalogs scenario.Catalogs
	answer   func(a wire.Answer, data wire.Packed)
	hash     func([]byte) string // SHA-256 in lower-case hexadecimal
	logs     map[string]*log     // by SHA-256

	// What was prepared last, since most requests ask for it again.
	compiled string // scenario and files of plan
	plan     *scenario.Plan
	task     *experiment.Task // that was simulated or explained
	measured *experiment.Task
}

// New makes a simulator of the kinds in c, which gives its answers to answer.
func New(c scenario.Catalogs, answer func(a wire.Answer, data wire.Packed)) *Simulator {
	return &Simulator{catalogs: c, answer: answer, hash: digest.SHA256, logs: map[string]*log{}}
}

// Receive answers a request, with the file that it brings, if any, at least once, if only by Failed; Keep has no
// answer.
func (w *Simulator) Receive(r wire.Request, file File) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s\n", p, debug.Stack()) // the console of the worker
			w.answer(wire.Answer{Say: wire.Failed, Task: r.Task, Failure: &result.Failure{Reason: fmt.Sprint(p), Crash: true}}, nil)
		}
	}()
	if err := w.handle(r, file); err != nil {
		w.answer(wire.Answer{Say: wire.Failed, Task: r.Task, Failure: failure(err)}, nil)
	}
}

func (w *Simulator) handle(r wire.Request, file File) error {
	switch r.Ask {
	case wire.Keep:
		if len(r.Files) != 1 {
			return errors.New("a log to keep needs its name")
		}
		data, err := whole(file)
		if err == nil {
			w.logs[r.Files[0].SHA256] = &log{data: data}
		}
		return err
	case wire.Read:
		return w.read(r, file)
	case wire.Simulate:
		return w.simulate(r)
	case wire.Measure:
		return w.measure(r)
	case wire.Explain:
		return w.explain(r)
	case wire.Need:
		return w.need(r)
	case wire.Matrix:
		return w.matrix(r)
	case wire.Snapshots:
		return w.snapshots(r)
	case wire.Draw:
		return w.draw(r)
	case wire.Compare:
		return w.compare(r)
	case wire.Factors:
		return w.factors(r)
	case wire.Foretell:
		return w.foretell(r)
	case wire.Tell:
		return w.story(r)
	case wire.Check:
		return w.check(r)
	}
	return fmt.Errorf("the worker does not know the request %q", r.Ask)
}

func (w *Simulator) simulate(r wire.Request) error {
	task, err := w.prepare(r)
	if err != nil {
		return err
	}
	made, err := wire.EncodeWorkload(wire.Made{
		Workload: task.Workload, Report: task.Report, Version: experiment.Version, Policies: len(task.Plan.Policies),
	})
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.WorkloadMade, Task: r.Task}, made)
	if r.From < 0 || r.From > len(task.Plan.Policies) {
		return fmt.Errorf("there is no policy %d", r.From)
	}
	for i := r.From; i < len(task.Plan.Policies); i++ {
		run, err := task.Simulate(i, w.progress(r.Task, i, len(task.Workload.Jobs)))
		var broken *experiment.PolicyError
		if errors.As(err, &broken) {
			f := failure(broken.Err)
			if task.Plan.Written {
				f.Printed = task.Printed(i, result.LinesOfFailure)
			}
			w.answer(wire.Answer{Say: wire.PolicyFailed, Task: r.Task, Policy: i, Failure: f}, nil)
			continue
		}
		if err != nil {
			return err
		}
		if err := w.tell(r.Task, i, run, &task.Plan.Points[task.Point].Policies[i]); err != nil {
			return err
		}
	}
	w.answer(wire.Answer{Say: wire.Done, Task: r.Task}, nil)
	return nil
}

// tell answers with a run of policy i and what the page draws of it: one part after the other, of which none is
// there while the next one is made.
func (w *Simulator) tell(number, i int, run *experiment.Run, policy *scenario.PlannedPolicy) error {
	o := run.Outcome
	outcome, err := wire.EncodeOutcome(&result.Run{
		Label: run.Policy, Kind: policy.Kind.Kind, Shadow: policy.Shadow, Outcome: o, Metrics: run.Metrics, Groups: run.Groups, Owners: metrics.AllOwners(o),
		Wait:     stats.DistributionOf(metrics.Waits(o), ecdfPoints, result.Percentiles...),
		Slowdown: stats.DistributionOf(metrics.BoundedSlowdowns(o), ecdfPoints, result.Percentiles...),
		Warnings: run.Warnings,
	})
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.OutcomeMade, Task: number, Policy: i, Seconds: run.Elapsed.Seconds()}, outcome)
	collect(len(o.Start))
	w.answer(wire.Answer{Say: wire.SeriesMade, Task: number, Policy: i}, wire.EncodeSeries(metrics.OverTime(o)))
	collect(len(o.Start))
	placement := timeline.Place(o)
	collect(len(o.Start))
	layout, err := wire.EncodeLayout(timeline.NewLayout(placement, timeline.MaxRows), o)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.LayoutMade, Task: number, Policy: i}, layout)
	return nil
}

// progress tells the page how far policy i is, now and then.
func (w *Simulator) progress(task, i, jobs int) engine.Progress {
	last := time.Now()
	return func(ended int, at engine.Time) error {
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			w.answer(wire.Answer{Say: wire.Progressed, Task: task, Policy: i, Ended: ended, Jobs: jobs, At: at}, nil)
		}
		return nil
	}
}

func (w *Simulator) explain(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	decisions, err := task.Decide(r.Policy, r.Jobs...)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Decided, Task: r.Task, Policy: r.Policy}, wire.EncodeDecisions(decisions))
	return nil
}

// need finds by how much less of what a job asks for it would have started earlier.
func (w *Simulator) need(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	if len(r.Jobs) != 1 {
		return errors.New("what would have been needed is asked of one job")
	}
	needs, err := task.Needed(r.Policy, r.Jobs[0], r.At, nil)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Needed, Task: r.Task, Policy: r.Policy, Needs: needs}, nil)
	return nil
}

func (w *Simulator) matrix(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	m, err := task.Matrix(r.Policy, r.At)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Matrixed, Task: r.Task, Policy: r.Policy}, wire.EncodeMatrix(m))
	return nil
}

func (w *Simulator) snapshots(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	if r.Most < 1 {
		return fmt.Errorf("%d calls of a policy are to be noted; at least 1 is accepted", r.Most)
	}
	m, err := task.Snapshots(r.Policy, snapshot.Series{From: r.At, Most: r.Most, Every: r.Every, Depth: r.Depth})
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Noted, Task: r.Task, Policy: r.Policy}, wire.EncodeSnapshots(m))
	return nil
}

// mostDrawings is how many drawings one request may ask for.
const mostDrawings = 1000

// draw repeats a simulation with other draws.
func (w *Simulator) draw(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	if r.From < 0 || r.To <= r.From || r.To-r.From > mostDrawings {
		return fmt.Errorf("drawings %d to %d are to be simulated; 1 to %d from drawing 0 on are accepted", r.From, r.To-1, mostDrawings)
	}
	begin := time.Now()
	var all []drawings.Waits
	for n := r.From; n < r.To; n++ {
		run, err := task.Drawing(n).Simulate(r.Policy, nil)
		if err != nil {
			return fmt.Errorf("drawing %d: %w", n, err)
		}
		all = append(all, drawings.Of(run.Outcome))
		collect(len(run.Outcome.Start))
	}
	w.answer(wire.Answer{Say: wire.Drawn, Task: r.Task, Policy: r.Policy, Seconds: time.Since(begin).Seconds()}, wire.EncodeDrawings(all))
	return nil
}

// compare holds a policy against the log.
func (w *Simulator) compare(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	a, err := task.Agreement(r.Policy, nil)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Compared, Task: r.Task, Policy: r.Policy, Findings: a.Findings(task.Workload)}, nil)
	return nil
}

// factors notes what priorities are made of.
func (w *Simulator) factors(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	if r.Factors == nil {
		return errors.New("what is to be noted of priorities is not said")
	}
	record, err := task.Factors(r.Policy, *r.Factors)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Weighed, Task: r.Task, Policy: r.Policy, Factors: record}, nil)
	return nil
}

// repeated prepares the cell that a question is about, and finds out whether it has the policy and the jobs.
func (w *Simulator) repeated(r wire.Request) (*experiment.Task, error) {
	task, err := w.prepare(r)
	if err != nil {
		return nil, err
	}
	if r.Policy < 0 || r.Policy >= len(task.Plan.Policies) {
		return nil, fmt.Errorf("there is no policy %d", r.Policy)
	}
	for _, j := range r.Jobs {
		if j < 0 || int(j) >= len(task.Workload.Jobs) {
			return nil, fmt.Errorf("there is no job %d", j)
		}
	}
	return task, nil
}

// check says whether an expression or a script can be computed, and what it needs.
func (w *Simulator) check(r wire.Request) error {
	answer := wire.Answer{Say: wire.Checked, Task: r.Task}
	if w.catalogs.Written == nil {
		return errors.New("this worker checks neither expressions nor scripts")
	}
	var err error
	if answer.Demands, err = w.catalogs.Written(r.Kind, r.Written); err != nil {
		answer.Failure = failure(err)
	}
	w.answer(answer, nil)
	return nil
}

// measure simulates cells. What came of those before a failure is kept.
func (w *Simulator) measure(r wire.Request) error {
	if err := w.compile(r); err != nil {
		return err
	}
	begin := time.Now()
	var runs []*experiment.Run
	var failed *result.Failure
	for _, c := range r.Cells {
		task, err := w.taskOf(c, r.Files, &w.measured)
		var of []*experiment.Run
		if err == nil {
			of, err = task.MeasureAll()
		}
		if err != nil {
			failed = failure(err)
			break
		}
		runs = append(runs, of...)
	}
	seconds := time.Since(begin).Seconds()
	w.answer(wire.Answer{Say: wire.Measured, Task: r.Task, Seconds: seconds, Failure: failed}, wire.EncodeMeasured(runs))
	return nil
}

// prepare compiles the scenario and makes the cell's workload.
func (w *Simulator) prepare(r wire.Request) (*experiment.Task, error) {
	if err := w.compile(r); err != nil {
		return nil, err
	}
	return w.taskOf(r.Cell, r.Files, &w.task)
}

// compile compiles the scenario, unless that is what it did last.
func (w *Simulator) compile(r wire.Request) error {
	files, err := json.Marshal(r.Files)
	if err != nil {
		return err
	}
	key := string(r.Scenario) + string(files)
	if key == w.compiled {
		return nil
	}
	w.compiled, w.plan, w.task, w.measured = "", nil, nil, nil
	sc, err := scenario.Read(r.Scenario)
	if err != nil {
		return err
	}
	plan, err := scenario.Compile(sc, w.catalogs)
	if err != nil {
		return err
	}
	w.compiled, w.plan = key, plan
	return nil
}

// taskOf makes the workload of a cell, from what last has of it, and keeps it there.
func (w *Simulator) taskOf(c experiment.Cell, files []result.FileRef, last **experiment.Task) (task *experiment.Task, err error) {
	if c.Point < 0 || c.Point >= len(w.plan.Points) || c.Replication < 0 {
		return nil, fmt.Errorf("there is no replication %d at point %d", c.Replication, c.Point)
	}
	open := func(name string) (io.ReadCloser, error) { return w.open(files, name) }
	if *last == nil {
		task, err = experiment.Prepare(w.plan, c.Point, c.Replication, open)
	} else {
		task, err = (*last).Next(c, open)
	}
	if err == nil {
		*last = task
		makeRoom(len(task.Workload.Jobs))
	}
	return task, err
}

// manyJobs is from when on columns of jobs are most of what there is in memory.
const manyJobs = 20_000

// makeRoom lets little garbage lie about beside a large workload: the memory of a WebAssembly program never
// shrinks, and columns of numbers are quickly looked through.
func makeRoom(jobs int) {
	percent := 100
	if jobs >= manyJobs {
		percent = 20
	}
	debug.SetGCPercent(percent)
}

// collect frees what a large workload needs no longer, before more is made.
func collect(jobs int) {
	if jobs >= manyJobs {
		runtime.GC()
	}
}
