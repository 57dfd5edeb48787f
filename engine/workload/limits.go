package workload

import "backfill/engine"

// TimeLimits are those of the partitions of a machine, by their numbers, and by NoPartition those of jobs that name none. There is no entry
// for a partition without any.
type TimeLimits map[int32]TimeLimit

// NoPartition stands for the number of one.
const NoPartition = -1

// TimeLimit is what a partition says of how long jobs may ask to run; 0: nothing.
type TimeLimit struct {
	Default engine.Time // of a job that does not ask
	Most    engine.Time
}

// Request is what a job counts as asking for that does not ask; 0: there is nothing that says so. Unlimited says that it asked for no limit.
func (l TimeLimits) Request(partition int32, unlimited bool) engine.Time {
	of := l[max(partition, NoPartition)]
	switch {
	case of.Default == 0 || unlimited:
		return of.Most
	case of.Most > 0:
		return min(of.Default, of.Most)
	}
	return of.Default
}
