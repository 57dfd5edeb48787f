package accounting

import (
	"bytes"
	"cmp"
	"errors"
	"math"

	"backfill/engine/workload/accounting/scan"
)

// The file accounting of Grid Engine has a line for each run, or part of one, with colons between its fields. The category, field 40, may
// hold colons of its own: the fields before it are counted from the left, those behind it from the right. Univa's versions have milliseconds, and more fields at the end.
//
// Sources: accounting(5) of SGE 6.2u5, Son of Grid Engine 8.1.9 and Univa Grid Engine 8.2; sge_status(5).

// Fields of a line, counted from 0.
const (
	geQueue      = 0
	geGroup      = 2
	geOwner      = 3
	geJob        = 5
	geSubmission = 8
	geStart      = 9
	geEnd        = 10
	geFailed     = 11
	geExit       = 12
	geProject    = 31
	geSlots      = 34
	geTask       = 35
	geCategory   = 39
	geFewest     = 43
)

// isGridEngine says whether a line has the fields of a run, as far as it goes, or is the first one of such a file.
func isGridEngine(line []byte) bool {
	if bytes.HasPrefix(line, []byte("# Version: ")) {
		return true
	}
	fields := bytes.SplitN(line, []byte(":"), geExit+2)
	if len(fields) < geExit+2 {
		return false
	}
	for _, at := range []int{geJob, geSubmission, geStart, geEnd, geFailed, geExit} {
		if _, ok := scan.Digits(fields[at]); !ok {
			return false
		}
	}
	return true
}

type gridEngineReader struct {
	*reader
	reused
}

func readGridEngine(r *reader, _ Options) error {
	g := &gridEngineReader{reader: r, reused: reused{}}
	return r.each(g.take)
}

// take reads a line.
func (g *gridEngineReader) take(line []byte) error {
	if line[0] == '#' {
		g.log.remarks[otherRecord].Add(g.number)
		return nil
	}
	fields := bytes.Split(line, []byte(":"))
	if len(fields) < geFewest {
		return errors.New("too few fields; at least 43 are accepted, with colons between")
	}
	number := func(at int) int64 {
		if n, ok := scan.Digits(fields[at]); ok {
			return n
		}
		return Unknown
	}
	r := newRecord()
	r.Line = int32(g.number)
	r.ID.Job = number(geJob)
	slots, task := number(geSlots), number(geTask)
	switch {
	case r.ID.Job < 0 || r.ID.Job > maxID:
		return wrong("field 6 (job_number)", "a whole number is accepted; a name before it may have a colon in it")
	case task < 0 || task > maxTasks:
		return wrong("field 36 (task_number)", "a whole number is accepted")
	case slots < 0 || slots > maxProcessors:
		return wrong("field 35 (slots)", "a whole number is accepted")
	case number(geFailed) < 0 || number(geExit) < 0:
		return wrong("fields 12 and 13 (failed, exit_status)", "whole numbers are accepted")
	}
	category, part := geSplit(fields)
	if geIsSlave(part) {
		g.log.remarks[step].Add(g.number)
		return nil
	}
	for _, t := range []struct {
		at int
		to *int64
	}{{geSubmission, &r.Submit}, {geStart, &r.Start}, {geEnd, &r.End}} {
		n := number(t.at)
		if n > 631_152_000_000 { // milliseconds, from 1990 on
			n /= 1000
		}
		if n > math.MaxUint32 {
			return errors.New("times that are no seconds or milliseconds since 1970")
		}
		if *t.to = n; n == 0 {
			*t.to = Unknown
		}
	}
	r.Raw = r.ID.Job
	if task > 0 {
		r.ID.Task, r.Raw = int32(task), Unknown
	}
	if r.Submit < 0 && r.Start < 0 {
		g.log.remarks[otherRecord].Add(g.number) // it could not be started, and is told of again
		return nil
	}
	r.Submit = cmp.Or(max(r.Submit, 0), r.Start)
	r.ID.Component = g.generation(r.ID, r.Submit)
	r.Eligible = r.Submit
	r.Requested = int32(max(slots, 1))
	if r.Started() {
		r.Allocated = r.Requested
	}
	geCategoryOf(&r, category)
	name := func(c Column, at int) int32 {
		if none := string(fields[at]); none == "NONE" || none == "UNKNOWN" || none == "(null)" {
			return Unknown
		}
		return g.numbering.number(c, fields[at])
	}
	r.User, r.Group, r.Account, r.Partition = name(Users, geOwner), name(Groups, geGroup), name(Accounts, geProject), name(Partitions, geQueue)
	r.State = geState(number(geFailed), number(geExit), &r)
	g.log.add(&r, nil)
	return nil
}

// geSplit finds the category, which may have colons in it, and the task of a parallel job by counting from the end; Univa's versions, whose
// lines end in other fields, have none in it.
func geSplit(fields [][]byte) (category, task []byte) {
	number := func(back int) bool {
		at := len(fields) - back
		whole, fraction, _ := bytes.Cut(fields[at], []byte("."))
		_, ok := scan.Digits(whole)
		_, also := scan.Digits(fraction)
		return at > geCategory && ok && (also || len(fraction) == 0)
	}
	whole := func(back int) bool {
		_, ok := scan.Digits(fields[len(fields)-back])
		return ok
	}
	end := geCategory + 1
	switch {
	case len(fields) >= geFewest+2 && whole(1) && whole(2) && number(3) && number(5): // iow, pe_taskid, maxvmem, arid, ar_sub_time
		end = len(fields) - 5
	case len(fields) < 46 && number(1) && number(3): // iow, pe_taskid, maxvmem
		end = len(fields) - 3
	}
	return bytes.Join(fields[geCategory:end], []byte(":")), fields[end+1]
}

// geIsSlave says whether the task of a line is one of a parallel job on another host, "1.node7": the job has a line of its own.
func geIsSlave(task []byte) bool { return len(task) > 0 && string(task) != "NONE" }

// geCategoryOf reads what a job asked for: "-l h_rt=3600,gpu=1 -pe smp 4". What it would have liked, behind -soft, does not count.
func geCategoryOf(r *Record, text []byte) {
	text, _, _ = bytes.Cut(text, []byte("-soft "))
	for {
		_, behind, ok := bytes.Cut(text, []byte("-l "))
		if !ok {
			return
		}
		list := behind
		if i := bytes.IndexByte(list, ' '); i >= 0 {
			list = list[:i]
		}
		text = behind
		for part := range bytes.SplitSeq(list, []byte(",")) {
			key, value, _ := bytes.Cut(part, []byte("="))
			switch string(key) {
			case "h_rt", "s_rt":
				if seconds, ok := geLength(value); ok && seconds > 0 && (r.Limit < 0 || string(key) == "h_rt") {
					r.Limit = int32(seconds)
				}
			case "gpu", "gpus", "ngpus", "GPU":
				whole, _, _ := bytes.Cut(value, []byte("."))
				if n, ok := scan.Digits(whole); ok && n <= maxTasks {
					r.GPUs = int32(n)
				}
			case "h_vmem", "mem_free", "m_mem_free":
				if kb, ok := geMemory(value); ok && kb > 0 && kb < 1e15/int64(r.Requested) {
					r.Memory = max(r.Memory, kb*int64(r.Requested)) // by slot
				}
			}
		}
	}
}

// geLength reads seconds or h:m:s, of which each may be empty.
func geLength(b []byte) (seconds int64, ok bool) {
	for i, part := range bytes.Split(b, []byte(":")) {
		n, whole := scan.Digits(part)
		if !whole && len(part) > 0 || n > maxLength || i > 2 {
			return 0, false
		}
		seconds = 60*seconds + n
	}
	return seconds, seconds <= maxLength
}

// geMemory reads 2G, 1.5G, 1024m (of 1,024) and plain bytes as KB; small letters are powers of 1,000, which differ by little.
func geMemory(b []byte) (kb int64, ok bool) {
	if i := bytes.IndexByte(b, ':'); i >= 0 {
		b = b[:i]
	}
	return scan.Kilobytes(bytes.ToUpper(b), 1.0/1024)
}

// geState is how a run ended.
func geState(failed, exit int64, r *Record) State {
	late := r.Limit > 0 && r.Started() && r.End >= 0 && r.End-r.Start >= int64(r.Limit)
	switch {
	case !r.Started():
		return Failed
	case failed == 0 && exit == 0:
		return Completed
	case failed == 24 || failed == 25: // migrating, rescheduling
		return Requeued
	case failed == 37 || late || failed == 100 && exit == 138: // enforced by the master; SIGUSR1 at the soft limit s_rt
		return TimedOut
	case failed == 22:
		return NodeFailed
	case failed == 100 && (exit == 137 || exit == 143): // killed: by qdel, or over a limit
		return Cancelled
	}
	return Failed
}
