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
	slurmSubmitLine
	slurmLicenses
	slurmJobName
	tableWait // not of sacct: from when it could have started until it started
	tableGPUs
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
	"submitline": slurmSubmitLine, "licenses": slurmLicenses, "jobname": slurmJobName,
}

// slurmTexts are columns that people write, which may hold anything. Of some, numbers are read.
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

// tableHeader finds the columns of a line that names them, and what stands between: nil if too few of the names are known, or if there
// is no delimiter.
func tableHeader(line []byte) (names []string, delimiter []byte) {
	names, delimiter = columnNames(line)
	known, timed := 0, false
	for _, name := range names {
		role, read := columnRole(name)
		timed = timed || name == "jobid" || read && (role == slurmSubmit || role == slurmEligible || role == slurmStart || role == slurmEnd || role == slurmState)
		if read || slurmTexts[name] || slurmOther[name] {
			known++
		}
	}
	if known < 2 || !timed {
		return nil, nil
	}
	return names, delimiter
}

// columnNames are the names in a line, in small letters, and what stands between.
func columnNames(line []byte) (names []string, delimiter []byte) {
	if delimiter = delimiterOf(line); delimiter == nil {
		return nil, nil
	}
	for _, name := range strings.Split(strings.ToLower(string(line)), string(delimiter)) {
		names = append(names, strings.Trim(name, " \t\r\""))
	}
	return names, delimiter
}

// delimiterOf is what stands between the fields of a line: the one of the usual ones that there are most of, or what follows the first
// name.
func delimiterOf(line []byte) []byte {
	var usual []byte
	most := 0
	for _, d := range []string{"|", ",", ";", "\t"} {
		if n := bytes.Count(line, []byte(d)); n > most {
			usual, most = []byte(d), n
		}
	}
	if usual != nil {
		return usual
	}
	first := 0
	for first < len(line) && isNameByte(line[first]) {
		first++
	}
	last := first
	for last < len(line) && !isNameByte(line[last]) {
		last++
	}
	if other := line[first:last]; first > 0 && len(bytes.TrimSpace(other)) > 0 {
		return other
	}
	return nil
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// isFixedWidth says whether two lines are the head of what sacct prints without -P: names, then dashes.
func isFixedWidth(first, second []byte) bool {
	dashes := bytes.Trim(second, "- \r\t")
	return len(dashes) == 0 && bytes.Contains(second, []byte("---")) && len(bytes.Fields(first)) == len(bytes.Fields(second))
}
