// Package experiment runs compiled scenarios: it makes the workloads, schedules each of them under every policy and
// gathers what came of it in a Result.
//
// Cells say which cells (one replication at one point of the sweep) are to be simulated and keep their runs. A Task
// simulates one cell; Prepare makes the first one. Goroutines and workers of a browser use both alike. Neither their
// number nor the order in which they finish changes a result.
//
// A Task also repeats a simulation to answer questions about it: why a job waited (Decide), what it would have needed
// (Needed), what a plan looked like (Matrix), what a policy did when (Snapshots).
//
// The package knows scenarios and metrics. It knows neither single policies nor who shows the results.
package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/version"
	"backfill/engine/workload"
)

// Version is the version of the program, which every result carries.
const Version = version.Number

// Origin says which version of the program made a result, with which seed, and of which scenario, in two lines.
func Origin(version string, seed int64, scenario []byte) string {
	return fmt.Sprintf("Backfill %s, seed %d\nscenario: %s", version, seed, scenario)
}

// timed is the value of the setting "record" by which policies are timed.
const timed = "times"

// maxBatches is the largest number of batches of a steady run.
const maxBatches = 10_000

// Run is what one policy made of one replication of the workload at one point.
type Run struct {
	Policy      string         `json:"policy"` // its label
	Replication int            `json:"replication"`
	Point       map[string]any `json:"point"` // of a sweep: path to value
	Measures
	Batches  []Measures `json:"batches,omitempty"` // of a steady run
	Warnings []string   `json:"warnings"`
	// RefusedCommands are the first maxRefused of them, in the order of their issue.
	RefusedCommands []RefusedCommand `json:"refusedCommands,omitempty"`

	// Failed is why the policy gave no results; "" if it did. Cells keep no such run.
	Failed string `json:"-"`
	// PointIndex is the place of Point in Plan.Points.
	PointIndex int `json:"-"`
	// Outcome is nil for a run that was only measured.
	Outcome *engine.Outcome `json:"-"`
	// Elapsed is the time that the simulation alone took.
	Elapsed time.Duration `json:"-"`
}

// Measures are the metrics of the jobs of a run or of one batch: of all jobs, and of each group
// by the groupings of the scenario.
type Measures struct {
	Metrics metrics.Summary     `json:"metrics"`
	Groups  []metrics.Breakdown `json:"groups"`
}

// Task is one cell of a plan with its workload, ready for one simulation per policy. A Task and
// the tasks that At and Next make of it are not safe for concurrent use.
type Task struct {
	Plan *scenario.Plan
	Cell
	Workload *engine.Workload
	Report   *workload.Report

	source  *scenario.Source // of Workload; nil if there are no other cells
	drawing int              // 0: the cell itself
	// measured are runs on Workload, by policy, some of them at other points: shared by all
	// tasks with this workload.
	measured []*Run
}

// Prepare makes the workload of a replication at a point, an index into p.Points.
// open supplies the files that the scenario names. An error about a value that the sweep
// varies names its place in the sweep.
func Prepare(p *scenario.Plan, point, replication int, open workload.Opener) (*Task, error) {
	source, err := p.Source(point, replication, open)
	if err != nil {
		return nil, err
	}
	return prepare(p, Cell{Point: point, Replication: replication}, source, open)
}

func prepare(p *scenario.Plan, c Cell, source *scenario.Source, open workload.Opener) (*Task, error) {
	w, report, err := p.Transform(source, c.Point, c.Replication, open)
	if err != nil {
		return nil, err
	}
	if steady := p.Steady; steady != nil && len(w.Jobs) < steady.Warmup+steady.Batch {
		return nil, &param.Error{Path: "/steady", Value: fmt.Sprintf("warm-up %d, batch %d", steady.Warmup, steady.Batch),
			Reason: fmt.Sprintf("no steady state: there are %d jobs; a warm-up and a batch of no more together are accepted", len(w.Jobs))}
	}
	if steady := p.Steady; steady != nil && (len(w.Jobs)-steady.Warmup)/steady.Batch > maxBatches {
		return nil, &param.Error{Path: "/steady/batch", Value: fmt.Sprint(steady.Batch),
			Reason: fmt.Sprintf("makes more than %d batches of %d jobs; a batch of at least %d is accepted",
				maxBatches, len(w.Jobs), (len(w.Jobs)-steady.Warmup)/maxBatches+1)}
	}
	notes := withoutEffect(p, w)
	if n := len(w.Commands); n > 0 && !slices.ContainsFunc(p.Policies, func(q scenario.PlannedPolicy) bool { return q.Elastic }) {
		notes = append(notes, ignoredCommands(n))
	}
	if p.Scenario.Record == timed {
		notes = append(notes, "the policies are timed: times of plans depend on the computer and what else it does, and differ from run to run")
	}
	if len(notes) > 0 {
		ignored := *report
		ignored.Notes = slices.Concat(report.Notes, notes)
		report = &ignored
	}
	t := &Task{Plan: p, Cell: c, Workload: w, Report: report}
	if len(p.Points) > 1 || p.Replications > 1 || p.Precision != nil {
		t.source, t.measured = source, make([]*Run, len(p.Policies))
	}
	return t, nil
}

// Next is the task of cell c, as Prepare would make it. It reads no log and draws no jobs that t
// has already.
func (t *Task) Next(c Cell, open workload.Opener) (*Task, error) {
	if other, ok := t.At(c); ok {
		return other, nil
	}
	if t.source != nil && t.Plan.SameSource(t.Point, t.Replication, c.Point, c.Replication) {
		return prepare(t.Plan, c, t.source, open)
	}
	return Prepare(t.Plan, c.Point, c.Replication, open)
}

func ignoredCommands(n int) string {
	if n == 1 {
		return "1 elastic command is ignored: no policy is elastic"
	}
	return fmt.Sprintf("%d elastic commands are ignored: no policy is elastic", n)
}

// At is the task of cell c if the cell has the same workload as t, else false.
func (t *Task) At(c Cell) (*Task, bool) {
	if t.drawing != 0 || c.Replication != t.Replication || !t.Plan.SameWorkload(t.Point, c.Point) {
		return nil, false
	}
	other := *t
	other.Cell = c
	return &other, true
}

// Drawing is t with the same jobs, but what policies and machines draw while they run, such as the instants at which the loops of Slurm
// begin, is drawn anew: scenario.Parts.DrawingSeed. Drawing 0 is t, and n is not negative. Drawings of two scenarios with the same seed and
// number belong together: a Slurm that is configured otherwise begins its loops at the same instants.
func (t *Task) Drawing(n int) *Task {
	if n == 0 {
		return t
	}
	w := *t.Workload
	w.Seed = t.Plan.Points[t.Point].DrawingSeed(t.Replication, n)
	return &Task{Plan: t.Plan, Cell: t.Cell, Workload: &w, Report: t.Report, drawing: n}
}

// Simulate runs policy i of the plan. progress, unless nil, is called from time to time with the
// number of jobs that have ended. If it returns an error, the run stops and returns that error.
func (t *Task) Simulate(i int, progress engine.Progress) (*Run, error) {
	options := t.options(i)
	options.Progress, options.Stranded = progress, true
	begin := time.Now()
	outcome, err := t.simulate(i, options)
	if err != nil {
		return nil, err
	}
	run := &Run{
		Policy:      t.Plan.Policies[i].Label,
		Replication: t.Replication,
		Point:       t.Plan.Points[t.Point].Values,
		PointIndex:  t.Point,
		Outcome:     outcome,
		Elapsed:     time.Since(begin),
	}
	run.Warnings = append([]string{}, slices.Concat(outcome.Warnings, Refusals(outcome), stoppedForSlowness(outcome))...)
	t.measure(run)
	run.RefusedCommands = RefusedCommands(outcome)
	return run, nil
}

// Begin simulates the first instant under policy i, and says why the policy fails there, as one does that does not take this workload.
func (t *Task) Begin(i int) error {
	options := t.options(i)
	options.Enough = func(*engine.Outcome, engine.Time) bool { return true }
	_, err := t.simulate(i, options)
	return err
}

// measure fills in what run.Outcome tells.
func (t *Task) measure(run *Run) {
	p := t.Plan
	steady := p.Steady
	if steady == nil {
		run.Metrics = metrics.Of(run.Outcome)
		run.Groups = metrics.Groups(run.Outcome, p.Groupings, p.GroupMetrics...)
		return
	}
	overall, batches := metrics.Steady(run.Outcome, steady.Warmup, steady.Batch)
	groups, batchGroups := metrics.SteadyGroups(run.Outcome, steady.Warmup, steady.Batch, p.Groupings, p.InBatches(), p.GroupMetrics...)
	run.Metrics, run.Groups = overall, groups
	for i := range batches {
		b := Measures{Metrics: batches[i], Groups: []metrics.Breakdown{}}
		if p.InBatches() {
			b.Groups = append(b.Groups, batchGroups[i]...)
		}
		run.Batches = append(run.Batches, b)
	}
	warn := func(format string, args ...any) { run.Warnings = append(run.Warnings, fmt.Sprintf(format, args...)) }
	switch n := len(batches); {
	case n == 0:
		warn("no steady state: up to the last arrival fewer jobs ended than a warm-up of %d and a batch of %d", steady.Warmup, steady.Batch)
	case !p.InBatches() && n == 1:
		warn(growthUntold + "1 batch; 2 in each run are needed")
	case p.InBatches() && n < metrics.RisingParts:
		warn(growthUntold+"fewer than %d batches; there are %d", metrics.RisingParts, n)
	case p.InBatches() && metrics.Rises(batches):
		warn("unstable: the mean queue grows throughout, from %.0f jobs in the first batch to %.0f in the last; means only tell how long the run was",
			batches[0].Value("meanQueue"), batches[n-1].Value("meanQueue"))
	}
}

// growthUntold begins the warning that a run is too short to tell whether the system is stable.
const growthUntold = "whether the queue grows without end cannot be told from "

// TellsGrowthUntold says whether a warning is that a steady run is too short to tell whether the system is stable.
func TellsGrowthUntold(warning string) bool { return strings.HasPrefix(warning, growthUntold) }

// Measure is Simulate for the metrics alone. The run has no Outcome, so that thousands of runs
// can be kept. If an earlier point with the same outcome was measured, nothing is simulated,
// unless policies are timed.
func (t *Task) Measure(i int, progress engine.Progress) (*Run, error) {
	if t.measured != nil && t.measured[i] != nil && t.Plan.Scenario.Record != timed && t.Plan.SameRun(i, t.measured[i].PointIndex, t.Point) {
		run := *t.measured[i]
		run.Point, run.PointIndex = t.Plan.Points[t.Point].Values, t.Point
		return &run, nil
	}
	run, err := t.Simulate(i, progress)
	if err != nil {
		return nil, err
	}
	run.Outcome = nil
	if t.measured != nil {
		kept := *run
		t.measured[i] = &kept
	}
	return run, nil
}

// MeasureAll measures the cell under every policy of the plan, in their order. The run of a policy that fails says why.
func (t *Task) MeasureAll() ([]*Run, error) {
	runs := make([]*Run, len(t.Plan.Policies))
	for i := range runs {
		var err error
		runs[i], err = t.Measure(i, nil)
		var broken *PolicyError
		switch {
		case errors.As(err, &broken):
			runs[i] = t.Failed(broken)
		case err != nil:
			return nil, err
		}
	}
	return runs, nil
}

// Cell is the cell that the run is of.
func (r *Run) Cell() Cell { return Cell{Point: r.PointIndex, Replication: r.Replication} }

// Failed is the run of a policy that gave no results.
func (t *Task) Failed(e *PolicyError) *Run {
	run := &Run{Policy: e.Label, Failed: e.Err.Error(), Warnings: []string{},
		Measures: Measures{Metrics: make(metrics.Summary, len(metrics.Descriptions)), Groups: make([]metrics.Breakdown, len(t.Plan.Groupings))}}
	for g := range run.Groups {
		run.Groups[g].Grouping = t.Plan.Groupings[g]
	}
	return run
}

// Decide repeats policy i, until the jobs have ended, and records the decisions about them, in the order of time.
func (t *Task) Decide(i int, jobs ...int32) ([]engine.Decision, error) {
	options := t.options(i)
	options.RecordAll, options.Record = false, jobs
	left := jobs // the others have ended, so that nothing more is decided about them
	options.Enough = func(o *engine.Outcome, _ engine.Time) bool {
		for len(left) > 0 && (o.End[left[0]] >= 0 || o.State[left[0]] == engine.Refused) {
			left = left[1:]
		}
		return len(left) == 0
	}
	outcome, err := t.simulate(i, options)
	if err != nil {
		return nil, err
	}
	return outcome.Decisions, nil
}

// options are the options for a simulation under policy i.
func (t *Task) options(i int) engine.Options {
	point := &t.Plan.Points[t.Point]
	options := point.Options
	options.Elastic = point.Policies[i].Elastic
	if t.Plan.Scenario.Record == timed {
		begin := time.Now()
		options.Clock = func() time.Duration { return time.Since(begin) }
	}
	return options
}

func (t *Task) simulate(i int, options engine.Options) (*engine.Outcome, error) {
	point := &t.Plan.Points[t.Point]
	outcome, err := engine.Simulate(t.Workload, point.Machine(), point.Policies[i].New(), options)
	if err != nil {
		return nil, &PolicyError{i, point.Policies[i].Label, err}
	}
	return outcome, nil
}

// PolicyError is why a simulation has ended without a result: a mistake of its policy. Other policies may do better.
type PolicyError struct {
	Policy int
	Label  string
	Err    error
}

func (e *PolicyError) Error() string { return e.Label + ": " + e.Err.Error() }

func (e *PolicyError) Unwrap() error { return e.Err }
