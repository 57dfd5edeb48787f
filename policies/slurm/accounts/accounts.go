// Package accounts says what jobs of a workload count for: their priorities, the limits that hold for them, and the fair-share of the accounts
// and users whose they are.
//
// It gives the numbers of a workload and what jobs have of the machine to packages multifactor and limits, which know neither, and it knows no
// scheduler.
package accounts

import "backfill/engine"

// Minutes are how long a job may run: Slurm knows whole ones.
func Minutes(job *engine.Job) int64 {
	return int64((job.Estimate + engine.Minute - 1) / engine.Minute)
}
