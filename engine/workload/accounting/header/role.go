package header

import "strings"

// Role is what a column says that is read. Most are of sacct, and have its names.
type Role int

// What columns say.
const (
	JobID Role = iota
	JobIDRaw
	User
	UID
	Group
	GID
	Account
	Partition
	QOS
	Submit
	Eligible
	Start
	End
	Elapsed
	ElapsedRaw
	Suspended
	State
	Timelimit
	TimelimitRaw
	ReqCPUS
	AllocCPUS
	NCPUS
	NNodes
	ReqMem
	ReqTRES
	AllocTRES
	NodeList
	Flags
	SubmitLine
	Licenses
	JobName
	Wait // not of sacct: from when it could have started until it started
	GPUs
	Roles // how many there are
)

var roleOf = map[string]Role{
	"jobid": JobID, "jobidraw": JobIDRaw, "user": User, "uid": UID, "group": Group, "gid": GID,
	"account": Account, "partition": Partition, "qos": QOS,
	"submit": Submit, "eligible": Eligible, "start": Start, "end": End,
	"elapsed": Elapsed, "elapsedraw": ElapsedRaw, "suspended": Suspended, "state": State,
	"timelimit": Timelimit, "timelimitraw": TimelimitRaw,
	"reqcpus": ReqCPUS, "alloccpus": AllocCPUS, "ncpus": NCPUS, "nnodes": NNodes,
	"reqmem": ReqMem, "reqtres": ReqTRES, "alloctres": AllocTRES, "nodelist": NodeList, "flags": Flags,
	"submitline": SubmitLine, "licenses": Licenses, "jobname": JobName,
}

// texts are columns that people write, which may hold anything. Of some, numbers are read.
var texts = map[string]bool{
	"admincomment": true, "comment": true, "constraints": true, "container": true, "extra": true, "failednode": true, "jobname": true,
	"licenses": true, "reason": true, "reservation": true, "stderr": true, "stdin": true, "stdout": true, "submitline": true,
	"systemcomment": true, "wckey": true, "workdir": true,
}

// IsText says whether people write what stands in a column of sacct.
func IsText(name string) bool { return texts[name] }

// unread are columns that are neither read nor written by people; they tell a header from other lines.
var unread = map[string]bool{
	"allocgres": true, "allocnodes": true, "associd": true, "avecpu": true, "cluster": true, "cputime": true, "cputimeraw": true, "dbindex": true,
	"derivedexitcode": true, "exitcode": true, "layout": true, "maxrss": true, "maxvmsize": true, "ntasks": true, "planned": true,
	"plannedcpu": true, "plannedcpuraw": true, "priority": true, "qosraw": true, "reqgres": true, "reqnodes": true, "reserved": true,
	"restarts": true, "systemcpu": true, "totalcpu": true, "usercpu": true,
}

// Name is the name of a column without what differs between programs: "Submit Time", "submit_time" and "submit-time (s)" are one.
func Name(name string) string {
	name, _, _ = strings.Cut(strings.ToLower(name), "(")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t_-.\"", r) {
			return -1
		}
		return r
	}, name)
}

// RoleOf is what a column of that name says.
func RoleOf(name string) (Role, bool) {
	name = Name(name)
	if role, known := roleOf[name]; known {
		return role, true
	}
	role, known := otherRoleOf[name]
	return role, known
}

// otherRoleOf are names that other programs than sacct give to columns.
var otherRoleOf = map[string]Role{
	"job": JobID, "id": JobID, "jobnumber": JobID, "jobno": JobID,
	"username": User, "owner": User, "userid": UID,
	"groupname": Group, "groupid": GID,
	"project": Account, "projectid": Account, "accountname": Account,
	"queue": Partition, "queuename": Partition, "class": Partition,
	"submittime": Submit, "submitted": Submit, "submissiontime": Submit, "timesubmit": Submit, "submitdate": Submit, "queued": Submit, "qtime": Submit, "ctime": Submit, "created": Submit,
	"eligibletime": Eligible, "etime": Eligible, "timeeligible": Eligible,
	"starttime": Start, "started": Start, "timestart": Start, "startdate": Start, "began": Start, "begintime": Start,
	"endtime": End, "ended": End, "timeend": End, "enddate": End, "finish": End, "finished": End, "finishtime": End, "completiontime": End,
	"runtime": Elapsed, "duration": Elapsed, "elapsedtime": Elapsed, "wallclock": Elapsed, "walltimeused": Elapsed,
	"wait": Wait, "waittime": Wait, "queuewait": Wait, "waitingtime": Wait,
	"walltime": Timelimit, "requestedtime": Timelimit, "requestedwalltime": Timelimit, "reqtime": Timelimit, "timereq": Timelimit, "limit": Timelimit, "walltimelimit": Timelimit,
	"cores": AllocCPUS, "cpus": AllocCPUS, "processors": AllocCPUS, "procs": AllocCPUS, "slots": AllocCPUS, "corecount": AllocCPUS, "numcpus": AllocCPUS, "allocatedprocessors": AllocCPUS,
	"requestedprocessors": ReqCPUS, "requestedcores": ReqCPUS, "reqprocs": ReqCPUS,
	"nodes": NNodes, "numnodes": NNodes, "nodecount": NNodes, "allocnodes": NNodes,
	"gpus": GPUs, "ngpus": GPUs, "gpucount": GPUs, "numgpus": GPUs,
	"mem": ReqMem, "memory": ReqMem, "requestedmemory": ReqMem,
	"status": State, "jobstate": State, "exitstate": State,
}
