package metrics

import (
	"math"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// Direction says which values of a metric users and operators prefer.
type Direction string

const (
	Neither Direction = ""
	Lower   Direction = "lower"
	Higher  Direction = "higher"
)

// Description is one metric: its name in a result, its words for people and how it is
// computed.
type Description struct {
	Name    string    `json:"name"`             // camelCase, the key in a result
	Title   string    `json:"title"`            // for a table's column
	Unit    string    `json:"unit,omitempty"`   // "s", "jobs", "commands", "preemptions", "runs", "plans", "jobs/s"; "" for a plain ratio
	Better  Direction `json:"better,omitempty"` // empty: neither
	Group   bool      `json:"group"`            // whether it is defined for a group of jobs, or for that alone
	Doc     string    `json:"doc"`              // one sentence
	Formula string    `json:"formula"`
	Source  string    `json:"source,omitempty"`

	value func(*totals) float64
}

// Index is the place of the metric of that name in Descriptions and in every Summary,
// -1 if there is none.
func Index(name string) int {
	for i := range Descriptions {
		if Descriptions[i].Name == name {
			return i
		}
	}
	return -1
}

const (
	sourceRudolph   = "Feitelson, Rudolph: Metrics and benchmarking for parallel job scheduling, JSSPP 1998"
	sourceTheory    = "Feitelson, Rudolph, Schwiegelshohn, Sevcik, Wong: Theory and practice in parallel job scheduling, JSSPP 1997"
	sourceConverge  = "Feitelson: Metrics for parallel job scheduling and their convergence, JSSPP 2001"
	sourceZotkin    = "Zotkin, Keleher: Job-length estimation and performance in backfilling schedulers, HPDC 1999"
	sourceErnemann  = "Ernemann, Hamscher, Yahyapour: Benefits of global grid computing for job scheduling, GRID 2004"
	sourceLoss      = "Zhang, Franke, Moreira, Sivasubramaniam, JSSPP 2001; Krevat, Castaños, Moreira, JSSPP 2002"
	sourceJain      = "Jain, Chiu, Hawe: A quantitative measure of fairness, DEC-TR-301, 1984"
	sourceLublin    = "program of Lublin and Feitelson's workload model, Parallel Workloads Archive"
	sourceKumar     = "Kumar, Shae, Jamjoom: Scheduling batch and heterogeneous jobs with runtime elasticity in a parallel processing environment, IPDPSW 2012"
	sourceGuim      = "Guim, Corbalan, Labarta: Modeling the impact of resource sharing in backfilling policies using the Alvio simulator, MASCOTS 2007"
	sourceBaraglia  = "Baraglia, Capannini, Dazzi, Pagano: A multi-criteria job scheduling framework for large computing farms"
	sourceTsafrir   = "Tsafrir, Etsion, Feitelson: Backfilling using system-generated predictions rather than user runtime estimates, IEEE TPDS 18(6), 2007"
	sourceChiang    = "Chiang, Arpaci-Dusseau, Vernon: The impact of more accurate requested runtimes on production job scheduling performance, JSSPP 2002"
	percentileRule  = "the smallest value that at least 95 % of the jobs do not exceed: the one at place ceil(0.95 J) of the sorted list"
	slowdownFormula = "T / r"
	strandedFormula = "integral of what is stranded / integral of what is free, after the decisions of each instant, while a job that asks for it waits. On a node that is stranded which the waiting job that could use most leaves over, if as many jobs like it as have room there beside what runs took what they need; of a job for several nodes one node's part is enough"
	boundedFormula  = "max(1, T / max(r, 10 s))"
)

// Descriptions is the table of all metrics. To add one is to add its entry.
var Descriptions = []Description{
	{Name: "jobs", Title: "Jobs", Unit: "jobs", Group: true,
		Doc:     "Number J of jobs that ended: completed, killed, or cancelled while they ran; every mean, share and percentile is over these.",
		Formula: "J", value: func(t *totals) float64 { return float64(t.jobs.ended) }},
	{Name: "meanWait", Title: "Mean wait", Unit: "s", Better: Lower, Group: true,
		Doc:     "Mean time from submission, or from a later requested start, to start.",
		Formula: "sum of w = s - b over the jobs, divided by J", Source: sourceRudolph,
		value: func(t *totals) float64 { return t.jobs.mean(&t.jobs.wait) }},
	{Name: "maxWait", Title: "Longest wait", Unit: "s", Better: Lower, Group: true,
		Doc:     "Longest time from submission, or from a later requested start, to start.",
		Formula: "largest w",
		value:   func(t *totals) float64 { return t.jobs.some(t.jobs.maxWait.Seconds()) }},
	{Name: "p95Wait", Title: "95th percentile of wait", Unit: "s", Better: Lower, Group: true,
		Doc:     "Wait that at least 95 % of the jobs do not exceed, by nearest rank.",
		Formula: percentileRule,
		value:   func(t *totals) float64 { return t.jobs.some(t.jobs.p95Wait.Seconds()) }},
	{Name: "meanResponse", Title: "Mean response time", Unit: "s", Better: Lower, Group: true,
		Doc:     "Mean time from submission, or from a later requested start, to end; also called turnaround or flow time.",
		Formula: "sum of T = c - b over the jobs, divided by J", Source: sourceRudolph,
		value: func(t *totals) float64 { return t.jobs.mean(&t.jobs.response) }},
	{Name: "meanSlowdown", Title: "Mean slowdown", Better: Lower, Group: true,
		Doc:     "Mean of the ratios of response time to run time; a few very short jobs may decide it.",
		Formula: "mean of " + slowdownFormula, Source: sourceRudolph,
		value: func(t *totals) float64 { return t.jobs.meanRatio(&t.jobs.slowdown) }},
	{Name: "meanBoundedSlowdown", Title: "Mean bounded slowdown", Better: Lower, Group: true,
		Doc:     "Mean slowdown with run times below 10 s counted as 10 s, so that very short jobs do not decide it, and at least 1 for each job.",
		Formula: "mean of " + boundedFormula, Source: sourceTheory,
		value: func(t *totals) float64 { return t.jobs.meanRatio(&t.jobs.bounded) }},
	{Name: "p95BoundedSlowdown", Title: "95th percentile of bounded slowdown", Better: Lower, Group: true,
		Doc:     "Bounded slowdown that at least 95 % of the jobs do not exceed, by nearest rank.",
		Formula: percentileRule, Source: sourceTheory,
		value: func(t *totals) float64 { return t.jobs.some(t.jobs.p95Bounded) }},
	{Name: "slowdownOfMeans", Title: "Slowdown of means", Better: Lower, Group: true,
		Doc:     "Ratio of the mean response time to the mean run time; unlike the mean of ratios it is decided by long jobs.",
		Formula: "(W + R) / R with mean wait W and mean run time R",
		value:   func(t *totals) float64 { return stats.Ratio(t.jobs.response.Float(), t.jobs.run.Float()) }},
	{Name: "utilization", Title: "Utilization", Better: Higher,
		Doc:     "Share of the machine's processor time, from the first arrival to the last end, that jobs used.",
		Formula: "sum of n r / (M (last c - first a)), where n is the requested size, as executed, without rounding to the allocation unit",
		Source:  sourceRudolph,
		value:   func(t *totals) float64 { return t.machine.share(&t.machine.busy, t.machine.makespan()) }},
	{Name: "utilizationToLastArrival", Title: "Utilization to the last arrival", Better: Higher,
		Doc:     "Share of the machine's processor time, from the first to the last arrival, that jobs used; the final drain is left out.",
		Formula: "busy processor time between first and last a / (M (last a - first a))",
		Source:  sourceRudolph,
		value:   func(t *totals) float64 { return t.machine.share(&t.machine.busyToLastArrival, t.machine.arrivalSpan()) }},
	{Name: "makespan", Title: "Makespan", Unit: "s", Better: Lower,
		Doc:     "Time from the first arrival to the last end.",
		Formula: "last c - first a",
		value:   func(t *totals) float64 { return t.machine.defined(t.machine.makespan().Seconds()) }},
	{Name: "lossOfCapacity", Title: "Loss of capacity", Better: Lower,
		Doc:     "Share of the machine's processor time, from the first arrival to the last end, that was idle while jobs waited.",
		Formula: "sum over instants i of I_i d_i (t_i+1 - t_i) / (M (last c - first a)): I_i processors idle after the decisions at t_i, d_i = 1 if a job waits then, else 0",
		Source:  sourceLoss,
		value:   func(t *totals) float64 { return t.machine.share(&t.machine.loss, t.machine.makespan()) }},
	{Name: "lossOfCapacityFit", Title: "Loss of capacity to fitting jobs", Better: Lower,
		Doc:     "Loss of capacity counted only while the idle processors would hold at least one of the waiting jobs: on one host, with the memory that it needs, if the machine consists of hosts. Undefined where a job may run in several places at once, where jobs were stopped or cancelled while they waited, and on a farm.",
		Formula: "as lossOfCapacity, with d_i = 1 only if some waiting job fits on what is idle",
		Source:  sourceLoss,
		value: func(t *totals) float64 {
			if t.machine.hidesFits {
				return math.NaN()
			}
			return t.machine.share(&t.machine.lossFit, t.machine.makespan())
		}},
	{Name: "meanQueue", Title: "Mean queue length", Unit: "jobs", Better: Lower,
		Doc:     "Mean number of waiting jobs from the first arrival to the last end.",
		Formula: "integral of the number of waiting jobs / (last c - first a); by Little's law the integral is the sum of waits when every job ended",
		Source:  "Little: A proof for the queuing formula L = λW, Operations Research 9, 1961",
		value:   func(t *totals) float64 { return stats.Ratio(t.machine.queue.Float(), float64(t.machine.makespan())) }},
	{Name: "maxQueue", Title: "Longest queue", Unit: "jobs", Better: Lower,
		Doc:     "Largest number of jobs that waited at once, after the decisions of an instant.",
		Formula: "largest number of waiting jobs",
		value: func(t *totals) float64 {
			if !t.machine.anyArrival {
				return math.NaN()
			}
			return float64(t.machine.maxQueue)
		}},
	{Name: "backfilledShare", Title: "Share of backfilled jobs", Group: true,
		Doc:     "Share of the jobs that started at an earlier instant than a job that had begun to wait before them; of jobs that begin to wait at the same instant, the order of the workload says who was before. Jobs that start at the same instant do not overtake each other.",
		Formula: "number of j with an i before j and start of j < start of i / J",
		value:   func(t *totals) float64 { return stats.Ratio(float64(t.jobs.overtook), float64(t.jobs.ended)) }},
	{Name: "killed", Title: "Killed jobs", Unit: "jobs", Better: Lower, Group: true,
		Doc:     "Number of jobs that were stopped at their limit or, where jobs over their limits are looked for every half minute, that outlived it; they count among the jobs.",
		Formula: "number of killed jobs",
		value:   func(t *totals) float64 { return float64(t.jobs.killed) }},
	{Name: "refused", Title: "Refused jobs", Unit: "jobs", Better: Lower,
		Doc:     "Number of jobs that the machine can never run; they count nowhere else.",
		Formula: "number of refused jobs",
		value:   func(t *totals) float64 { return t.run.refused }},
	{Name: "unfinished", Title: "Unfinished jobs", Unit: "jobs", Better: Lower,
		Doc:     "Number of jobs that were waiting or running when the simulation stopped; they are in no mean of jobs.",
		Formula: "number of jobs without an end that were not refused",
		value:   func(t *totals) float64 { return t.run.unfinished }},
	{Name: "cancelled", Title: "Cancelled jobs", Unit: "jobs",
		Doc:     "Number of jobs that were cancelled, while they waited or while they ran; those that ran count among the jobs, those that waited only in the queue, until they were cancelled.",
		Formula: "number of cancelled jobs",
		value:   func(t *totals) float64 { return t.run.cancelled }},
	{Name: "throughput", Title: "Throughput", Unit: "jobs/s", Better: Higher,
		Doc:     "Jobs that ended per second, from the first arrival to the last end.",
		Formula: "J / (last c - first a)", Source: sourceRudolph,
		value: func(t *totals) float64 { return stats.Ratio(float64(t.jobs.ended), t.machine.makespan().Seconds()) }},
	{Name: "offeredLoad", Title: "Offered load", Group: true,
		Doc:     "Work of the jobs as submitted, whatever becomes of it, over what the machine could do from the first to the last submission; of the jobs of a month over what it could do in that month. Jobs that the machine can never run and test runs are left out. Undefined if all jobs come at once, and on a farm, whose computers differ in speed.",
		Formula: "sum of n r as submitted / (M (last a - first a))", Source: sourceLublin,
		value: func(t *totals) float64 {
			if t.machine.farm {
				return math.NaN()
			}
			return t.run.offered.Load(t.machine.processors)
		}},
	{Name: "offeredMemory", Title: "Offered memory load", Group: true,
		Doc:     "Memory times run time of the jobs over what the machine could give in the time of the offered load; undefined without memory.",
		Formula: "sum of memory r as submitted / (memory of the machine (last a - first a))", Source: sourceChiang,
		value: func(t *totals) float64 { return t.offeredMemory() }},
	{Name: "shareOfJobs", Title: "Share of the jobs", Group: true,
		Doc:     "Share that a group has of the jobs that ended: of those that meet the conditions of its grouping, and within a panel of the panel's; a group without classes has its share of all jobs.",
		Formula: "J / that of all groups",
		value:   func(t *totals) float64 { return stats.Ratio(float64(t.jobs.ended), float64(t.whole.jobs)) }},
	{Name: "shareOfLoad", Title: "Share of the load", Group: true,
		Doc:     "Share that a group has, in the same way, of the processor time that jobs used, test runs apart.",
		Formula: "sum of n r / that of all groups",
		value:   func(t *totals) float64 { return stats.Ratio(t.jobs.area.Float(), t.whole.area.Float()) }},
	{Name: "areaWeightedWait", Title: "Area-weighted mean wait", Unit: "s", Better: Lower, Group: true,
		Doc:     "Mean wait in which a job weighs as much as the processor time it used, so that splitting a job gains nothing.",
		Formula: "sum of n r w / sum of n r", Source: sourceErnemann,
		value: func(t *totals) float64 {
			return stats.Ratio(t.jobs.areaWait.Value(), t.jobs.area.Float()*float64(engine.Second))
		}},
	{Name: "areaWeightedResponse", Title: "Area-weighted mean response time", Unit: "s", Better: Lower, Group: true,
		Doc:     "Mean response time in which a job weighs as much as the processor time it used.",
		Formula: "sum of n r T / sum of n r", Source: sourceErnemann,
		value: func(t *totals) float64 {
			return stats.Ratio(t.jobs.areaResponse.Value(), t.jobs.area.Float()*float64(engine.Second))
		}},
	{Name: "meanPerProcessorSlowdown", Title: "Mean bounded slowdown per processor", Better: Lower, Group: true,
		Doc:     "Mean bounded slowdown with a job's response time divided by its size, never below 1.",
		Formula: "mean of max(1, T / (n max(r, 10 s)))", Source: sourceZotkin + "; " + sourceConverge,
		value: func(t *totals) float64 { return t.jobs.meanRatio(&t.jobs.perProcessor) }},
	{Name: "meanSlowdownOfMinute", Title: "Mean slowdown, runs of at least 1 min", Better: Lower, Group: true,
		Doc:     "Mean slowdown with run times below a minute counted as a minute; a job that runs for less time than that may have a slowdown below 1.",
		Formula: "mean of (w + r) / max(r, 1 min)", Source: sourceChiang,
		value: func(t *totals) float64 { return t.jobs.meanRatio(&t.jobs.minute) }},
	{Name: "maxSlowdown", Title: "Largest slowdown", Better: Lower, Group: true,
		Doc:     "Largest ratio of response time to run time.",
		Formula: "largest " + slowdownFormula,
		value:   func(t *totals) float64 { return t.jobs.some(t.jobs.maxSlowdown) }},
	{Name: "sdSlowdown", Title: "Standard deviation of slowdown", Better: Lower, Group: true,
		Doc:     "How unequally jobs are slowed down: the standard deviation over the jobs (divisor J).",
		Formula: "square root of the mean of (x - mean x)² with x = " + slowdownFormula,
		value:   func(t *totals) float64 { return math.Sqrt(t.jobs.meanRatio(&t.jobs.slowdownDeviations)) }},
	{Name: "jainSlowdown", Title: "Jain's fairness index of slowdown", Better: Higher, Group: true,
		Doc:     "1 when every job is slowed down alike, 1/J when one job bears everything.",
		Formula: "(sum of x)² / (J sum of x²) with x = " + slowdownFormula, Source: sourceJain,
		value: func(t *totals) float64 { return t.jobs.jainSlowdown() }},
	{Name: "dedicatedJobs", Title: "Dedicated jobs", Unit: "jobs", Group: true,
		Doc:     "Number of jobs with a requested start that ended; undefined if there is none.",
		Formula: "number of dedicated jobs D",
		value:   func(t *totals) float64 { return t.jobs.dedicatedOnly(float64(t.jobs.dedicated)) }},
	{Name: "dedicatedOnTime", Title: "Dedicated jobs on time", Better: Higher, Group: true,
		Doc:     "Share of the dedicated jobs that started at the instant they asked for, or when they were submitted if that was later.",
		Formula: "number of dedicated jobs with s = b / D", Source: sourceKumar,
		value: func(t *totals) float64 { return stats.Ratio(float64(t.jobs.onTime), float64(t.jobs.dedicated)) }},
	{Name: "dedicatedDelay", Title: "Mean delay of dedicated jobs", Unit: "s", Better: Lower, Group: true,
		Doc:     "Mean time from requested start, or from a later submission, to start over all dedicated jobs, those on time included.",
		Formula: "sum of s - b over the dedicated jobs / D", Source: sourceKumar,
		value: func(t *totals) float64 {
			return stats.Ratio(t.jobs.dedicatedWait.Float(), float64(t.jobs.dedicated)*float64(engine.Second))
		}},
	{Name: "penalizedRuntime", Title: "Mean extension of run times", Better: Lower, Group: true,
		Doc:     "By which share of its run time, or of its limit if that is shorter, a job runs longer because others on its nodes slow it down, or because it runs in several clusters; undefined on machines that can slow nobody down.",
		Formula: "mean of (T - min(r, T)) / min(r, T), with T the time that the job ran and r its run time", Source: sourceGuim,
		value: func(t *totals) float64 {
			if !t.jobs.variableRate {
				return math.NaN()
			}
			return t.jobs.meanRatio(&t.jobs.penalty)
		}},
	{Name: "commandsAccepted", Title: "Accepted commands", Unit: "commands",
		Doc:     "Number of elastic control commands that were applied; undefined if the policy ignores them.",
		Formula: "number of accepted commands", Source: sourceKumar,
		value: func(t *totals) float64 { return t.run.commandsAccepted }},
	{Name: "commandsRefused", Title: "Refused commands", Unit: "commands",
		Doc:     "Number of elastic control commands that were refused, such as those for jobs that had ended; undefined if the policy ignores them.",
		Formula: "number of refused commands", Source: sourceKumar,
		value: func(t *totals) float64 { return t.run.commandsRefused }},
	{Name: "medianSlowdown", Title: "Median slowdown", Better: Lower, Group: true,
		Doc:     "Ratio of response time to run time that at least half of the jobs do not exceed, by nearest rank.",
		Formula: "the value of " + slowdownFormula + " at place ceil(J / 2) of the sorted list", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.jobs.some(t.jobs.medianSlowdown) }},
	{Name: "late", Title: "Late jobs", Better: Lower, Group: true,
		Doc:     "Share of the jobs with a deadline that ended after it; undefined if there is none.",
		Formula: "number of jobs with c > deadline / number of jobs with a deadline", Source: sourceBaraglia,
		value: func(t *totals) float64 { return stats.Ratio(float64(t.jobs.late), float64(t.jobs.deadlines)) }},
	{Name: "lateOfAll", Title: "Late among all jobs", Better: Lower, Group: true,
		Doc:     "Share of all jobs, those without a deadline included, that ended after their deadline; undefined if no job of the workload has one.",
		Formula: "number of jobs with c > deadline / J", Source: sourceBaraglia,
		value: func(t *totals) float64 {
			return only(t.jobs.dated, stats.Ratio(float64(t.jobs.late), float64(t.jobs.ended)))
		}},
	{Name: "machineUsage", Title: "Machine usage", Better: Higher,
		Doc:     "Share in use of the processors that could be, given what the jobs in the system ask for: as it is after each plan, weighted with the time to the next one. Of a farm.",
		Formula: "sum over plans i of SU_i (t_i+1 - t_i) / (last c - first a): SU_i = processors in use after plan i / min(M, processors that waiting and running jobs ask for), 1 without jobs",
		Source:  sourceBaraglia + ", equations 16 and 17",
		value:   func(t *totals) float64 { return t.machine.use(&t.machine.processorUse, t.machine.farm) }},
	{Name: "licenceUsage", Title: "Licence usage", Better: Higher,
		Doc:     "Share in use of the copies of licences that could be, given what the jobs in the system need: as it is after each plan, weighted with the time to the next one. Of a farm with licences.",
		Formula: "sum over plans i of LU_i (t_i+1 - t_i) / (last c - first a): LU_i = copies in use after plan i, one for each licence and computer / min(copies, licences that waiting and running jobs need), 1 if they need none",
		Source:  sourceBaraglia + ", equations 18 and 19",
		value:   func(t *totals) float64 { return t.machine.use(&t.machine.licenceUse, t.machine.licensed) }},
	{Name: "strandedProcessors", Title: "Stranded processors", Better: Lower,
		Doc:     "Share of the free processors that no waiting job could use where they are, such as for want of memory on the same node, while jobs wait. Of clusters with partitions.",
		Formula: strandedFormula,
		value:   func(t *totals) float64 { return t.machine.strandedShare(engine.OfProcessors) }},
	{Name: "strandedMemory", Title: "Stranded memory", Better: Lower,
		Doc:     "Share of the free memory that no waiting job could use where it is, such as for want of processors on the same node, while jobs that ask for memory wait. Of clusters with partitions.",
		Formula: strandedFormula,
		value:   func(t *totals) float64 { return t.machine.strandedShare(engine.OfMemory) }},
	{Name: "strandedGpus", Title: "Stranded GPUs", Better: Lower,
		Doc:     "Share of the free GPUs that no waiting job could use where they are, such as for want of processors on the same node, while jobs that ask for GPUs wait. Of clusters with partitions.",
		Formula: strandedFormula,
		value:   func(t *totals) float64 { return t.machine.strandedShare(engine.OfGPUs) }},
	{Name: "preemptions", Title: "Preemptions per job", Better: Lower, Group: true,
		Doc:     "How often a job was interrupted, or stopped for another one, on average; undefined where no job can be, and on clusters where none was stopped.",
		Formula: "number of preemptions of the jobs / J",
		value: func(t *totals) float64 {
			return only(t.jobs.interruptible, stats.Ratio(float64(t.jobs.preemptions), float64(t.jobs.ended)))
		}},
	{Name: "restarts", Title: "Stopped to restart", Unit: "preemptions", Better: Lower,
		Doc:     "Number of preemptions after which the job had to start again from its beginning.",
		Formula: "number of segments or runs that ended so", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.run.restarts }},
	{Name: "suspensions", Title: "Suspended", Unit: "preemptions", Better: Lower,
		Doc:     "Number of preemptions after which the job could go on where it was; it loses what it had done if it is moved.",
		Formula: "number of segments that ended so", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.run.suspensions }},
	{Name: "checkpoints", Title: "Checkpointed", Unit: "preemptions", Better: Lower,
		Doc:     "Number of preemptions after which the job could go on anywhere.",
		Formula: "number of segments that ended so", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.run.checkpoints }},
	{Name: "requeues", Title: "Requeued runs", Unit: "runs", Better: Lower,
		Doc:     "Number of runs that were stopped, not for another job but because somebody requeued the job or a node failed; the job waited again, to start from its beginning. Undefined where no run was stopped.",
		Formula: "number of runs that ended so",
		value:   func(t *totals) float64 { return t.run.requeues }},
	{Name: "lostWork", Title: "Lost work", Better: Lower, Group: true,
		Doc:     "Share of the processor time of the jobs that was to no avail, because they started again or for the overhead of preemption; undefined where no job can be interrupted, and on clusters where none was stopped.",
		Formula: "sum of n times the time lost / sum of n r",
		value: func(t *totals) float64 {
			return only(t.jobs.interruptible, stats.Ratio(t.jobs.lostArea.Float(), t.jobs.area.Float()))
		}},
	{Name: "plans", Title: "Plans", Unit: "plans", Better: Neither,
		Doc:     "How often the policy was asked what to do and did not put it off.",
		Formula: "number of plans", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.run.plans }},
	{Name: "planTime", Title: "Time per plan", Unit: "s", Better: Lower,
		Doc:     "Mean time that the policy took to make a plan, on the computer on which the simulation ran; only where times are recorded, and different in each run.",
		Formula: "time in all plans / number of plans", Source: sourceBaraglia,
		value: func(t *totals) float64 { return stats.Ratio(t.run.planTime, t.run.plans) }},
	{Name: "planTimeTotal", Title: "Time in plans", Unit: "s", Better: Lower,
		Doc:     "Time that the policy took for all its plans, on the computer on which the simulation ran; only where times are recorded, and different in each run.",
		Formula: "time in all plans", Source: sourceBaraglia,
		value: func(t *totals) float64 { return t.run.planTime }},
	{Name: "beliefError", Title: "Mean error of believed run times", Unit: "s", Better: Lower, Group: true,
		Doc:     "By how much the run time that the scheduler believed when a job was submitted, its request or a prediction, missed how long it ran, in its last run where others were stopped, on average.",
		Formula: "mean of |p - r|, with p the believed run time",
		value:   func(t *totals) float64 { return t.jobs.mean(&t.jobs.beliefError) }},
	{Name: "beliefAccuracy", Title: "Accuracy of believed run times", Better: Higher, Group: true,
		Doc:     "How near the run time that the scheduler believed when a job was submitted, its request or a prediction, came to how long it ran: 1 if it was the same, 0.5 if one was twice the other.",
		Formula: "mean of min(p, r) / max(p, r), with p the believed run time", Source: sourceTsafrir,
		value: func(t *totals) float64 { return t.jobs.meanRatio(&t.jobs.beliefAccuracy) }},
	{Name: "believedTooShort", Title: "Jobs believed too short", Group: true,
		Doc:     "Share of the jobs that ran longer than the scheduler believed when they were submitted.",
		Formula: "number of jobs with p < r / J",
		value:   func(t *totals) float64 { return stats.Ratio(float64(t.jobs.tooShort), float64(t.jobs.ended)) }},
	{Name: "believedTooLong", Title: "Jobs believed too long", Group: true,
		Doc:     "Share of the jobs that ran less long than the scheduler believed when they were submitted.",
		Formula: "number of jobs with p > r / J",
		value:   func(t *totals) float64 { return stats.Ratio(float64(t.jobs.tooLong), float64(t.jobs.ended)) }},
}
