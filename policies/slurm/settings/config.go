package settings

import "math"

// Config is how the two schedulers of Slurm are set: the words of SchedulerParameters and what stands beside them in slurm.conf. Lengths of
// time are in seconds, and 0 is no limit, where nothing else is said.
type Config struct {
	DefaultQueueDepth int   // how many jobs a pass of the main scheduler looks at that is not a full one
	BatchSchedDelay   int64 // at least so long lies between two passes that submissions and ends ask for
	SchedInterval     int64 // between two full passes
	PartitionJobDepth int   // of the jobs looked at, how many of one partition
	MaxJobStart       int   // sched_max_job_start: how many jobs a pass starts

	Backfill            bool // SchedulerType is sched/backfill
	BfInterval          int64
	BfResolution        int64
	BfWindow            int64
	BfWindowLinear      int64 // added to the window in which ends count as one; 0: it is doubled
	BfBusyNodes         bool  // promises are of nodes first on which something runs
	BfRunningJobReserve bool  // nodes that running jobs have for themselves are promised to them
	BfMaxJobTest        int
	BfMaxJobStart       int
	// How many jobs of one user, in one partition, of a user in an account, and of a user in a partition a pass looks at.
	BfMaxJobUser, BfMaxJobPart, BfMaxJobAssoc, BfMaxJobUserPart int

	BfMaxJobArrayResv int             // how many tasks of an array a pass promises something
	Licences          map[int32]int32 // copies of each, by number

	// Jobs with a lower priority than BfMinPrioReserve, that could start for less than BfMinAgeReserve seconds, behind the first BfJobPartCountReserve
	// with promises in their partition or, with BfOneResvPerJob, with a promise in another one, are promised nothing. Of those the first two kinds do
	// not close their partition to others.
	BfMinPrioReserve, BfMinAgeReserve int64
	BfJobPartCountReserve             int
	BfOneResvPerJob                   bool

	Defer          bool // the end of an epilog asks for a pass at a tick, as other ends do
	AssocLimitStop bool // jobs over a limit close their partition, as those do that find no room

	Preemption Preemption

	KillWait      int64
	RequeueDelay  int64 // from when a job is requeued until it may start
	CompleteWait  int64 // no pass is made while a job is cleaned up, for so long at most
	OverTimeLimit int64 // Never: jobs may run for ever
	MatteringEnds bool  // since 25.11: a start is planned at the end of the last job that matters for the nodes
	LaterSlots    bool  // since 24.11: where the slots that concern a job end, it is tried again at the end of the next one

	Unknown []string // words of SchedulerParameters that are not known here
}

// Never is a length of time without an end, in seconds.
const Never = math.MaxInt32

// Defaults are those of Slurm 22.05, with the plug-in sched/backfill.
func Defaults() Config {
	return Config{
		DefaultQueueDepth: 100, BatchSchedDelay: 3, SchedInterval: 60,
		Backfill: true, BfInterval: 30, BfResolution: 60, BfWindow: 1440 * 60, BfMaxJobTest: 500, BfMaxJobArrayResv: 20,
		KillWait: 30, RequeueDelay: 121,
	}
}
