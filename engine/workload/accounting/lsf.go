package accounting

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"

	"backfill/engine/workload/accounting/scan"
)

// lsb.acct of LSF has a record a line: words with blanks between, texts between quotes, in which a quote stands twice. JOB_FINISH tells
// of a job that has ended; of its fields, those behind lists of hosts have no fixed place. Times are seconds since 1970.
//
// Source: IBM Spectrum LSF, configuration reference, lsb.acct. Where records differ from what is printed there, they count: runLimit
// stands before options3, and the use of each host has six fields, not five.

func isLSF(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`"JOB_FINISH"`)) || bytes.HasPrefix(line, []byte(`"JOB_RESIZE"`)) || bytes.HasPrefix(line, []byte(`"EVENT_ADRSV_FINISH"`))
}

// lsfReader reads it.
type lsfReader struct {
	*reader
	reused
	fields [][]byte
	at     int    // of the field that is read next
	part   []byte // a record that goes on in the next line: a text of it has a line's end
	partAt int    // its first line, 0 if there is none
}

func readLSF(r *reader, _ Options) error {
	l := &lsfReader{reader: r, reused: reused{}}
	if err := r.each(l.take); err != nil {
		return err
	}
	l.giveUp()
	return nil
}

// take reads a line.
func (l *lsfReader) take(line []byte) error {
	switch {
	case line[0] == '#' && l.partAt == 0:
		l.log.remarks[otherRecord].Add(l.number)
		return nil
	case l.partAt > 0 && isLSF(line) || l.number-l.partAt > mostParts:
		l.giveUp()
	case l.partAt > 0:
		l.part = append(append(l.part, ' '), line...)
		if !l.split(l.part) {
			return nil
		}
		at := l.partAt
		l.partAt = 0
		if err := l.record(at); err != nil {
			l.unreadable(at, err.Error())
			return nil
		}
		l.log.remarks[joinedLines].Add(at)
		return nil
	}
	if !isLSF(line) {
		return errors.New(`not a record such as "JOB_FINISH" "10.1" 1556000000`)
	}
	if !bytes.HasPrefix(line, []byte(`"JOB_FINISH"`)) {
		l.log.remarks[otherRecord].Add(l.number)
		return nil
	}
	if !l.split(line) {
		l.part, l.partAt = append(l.part[:0], line...), l.number
		return nil
	}
	return l.record(l.number)
}

// giveUp leaves out a record that has begun and does not end.
func (l *lsfReader) giveUp() {
	if l.partAt > 0 {
		l.unreadable(l.partAt, "a text that does not end")
		l.partAt = 0
	}
}

// split cuts a record into fields, without quotes; false if a text does not end.
func (l *lsfReader) split(line []byte) bool {
	l.fields, l.at = l.fields[:0], 0
	for {
		line = bytes.TrimLeft(line, " \t")
		if len(line) == 0 {
			return true
		}
		if line[0] == '"' {
			end := 1
			for ; ; end++ {
				i := bytes.IndexByte(line[end:], '"')
				if i < 0 {
					return false
				}
				if end += i; end+1 < len(line) && line[end+1] == '"' {
					end++
					continue
				}
				break
			}
			l.fields = append(l.fields, line[1:end])
			line = line[end+1:]
			continue
		}
		end := bytes.IndexByte(line, ' ')
		if end < 0 {
			end = len(line)
		}
		l.fields = append(l.fields, line[:end])
		line = line[end:]
	}
}

// text is the next field, nil behind the last one.
func (l *lsfReader) text() []byte {
	l.at++
	if l.at > len(l.fields) {
		return nil
	}
	return l.fields[l.at-1]
}

// int is the next field as a whole number, Unknown if it is negative or missing.
func (l *lsfReader) int() int64 {
	if n, ok := scan.Digits(l.text()); ok {
		return n
	}
	return Unknown
}

// skip goes past n times so many fields.
func (l *lsfReader) skip(n, each int64) {
	if n > int64(len(l.fields)) {
		n = int64(len(l.fields))
	}
	l.at += int(max(n, 0) * each)
}

// record reads a JOB_FINISH that begins in that line.
func (l *lsfReader) record(line int) error {
	const fewest = 25 // up to the status
	if len(l.fields) < fewest {
		return fmt.Errorf("only %d fields; at least %d are accepted", len(l.fields), fewest)
	}
	l.skip(2, 1) // type, version
	r := newRecord()
	r.Line = int32(line)
	r.End = l.int()
	r.ID.Job = l.int()
	user := l.text()
	l.skip(1, 1) // options
	requested := l.int()
	r.Submit = l.int()
	begin := l.int()
	l.skip(1, 1) // deadline
	r.Start = l.int()
	if name := l.text(); len(name) > 0 {
		user = name
	}
	queue := l.text()
	resources := l.text()
	l.skip(8, 1)       // dependency to job file
	l.skip(l.int(), 1) // hosts that were asked for
	slots, hosts := l.onSlots()
	status := l.int()
	l.skip(1+2+19+1, 1) // factor, names, use, mail
	project := l.text()
	l.skip(4, 1) // exit status to time event
	index := l.signed()
	l.skip(5+3, 1) // memory to class of service, exceptions, additional information
	why := l.int()
	l.skip(8+1, 1) // warning to requeue values: fields 64 to 72
	l.skip(5, 1)   // options2 to description
	l.skip(l.int(), 2)
	l.skip(l.int(), 6)
	limit := l.int()
	l.skip(2, 1)
	if effective := l.text(); len(effective) > 0 {
		resources = effective
	}
	l.skip(9, 1) // other cluster to directory
	ran := l.int()
	l.skip(1, 1)
	l.skip(l.int(), 2) // networks
	l.skip(6, 1)       // affinity, energy and speed
	l.skip(l.int(), 1) // slots
	ineligible := l.int()
	var tasks []int32
	if index < 0 {
		tasks = l.ranges()
	}
	switch {
	case r.ID.Job < 0 || r.ID.Job > maxID || index > maxTasks:
		return wrong("job ID", "a whole number is accepted")
	case r.End < 0 || r.Submit < 0 || max(r.End, r.Submit, r.Start, begin) > math.MaxUint32:
		return errors.New("times that are no seconds since 1970")
	case requested > maxProcessors || slots > maxProcessors:
		return errors.New("more processors than any machine has")
	}
	r.Raw = r.ID.Job
	if index > 0 {
		r.ID.Task, r.Raw = int32(index), Unknown
	}
	r.ID.Component = l.generation(r.ID, r.Submit)
	r.Requested = int32(max(requested, 1))
	r.Eligible = max(r.Submit, begin)
	if ineligible > 0 && ineligible < math.MaxInt32 {
		r.Eligible = max(r.Eligible, r.Submit+ineligible)
	}
	if r.Start <= 0 {
		r.Start = Unknown
	} else {
		r.Allocated = int32(max(slots, 1))
		if ran > 0 && ran < r.End-r.Start {
			r.Stopped = int32(min(r.End-r.Start-ran, math.MaxInt32))
		}
	}
	if limit > 0 && limit <= maxLength {
		r.Limit = int32(limit)
	}
	if r.Started() {
		r.Hosts = l.onSet(&hosts)
	}
	r.Nodes = int32(cmp.Or(len(hosts.names), Unknown))
	r.GPUs = lsfGPUs(resources, int64(len(hosts.names)))
	r.State = lsfState(status, why, r.Started())
	r.User, r.Partition, r.Account = l.numbering.number(Users, user), l.numbering.number(Partitions, queue), l.numbering.number(Accounts, project)
	l.log.add(&r, tasks)
	return nil
}

// signed is the next field as a whole number with a sign.
func (l *lsfReader) signed() int64 {
	b := l.text()
	if n, ok := scan.Digits(bytes.TrimPrefix(b, []byte("-"))); ok {
		if b[0] == '-' {
			return -n
		}
		return n
	}
	return 0
}

// onSlots counts the slots of a list of hosts, each for a slot or "4*host", and names the hosts.
func (l *lsfReader) onSlots() (slots int64, hosts hostSet) {
	for range min(l.int(), int64(len(l.fields))) {
		host := l.text()
		times := int64(1)
		if n, name, ok := bytes.Cut(host, []byte("*")); ok {
			if times, ok = scan.Digits(n); ok {
				host = name
			} else {
				times = 1
			}
		}
		slots += min(times, maxProcessors)
		hosts.add(host)
	}
	return slots, hosts
}

// ranges reads "1 678 1000 1": how many ranges there are, then first, last and step of each. They are elements of an array that never
// started.
func (l *lsfReader) ranges() []int32 {
	var tasks []int32
	for range min(l.int(), int64(len(l.fields))) {
		first, last, step := l.int(), l.int(), l.int()
		for n := first; n >= 0 && n <= last && step > 0 && n <= maxTasks && len(tasks) < mostSame; n += step {
			tasks = append(tasks, int32(n))
		}
	}
	return tasks
}

// lsfGPUs counts the GPUs that "rusage[mem=6000,ngpus_physical=2/host]" asks for: of a job, or on each host.
func lsfGPUs(resources []byte, hosts int64) int32 {
	_, behind, ok := bytes.Cut(resources, []byte("ngpus_physical="))
	if !ok {
		return 0
	}
	end := bytes.IndexAny(behind, ",:]() ")
	if end >= 0 {
		behind = behind[:end]
	}
	number, per, _ := bytes.Cut(behind, []byte("/"))
	number, _, _ = bytes.Cut(number, []byte("."))
	n, ok := scan.Digits(number)
	if !ok || n > maxTasks {
		return 0
	}
	if string(per) == "host" {
		n *= max(hosts, 1)
	}
	return int32(min(n, maxProcessors))
}

// lsfState is how a job ended, by its status and the reason of its termination.
func lsfState(status, why int64, started bool) State {
	const done = 64
	switch {
	case status == done:
		return Completed
	case !started:
		return Cancelled
	}
	switch why {
	case 1: // TERM_PREEMPT
		return Preempted
	case 2, 5, 6, 12: // TERM_WINDOW, TERM_RUNLIMIT, TERM_DEADLINE, TERM_CPULIMIT
		return TimedOut
	case 8, 9, 14, 15: // TERM_FORCE_OWNER, TERM_FORCE_ADMIN, TERM_OWNER, TERM_ADMIN
		return Cancelled
	case 10, 11, 31: // TERM_REQUEUE_OWNER, TERM_REQUEUE_ADMIN, TERM_REQUEUE_RC
		return Requeued
	case 16, 20: // TERM_MEMLIMIT, TERM_SWAP
		return OutOfMemory
	}
	return Failed
}

// reused tells jobs apart whose numbers were given out again: which submission each number stood for last, and how many there were.
type reused map[ID]struct {
	submit     int64
	generation int32
}

// generation is which of several jobs with that number one is that was submitted then: Unknown for the first one, then 1, 2, ...
func (u reused) generation(id ID, submit int64) int32 {
	last, known := u[id]
	if known && last.submit != submit {
		last.generation++
	}
	last.submit = submit
	u[id] = last
	return cmp.Or(last.generation, Unknown)
}
