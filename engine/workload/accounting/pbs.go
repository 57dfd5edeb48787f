package accounting

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"backfill/engine/workload/accounting/scan"
)

// The records of PBS Professional, OpenPBS and TORQUE are lines "04/16/2025 10:19:48;E;4413086.server;user=ann group=... start=...": the
// local time, the kind of the record, the job, and blanks between key=value. Times behind keys are seconds since 1970. One E tells of a
// whole run; what it tells of its time in the queue stands in Q, and of its beginning in S.
//
// Sources: OpenPBS src/server/accounting.c and src/include/acct.h; PBS Professional man pages pbs_job_attributes(7B); TORQUE
// Administrator Guide, chapter "Accounting records".

// isPBS says whether a line begins as a record does.
func isPBS(line []byte) bool {
	return len(line) > 22 && line[2] == '/' && line[5] == '/' && line[10] == ' ' && line[13] == ':' && line[16] == ':' && line[19] == ';' && line[21] == ';'
}

// pbsReader reads them. Runs that have begun, and jobs that wait, are kept until their end comes.
type pbsReader struct {
	*reader
	reused
	begun     map[ID]*pbsJob
	east      int64 // what the clocks of the place show beyond UTC, s, as far as it is known from a record with both times
	suspended map[ID]int64
	before    int64 // what the clocks showed at the record before
}

// mostBack is how much earlier than the one before a record may be, s: an hour, as clocks are put back, and what several writers may differ by.
const mostBack = 3600 + 60

// pbsJob is what is known of a job that has not ended.
type pbsJob struct {
	Record
	stopped int64 // suspended so far, s
	deleted int64 // when somebody deleted it while it ran; 0: nobody did
	again   bool  // it waits once more: its record tells of the run before
}

func readPBS(r *reader, _ Options) error {
	p := &pbsReader{reader: r, reused: reused{}, begun: map[ID]*pbsJob{}, suspended: map[ID]int64{}}
	if err := r.each(p.take); err != nil {
		return err
	}
	left := slices.SortedFunc(maps.Values(p.begun), func(a, b *pbsJob) int { return cmp.Compare(a.Line, b.Line) })
	for _, j := range left { // they run still, or wait
		if j.deleted > 0 { // by force: there is no record of its end
			j.State, j.End = Cancelled, max(j.deleted, j.Start)
		}
		switch {
		case j.Requested > 0:
			r.log.add(&j.Record, nil)
		case j.State == Pending && !j.again: // TORQUE's Q tells the queue alone
			r.log.remarks[waitsUnsized].Add(int(j.Line))
		default:
			p.superseded(j)
		}
	}
	slices.Sort(r.log.remarks[otherRecord].Lines)
	return nil
}

// take reads a record.
func (p *pbsReader) take(line []byte) error {
	if !isPBS(line) {
		return errors.New("not a record such as 04/16/2025 10:19:48;E;123.server;user=ann")
	}
	shown, ok := pbsTime(line[:19])
	if !ok || shown < 2*24*3600 || shown > math.MaxUint32-2*24*3600 {
		return errors.New("a time such as 04/16/2025 10:19:48 is accepted")
	}
	kind := line[20]
	name, text, _ := bytes.Cut(line[22:], []byte(";"))
	id, ok := pbsID(name)
	if !ok || strings.IndexByte("QSERDAzr", kind) < 0 {
		p.log.remarks[otherRecord].Add(p.number) // of a reservation, a licence, an array as a whole, or a change
		return nil
	}
	var v pbsValues
	if strings.IndexByte("QSERz", kind) >= 0 {
		v = pbsValuesOf(text)
	}
	at := int64(Unknown) // when it was written
	switch kind {
	case 'Q':
		at = v.number("qtime")
	case 'S':
		at = v.number("start")
	case 'E':
		at = v.number("end")
	}
	if at > 0 && shown-at < 24*3600 && at-shown < 24*3600 {
		p.east = int64(math.Round(float64(shown-at)/900)) * 900 // zones differ by quarters of an hour
	}
	if shown < p.before-mostBack {
		p.log.remarks[outOfOrder].Add(p.number)
	}
	p.before = shown
	now := shown - p.east
	waiting := p.begun[id]
	switch kind {
	case 'Q', 'S':
		r, err := p.record(id, v)
		if err != nil {
			return err
		}
		if r.Start < 0 {
			r.State = Pending
			r.Submit = cmp.Or(max(r.Submit, 0), now)
		} else {
			r.State = Running
		}
		p.superseded(waiting)
		p.begun[id] = &pbsJob{Record: *r}
	case 'E', 'R':
		r, err := p.record(id, v)
		if err != nil {
			return err
		}
		if waiting != nil && (r.Requested < 1 || r.Start < 0) { // TORQUE writes R without values; a start may be 0
			held := waiting.Record
			r = &held
			r.Line = int32(p.number)
		}
		if r.Requested < 1 { // of a run that is not known
			p.log.remarks[otherRecord].Add(p.number)
			return nil
		}
		r.End = cmp.Or(max(v.number("end"), 0), now)
		if waiting != nil {
			r.Stopped = int32(min(waiting.stopped, math.MaxInt32))
		}
		switch r.State = pbsState(v, r); {
		case !r.Started():
			r.State = Cancelled
		case kind == 'R':
			r.State = Requeued
		}
		p.superseded(waiting)
		delete(p.begun, id)
		delete(p.suspended, id)
		p.log.add(r, nil)
		if kind == 'R' && r.Started() {
			next := &pbsJob{Record: *r, again: true}
			next.State, next.Eligible, next.Start, next.End, next.Allocated, next.Stopped, next.Hosts = Pending, r.End, Unknown, Unknown, Unknown, 0, 0
			p.begun[id] = next
		}
	case 'D', 'A':
		if waiting != nil && waiting.Start < 0 && waiting.Requested > 0 {
			p.superseded(waiting)
			waiting.State, waiting.End, waiting.Line = Cancelled, now, int32(p.number)
			p.log.add(&waiting.Record, nil)
			delete(p.begun, id)
			return nil
		}
		if waiting != nil && waiting.Start < 0 {
			p.superseded(waiting)
			delete(p.begun, id)
		}
		if waiting != nil && waiting.Start >= 0 {
			waiting.deleted = now
		}
		p.log.remarks[otherRecord].Add(p.number)
	case 'z':
		p.suspended[id] = now
		p.log.remarks[otherRecord].Add(p.number)
	case 'r':
		if since, known := p.suspended[id]; known && waiting != nil {
			waiting.stopped += max(0, now-since)
		}
		p.log.remarks[otherRecord].Add(p.number)
	}
	return nil
}

// superseded counts the record of what another one tells more of.
func (p *pbsReader) superseded(j *pbsJob) {
	if j != nil && !j.again {
		p.log.remarks[otherRecord].Add(int(j.Line))
	}
}

// pbsTime reads 04/16/2025 10:19:48 as seconds of a clock that is never changed.
func pbsTime(b []byte) (int64, bool) {
	return scan.LocalTime([]byte{b[6], b[7], b[8], b[9], '-', b[0], b[1], '-', b[3], b[4], 'T', b[11], b[12], ':', b[14], b[15], ':', b[17], b[18]})
}

// pbsID reads 123.server, 123[4].server and 123-4.server; false for an array as a whole and for reservations.
func pbsID(name []byte) (ID, bool) {
	name, _, _ = bytes.Cut(name, []byte("."))
	id := ID{Task: Unknown, Component: Unknown}
	number, task := name, []byte(nil)
	if i := bytes.IndexAny(name, "[-"); i >= 0 {
		number, task = name[:i], bytes.TrimSuffix(name[i+1:], []byte("]"))
		n, ok := scan.Digits(task)
		if !ok || n > maxTasks {
			return id, false
		}
		id.Task = int32(n)
	}
	job, ok := scan.Digits(number)
	id.Job = job
	return id, ok && job <= maxID
}

// pbsValues are the key=value of a record. A word without = belongs to the value before.
type pbsValues map[string][]byte

func pbsValuesOf(text []byte) pbsValues {
	v := pbsValues{}
	key := ""
	for len(text) > 0 {
		text = bytes.TrimLeft(text, " ")
		end := 0
		for quote := byte(0); end < len(text) && (quote != 0 || text[end] != ' '); end++ {
			switch c := text[end]; {
			case quote == 0 && (c == '"' || c == '\'') && end > 0 && text[end-1] == '=':
				quote = c
			case c == quote:
				quote = 0
			}
		}
		name, value, ok := bytes.Cut(text[:end], []byte("="))
		if ok {
			key = string(name)
			v[key] = bytes.Trim(value, `"'`)
		}
		text = text[end:]
	}
	return v
}

// number is the whole number behind a key, Unknown if there is none.
func (v pbsValues) number(key string) int64 {
	if n, ok := scan.Digits(v[key]); ok {
		return n
	}
	return Unknown
}

// record makes of a record what it tells of a run, but for its end.
func (p *pbsReader) record(id ID, v pbsValues) (*Record, error) {
	r := newRecord()
	r.ID, r.Line = id, int32(p.number)
	if id.Task < 0 {
		r.Raw = id.Job
	}
	r.Submit, r.Eligible, r.Start = max(v.number("ctime"), Unknown), v.number("etime"), v.number("start")
	if r.Submit <= 0 {
		r.Submit = v.number("qtime")
	}
	if r.Eligible <= 0 {
		r.Eligible = Unknown
	}
	if r.Start <= 0 {
		r.Start = Unknown
	}
	for _, at := range []int64{r.Submit, r.Eligible, r.Start, v.number("end")} {
		if at > math.MaxUint32 {
			return nil, errors.New("a time that is no number of seconds since 1970")
		}
	}
	if limit := v["Resource_List.walltime"]; len(limit) > 0 {
		seconds, ok := lengthOf(limit)
		if !ok || seconds > maxLength {
			return nil, wrong("Resource_List.walltime", "a length such as 04:00:00 or seconds are accepted")
		}
		r.Limit = int32(seconds)
	}
	if err := p.sizes(&r, v); err != nil {
		return nil, err
	}
	number := func(c Column, key string) int32 { return p.numbering.number(c, v[key]) }
	if ctime := v.number("ctime"); ctime > 0 {
		r.ID.Component = p.generation(id, ctime)
	}
	r.User, r.Group, r.Partition = number(Users, "user"), number(Groups, "group"), number(Partitions, "queue")
	if r.Account = number(Accounts, "account"); r.Account == Unknown && string(v["project"]) != noPBSProject {
		r.Account = number(Accounts, "project")
	}
	r.QOS = number(QOSs, "Resource_List.qos")
	return &r, nil
}

// noPBSProject is the project of jobs that have none.
const noPBSProject = "_pbs_project_default"

// sizes reads processors, nodes, GPUs and memory.
func (p *pbsReader) sizes(r *Record, v pbsValues) error {
	allocated, hosts := pbsHosts(v["exec_host"])
	r.Hosts = p.onSet(&hosts)
	if n := v.number("total_execution_slots"); n > 0 {
		allocated = n
	}
	byNodes, gpus := pbsNodes(v["Resource_List.nodes"])
	ncpus := max(v.number("Resource_List.ncpus"), v.number("resources_used.ncpus"))
	requested := max(byNodes, v.number("Resource_List.procs"))
	if requested <= 0 || len(v["exec_vnode"]) > 0 && ncpus > 0 {
		requested = ncpus
	}
	if requested <= 0 {
		requested = allocated
	}
	if requested > maxProcessors || allocated > maxProcessors {
		return errors.New("more processors than any machine has")
	}
	r.Requested = int32(max(requested, 0))
	if r.Start >= 0 {
		r.Allocated = int32(cmp.Or(max(allocated, 0), max(requested, 0), Unknown))
	}
	r.Nodes = int32(cmp.Or(int64(len(hosts.names)), min(max(v.number("Resource_List.nodect"), 0), maxProcessors), Unknown))
	r.GPUs = int32(min(maxProcessors, cmp.Or(max(v.number("Resource_List.ngpus"), 0), max(v.number("Resource_List.naccelerators"), 0), max(v.number("Resource_List.gpu"), 0), gpus)))
	for _, m := range []struct {
		key   string
		times int64
	}{{"Resource_List.mem", 1}, {"Resource_List.pmem", max(requested, 1)}, {"Resource_List.vmem", 1}} {
		if kb, ok := pbsSize(v[m.key]); ok && kb > 0 && kb < 1e15/m.times {
			r.Memory = kb * m.times
			if r.Started() { // it has it for itself
				p.log.Placements = append(p.log.Placements, Placement{Line: r.Line, Memory: r.Memory})
			}
			break
		}
	}
	return nil
}

// pbsHosts counts the processors of "node1/0*4+node2/3", of PBS, and of "node1/0+node1/1", "node1/0-3,5", of TORQUE, and names the hosts.
func pbsHosts(b []byte) (processors int64, hosts hostSet) {
	for part := range bytes.SplitSeq(b, []byte("+")) {
		host, slots, _ := bytes.Cut(part, []byte("/"))
		if len(host) == 0 {
			continue
		}
		hosts.add(host)
		if _, times, ok := bytes.Cut(slots, []byte("*")); ok {
			n, _ := scan.Digits(times)
			processors += n
			continue
		}
		for list := range bytes.SplitSeq(slots, []byte(",")) {
			first, last, ranged := bytes.Cut(list, []byte("-"))
			from, _ := scan.Digits(first)
			to, ok := scan.Digits(last)
			if !ranged || !ok {
				to = from
			}
			processors += max(to-from, 0) + 1
		}
	}
	return min(processors, maxProcessors+1), hosts
}

// pbsNodes counts the processors and GPUs that "2:ppn=6:gpus=1+node7:ppn=2" asks for.
func pbsNodes(b []byte) (processors, gpus int64) {
	for part := range bytes.SplitSeq(b, []byte("+")) {
		if len(part) == 0 {
			continue
		}
		nodes, ppn, each := int64(1), int64(1), int64(0)
		for i, word := range bytes.Split(part, []byte(":")) {
			key, value, _ := bytes.Cut(word, []byte("="))
			n, ok := scan.Digits(value)
			switch {
			case i == 0:
				if n, ok := scan.Digits(word); ok {
					nodes = n
				}
			case ok && string(key) == "ppn":
				ppn = n
			case ok && (string(key) == "gpus" || string(key) == "gpu"):
				each = n
			}
		}
		if nodes > maxProcessors || ppn > maxProcessors || each > maxProcessors {
			return maxProcessors + 1, 0
		}
		processors, gpus = min(processors+nodes*ppn, maxProcessors+1), min(gpus+nodes*each, maxProcessors)
	}
	return processors, gpus
}

// pbsSize reads 10gb, 4194304kb, 0b, 12.27M and plain bytes as KB; of words of 8 bytes, too: 3mw.
func pbsSize(b []byte) (kb int64, ok bool) {
	text := bytes.ToUpper(b)
	times := 1.0
	if n := len(text); n > 0 && (text[n-1] == 'B' || text[n-1] == 'W') {
		if text[n-1] == 'W' {
			times = 8
		}
		text = text[:n-1]
	}
	kb, ok = scan.Kilobytes(text, 1.0/1024)
	return int64(float64(kb) * times), ok
}

// pbsState is how a run ended, by its exit status: a signal that ended it counts from 256 on, what PBS itself did is negative.
func pbsState(v pbsValues, r *Record) State {
	status := v["Exit_status"]
	ofPBS := len(v["exec_vnode"]) > 0
	late := r.Limit > 0 && r.End-r.Start-int64(r.Stopped) >= int64(r.Limit)
	switch text := string(status); {
	case text == "0" || text == "":
		return Completed
	case text == "271" || text == "265": // SIGTERM, SIGKILL: deleted, or over a limit
		if late {
			return TimedOut
		}
		return Cancelled
	case ofPBS && (text == "-28" || text == "-29") || !ofPBS && (text == "-11" || text == "-12"):
		return TimedOut
	case ofPBS && (text == "-26" || text == "-27") || !ofPBS && text == "-10":
		return OutOfMemory
	case ofPBS && (text == "-11" || text == "-14" || text == "-18"):
		return Requeued
	case ofPBS && (text == "-20" || text == "-12"):
		return NodeFailed
	}
	if late {
		return TimedOut
	}
	return Failed
}
