// Package workloadtest has what tests of workloads, metrics and policies share: small workloads known by heart, real
// logs, checked parameters, samples of random numbers, and what -short leaves out. Nothing but tests imports it.
package workloadtest

import "backfill/engine"

// FourJobs are short jobs of a log, submitted from 100 to 500 s for a machine of 16 processors.
func FourJobs() *engine.Workload {
	return &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 100 * engine.Second, Run: 40 * engine.Second, Estimate: 100 * engine.Second, Processors: 8},
			{Submit: 200 * engine.Second, Run: 50 * engine.Second, Estimate: 60 * engine.Second, Processors: 16},
			{Submit: 200 * engine.Second, Run: 30 * engine.Second, Estimate: 20 * engine.Second, Processors: 1},
			{Submit: 500 * engine.Second, Run: 10 * engine.Second, Estimate: 10 * engine.Second, Processors: 2},
		},
		User:     []int32{1, 2, 3, 4},
		Wait:     []engine.Time{0, 10 * engine.Second, -1, 0},
		Machine:  16,
		Calendar: &engine.Calendar{UnixStart: 1_000_000, Zone: "Europe/Stockholm"},
	}
}

// Heterogeneous is FourJobs with two dedicated ones, and commands. The last one is
// issued before its job is submitted.
func Heterogeneous() *engine.Workload {
	w := FourJobs()
	w.Requested = []engine.Time{-1, 250 * engine.Second, -1, 100500}
	w.Commands = []engine.Command{
		{At: 150 * engine.Second, Job: 0, Kind: engine.ExtendTime, Amount: 2500},
		{At: 200 * engine.Second, Job: 2, Kind: engine.ExtendProcessors, Amount: 3},
		{At: 200 * engine.Second, Job: 1, Kind: engine.ReduceTime, Amount: 10_000},
		{At: 300 * engine.Second, Job: 3, Kind: engine.ReduceProcessors, Amount: 1},
	}
	w.MaxCommands = 1
	return w
}

// ManyJobs is n jobs, one a second.
func ManyJobs(n int) *engine.Workload {
	w := &engine.Workload{Jobs: make([]engine.Job, n)}
	for i := range w.Jobs {
		w.Jobs[i] = engine.Job{Submit: engine.Time(i) * engine.Second, Run: engine.Second, Estimate: engine.Second, Processors: 1}
	}
	return w
}

// ThreeToTest are, with a factor of 2:
//
//	job  request  run    test
//	 1     5 h    100 s  min(1 h, 0.5 h); it ends in it
//	 2    20 h     2 h   min(1 h, 2 h); it does not, and runs again with a request of 4 h
//	 3   100 s    60 s   none: the request is at most 120 s
func ThreeToTest() *engine.Workload {
	return &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 100 * engine.Second, Estimate: 5 * engine.Hour, Processors: 1},
			{Submit: 10 * engine.Second, Run: 2 * engine.Hour, Estimate: 20 * engine.Hour, Processors: 4},
			{Submit: 10 * engine.Second, Run: 60 * engine.Second, Estimate: 100 * engine.Second, Processors: 2},
		},
		User: []int32{7, 8, 9},
		Wait: []engine.Time{1, 2, 3},
	}
}
