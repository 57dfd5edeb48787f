// Package result is what comes of an experiment, as the page keeps it and as workers and page tell each other:
// runs with their pictures laid out, results of jobs, failures, logs by name and digest. It knows no page.
package result

import (
	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/byhand"
	"backfill/engine/drawings"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/ui/timeline"
)

// Results is what an experiment has produced so far.
type Results struct {
	Scenario []byte // the scenario that was run, as JSON
	Version  string // of the program that ran it
	Workload *engine.Workload
	Report   *workload.Report
	Runs     []*Run          // by policy; nil: still to come
	Failures map[int]Failure // by policy: why it has no run and gets none
	Seconds  float64         // wall time of the whole experiment, once all have come
}

// Simulated is how many seconds the simulations alone took.
func (r *Results) Simulated() float64 {
	seconds := 0.0
	for _, run := range r.Runs {
		if run != nil {
			seconds += run.Seconds
		}
	}
	return seconds
}

// Run is what one policy made of the workload.
type Run struct {
	Label    string
	Kind     string
	Shadow   bool // the policy has a shadow time and extra processors: scenario.PolicyKind
	Outcome  *engine.Outcome
	Layout   *timeline.Layout
	Series   metrics.Series
	Metrics  metrics.Summary
	Groups   []metrics.Breakdown
	Owners   [metrics.NumOwners]metrics.Owners // by kind; none where no job has a known one
	Wait     stats.Distribution                // seconds
	Slowdown stats.Distribution                // bounded, like Wait with all Percentiles
	Warnings []string
	// Drawings are the waits in drawings 0, 1, ... as far as they have been drawn; 0 is this run. nil: none was asked for.
	Drawings []drawings.Waits
	// Findings are how well the policy agrees with the log, if it was asked.
	Findings *agreement.Findings
	Seconds  float64 // time that the simulation alone took

	fit   *agreement.Fit // what Fit returned last; nil: it was not asked for
	fitOf int            // how many of the Drawings it is of

	waits   drawings.Summary // what MeanWaits returned last
	waitsOf int              // how many of the Drawings it is of; 0: it was not asked for
}

// Percentiles are those that the distributions of a run hold exactly.
var Percentiles = []int{10, 25, 50, 75, 90, 95, 99, 100}

// Recorded says whether the run is the log itself, not a simulation.
func (r *Run) Recorded() bool { return r.Kind == scenario.Recorded }

// Unplaced is how many jobs have not been placed in a schedule by hand, which is not complete then; 0 of other runs, and of a steady state, which ends
// before all jobs have come.
func (r *Run) Unplaced() int {
	if r.Kind == byhand.Kind {
		if n := r.Metrics.Value("unfinished"); n > 0 { // not NaN
			return int(n)
		}
	}
	return 0
}

// MeanWaits are the mean waits of the jobs that ended, one of each drawing; false unless there are so many drawings at least, and all these jobs
// started in each. O(jobs × drawings) when it is asked first.
func (r *Run) MeanWaits(least int) (drawings.Summary, bool) {
	n := len(r.Drawings)
	if n < least {
		return drawings.Summary{}, false
	}
	if r.waitsOf != n {
		r.waits, r.waitsOf = drawings.Summarize(r.Drawings, r.Outcome.EndedJobs()), n
	}
	return r.waits, r.waits.Jobs > 0 && r.waits.LeftOut == 0
}

// Fit is how well the policy fits the log; nil if it was not held against the log, or if there are fewer drawings than least. O(jobs × drawings) at
// first and when there are more drawings, else O(1).
func (r *Run) Fit(least int) *agreement.Fit {
	n := len(r.Drawings)
	if r.Findings == nil || n < least {
		return nil
	}
	if r.fit == nil || r.fitOf != n {
		r.fit, r.fitOf = &agreement.Fit{Findings: *r.Findings, All: agreement.Everybody(r.Outcome.Workload, r.Drawings)}, n
	}
	return r.fit
}

// Labels are the names of the runs.
func Labels(runs []*Run) []string {
	var labels []string
	for _, r := range runs {
		labels = append(labels, r.Label)
	}
	return labels
}
