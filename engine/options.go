package engine

import "time"

// KillRule says when a job that outlives its estimate is stopped.
type KillRule uint8

const (
	KillAtEstimate KillRule = iota
	KillAfterGrace          // at its estimate + Options.Grace
	KillNever
	KillAtSweep // at the first multiple of SweepPeriod that is not before the end of the grace period
)

// SweepPeriod is how often jobs that have reached their limit are looked for under KillAtSweep, as Slurm does.
const SweepPeriod = 30 * Second

// Order says in which order the events of one instant are taken.
type Order uint8

const (
	// Batch: all completions in the order of starts, then arrivals in workload order, then
	// elastic commands with the completions that they cause, then requested starts, then
	// wake-ups, and at last one call of the policy.
	Batch Order = iota
	// Sequential: arrivals, then completions in the order of starts, then elastic commands, then
	// requested starts, then wake-ups. They are taken one at a time, and the policy is called
	// after each. A job that ends now, as its estimate said, already counts as finished. The
	// reference simulator pyss does the same.
	Sequential
)

// Options of a simulation; the zero value kills at the estimate, takes events in
// batches and records nothing.
type Options struct {
	Kill  KillRule
	Grace Time // for KillAfterGrace and KillAtSweep
	Order Order
	// Elastic says whether the workload's commands are obeyed or ignored.
	Elastic bool
	// Record asks for the decisions about the listed jobs, or about all.
	RecordAll bool
	Record    []int32
	// Stranded asks for Outcome.Stranded.
	Stranded bool
	// Clock, if not nil, is the clock of the host, by which the policy is timed.
	Clock func() time.Duration
	// Probe, if not nil, receives the Matrix of the policy's first plan from ProbeAt on, if the
	// policy makes one.
	Probe   *Matrix
	ProbeAt Time
	// Observers are told of the calls of the policy.
	Observers []Observer
	// Enough, if not nil, is asked after each instant whether the simulation is to end there. The
	// outcome is then that of a run broken off.
	Enough func(o *Outcome, now Time) bool
	// Progress, if not nil, is called from time to time. If it returns an error, the simulation stops and returns that error.
	Progress Progress
}

// Progress is told how many jobs have ended, and the instant up to which the simulation has come.
type Progress func(ended int, now Time) error
