// Package accounting reads the accounting logs of batch systems: what sacct of Slurm prints. It makes jobs of the runs that a log tells
// of, and says of every line what was done with it. It lets no name of a person, an account or a partition pass: names become numbers,
// and texts that people write are never kept. It knows formats, not what is simulated with the jobs.
package accounting

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
)

// Log is an accounting log as it was read.
type Log struct {
	Records []Record // runs of one job follow each other, in the order of their starts, those that have not started last
	Legend  Legend
	Lines   int // of the file

	Dated bool   // times count from 1970, not from the beginning of the log
	Zone  string // of the clocks of the place, "" for UTC

	remarks [remarkKinds]workload.Remark
}

// Options say what a log does not tell of itself.
type Options struct {
	Zone    string // whose clocks its times are; "" for UTC
	Columns string // the names of its columns, if its first line does not have them
}

// Read reads a log, plain or gzipped. name stands in messages. Lines that cannot be read are left out and reported.
func Read(r io.Reader, name string, o Options) (*Log, error) { return readLog(r, name, o, nil) }

func readLog(r io.Reader, name string, o Options, c *copier) (*Log, error) {
	clock, err := newClock(o.Zone)
	if err != nil {
		return nil, err
	}
	lines, err := textfile.LinesOf(r, name)
	if err != nil {
		return nil, err
	}
	s := &slurmReader{name: name, lines: lines, clock: clock, log: &Log{Dated: true, Zone: o.Zone}, copier: c}
	if err := s.read(o.Columns); err != nil {
		return nil, err
	}
	s.log.Legend, s.log.Lines = s.numbering.legend, lines.Number
	s.log.order()
	return s.log, nil
}

// Recognises says whether the first line of a text, or what is there of it, has the names of columns that sacct prints.
func Recognises(start []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")), []byte("\n"))
	if names, _ := slurmHeader(line); names != nil {
		return true
	}
	words := bytes.Fields(line) // with columns of a fixed width: to be refused in words of its own
	known := 0
	for _, word := range words {
		if _, read := slurmRoleOf[strings.ToLower(string(word))]; read {
			known++
		}
	}
	return known >= 2
}

// add takes a record, or one for each of the tasks that it stands for.
func (l *Log) add(r *Record, tasks []int32) {
	if len(tasks) == 0 {
		l.Records = append(l.Records, *r)
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
	compare := func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.ID.Job, b.ID.Job), cmp.Compare(a.ID.Task, b.ID.Task), cmp.Compare(a.ID.Component, b.ID.Component),
			cmp.Compare(begin(a), begin(b)), cmp.Compare(a.Line, b.Line))
	}
	if !slices.IsSortedFunc(l.Records, compare) {
		slices.SortFunc(l.Records, compare)
	}
	var again []int
	kept := l.Records[:0]
	for _, r := range l.Records {
		if n := len(kept); n > 0 {
			was := kept[n-1]
			if was.Line = r.Line; was == r {
				again = append(again, int(r.Line))
				continue
			}
		}
		kept = append(kept, r)
	}
	l.Records = kept
	slices.Sort(again)
	for _, line := range again {
		l.remarks[repeatedRow].Add(line)
	}
}

// begin orders the runs of a job: those that have not started come last.
func begin(r Record) int64 {
	if r.Started() {
		return r.Start
	}
	return 1<<62 + r.Submit
}
