// Package accounting reads the accounting logs of batch systems: what sacct of Slurm prints, the records of PBS, LSF and Grid Engine, and
// tables. It makes jobs of the runs that a log tells of, and says of every line what was done with it. It lets no name of a person, an
// account or a partition pass: names become numbers, and texts that people write are never kept. It knows formats, not what is simulated
// with the jobs.
package accounting

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting/command"
	"backfill/engine/workload/accounting/header"
	"backfill/engine/workload/accounting/hosts"
	"backfill/engine/workload/textfile"
)

// Log is an accounting log as it was read.
type Log struct {
	Records []Record // runs of one job follow each other, in the order of their starts, those that have not started last
	Legend  Legend
	Lines   int // of the file

	Dated bool   // times count from 1970, not from the beginning of the log
	Zone  string // of the clocks of the place, "" for UTC

	PartitionLists  [][]int32              // numbers of partitions in which some job may start
	DependencyLists [][]command.Dependency // all of which some job waits for
	LicenceLists    [][]engine.Copies      // that some job holds

	HostLists    [][]int32   // nodes on which some run was, by the places of their names in the legend, from 1, ascending
	TooManyHosts bool        // for a machine, or in the lists: none is known
	Placements   []Placement // what runs were given, by their lines; of sacct and PBS alone, and not in copies

	untilLimit bool // as Options says

	from    sized  // while it is read; nil: nobody knows how long it is
	size    int    // bytes of it, if they are known
	listed  int    // tasks that stood in lists so far
	format  string // key of the format
	local   bool   // while it is read: times are what clocks showed
	remarks [remarkKinds]workload.Remark
}

// Options say what a log does not tell of itself.
type Options struct {
	Format  string // one of Formats; "": found out by the first lines
	Zone    string // whose clocks its times are; "" for UTC
	Columns string // of a table: the names of its columns, if its first line does not have them, or "Name=its name there" for each that has another one

	UntilLimit bool // jobs that have not ended when the log ends are simulated as long as their limits, not as long as usual
}

// Read reads a log, plain or gzipped. name stands in messages. Lines that cannot be read are left out and reported.
func Read(r io.Reader, name string, o Options) (*Log, error) {
	clock, err := newClock(o.Zone)
	if err != nil {
		return nil, err
	}
	log, err := parse(r, name, o)
	if err != nil {
		return nil, err
	}
	log.finish(clock, o.Zone)
	log.untilLimit = o.UntilLimit
	return log, nil
}

// finish makes of what the lines say what they mean together.
func (l *Log) finish(c *clock, zone string) {
	if zone != "UTC" {
		l.Zone = zone
	}
	l.settle(c)
	l.endLost()
	l.order()
	l.spreadThrottles()
	for i := 1; i < len(l.Records); i++ {
		// PBS and Grid Engine tell of every run when the job could have started first.
		if before, r := &l.Records[i-1], &l.Records[i]; before.ID == r.ID && before.End > r.Came() && (!r.Started() || before.End <= r.Start) {
			r.Eligible = before.End
		}
	}
}

// parse reads what the lines say, not yet what they mean together.
func parse(from io.Reader, name string, o Options) (*Log, error) {
	lines, err := textfile.LinesOf(from, name)
	if err != nil {
		return nil, err
	}
	r := &reader{name: name, lines: lines, log: &Log{Dated: true}}
	if sized, ok := from.(sized); ok {
		r.log.from, r.log.size = sized, sized.Len()
	}
	if err := r.lookAhead(); err != nil {
		return nil, err
	}
	r.format = formatOf(o.Format)
	switch {
	case len(r.ahead) > 0 && bytes.HasPrefix(r.ahead[0], []byte(copyMark)):
		r.format = &format{title: "copy of an accounting log", read: func(r *reader, _ Options) error { return readCopy(r) }}
	case r.format == nil:
		r.format = formatOfLines(r.ahead)
	}
	if r.format == nil && len(r.ahead) > 0 && (o.Columns != "" || header.LooksLikeSacct(r.ahead[0])) {
		r.format = formatOf("slurm")
	}
	if r.format == nil {
		return nil, r.unknownFormat()
	}
	r.log.format = r.format.key
	if err := r.format.read(r, o); err != nil {
		return nil, err
	}
	if r.hostTexts != nil {
		r.log.HostLists, r.numbering.legend[Hosts], r.log.TooManyHosts = hosts.Number(r.hostTexts)
	}
	r.log.Legend, r.log.Lines, r.log.from = r.numbering.legend, r.number, nil
	return r.log, nil
}

// Format is the key of the format that the log has, one of Formats.
func (l *Log) Format() string { return l.format }

// sized is a source of bytes that says how many are left.
type sized interface{ Len() int }

// makeRoom makes room for as many records as will come if the rest of the log is as what has been read: to grow by and by would copy them
// many times.
func (l *Log) makeRoom() {
	left := l.from.Len()
	if read := l.size - left; read > 0 {
		l.Records = slices.Grow(l.Records, int(1.1*float64(len(l.Records))*float64(left)/float64(read)))
	}
}

// add takes a record, or one for each of the tasks that it stands for.
func (l *Log) add(r *Record, tasks []int32) {
	const few = 1 << 16
	if len(l.Records) == few && l.from != nil {
		l.makeRoom()
	}
	if len(tasks) == 0 {
		l.Records = append(l.Records, *r)
		return
	}
	if l.listed += len(tasks); l.listed > mostSame {
		l.remarks[arrayCut].Add(int(r.Line))
		return
	}
	for _, task := range tasks {
		one := *r
		one.ID.Task, one.Raw = task, Unknown
		l.Records = append(l.Records, one)
	}
}

// order puts the runs of each job together and leaves out those that are there twice.
func (l *Log) order() {
	compare := func(a, b *Record) int {
		return cmp.Or(compareIDs(&a.ID, &b.ID), cmp.Compare(begin(a), begin(b)), cmp.Compare(a.Line, b.Line))
	}
	sorted := true
	for i := 1; i < len(l.Records) && sorted; i++ {
		sorted = compare(&l.Records[i-1], &l.Records[i]) <= 0
	}
	if !sorted {
		slices.SortFunc(l.Records, func(a, b Record) int { return compare(&a, &b) })
	}
	var again []int
	n := 0 // that are kept
	for i := range l.Records {
		r := &l.Records[i]
		if n > 0 && l.Records[n-1].ID == r.ID {
			was := l.Records[n-1]
			if was.Line = r.Line; was == *r {
				again = append(again, int(r.Line))
				continue
			}
		}
		if n != i {
			l.Records[n] = *r
		}
		n++
	}
	l.Records = l.Records[:n]
	slices.Sort(again)
	for _, line := range again {
		l.remarks[repeatedRow].Add(line)
	}
}

// spreadThrottles gives all tasks of an array the throttle that some of them tell: without command lines only those do that wait.
func (l *Log) spreadThrottles() {
	for from := 0; from < len(l.Records); {
		to, throttle := from, int32(0)
		for ; to < len(l.Records) && l.Records[to].ID.Job == l.Records[from].ID.Job; to++ {
			throttle = max(throttle, l.Records[to].Throttle)
		}
		for i := from; throttle > 0 && i < to; i++ {
			l.Records[i].Throttle = throttle
		}
		from = to
	}
}

// compareIDs orders jobs by number, then tasks and components.
func compareIDs(a, b *ID) int {
	return cmp.Or(cmp.Compare(a.Job, b.Job), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Component, b.Component))
}

// begin orders the runs of a job: those that have not started come last.
func begin(r *Record) int64 {
	if r.Started() {
		return r.Start
	}
	return 1<<62 + r.Submit
}
