package accounting

import (
	"bytes"
	"strings"

	"backfill/engine/workload/accounting/scan"
)

// jobID reads 123, 123_7, 123+0, and 123_[5-9%2], whose tasks it leaves in s.tasks, and how many of them run at once in s.throttle. What has a point behind that is a step.
func (s *slurmReader) jobID(b []byte) (id ID, isStep bool, err error) {
	s.tasks, s.throttle = s.tasks[:0], 0
	none := func() (ID, bool, error) {
		return ID{}, false, wrong("JobID", "a number such as 123, 123_7, 123_[5-9] or 123+0 is accepted")
	}
	id = ID{Task: Unknown, Component: Unknown}
	text := b
	if i := bytes.IndexByte(text, '.'); i >= 0 && !bytes.Contains(text, []byte("...")) {
		text, isStep = text[:i], isStepName(text[i+1:])
	}
	end := bytes.IndexAny(text, "_+")
	if end < 0 {
		end = len(text)
	}
	job, ok := scan.Digits(text[:end])
	if !ok || job > maxID {
		return none()
	}
	id.Job = job
	rest := text[end:]
	if len(rest) == 0 {
		return id, isStep, nil
	}
	if len(rest) > 2 && rest[0] == '_' && rest[1] == '[' {
		if !s.taskList(rest[2:]) {
			return none()
		}
		return id, isStep, nil
	}
	n, ok := scan.Digits(rest[1:])
	if !ok || n > maxTasks {
		return none()
	}
	if rest[0] == '_' {
		id.Task = int32(n)
	} else {
		id.Component = int32(n)
	}
	return id, isStep, nil
}

// isStepName says whether that is what a step is called behind the number of its job, not the name of a server.
func isStepName(b []byte) bool {
	switch string(b) {
	case "batch", "extern", "interactive":
		return true
	}
	_, ok := scan.Digits(b)
	return ok
}

const (
	maxID    = 1e15
	maxTasks = 10_000_000 // above Slurm's own limit, 4,000,001
	mostSame = 1_000_000  // tasks in one list
)

// taskList reads "1,3-5:2%4]", cut or not, into s.tasks.
func (s *slurmReader) taskList(b []byte) bool {
	if i := bytes.Index(b, []byte("...")); i >= 0 {
		if behind := b[i+3:]; len(behind) > 0 && string(behind) != "]" {
			return false
		}
		s.cut = true
		if b = b[:i]; len(b) > 0 {
			b = b[:max(0, bytes.LastIndexByte(b, ','))] // the number before may have been cut, too
		}
	}
	b = bytes.TrimSuffix(b, []byte("]"))
	if i := bytes.IndexByte(b, '%'); i >= 0 {
		most, ok := scan.Digits(b[i+1:])
		if !ok {
			return false
		}
		s.throttle = int32(min(most, maxTasks))
		b = b[:i]
	}
	for _, part := range bytes.Split(b, []byte(",")) {
		step := int64(1)
		if i := bytes.IndexByte(part, ':'); i >= 0 {
			n, ok := scan.Digits(part[i+1:])
			if !ok || n < 1 {
				return false
			}
			step, part = n, part[:i]
		}
		first, last, isRange := bytes.Cut(part, []byte("-"))
		from, ok := scan.Digits(first)
		to := from
		if isRange {
			var okTo bool
			to, okTo = scan.Digits(last)
			ok = ok && okTo
		}
		if !ok || to < from || to > maxTasks {
			return false
		}
		for n := from; n <= to; n += step {
			if len(s.tasks) == mostSame {
				return false
			}
			s.tasks = append(s.tasks, int32(n))
		}
	}
	return true
}

// slurmStateOf reads a state, of which only the beginning counts: "CANCELLED by 1001".
func slurmStateOf(b []byte) (State, error) {
	if i := bytes.IndexAny(b, " +"); i >= 0 {
		b = b[:i]
	}
	switch string(bytes.ToUpper(b)) {
	case "COMPLETED", "COMPLETING", "CD", "CG":
		return Completed, nil
	case "FAILED", "F":
		return Failed, nil
	case "CANCELLED", "CA", "REVOKED":
		return Cancelled, nil
	case "TIMEOUT", "DEADLINE", "TO":
		return TimedOut, nil
	case "OUT_OF_MEMORY", "OOM":
		return OutOfMemory, nil
	case "NODE_FAIL", "BOOT_FAIL", "NF":
		return NodeFailed, nil
	case "PREEMPTED", "PR":
		return Preempted, nil
	case "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RQ":
		return Requeued, nil
	case "RUNNING", "SUSPENDED", "STOPPED", "R", "S":
		return Running, nil
	case "PENDING", "CONFIGURING", "PD":
		return Pending, nil
	}
	if state, known := tableStates[strings.ToLower(string(b))]; known {
		return state, nil
	}
	for _, c := range b {
		if c != '_' && (c < 'A' || c > 'Z') {
			return 0, wrong("State", "a word such as COMPLETED is accepted")
		}
	}
	if len(b) == 0 {
		return 0, wrong("State", "none")
	}
	return OtherState, nil
}

const maxProcessors = scan.MostProcessors
