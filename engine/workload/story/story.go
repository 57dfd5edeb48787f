package story

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/stats"
	"backfill/engine/workload/accounting"
)

// Story is what a log tells of the jobs that a filter lets pass.
//
// A job is all its runs. It waits from when it could have started until it starts, before each of its runs; how long is known of jobs
// that have started. Times are s. Instants are what the clocks of the zone show, in s since the beginning of 1970 there, or, in a log
// without dates, s since its beginning.
type Story struct {
	Dated bool   `json:"dated"` // instants are dates
	Zone  string `json:"zone"`  // of the clocks by which hours and weeks are told apart
	From  int64  `json:"from"`  // the first job came
	To    int64  `json:"to"`    // the log ends

	Of     int               `json:"of"`     // jobs in the log
	Runs   int               `json:"runs"`   // of the jobs of the story
	All    Row               `json:"all"`    // all jobs of the story
	Tables [Dimensions][]Row `json:"tables"` // by class

	Series Series       `json:"series"`
	Jobs   []WaitedJob  `json:"waitedJobs"`  // that waited longest, the longest wait first
	Hours  []WaitedHour `json:"waitedHours"` // in which most jobs waited
}

// Row is what a log tells of the jobs of one class.
type Row struct {
	Class   int32 `json:"class"`
	Jobs    int   `json:"jobs"`
	Started int   `json:"started"` // of which the wait is known

	Median int64   `json:"median"` // wait, 0 if none has started
	P95    int64   `json:"p95"`    // at least 95 % of the jobs wait no longer
	Wait   float64 `json:"wait"`   // of all together
	Work   float64 `json:"work"`   // processors x time that they were held, s
	GPUs   float64 `json:"gpus"`   // GPUs x time, s
}

// Series are mean levels in steps of time.
type Series struct {
	From    int64     `json:"from"`
	Step    int64     `json:"step"`
	Busy    []float64 `json:"busy"`    // processors in use
	Waiting []float64 `json:"waiting"` // jobs
	Memory  []float64 `json:"memory"`  // KB that the running jobs had asked for; nil: the log tells of none
	GPUs    []float64 `json:"gpus"`    // in use; nil: the log tells of none
}

// WaitedJob is a job that waited long.
type WaitedJob struct {
	Number     int64 `json:"number"`
	User       int32 `json:"user"`
	Partition  int32 `json:"partition"`
	Processors int32 `json:"processors"`
	GPUs       int32 `json:"gpus"`
	Limit      int32 `json:"limit"` // Unknown, NoLimit
	Came       int64 `json:"came"`
	Wait       int64 `json:"wait"`
}

// WaitedHour is an hour in which many jobs waited.
type WaitedHour struct {
	Begin   int64   `json:"begin"`
	Waiting float64 `json:"waiting"` // jobs, on average
	Busy    float64 `json:"busy"`    // processors, on average
}

// Condition lets jobs of one class pass.
type Condition struct {
	Dimension Dimension `json:"dimension"`
	Class     int32     `json:"class"`
}

// longest is how many jobs and hours are listed.
const longest = 20

// Of tells the story of the jobs of a log that meet all conditions.
//
// Cost: O(n log n) for n runs, once; O(n) for each dimension.
func Of(log *accounting.Log, filter []Condition) *Story {
	t := &teller{log: log, offset: func(int64) int { return 0 }, offsets: map[int64]int64{}, story: &Story{Dated: log.Dated, Zone: log.Zone}}
	if log.Zone != "" && engine.LoadZone != nil {
		if offset, err := engine.LoadZone(log.Zone); err == nil {
			t.offset = offset
		}
	}
	t.span()
	all := t.jobs()
	t.story.Of = len(all)
	jobs := all[:0]
	for i := range all {
		if meets(&all[i], filter) {
			jobs = append(jobs, all[i])
		}
	}
	t.tables(jobs)
	t.levels(jobs)
	t.waitedLongest(jobs)
	return t.story
}

// job is a job with all its runs.
type job struct {
	runs    []accounting.Record
	wait    int64 // accounting.Unknown if none of them has started
	work    float64
	gpus    float64
	classes [Dimensions]int32
}

func (j *job) last() *accounting.Record { return &j.runs[len(j.runs)-1] }

func meets(j *job, filter []Condition) bool {
	for _, c := range filter {
		if j.classes[c.Dimension] != c.Class {
			return false
		}
	}
	return true
}

// teller tells a story.
type teller struct {
	log     *accounting.Log
	offset  func(unix int64) int // of the clocks, in s east of UTC
	offsets map[int64]int64      // the same by the hour
	from    int64                // the first job came
	to      int64                // the log ends
	story   *Story
}

// span finds when the log begins and ends.
func (t *teller) span() {
	for i := range t.log.Records {
		r := &t.log.Records[i]
		if came := r.Came(); i == 0 || came < t.from {
			t.from = came
		}
		t.to = max(t.to, r.Submit, r.Start, r.End) // what could start later only is not there yet
	}
	t.story.From, t.story.To = t.local(t.from), t.local(t.to)
}

// jobs puts the runs of each job together.
func (t *teller) jobs() []job {
	records := t.log.Records
	jobs := make([]job, 0, len(records))
	for i := 0; i < len(records); {
		n := i + 1
		for n < len(records) && records[n].ID == records[i].ID {
			n++
		}
		j := job{runs: records[i:n], wait: accounting.Unknown}
		for k := range j.runs {
			if r := &j.runs[k]; r.Started() {
				j.wait = max(j.wait, 0) + r.Start - r.Came()
				held := float64(t.end(r) - r.Start)
				j.work += held * float64(r.Processors())
				j.gpus += held * float64(r.GPUs)
			}
		}
		t.classify(&j)
		jobs = append(jobs, j)
		i = n
	}
	return jobs
}

// classify finds the classes of a job, most of them by its last run.
func (t *teller) classify(j *job) {
	first, last := &j.runs[0], j.last()
	gpu := int32(0)
	if last.GPUs > 0 {
		gpu = 1
	}
	account := last.Account
	if len(t.log.Legend[accounting.Accounts]) == 0 && account == Unknown {
		account = last.Group
	}
	came := first.Came()
	j.classes = [Dimensions]int32{Partition: last.Partition, Account: account, User: last.User, QOS: last.QOS, Size: sizeClass(last.Processors()), Limit: limitClass(last.Limit),
		GPU: gpu, Used: usedClass(last), State: int32(last.State), Week: int32((came - t.from) / week), HourOfWeek: Unknown}
	if t.log.Dated {
		since := t.local(came) - monday
		j.classes[Week], j.classes[HourOfWeek] = int32(floorDiv(since, week)), int32((since-floorDiv(since, week)*week)/hour)
	}
}

// local is what the clocks show at an instant, in s since 1970.
func (t *teller) local(unix int64) int64 {
	offset, known := t.offsets[unix/hour]
	if !known {
		offset = int64(t.offset(unix))
		t.offsets[unix/hour] = offset
	}
	return unix + offset
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// tables makes the rows of all classes.
func (t *teller) tables(jobs []job) {
	// Jobs whose wait is known, by wait: the k-th of a class that comes along is the k-th of its waits.
	sorted := make([]uint64, 0, len(jobs))
	for i := range jobs {
		if w := jobs[i].wait; w >= 0 {
			sorted = append(sorted, uint64(w)<<32|uint64(i)) // of up to 68 years and 2^32 jobs
		}
	}
	slices.Sort(sorted)
	all := t.table(jobs, sorted, func(*job) int32 { return 0 })
	if len(all) > 0 {
		t.story.All = all[0]
	}
	for d := range Dimensions {
		t.story.Tables[d] = t.table(jobs, sorted, func(j *job) int32 { return j.classes[d] })
	}
}

// table makes the rows of one dimension, by class. sorted are the jobs by wait.
func (t *teller) table(jobs []job, sorted []uint64, class func(*job) int32) []Row {
	at := map[int32]int32{}
	of := make([]int32, len(jobs)) // the row of each job
	rows := []Row{}
	for i := range jobs {
		j := &jobs[i]
		c := class(j)
		k, known := at[c]
		if !known {
			k = int32(len(rows))
			at[c] = k
			rows = append(rows, Row{Class: c})
		}
		of[i] = k
		row := &rows[k]
		row.Jobs++
		if j.wait >= 0 {
			row.Started++
			row.Wait += float64(j.wait)
		}
		row.Work += j.work
		row.GPUs += j.gpus
	}
	seen := make([]int, len(rows))
	for _, key := range sorted {
		k, wait := of[uint32(key)], int64(key>>32)
		row := &rows[k]
		seen[k]++
		if seen[k] == stats.Rank(50, row.Started) {
			row.Median = wait
		}
		if seen[k] == stats.Rank(95, row.Started) {
			row.P95 = wait
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.Class, b.Class) })
	return rows
}

// end is when a run that has started ended, or the end of the log.
func (t *teller) end(r *accounting.Record) int64 {
	if r.End < 0 {
		return max(t.to, r.Start)
	}
	return r.End
}

// waits are from when to when a job waited for a run.
func (t *teller) waits(r *accounting.Record) (from, to int64) {
	switch {
	case r.Started():
		return r.Came(), r.Start
	case r.Eligible < 0: // it could not start
		return 0, 0
	case r.End >= 0:
		return r.Came(), r.End
	case r.State == accounting.Pending:
		return r.Came(), t.to
	}
	return 0, 0
}

// begin is the last instant before the first job at which a step of the clocks began.
func (t *teller) begin(step int64) int64 {
	local := t.local(t.from)
	return t.from - (local - floorDiv(local, step)*step)
}

// levels measures what was in use, and how many jobs waited, over time.
func (t *teller) levels(jobs []job) {
	s := t.story
	step := stepFor(t.to - t.from)
	from, hourly := t.from, t.from
	if t.log.Dated {
		from, hourly = t.begin(min(step, day)), t.begin(hour)
	}
	busy, waiting, memory, gpus := newMeter(from, t.from, t.to, step), newMeter(from, t.from, t.to, step), newMeter(from, t.from, t.to, step), newMeter(from, t.from, t.to, step)
	busyHours, waitingHours := newMeter(hourly, t.from, t.to, hour), newMeter(hourly, t.from, t.to, hour)
	anyMemory, anyGPU := false, false
	for i := range jobs {
		s.Runs += len(jobs[i].runs)
		for k := range jobs[i].runs {
			r := &jobs[i].runs[k]
			if begin, end := t.waits(r); end > begin {
				waiting.add(begin, end, 1)
				waitingHours.add(begin, end, 1)
			}
			if !r.Started() {
				continue
			}
			end := t.end(r)
			busy.add(r.Start, end, float64(r.Processors()))
			busyHours.add(r.Start, end, float64(r.Processors()))
			if r.Memory > 0 {
				anyMemory = true
				memory.add(r.Start, end, float64(r.Memory))
			}
			if r.GPUs > 0 {
				anyGPU = true
				gpus.add(r.Start, end, float64(r.GPUs))
			}
		}
	}
	s.Series = Series{From: t.local(from), Step: step, Busy: busy.means(), Waiting: waiting.means()}
	if anyMemory {
		s.Series.Memory = memory.means()
	}
	if anyGPU {
		s.Series.GPUs = gpus.means()
	}
	s.Hours = t.hours(hourly, waitingHours.means(), busyHours.means())
}

// hours are those in which most jobs waited.
func (t *teller) hours(from int64, waiting, busy []float64) []WaitedHour {
	var list []WaitedHour
	for k, n := range waiting {
		if n > 1e-9 {
			list = append(list, WaitedHour{t.local(from + int64(k)*hour), n, busy[k]})
		}
	}
	slices.SortStableFunc(list, func(a, b WaitedHour) int { return cmp.Compare(b.Waiting, a.Waiting) })
	return slices.Clone(list[:min(longest, len(list))])
}

// waitedLongest lists the jobs that waited longest.
func (t *teller) waitedLongest(jobs []job) {
	var most []int // places in jobs, the longest wait first
	for i := range jobs {
		if jobs[i].wait <= 0 || len(most) == longest && jobs[i].wait <= jobs[most[longest-1]].wait {
			continue
		}
		at := len(most)
		for at > 0 && jobs[most[at-1]].wait < jobs[i].wait {
			at--
		}
		most = slices.Insert(most, at, i)
		most = most[:min(longest, len(most))]
	}
	for _, i := range most {
		r := jobs[i].last()
		t.story.Jobs = append(t.story.Jobs, WaitedJob{Number: r.Number(), User: r.User, Partition: r.Partition, Processors: r.Processors(), GPUs: r.GPUs, Limit: r.Limit,
			Came: t.local(jobs[i].runs[0].Came()), Wait: jobs[i].wait})
	}
}

// Tells says whether the jobs of the story are of different classes, or of one that is known.
func (s *Story) Tells(d Dimension) bool {
	rows := s.Tables[d]
	return len(rows) > 1 || len(rows) == 1 && rows[0].Class != Unknown
}
