package limits

import (
	"backfill/engine/clock"
	"backfill/policies/slurm/multifactor"
)

// None is the user of an account as a whole, the account above the highest, and a QOS or an association that there is not.
const None int32 = -1

// Config is the limits of a cluster, and how usage decays. Accounts, users and QOS have numbers that the caller gives.
type Config struct {
	QOS          []QOS
	Associations []Association
	Safe         bool // AccountingStorageEnforce has safe: jobs start only if they can end within GrpTRESMins and GrpWall
	Changing     bool // limits change while jobs run: what each user and account has of a QOS is counted from the beginning

	// As for priorities: usage decays whenever these are computed.
	Begin      clock.Time // when the daemon began
	CalcPeriod clock.Time // PriorityCalcPeriod, whole seconds, at least one
	HalfLife   clock.Time // PriorityDecayHalfLife, whole seconds; 0: usage does not decay
	Reset      multifactor.Reset
	Zero       int64 // the instant 0 of the clock, in seconds of the cluster's local time since 1970; only resets need it
}

// Limits are those that associations and QOS both have, each Unlimited or at least 0.
type Limits struct {
	GrpJobs        int64 // that run
	GrpSubmit      int64 // that wait or run
	GrpWall        int64 // minutes that jobs have run, decayed
	GrpTRES        Amounts
	GrpTRESMins    Amounts // used, decayed
	GrpTRESRunMins Amounts // that running jobs may still use
	MaxWall        int64   // minutes: the time limit of a job
	MaxTRES        Amounts // of a job
	MaxTRESPerNode Amounts // of a job, on an average of its nodes, rounded down
	MaxTRESMins    Amounts // of a job
}

// QOS is a quality of service.
type QOS struct {
	Number int32
	Limits
	MinTRES           Amounts // Unlimited: none
	MaxTRESPerUser    Amounts
	MaxTRESPerAccount Amounts
	MaxJobsPerUser    int64
	MaxJobsPerAccount int64

	MaxSubmitPerUser    int64 // jobs that wait or run
	MaxSubmitPerAccount int64

	UsageFactor float64 // usage of its jobs counts so many times; 1 in Slurm
	OverPartQOS bool    // its limits come before those of the partition's QOS
	NoReserve   bool    // its jobs are not promised anything by the backfill scheduler
	DenyOnLimit bool    // jobs that are over a limit alone are refused when they are submitted
	NoDecay     bool    // its usage does not decay
}

// Association is an account or a user of one.
type Association struct {
	Account int32
	Parent  int32 // of an account: the account above; None: there is none
	User    int32 // None: the account as a whole
	Limits
	MaxJobs   int64 // of each user, that run
	MaxSubmit int64 // that wait or run
}

// NoLimits bound nothing.
func NoLimits() Limits {
	return Limits{GrpJobs: Unlimited, GrpSubmit: Unlimited, GrpWall: Unlimited, MaxWall: Unlimited, GrpTRES: NoLimit, GrpTRESMins: NoLimit, GrpTRESRunMins: NoLimit,
		MaxTRES: NoLimit, MaxTRESPerNode: NoLimit, MaxTRESMins: NoLimit}
}

// NewQOS is a QOS without limits.
func NewQOS(number int32) QOS {
	return QOS{Number: number, Limits: NoLimits(), MinTRES: NoLimit, MaxTRESPerUser: NoLimit, MaxTRESPerAccount: NoLimit,
		MaxJobsPerUser: Unlimited, MaxJobsPerAccount: Unlimited, MaxSubmitPerUser: Unlimited, MaxSubmitPerAccount: Unlimited, UsageFactor: 1}
}

// NewAssociation is a user of an account, or an account, without limits.
func NewAssociation(account, parent, user int32) Association {
	return Association{Account: account, Parent: parent, User: user, Limits: NoLimits(), MaxJobs: Unlimited, MaxSubmit: Unlimited}
}
