// Package drawings tells what can be said of waits when a simulation was repeated with other draws: the same jobs, machine and policy, but
// another seed of what both draw while they run. When the loops of a Slurm begin, for instance, is in no log, so that answers about it are
// ranges over drawings.
//
// The package computes with waits by job. It knows neither policies nor who simulates or shows anything.
package drawings

import "backfill/engine"

// Unknown is the wait of a job that did not start.
const Unknown engine.Time = -1

// Waits are how long the jobs waited in one drawing, in ms, by row of the workload; Unknown for those that did not start.
type Waits []engine.Time

// Of are the waits of a simulation: engine.Outcome.WaitInAll of each job that has started, including those that run on at the end. Unknown
// are those of jobs that were refused, cancelled while they waited or still wait, and those of test runs that other rows continue, so that
// every job counts once.
func Of(o *engine.Outcome) Waits {
	waits := make(Waits, len(o.Start))
	for j := range waits {
		if waits[j] = Unknown; o.Start[j] >= 0 && !o.Workload.Continued(int32(j)) {
			waits[j] = o.WaitInAll(int32(j))
		}
	}
	return waits
}

// Started are those of rows that started in every drawing, in their order. O(rows times drawings).
func Started(all []Waits, rows []int32) []int32 {
	var started []int32
	for _, j := range rows {
		if startedInAll(all, j) {
			started = append(started, j)
		}
	}
	return started
}

// Rows are all rows of drawings, 0 to n-1; none if there are no drawings.
func Rows(all []Waits) []int32 {
	if len(all) == 0 {
		return nil
	}
	rows := make([]int32, len(all[0]))
	for j := range rows {
		rows[j] = int32(j)
	}
	return rows
}

func startedInAll(all []Waits, j int32) bool {
	for _, waits := range all {
		if waits[j] < 0 {
			return false
		}
	}
	return len(all) > 0
}
