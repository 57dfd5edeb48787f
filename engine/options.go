package engine

import "time"

// KillRule says when a job that outlives its estimate is stopped.
type KillRule uint8

const (
	KillAtEstimate KillRule = iota
	KillAfterGrace          // at its estimate + Options.Grace
	KillNever
)

// Order says in which order the events of one instant are taken.
type Order uint8

const (
	// Batch: all completions in the order of starts, then arrivals in workload
	// order, then elastic commands with the completions that they cause, then
	// requested starts, then wake-ups, then one call of the policy.
	Batch Order = iota
	// Sequential: arrivals, then completions in the order of starts, then elastic
	// commands, then requested starts, then wake-ups, one at a time, the policy called after each. A job that ends now, as its
	// estimate said, already counts as finished. So does pyss, the field's
	// reference simulator.
	Sequential
)

// Options of a simulation; the zero value kills at the estimate, takes events in
// batches and records nothing.
type Options struct {
	Kill  KillRule
	Grace Time // for KillAfterGrace
	Order Order
	// Elastic says whether the workload's commands are obeyed; else they are ignored.
	Elastic bool
	// Record asks for the decisions about the listed jobs, or about all.
	RecordAll bool
	Record    []int32
	// Clock, if not nil, tells how the time of the host goes by: the policy is timed by it.
	Clock func() time.Duration
	// Probe, if not nil, is what the policy's first plan from ProbeAt on is written to, if the
	// policy has a Matrix.
	Probe   *Matrix
	ProbeAt Time
	// Observers are told of the calls of the policy.
	Observers []Observer
	// Enough, if not nil, is asked after each instant whether the simulation may end there: the
	// outcome is then one of a run that was broken off.
	Enough func(o *Outcome, now Time) bool
	// Progress, if not nil, is called now and then with the number of jobs that have
	// ended. An error stops the simulation, which returns it.
	Progress func(ended int) error
}
