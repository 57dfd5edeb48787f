package slurm

// omits is what Slurm does that the policy does not model, for the manual and beside every result: the one list of it.
var omits = []string{
	"what suspended jobs keep: here they hold no memory and no licences meanwhile, and count for no limit; gang scheduling beyond preemption",
	"of an accounting log, features of nodes that jobs ask for (--constraint): such jobs run on any node of their partition",
	"preemption WITHIN a QOS, and the words min_exempt_priority and reclaim_licenses of PreemptParameters",
	"nodes that jobs ask for or exclude by name, --contiguous, --spread-job, topology, and LLN, CR_LLN and pack_serial_at_end in the choice of nodes",
	"more than one job on a processor (OverSubscribe), cores kept free on nodes, and memory that is free on nodes but for what jobs ask for",
	"interactive jobs that start as they are submitted (srun, salloc): they wait for a pass as others do",
	"the time that passes take: max_sched_time, bf_max_time, bf_yield_interval, bf_continue, max_rpc_cnt and the like",
	"bf_licenses, bf_node_space_size, bf_hetjob_prio, bf_hetjob_immediate, reduce_completing_frag and time_min_as_soft_limit",
	"limits on licences, on single types of GPUs and on usage by billing; MaxJobsAccrue, MinPrioThreshold and other limits on what counts for age",
	"TRESBillingWeights of licences and of single types of GPUs",
	"jobs that ignore the signal at their limit, so that their nodes stay COMPLETING for KillWait",
	"--deadline, --delay-boot, power saving, burst buffers, federations",
	"dependencies of which any one will do, and expand; dependencies are looked at when jobs start and end, not in passes",
	"reasons of jobs that depend on others or have asked for a time: they come when they could start",
}
