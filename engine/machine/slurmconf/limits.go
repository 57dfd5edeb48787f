package slurmconf

// TRES are amounts by the name of what is counted: cpu, mem in MB, node, gres/gpu, gres/gpu:a100, license/matlab, billing. As a limit it
// bounds what it names, nothing else.
type TRES map[string]int64

// CountedTRES are those that limits and priorities count; others, such as licences, have words of the centre in their names.
var CountedTRES = []string{"cpu", "mem", "node", "gres/gpu"}

// Of is the limit of one of them, Unlimited if there is none.
func (t TRES) Of(name string) int64 {
	if n, ok := t[name]; ok {
		return n
	}
	return Unlimited
}

// Limits are those that associations and QOS both have. Where a file gives none they are Unlimited, or nil.
type Limits struct {
	GrpJobs        int64
	GrpSubmit      int64
	GrpWall        int64 // s
	GrpTRES        TRES
	GrpTRESMins    TRES  // times minutes
	GrpTRESRunMins TRES  // times minutes
	MaxWall        int64 // s
	MaxTRES        TRES  // of a job
	MaxTRESPerNode TRES
	MaxTRESMins    TRES // times minutes
}

// ParentShare is the share of a user who has that of the account.
const ParentShare = -2

// Association is a user in an account, or an account.
type Association struct {
	Cluster   string
	Account   string
	Parent    string // the account above that of an account; "": none, or the file has no such column
	User      string // "": the account as a whole
	Partition string // "": all
	Share     int64  // or ParentShare
	Priority  int64  // Unlimited: none
	Limits
	MaxJobs    int64
	MaxSubmit  int64
	QOS        []string // that jobs may have
	DefaultQOS string
}

// QOS is a quality of service.
type QOS struct {
	Name              string
	Priority          int64
	Flags             []string
	Preempt           []string // QOS whose jobs those of this one may preempt
	PreemptMode       string   // "cluster": that of the cluster
	PreemptExemptTime int64    // s, Unlimited: that of the cluster
	GraceTime         int64    // s
	UsageFactor       float64
	Limits
	MinTRES             TRES // a job has no less
	MaxTRESPerUser      TRES
	MaxJobsPerUser      int64
	MaxSubmitPerUser    int64
	MaxTRESPerAccount   TRES
	MaxJobsPerAccount   int64
	MaxSubmitPerAccount int64
}

// noLimits bound nothing.
func noLimits() Limits {
	return Limits{GrpJobs: Unlimited, GrpSubmit: Unlimited, GrpWall: Unlimited, MaxWall: Unlimited}
}
