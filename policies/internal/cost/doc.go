// Package cost measures for benchmarks what a policy costs, in time of a processor: for
// each job of a workload, or for each event at a queue that stays equally deep.
//
// It knows the engine and none of the policies.
package cost
