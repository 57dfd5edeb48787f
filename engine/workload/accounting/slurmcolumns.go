package accounting

import (
	"bytes"
	"strings"
)

// slurmRole is what a column of sacct says that is read.
type slurmRole int

const (
	slurmJobID slurmRole = iota
	slurmJobIDRaw
	slurmUser
	slurmUID
	slurmGroup
	slurmGID
	slurmAccount
	slurmPartition
	slurmQOS
	slurmSubmit
	slurmEligible
	slurmStart
	slurmEnd
	slurmElapsed
	slurmElapsedRaw
	slurmSuspended
	slurmState
	slurmTimelimit
	slurmTimelimitRaw
	slurmReqCPUS
	slurmAllocCPUS
	slurmNCPUS
	slurmNNodes
	slurmReqMem
	slurmReqTRES
	slurmAllocTRES
	slurmNodeList
	slurmFlags
	slurmRoles
)

var slurmRoleOf = map[string]slurmRole{
	"jobid": slurmJobID, "jobidraw": slurmJobIDRaw, "user": slurmUser, "uid": slurmUID, "group": slurmGroup, "gid": slurmGID,
	"account": slurmAccount, "partition": slurmPartition, "qos": slurmQOS,
	"submit": slurmSubmit, "eligible": slurmEligible, "start": slurmStart, "end": slurmEnd,
	"elapsed": slurmElapsed, "elapsedraw": slurmElapsedRaw, "suspended": slurmSuspended, "state": slurmState,
	"timelimit": slurmTimelimit, "timelimitraw": slurmTimelimitRaw,
	"reqcpus": slurmReqCPUS, "alloccpus": slurmAllocCPUS, "ncpus": slurmNCPUS, "nnodes": slurmNNodes,
	"reqmem": slurmReqMem, "reqtres": slurmReqTRES, "alloctres": slurmAllocTRES, "nodelist": slurmNodeList, "flags": slurmFlags,
}

// slurmTexts are columns that people write, which may hold anything.
var slurmTexts = map[string]bool{
	"admincomment": true, "comment": true, "constraints": true, "container": true, "extra": true, "failednode": true, "jobname": true,
	"licenses": true, "reason": true, "reservation": true, "stderr": true, "stdin": true, "stdout": true, "submitline": true,
	"systemcomment": true, "wckey": true, "workdir": true,
}

// slurmOther are columns that are neither read nor written by people; they tell a header from other lines.
var slurmOther = map[string]bool{
	"allocgres": true, "allocnodes": true, "associd": true, "avecpu": true, "cluster": true, "cputime": true, "cputimeraw": true, "dbindex": true,
	"derivedexitcode": true, "exitcode": true, "layout": true, "maxrss": true, "maxvmsize": true, "ntasks": true, "planned": true,
	"plannedcpu": true, "plannedcpuraw": true, "priority": true, "qosraw": true, "reqgres": true, "reqnodes": true, "reserved": true,
	"restarts": true, "systemcpu": true, "totalcpu": true, "usercpu": true,
}

// slurmHeader finds the columns of a line that names them, and what stands between: nil if it is no header.
func slurmHeader(line []byte) (names []string, delimiter []byte) {
	first := 0
	for first < len(line) && isNameByte(line[first]) {
		first++
	}
	last := first
	for last < len(line) && !isNameByte(line[last]) {
		last++
	}
	delimiter = line[first:last]
	if first == 0 || len(delimiter) == 0 || len(bytes.TrimSpace(delimiter)) == 0 && !bytes.Contains(delimiter, []byte("\t")) {
		return nil, nil
	}
	known := 0
	for _, name := range strings.Split(strings.ToLower(string(line)), string(delimiter)) {
		name = strings.TrimSpace(name)
		names = append(names, name)
		if _, read := slurmRoleOf[name]; read || slurmTexts[name] || slurmOther[name] {
			known++
		}
	}
	if known < 2 {
		return nil, nil
	}
	return names, delimiter
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// isFixedWidth says whether two lines are the head of what sacct prints without -P: names, then dashes.
func isFixedWidth(first, second []byte) bool {
	dashes := bytes.Trim(second, "- \r\t")
	return len(dashes) == 0 && bytes.Contains(second, []byte("---")) && len(bytes.Fields(first)) == len(bytes.Fields(second))
}
