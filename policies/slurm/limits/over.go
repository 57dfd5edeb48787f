package limits

import "fmt"

// Limit is one of those that a job may be over.
type Limit uint8

// Those with a value for each TRES first.
const (
	GrpTRESMins Limit = iota
	GrpTRES
	GrpTRESRunMins
	MaxTRESMins
	MaxTRES
	MaxTRESPerNode
	MinTRES
	MaxTRESPerAccount
	MaxTRESPerUser
	amounts // how many these are
)
const (
	GrpJobs Limit = amounts + iota
	GrpWall
	MaxJobsPerAccount
	MaxJobsPerUser // of an association: MaxJobs
	MaxWall
	GrpSubmit           // jobs that wait or run
	MaxSubmitPerAccount // the same
	MaxSubmitPerUser    // the same; of an association: MaxSubmit
	last
	counts = last - GrpJobs
)

// Over says which limit keeps a job from starting, or has it refused.
type Over struct {
	Limit       Limit
	TRES        TRES  // of limits with a value for each
	QOS         int32 // its place in Config.QOS; None: an association has the limit
	Association int32 // its place in Config.Associations, or None
	Bound       int64 // the limit: a number of jobs, minutes, an amount, or an amount times minutes
	Used        int64 // of it, now
	Asked       int64 // by the job beside that
}

// By is by how much the job is over. It is 0 where a limit on usage is just reached, which keeps all jobs from starting.
func (o *Over) By() int64 {
	if o.Limit == MinTRES {
		return o.Bound - o.Asked
	}
	return o.Used + o.Asked - o.Bound
}

// Reason is what squeue shows.
func (o *Over) Reason() string {
	of := 0
	if o.QOS == None {
		of = 1
	}
	if o.Limit < amounts {
		return reasons[o.Limit][of][o.TRES]
	}
	return otherReasons[o.Limit-amounts][of]
}

// reasons are the words of squeue for a QOS and for an association, by TRES. Associations do not have all limits.
var reasons = [amounts][2][kinds]string{
	GrpTRESMins: {{"QOSGrpCPUMinutesLimit", "QOSGrpMemoryMinutes", "QOSGrpNodeMinutes", "QOSGrpGRESMinutes"},
		{"AssocGrpCPUMinutesLimit", "AssocGrpMemMinutes", "AssocGrpNodeMinutes", "AssocGrpGRESMinutes"}},
	GrpTRES: {{"QOSGrpCpuLimit", "QOSGrpMemLimit", "QOSGrpNodeLimit", "QOSGrpGRES"},
		{"AssocGrpCpuLimit", "AssocGrpMemLimit", "AssocGrpNodeLimit", "AssocGrpGRES"}},
	GrpTRESRunMins: {{"QOSGrpCPURunMinutesLimit", "QOSGrpMemoryRunMinutes", "QOSGrpNodeRunMinutes", "QOSGrpGRESRunMinutes"},
		{"AssocGrpCPURunMinutesLimit", "AssocGrpMemRunMinutes", "AssocGrpNodeRunMinutes", "AssocGrpGRESRunMinutes"}},
	MaxTRESMins: {{"QOSMaxCpuMinutesPerJobLimit", "QOSMaxMemoryMinutesPerJob", "QOSMaxNodeMinutesPerJob", "QOSMaxGRESMinutesPerJob"},
		{"AssocMaxCpuMinutesPerJobLimit", "AssocMaxMemMinutesPerJob", "AssocMaxNodeMinutesPerJob", "AssocMaxGRESMinutesPerJob"}},
	MaxTRES: {{"QOSMaxCpuPerJobLimit", "QOSMaxMemoryPerJob", "QOSMaxNodePerJobLimit", "QOSMaxGRESPerJob"},
		{"AssocMaxCpuPerJobLimit", "AssocMaxMemPerJob", "AssocMaxNodePerJobLimit", "AssocMaxGRESPerJob"}},
	MaxTRESPerNode: {{"QOSMaxCpuPerNode", "QOSMaxMemoryPerNode", "QOSMaxUnknownPerNode", "QOSMaxGRESPerNode"},
		{"AssocMaxCpuPerNode", "AssocMaxMemPerNode", "AssocMaxUnknownPerNode", "AssocMaxGRESPerNode"}},
	MinTRES:           {{"QOSMinCpuNotSatisfied", "QOSMinMemory", "QOSMinNode", "QOSMinGRES"}},
	MaxTRESPerAccount: {{"MaxCpuPerAccount", "MaxMemoryPerAccount", "MaxNodePerAccount", "MaxGRESPerAccount"}},
	MaxTRESPerUser:    {{"QOSMaxCpuPerUserLimit", "QOSMaxMemoryPerUser", "QOSMaxNodePerUserLimit", "QOSMaxGRESPerUser"}},
}

// otherReasons are those from GrpJobs on.
var otherReasons = [...][2]string{
	{"QOSGrpJobsLimit", "AssocGrpJobsLimit"},
	{"QOSGrpWallLimit", "AssocGrpWallLimit"},
	{"MaxJobsPerAccount"},
	{"QOSMaxJobsPerUserLimit", "AssocMaxJobsLimit"},
	{"QOSMaxWallDurationPerJobLimit", "AssocMaxWallDurationPerJobLimit"},
	{"QOSGrpSubmitJobsLimit", "AssocGrpSubmitJobsLimit"},
	{"MaxSubmitJobsPerAccount"},
	{"QOSMaxSubmitJobPerUserLimit", "AssocMaxSubmitJobLimit"},
}

func (o *Over) String() string {
	return fmt.Sprintf("%s: %d used and %d asked for, of %d", o.Reason(), o.Used, o.Asked, o.Bound)
}
