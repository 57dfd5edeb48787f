package accounting

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
)

// Workload makes a job of the runs of each, as far as they can be simulated. Time zero is when the first job was submitted.
//
// A job comes when it could have started first, not when it was submitted, or, if it is known for which others it waits, when these have
// started or ended (arrivalOf says when). It occupies what it was given. Its user and its queue are the
// numbers of user and partition, its group that of the account, or of the group in a log without accounts. One without a time limit has that of
// its partition, of those of the machine.
func (l *Log) Workload(name, zone string, limits workload.TimeLimits) (*engine.Workload, *workload.Report, error) {
	m := maker{log: l, remarks: l.remarks, w: &engine.Workload{}, zero: l.first(), limits: limits, leader: leader{row: engine.NoJob}}
	m.accounts = slices.ContainsFunc(l.Records, func(r Record) bool { return r.Account != Unknown })
	m.w.Calendar = &engine.Calendar{UnixStart: m.zero, Zone: zone}
	if zone == "UTC" {
		m.w.Calendar.Zone = ""
	}
	m.w.Jobs = make([]engine.Job, 0, len(l.Records))
	if len(l.DependencyLists) > 0 {
		m.rows = slices.Repeat([]int32{engine.NoJob}, len(l.Records))
	}
	for i := 0; i < len(l.Records); {
		runs := m.runs(i)
		i += len(runs)
		if m.take(runs) && m.rows != nil {
			m.rows[i-1] = int32(len(m.w.Jobs)) - 1
		}
	}
	m.finish()
	report := &workload.Report{File: name, Format: l.format, Lines: l.Lines, JobLines: l.jobLines(), Jobs: len(m.w.Jobs), Remarks: workload.Occurred(m.remarks[:], remarkTexts[:]), Notes: append(l.notes(), m.notes()...),
		Header: &workload.Header{Labels: []workload.Label{}, UnixStartTime: m.zero, TimeZoneString: m.w.Calendar.Zone}}
	if len(m.w.Jobs) == 0 {
		e := &textfile.Error{File: name, Accepted: "no line of the log can be simulated"}
		for _, remark := range report.Remarks {
			e.Accepted += "; " + remark.String()
		}
		return nil, nil, e
	}
	table.SortBySubmit(m.w)
	return m.w, report, nil
}

// jobLines are the lines that tell of a job or of one of its runs, or were to.
func (l *Log) jobLines() int {
	return len(l.Records) + l.remarks[repeatedRow].Count + l.remarks[unreadableLine].Count
}

// notes say in which format the log was, what it tells of that is not simulated, and how the rest is.
func (l *Log) notes() []string {
	notes := []string{"read as " + l.format}
	if f := formatOf(l.format); f != nil {
		notes[0] = "read as the accounting log of " + f.title
	}
	late, longest := 0, int64(0)
	for i := range l.Records {
		if r := &l.Records[i]; r.Eligible > r.Submit {
			late++
			longest = max(longest, r.Eligible-r.Submit)
		}
	}
	if late == 0 {
		return notes
	}
	delay := fmt.Sprintf("%d s", longest)
	if longest >= 3600 {
		delay = fmt.Sprintf("%.1f h", float64(longest)/3600)
	}
	return append(notes, fmt.Sprintf("%d of the runs could start only after they were submitted, up to %s later: after holds, requeues, other jobs or a time asked for; their waits count from then", late, delay))
}

// first is the first time that jobs may come.
func (l *Log) first() int64 {
	first := int64(Unknown)
	for i := range l.Records {
		at := l.Records[i].Came()
		if l.Records[i].Depends > 0 { // it may come earlier than it could start
			at = min(at, l.Records[i].Submit)
		}
		if first < 0 || at < first {
			first = at
		}
	}
	return max(first, 0)
}

// last is the last instant that the log tells of.
func (l *Log) last() int64 {
	last := int64(0)
	for i := range l.Records {
		r := &l.Records[i]
		last = max(last, r.Submit, r.Start, r.End)
	}
	return last
}

// maker makes jobs.
type maker struct {
	log     *Log
	remarks [remarkKinds]workload.Remark // those of the log and what is remarked about its jobs
	w       *engine.Workload
	zero    int64
	end     int64 // of the log, 0 as long as it is not known
	limits  workload.TimeLimits
	ended   *endedRuns // nil as long as nobody has asked for them

	accounts bool // the log has some; a copy knows their numbers alone

	rows    []int32       // by the place of the last run of a job in the log: its row; nil: no job waits for others
	leader  leader        // of the heterogeneous job at hand
	raw     map[int64]int // places of runs by the numbers that tasks have for themselves
	looked  int           // jobs for which others wait
	waiting int           // jobs that wait for others

	number                             table.Column[int64]
	array, task, leads                 table.Column[int32]
	entered                            table.Column[engine.Time]
	user, group, queue, partition, qos table.Column[int32]
	asked                              table.Column[int32]
	demands                            map[demandKey]int32 // places in the workload's list
	memory                             table.Column[int64]
	wait, recorded                     table.Column[engine.Time]
}

// leader is the first component of a heterogeneous job, with which all others come.
type leader struct {
	job  int64
	row  int32 // engine.NoJob: it is not simulated, so that the others are jobs of their own
	came arrival
	on   []engine.Dependency
}

func (m *maker) remark(kind remarkKind, r *Record) {
	m.remarks[kind].Add(int(r.Line))
}

// runs are those of the job whose first one is in that place of the log.
func (m *maker) runs(from int) []Record {
	records := m.log.Records
	to := from + 1
	for to < len(records) && records[to].ID == records[from].ID {
		to++
	}
	return records[from:to]
}

// take makes a job of its runs, of which the last one counts, unless it cannot be simulated.
func (m *maker) take(runs []Record) bool {
	r := &runs[len(runs)-1]
	for i := range runs[:len(runs)-1] {
		m.remark(earlierRun, &runs[i])
	}
	switch {
	case !r.Started() && r.State != Pending && r.State != Requeued && r.State != Preempted && r.State != NodeFailed:
		m.remark(neverStarted, r)
		return false
	}
	if m.leader.job != r.ID.Job || r.ID.Component < 0 {
		m.leader = leader{job: r.ID.Job, row: engine.NoJob}
	}
	came, on := m.leader.came, m.leader.on
	if m.leader.row == engine.NoJob {
		var w awaited
		w, on = m.await(r)
		came = arrivalOf(r, w)
	}
	if came.why < remarkKinds {
		m.remark(came.why, r)
	}
	if came.at == Unknown {
		return false
	}
	limit, ofPartition := m.limit(r)
	run := m.run(r, limit)
	if run < 0 {
		return false
	}
	recorded := run
	if run == 0 {
		m.remark(zeroRunTime, r)
		run = 1
	}
	switch {
	case ofPartition:
		m.remark(partitionLimit, r)
	case limit <= 0:
		if r.End >= 0 {
			m.remark(noLimit, r)
		}
		limit = run
	case run > limit:
		m.remark(runAboveLimit, r)
	}
	processors := r.Processors()
	row := len(m.w.Jobs)
	most := len(m.log.Records)
	m.w.Jobs = append(m.w.Jobs, engine.Job{
		Submit: m.at(came.at), Run: engine.Time(run) * engine.Second, Estimate: engine.Time(limit) * engine.Second, Processors: processors})
	m.number.Set(row, r.Number(), most)
	m.user.Set(row, r.User, most)
	m.group.Set(row, m.groupOf(r), most)
	m.queue.Set(row, r.Partition, most)
	m.partition.Set(row, r.Partition, most)
	m.qos.Set(row, r.QOS, most)
	m.asked.Set(row, m.demand(r, processors), most)
	m.memory.Set(row, m.memoryOf(r, processors), most)
	if r.ID.Component == 0 {
		m.leader = leader{r.ID.Job, int32(row), came, on}
	}
	m.leads.Set(row, m.leader.row, most)
	array, task, entered, wait := int32(Unknown), int32(Unknown), engine.Time(-1), engine.Time(-1)
	if r.ID.Task >= 0 && r.ID.Job <= math.MaxInt32 {
		array, task = int32(r.ID.Job), r.ID.Task
	}
	if came.at > r.Submit || came.depends {
		entered = max(0, m.at(r.Submit))
	}
	if r.Started() {
		wait = max(0, m.at(r.Start)-m.at(came.at))
	}
	m.array.Set(row, array, most)
	m.task.Set(row, task, most)
	m.entered.Set(row, entered, most)
	m.wait.Set(row, wait, most)
	m.w.Started = append(m.w.Started, startOf(r))
	m.recorded.Set(row, engine.Time(recorded)*engine.Second, most)
	if came.depends {
		m.waiting++
		for _, d := range on {
			d.Job = int32(row)
			m.w.Dependencies = append(m.w.Dependencies, d)
		}
	}
	return true
}

// notes say how long those jobs are simulated that have not ended, and how many wait for others.
func (m *maker) notes() (notes []string) {
	switch n := m.remarks[stillRuns].Count + m.remarks[stillWaits].Count; {
	case n == 0:
	case m.log.untilLimit:
		notes = append(notes, fmt.Sprintf("jobs that had not ended when the log ended: %d; they run until their limits", n))
	default:
		notes = append(notes, fmt.Sprintf("jobs that had not ended when the log ended: %d; they run for as large a part of their limits as others did that had run as large a part already", n))
	}
	if m.waiting > 0 {
		notes = append(notes, fmt.Sprintf("jobs that wait for others, as the commands with which they were submitted say: %d, for %d starts and ends", m.waiting, len(m.w.Dependencies)))
	}
	return notes
}

// groupOf is the number of the group of a job: of its account, if the log has accounts.
func (m *maker) groupOf(r *Record) int32 {
	if m.accounts {
		return r.Account
	}
	return r.Group
}

// limit is the time limit of a job in s, that of its partition if it has none; not above 0: there is none, or the job had another one that
// the log does not tell, as it ran longer.
func (m *maker) limit(r *Record) (limit int64, ofPartition bool) {
	if r.Limit > 0 {
		return int64(r.Limit), false
	}
	limit = int64(m.limits.Request(r.Partition, r.Limit == Unlimited) / engine.Second)
	if limit == 0 || r.Started() && m.ran(r) > limit {
		return 0, false
	}
	return limit, true
}

// ran is how long a run that started lasted, in s, or has lasted by the end of the log.
func (m *maker) ran(r *Record) int64 {
	if r.End >= 0 {
		return r.End - r.Start
	}
	return m.logEnd() - r.Start
}

// logEnd is when the log ends.
func (m *maker) logEnd() int64 {
	if m.end == 0 {
		m.end = m.log.last()
	}
	return m.end
}

// run is how long a job with that limit is simulated, in s; not above 0, it has none.
func (m *maker) run(r *Record, limit int64) int64 {
	if r.End >= 0 && r.Started() {
		return m.ran(r)
	}
	kind, ran := stillWaits, int64(0)
	if r.Started() {
		kind, ran = stillRuns, m.ran(r)
	}
	m.remark(kind, r)
	return max(m.expected(ran, limit), ran, 1)
}

// memoryOf is the memory by processor in KB, as workloads have it.
func (m *maker) memoryOf(r *Record, processors int32) int64 {
	if r.Memory <= 0 {
		return Unknown
	}
	return (r.Memory + int64(processors) - 1) / int64(processors)
}

// startOf is how the log says that a run was started.
func startOf(r *Record) engine.RecordedStart {
	s := engine.RecordedStart{Nodes: r.Hosts}
	switch {
	case !r.Started():
		return engine.RecordedStart{}
	case r.Backfilled == 1:
		s.By = engine.BackfillScheduler
	case r.Backfilled == 0:
		s.By = engine.MainScheduler
	}
	return s
}

func (m *maker) at(unix int64) engine.Time { return engine.Time(unix-m.zero) * engine.Second }

func (m *maker) finish() {
	w := m.w
	w.LogEnd = max(0, m.at(m.logEnd()))
	w.Number, w.User, w.Group, w.Queue, w.Partition = m.number.Values, m.user.Values, m.group.Values, m.queue.Values, m.partition.Values
	w.Demand, w.Array, w.Task, w.Leader, w.Entered = m.asked.Values, m.array.Values, m.task.Values, m.leads.Values, m.entered.Values
	w.QOS, w.Memory, w.Wait, w.Recorded = m.qos.Values, m.memory.Values, m.wait.Values, m.recorded.Values
	w.NodeLists = m.log.HostLists
	if !slices.ContainsFunc(w.Started, func(s engine.RecordedStart) bool { return s != engine.RecordedStart{} }) {
		w.Started, w.NodeLists = nil, nil
	}
	for kind := range m.remarks {
		slices.Sort(m.remarks[kind].Lines) // runs are in the order of their jobs
	}
}
