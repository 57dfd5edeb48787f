package accounting

import (
	"bytes"
	"strings"

	"backfill/engine/workload/accounting/scan"
)

// Tables other than those of sacct are read alike: by the names of their columns, of which many mean the same.

// namesColumns says whether a line has the names of columns.
func namesColumns(line []byte) bool {
	names, _ := tableHeader(line)
	return names != nil
}

// columnName is the name of a column without what differs between programs: "Submit Time", "submit_time" and "submit-time (s)" are one.
func columnName(name string) string {
	name, _, _ = strings.Cut(strings.ToLower(name), "(")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t_-.\"", r) {
			return -1
		}
		return r
	}, name)
}

// columnRole is what a column of that name says.
func columnRole(name string) (slurmRole, bool) {
	name = columnName(name)
	if role, known := slurmRoleOf[name]; known {
		return role, true
	}
	role, known := tableRoleOf[name]
	return role, known
}

// tableRoleOf are names that other programs than sacct give to columns.
var tableRoleOf = map[string]slurmRole{
	"job": slurmJobID, "id": slurmJobID, "jobnumber": slurmJobID, "jobno": slurmJobID,
	"username": slurmUser, "owner": slurmUser, "userid": slurmUID,
	"groupname": slurmGroup, "groupid": slurmGID,
	"project": slurmAccount, "projectid": slurmAccount, "accountname": slurmAccount,
	"queue": slurmPartition, "queuename": slurmPartition, "class": slurmPartition,
	"submittime": slurmSubmit, "submitted": slurmSubmit, "submissiontime": slurmSubmit, "timesubmit": slurmSubmit, "submitdate": slurmSubmit, "queued": slurmSubmit, "qtime": slurmSubmit, "ctime": slurmSubmit, "created": slurmSubmit,
	"eligibletime": slurmEligible, "etime": slurmEligible, "timeeligible": slurmEligible,
	"starttime": slurmStart, "started": slurmStart, "timestart": slurmStart, "startdate": slurmStart, "began": slurmStart, "begintime": slurmStart,
	"endtime": slurmEnd, "ended": slurmEnd, "timeend": slurmEnd, "enddate": slurmEnd, "finish": slurmEnd, "finished": slurmEnd, "finishtime": slurmEnd, "completiontime": slurmEnd,
	"runtime": slurmElapsed, "duration": slurmElapsed, "elapsedtime": slurmElapsed, "wallclock": slurmElapsed, "walltimeused": slurmElapsed,
	"wait": tableWait, "waittime": tableWait, "queuewait": tableWait, "waitingtime": tableWait,
	"walltime": slurmTimelimit, "requestedtime": slurmTimelimit, "requestedwalltime": slurmTimelimit, "reqtime": slurmTimelimit, "timereq": slurmTimelimit, "limit": slurmTimelimit, "walltimelimit": slurmTimelimit,
	"cores": slurmAllocCPUS, "cpus": slurmAllocCPUS, "processors": slurmAllocCPUS, "procs": slurmAllocCPUS, "slots": slurmAllocCPUS, "corecount": slurmAllocCPUS, "numcpus": slurmAllocCPUS, "allocatedprocessors": slurmAllocCPUS,
	"requestedprocessors": slurmReqCPUS, "requestedcores": slurmReqCPUS, "reqprocs": slurmReqCPUS,
	"nodes": slurmNNodes, "numnodes": slurmNNodes, "nodecount": slurmNNodes, "allocnodes": slurmNNodes,
	"gpus": tableGPUs, "ngpus": tableGPUs, "gpucount": tableGPUs, "numgpus": tableGPUs,
	"mem": slurmReqMem, "memory": slurmReqMem, "requestedmemory": slurmReqMem,
	"status": slurmState, "jobstate": slurmState, "exitstate": slurmState,
}

// tableStates are words of other programs for how a job ended.
var tableStates = map[string]State{
	"completed": Completed, "complete": Completed, "done": Completed, "finished": Completed, "success": Completed, "succeeded": Completed, "ok": Completed,
	"failed": Failed, "failure": Failed, "error": Failed, "exit": Failed, "exited": Failed,
	"cancelled": Cancelled, "canceled": Cancelled, "deleted": Cancelled, "aborted": Cancelled, "killed": Cancelled, "removed": Cancelled,
	"timeout": TimedOut, "timedout": TimedOut, "outofmemory": OutOfMemory, "preempted": Preempted, "requeued": Requeued,
	"running": Running, "pending": Pending, "queued": Pending, "waiting": Pending,
}

// lengthOf reads a length of time, as sacct writes it or as seconds.
func lengthOf(b []byte) (seconds int64, ok bool) {
	if whole, fraction, _ := bytes.Cut(b, []byte(".")); len(whole) > 0 && bytes.IndexByte(b, ':') < 0 {
		if len(fraction) > 0 {
			if _, ok := scan.Digits(fraction); !ok {
				return 0, false
			}
		}
		return scan.Digits(whole)
	}
	return scan.Duration(b)
}

// quoted reads a field between quotes, in which a quote stands twice, up to the delimiter behind it; rest is nil behind the last field.
func quoted(line, delimiter []byte) (field, rest []byte, ok bool) {
	doubled := false
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			doubled = true
			i++
			continue
		}
		field, rest = line[1:i], line[i+1:]
		if doubled {
			field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
		}
		if len(rest) == 0 {
			return field, nil, true
		}
		if bytes.HasPrefix(rest, delimiter) {
			return field, rest[len(delimiter):], true
		}
		return nil, nil, false
	}
	return nil, nil, false
}
