package multifactor

import "backfill/engine/clock"

// Config is the settings of slurm.conf that matter, with what the factors are fractions of.
type Config struct {
	Weights Weights

	Begin      clock.Time // when the daemon began: calculations are counted from it
	CalcPeriod clock.Time // PriorityCalcPeriod, whole seconds, at least one; 5 minutes in Slurm
	MaxAge     clock.Time // PriorityMaxAge, whole seconds: the age at which the factor is 1; 7 days in Slurm
	HalfLife   clock.Time // PriorityDecayHalfLife, whole seconds; 0: usage does not decay; 7 days in Slurm
	Reset      Reset      // PriorityUsageResetPeriod
	Zero       int64      // the instant 0 of the clock, in seconds of the cluster's local time since 1970; only resets need it

	// PriorityFlags. Of others, MAX_TRES is a matter of the billing and ACCRUE_ALWAYS of Job.Accrue, which the caller gives;
	// CALCULATE_RUNNING changes no start.
	Classic             bool // NO_FAIR_TREE
	DepthOblivious      bool // DEPTH_OBLIVIOUS: with Classic
	SmallRelativeToTime bool // SMALL_RELATIVE_TO_TIME
	IncreaseOnly        bool // INCR_ONLY: calculations raise priorities and do not lower them
	RawAssoc            bool // NO_NORMAL_ASSOC: priorities and amounts themselves, not by the greatest
	RawPartition        bool // NO_NORMAL_PART
	RawQOS              bool // NO_NORMAL_QOS
	RawTRES             bool // NO_NORMAL_TRES

	FavorSmall bool    // PriorityFavorSmall
	Dampening  float64 // FairShareDampeningFactor, above 0: for Classic; 1 in Slurm

	Nodes, CPUs int32       // of the cluster, at least 1
	Partitions  []Partition // of the cluster
	QOS         []QOS       // all of the database
}

// Weights are the settings PriorityWeight..., 0 or more. Without accounting in a database Slurm ignores those of age and fair-share.
type Weights struct {
	Age, Assoc, FairShare, JobSize, Partition, QOS float64
	TRES                                           []float64 // in an order of the caller's: CPUs, memory, ...
}

// Partition is what of a partition counts.
type Partition struct {
	JobFactor float64   // PriorityJobFactor; 1 in Slurm
	TRES      []float64 // what it has, in the order of Weights.TRES
}

// QOS is what of a quality of service counts.
type QOS struct {
	Priority    float64
	UsageFactor float64 // usage of its jobs counts so many times; 1 in Slurm
}

// Job is what is known of a job. Lists belong to the caller and are not changed.
type Job struct {
	User       int32      // the association; None: no fair-share, and nobody's usage
	QOS        int32      // place in Config.QOS; None
	Partitions []int32    // places in Config.Partitions: those asked for, at least one
	Accrue     clock.Time // since when it is eligible: not held, its time come, no dependency; it may lie ahead, clock.Never if not known
	Nodes      int32      // the least number of nodes
	CPUs       int32      // asked for; once a placement was tried, those of that placement; 0: not known
	Minutes    int64      // the time limit, for SmallRelativeToTime; math.MaxUint32 if there is none
	TRES       []float64  // asked for, in the order of Weights.TRES
	Nice       int32      // is taken off
	Site       int32      // the site factor, which is added
	Held       bool       // has the priority 0 until it is released
}
