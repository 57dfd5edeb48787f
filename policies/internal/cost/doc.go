// Package cost measures for benchmarks what a policy costs, in processor time: for each job of a workload (OfJobs), or
// for each event while the queue stays equally deep (AtDepth).
//
// It knows the engine and none of the policies.
package cost
