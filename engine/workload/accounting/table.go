package accounting

import (
	"bytes"

	"backfill/engine/workload/accounting/header"
	"backfill/engine/workload/accounting/scan"
)

// Tables other than those of sacct are read alike: by the names of their columns, of which many mean the same.

// namesColumns says whether a line has the names of columns.
func namesColumns(line []byte) bool {
	names, _ := header.Read(line)
	return names != nil
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
