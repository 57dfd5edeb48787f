package engine

import "slices"

// Rule names why a job started or had to wait at one instant.
type Rule uint8

const (
	// Reasons to start.
	StartedInOrder      Rule = iota + 1 // no job that arrived earlier was waiting
	StartedBeforeShadow                 // backfilled: ends, by its estimate, by the shadow time
	StartedInExtra                      // backfilled: fits the extra processors at the shadow time
	StartedElsewhere                    // backfilled: on a lane without reservations, while another lane has one
	StartedReserved                     // its reservation came due
	StartedPacked                       // in the set of waiting jobs that uses most processors
	StartedDue                          // a dedicated job whose requested start has come
	StartedJumping                      // fits while the head of the queue, which it jumps, does not

	// Reasons to wait.
	HeadBlocked // first in the queue, and cannot start; holds a reservation if the policy makes any
	Reserved    // cannot start, and holds a reservation
	TooWideNow  // needs more processors than were free
	WouldDelay  // would run past the shadow time on more than the extra processors
	BehindHead  // the policy starts no job past a waiting one
	HeadSkipped // fits and was first in the queue, but is not in the chosen set of jobs
	NotPacked   // fits, but the chosen set of jobs is without it

	// WouldDelayDedicated: would still run at the requested start of dedicated jobs
	// on more than the processors they leave.
	WouldDelayDedicated

	PackedAhead // fits, but is not in the chosen set of jobs, all of which stood ahead of it
	OutOfSight  // fits, but stands behind the jobs that the policy looked at
	NextCycle   // fits, but the policy does no more in this cycle

	HeadJumped   // first in the queue and does not fit; others may jump it
	BehindJumped // the head of the queue has been jumped as often as it may be

	// Under a policy that ranks pairs of a job and a lane by priority and makes a plan of them.
	StartedByPlan // the plan has it
	MovedByPlan   // it ran elsewhere until now
	Outranked     // waits: when its turn came, no lane that can run it had room left
	NextPlan      // waits: it fits, but the policy makes its next plan at Shadow only
	Interrupted   // ran until now, then was Outranked

	NotCounted // fits and would delay nobody, but needs more than the extra processors as the policy is set to count them

	// Under a policy that keeps a head for each partition. The head of one is the first in the queue that may run there and waits.
	PartitionHead // does not fit, and is the head of a partition
	BehindHeads   // every partition in which it may run has a head, past which the policy starts nobody: Blocker is that of the first

	// Under Slurm, which looks at the queue in passes of its main scheduler and of its backfill scheduler.
	StartedByMain     // the main scheduler came to it and found room
	StartedByBackfill // the backfill scheduler found room beside what it had promised to Others jobs before it in this pass
	LacksResources    // squeue's Resources: the first of Partition that found no room, which closes it; if it would have had room, Blocker closed one that overlaps
	BehindPriority    // squeue's Priority: Blocker had closed Partition in this pass of the main scheduler
	BehindDepth       // the passes of the main scheduler ended before it
	BeforePass        // may have room, but no scheduler looks before the next pass, at Shadow
	WhileCompleting   // would have room on nodes that are COMPLETING
	OverLimit         // has reached Limit
	LacksLicences     // squeue's Licenses: too few copies of a licence are left
	IsHeld            // squeue's JobHeldAdmin: somebody holds it
	BeforeBegin       // squeue's BeginTime: it may start at Shadow at the earliest
	ReservedForOthers // squeue's ReqNodeNotAvail: would have room on nodes of an advance reservation, but would still run when it begins
	NodesDown         // squeue's ReqNodeNotAvail: would have room on nodes on which nobody starts
	AwaitsReservation // squeue's Reservation: the reservation in which it is to run has not begun, or is over
	OverTasks         // squeue's JobArrayTaskLimit: as many tasks of its array run as may
	PartitionDown     // squeue's PartitionDown: the partition starts nobody
	Preempts          // there is room only where jobs run that have been told to stop for it
	PreemptedFor      // ran until now, and was stopped for Blocker
	Requeued          // ran until now, and was requeued by hand
	NodeFailed        // ran until now, when one of its nodes failed
	SuspendedByHand   // ran until now, and was suspended by hand
	IsSuspended       // waits to go on where it ran: for room there or, if it was suspended by hand, until it is resumed
	GoesOn            // was suspended, and goes on where it ran

	// Where somebody places the jobs by hand.
	StartedByHand // was placed by hand
	LeftByHand    // fits, but was not placed

	LeftByScript // fits, but the script that is the policy did not start it

	// StartedFitting: fits, and those that wait before it in the order of the policy, or of the queue under a script, do not: Blocker is the first
	// of them, Others is how many there are beside it.
	StartedFitting
	StartedByScript // the script that is the policy chose it, though a job that fits waits before it in the queue
)

// Acts says whether the rule starts, moves or interrupts a job.
func (r Rule) Acts() bool {
	return r <= StartedJumping || r == StartedByPlan || r == MovedByPlan || r == Interrupted || r == StartedByMain || r == StartedByBackfill || r == PreemptedFor || r == Requeued || r == NodeFailed || r == SuspendedByHand || r == GoesOn || r == StartedByHand || r == StartedFitting || r == StartedByScript
}

// Plan is what the last pass of Slurm's backfill scheduler found for a job that waits. It is forgotten with the next one.
type Plan uint8

const (
	NotPlanned      Plan = iota // there was no pass yet
	Promised                    // nodes, from Shadow on
	BeyondWindow                // it would begin behind bf_window
	NowhereInSlots              // no nodes were found for it, at any time
	KeptByLimit                 // it is over Limit, so that it is promised nothing
	NotTested                   // the pass had tested as many jobs as it may, in all or of one user or partition
	WithoutLicences             // too few copies of a licence were left
)

// Limit is a limit on users, accounts or a QOS by the name that squeue gives as a reason, as an index of LimitNames.
type Limit int32

// LimitNames are the limits that a job may have reached.
var LimitNames = []string{"",
	"QOSGrpCPUMinutesLimit", "QOSGrpMemoryMinutes", "QOSGrpNodeMinutes", "QOSGrpGRESMinutes",
	"AssocGrpCPUMinutesLimit", "AssocGrpMemMinutes", "AssocGrpNodeMinutes", "AssocGrpGRESMinutes",
	"QOSGrpCpuLimit", "QOSGrpMemLimit", "QOSGrpNodeLimit", "QOSGrpGRES",
	"AssocGrpCpuLimit", "AssocGrpMemLimit", "AssocGrpNodeLimit", "AssocGrpGRES",
	"QOSGrpCPURunMinutesLimit", "QOSGrpMemoryRunMinutes", "QOSGrpNodeRunMinutes", "QOSGrpGRESRunMinutes",
	"AssocGrpCPURunMinutesLimit", "AssocGrpMemRunMinutes", "AssocGrpNodeRunMinutes", "AssocGrpGRESRunMinutes",
	"QOSMaxCpuMinutesPerJobLimit", "QOSMaxMemoryMinutesPerJob", "QOSMaxNodeMinutesPerJob", "QOSMaxGRESMinutesPerJob",
	"AssocMaxCpuMinutesPerJobLimit", "AssocMaxMemMinutesPerJob", "AssocMaxNodeMinutesPerJob", "AssocMaxGRESMinutesPerJob",
	"QOSMaxCpuPerJobLimit", "QOSMaxMemoryPerJob", "QOSMaxNodePerJobLimit", "QOSMaxGRESPerJob",
	"AssocMaxCpuPerJobLimit", "AssocMaxMemPerJob", "AssocMaxNodePerJobLimit", "AssocMaxGRESPerJob",
	"QOSMaxCpuPerNode", "QOSMaxMemoryPerNode", "QOSMaxUnknownPerNode", "QOSMaxGRESPerNode",
	"AssocMaxCpuPerNode", "AssocMaxMemPerNode", "AssocMaxUnknownPerNode", "AssocMaxGRESPerNode",
	"QOSMinCpuNotSatisfied", "QOSMinMemory", "QOSMinNode", "QOSMinGRES",
	"MaxCpuPerAccount", "MaxMemoryPerAccount", "MaxNodePerAccount", "MaxGRESPerAccount",
	"QOSMaxCpuPerUserLimit", "QOSMaxMemoryPerUser", "QOSMaxNodePerUserLimit", "QOSMaxGRESPerUser",
	"QOSGrpJobsLimit", "AssocGrpJobsLimit", "QOSGrpWallLimit", "AssocGrpWallLimit",
	"MaxJobsPerAccount", "QOSMaxJobsPerUserLimit", "AssocMaxJobsLimit", "QOSMaxWallDurationPerJobLimit",
	"AssocMaxWallDurationPerJobLimit",
	"QOSGrpSubmitJobsLimit", "AssocGrpSubmitJobsLimit", "MaxSubmitJobsPerAccount", "QOSMaxSubmitJobPerUserLimit", "AssocMaxSubmitJobLimit",
}

func (l Limit) String() string { return LimitNames[l] }

// LimitNamed is the limit with a name of LimitNames; 0 if there is none.
func LimitNamed(name string) Limit { return Limit(max(slices.Index(LimitNames, name), 0)) }

// Reason is why a job started or waited. Fields beyond Rule are zero where the
// rule does not speak of them.
type Reason struct {
	Rule    Rule
	Blocker int32 // the job whose reservation or place decided; NoJob: too few processors are free, or no job's did
	Shadow  Time  // start of the reservation that decided (the blocker's, or the job's own for HeadBlocked and Reserved); or of the next plan
	Extra   int32 // processors left at Shadow beside the reservation
	Free    int32 // processors free when the choice was made
	Skips   int32 // how often the job was skipped at the head of the queue so far
	MaxSkip int32 // how often it may be; 0: it was not the head, or the policy does not count

	// On a machine that has lanes.
	Lane        int32 // of the reservation that begins at Shadow; or the lane to which a plan gives the job
	ExtraMemory int32 // MB of that lane left at Shadow beside the reservation
	Room        Room  // what was free for the job when the choice was made

	// About the set of jobs that were chosen and started together.
	Chosen int32 // the first of them in the queue
	Others int32 // how many jobs are in the set beside it
	Used   int32 // processors of them all
	With   int32 // most processors that a set with the job in it could have used; at most Used if the queue was packed at once

	// About the pair of the job and a lane that a plan took or, if it took none, about the job's
	// best pair.
	Priority float64
	Rank     int32 // place of this pair among the pairs taken, from 1; where it would have been if it was not taken

	// Under Slurm.
	Partition int32 // in which the job was tried, as an index
	Limit     Limit
	Nodes     int32 // how many nodes the job is promised from Shadow on, the first of them Lane
	LastLane  int32 // the last of them

	// Of a job that is over Limit: what of it is used, what the job asks for beside that, and the limit itself; at most MaxInt32.
	LimitUsed, LimitAsked, LimitBound int32
	Plan                              Plan

	Said Remark // of a script
}

// Decision is one entry of the record: at At, policy looked at Job and decided. While the reason
// stays the same, only Until and Times grow.
type Decision struct {
	Reason
	Job   int32
	At    Time // first instant with this reason
	Until Time // last instant with this reason
	Times int32
}

// Fitted says whether the job, which occupies so many processors of a machine that is divided into
// lanes or not, had room when the decision was made, whatever was reserved.
func (d *Decision) Fitted(occupied int32, divided bool) bool {
	if divided {
		return d.Room.Lane >= 0
	}
	return occupied <= d.Free && d.Room.Component == 0
}

// recorder collects decisions. Consecutive decisions about a job with the same
// reason become one entry.
type recorder struct {
	all       bool
	watched   []bool  // by job
	left      []int32 // watched jobs about which decisions may still come
	again     bool    // jobs that have started may be stopped, and wait again
	decisions []Decision
	last      []int32 // by job: index of its latest decision + 1
}

func newRecorder(o Options, jobs int) *recorder {
	r := &recorder{all: o.RecordAll, watched: make([]bool, jobs), left: slices.Clone(o.Record), last: make([]int32, jobs)}
	for _, j := range o.Record {
		r.watched[j] = true
	}
	return r
}

// Begin finds out whether a decision about a watched job can still come. If not, policies are as
// fast as if nothing was recorded. O(watched jobs that have not ended).
func (r *recorder) Begin(s *State) bool {
	o := s.outcome
	r.left = slices.DeleteFunc(r.left, func(j int32) bool {
		return o.State[j] == Refused || o.End[j] >= 0 || s.segments == nil && !r.again && o.Start[j] >= 0
	})
	return r.all || slices.ContainsFunc(r.left, func(j int32) bool { return s.jobs[j].Submit <= s.now })
}

func (r *recorder) Wants(j int32, _ bool) bool { return r.all || r.watched[j] }

func (r *recorder) Decided(s *State, j int32, why Reason) {
	if k := r.last[j]; k > 0 && r.decisions[k-1].Reason == why {
		r.decisions[k-1].Until = s.now
		r.decisions[k-1].Times++
		return
	}
	r.decisions = append(r.decisions, Decision{Reason: why, Job: j, At: s.now, Until: s.now, Times: 1})
	r.last[j] = int32(len(r.decisions))
}

func (r *recorder) Reserved(*State, int32, Slot) {}

func (r *recorder) Dropping(*State) {}

// End learns of what kind the policy is, before a watched job can have started.
func (r *recorder) End(_ *State, p Policy) { _, r.again = p.(StopsJobs) }

func (r *recorder) Conclude(o *Outcome) { o.Decisions = r.decisions }
