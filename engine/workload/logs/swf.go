package logs

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
)

// ReadSWF reads a log in the Standard Workload Format, version 2.2, plain or
// gzipped (found out by its first bytes). name stands in messages.
//
// Processors are field 8, else field 5; the estimate is field 9, else the run time;
// the memory is field 10, else field 7. Dropped are lines without submit time, size
// or run time, and partial executions (status 2 to 4), whose summary line counts.
// A run time of 0, rounded from below half a second, becomes 1 s. Every negative
// number means unknown. Jobs are sorted by submit time, then line. Jobs wider than
// the machine stay as they are. The report lists every line that was not taken as it stands.
//
// A line with fewer than 18 fields or with those of two jobs, a field that is no number or too large a one, a
// broken gzip stream and a file without jobs are errors of type *textfile.Error: such a
// file is not a log, or not whole, and guessing which column is missing would make
// up data. Read can leave out such lines.
//
// Cost: O(n) for a sorted log, no allocation a line, a buffer of 256 KB of text.
//
// Source: D. G. Feitelson et al., "The Standard Workload Format", Parallel Workloads Archive.
func ReadSWF(r io.Reader, name string) (*engine.Workload, *workload.Report, error) {
	return newSWFReader(name, Refuse).readAll(r)
}

func newSWFReader(name string, lines Unreadable) *swfReader {
	return &swfReader{name: name, format: "Standard Workload Format", skips: lines == Skip}
}

// readAll reads r, plain or gzipped.
func (s *swfReader) readAll(r io.Reader) (*engine.Workload, *workload.Report, error) {
	lines, err := textfile.LinesOf(r, s.name)
	if err != nil {
		return nil, nil, err
	}
	s.lines, s.workload = lines, &engine.Workload{}
	if err := s.read(); err != nil {
		return nil, nil, err
	}
	return s.finish()
}

// swfReader is the state of reading one log in the Standard Workload Format or in
// the Cloud Workload Format, which extends it.
type swfReader struct {
	name   string
	format string     // for messages
	skips  bool       // lines that cannot be read are left out
	cwf    *cwfReader // nil for the Standard Workload Format
	lines  *textfile.Lines
	header headerReader

	history   *accounting.Log // of all jobs, nil: none is kept
	workload  *engine.Workload
	expected  int // jobs, by the header
	jobLines  int
	number    table.Column[int64]
	user      table.Column[int32]
	group     table.Column[int32]
	app       table.Column[int32]
	queue     table.Column[int32]
	partition table.Column[int32]
	memory    table.Column[int64]
	wait      table.Column[engine.Time]
	preceding table.Column[int64]
	think     table.Column[engine.Time]
	line      []int32 // of each job
	last      engine.Time
	sorted    bool
	numbered  bool // job numbers are 1, 2, 3, ...
	remarks   [swfRemarks]workload.Remark

	// The line at hand: whole parts, and where the bit of fractions is set, the
	// thousandths to add. -1 is unknown; every other negative number became -2.
	value     [cwfFields]int64
	milli     [cwfFields]int64
	fractions uint32
	found     uint32 // remarks about this line, a bit each
}

func (s *swfReader) read() error {
	s.sorted, s.numbered = true, true
	for {
		line, err := s.lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return textfile.Unreadable(s.name, s.format, s.lines.Number, err)
		}
		i := 0
		for i < len(line) && isBlank(line[i]) {
			i++
		}
		switch {
		case i == len(line):
			s.header.open = false
		case line[i] == ';':
			// A comment between jobs may be a job that someone took out.
			if s.jobLines == 0 {
				s.header.comment(line[i:])
			}
		default:
			if err := s.dataLine(line); err != nil {
				return err
			}
		}
	}
}

// dataLine reads one line that is neither blank nor a comment.
func (s *swfReader) dataLine(line []byte) error {
	if s.jobLines == 0 {
		s.expect()
	}
	if len(s.workload.Jobs) == mostJobs {
		return &textfile.Error{File: s.name, Line: s.lines.Number, Accepted: fmt.Sprintf("more than %d jobs; up to so many are accepted", mostJobs)}
	}
	if err := s.fields(line); err != nil {
		return s.unreadable(err)
	}
	if s.cwf != nil && s.cwf.request != submission {
		if err := s.takeCommand(); err != nil {
			return s.unreadable(err)
		}
		return nil
	}
	s.jobLines++
	if s.history != nil {
		s.record()
	}
	if drop := s.unusable(); drop >= 0 {
		s.remark(drop, s.lines.Number)
		if s.cwf != nil {
			s.cwf.submitted(s.value[swfNumber], droppedRow)
		}
		return nil
	}
	s.take()
	return nil
}

// unreadable leaves out the line at hand, for which err says what is wrong with it; or it is the error of the log, which says how such
// lines are left out.
func (s *swfReader) unreadable(err *textfile.Error) error {
	if s.skips {
		s.jobLines++
		s.remarks[unreadableLine].AddFor(s.lines.Number, err.Reason())
		return nil
	}
	err.Without = `with "lines": "skip" in the workload, lines that cannot be read are left out and listed`
	return err
}

// mostJobs is how many jobs a log may have: more would not fit into the memory of a browser.
const mostJobs = 20_000_000

// expect makes room for as many jobs as the header announces, within reason.
func (s *swfReader) expect() {
	const most = 1 << 20
	h := s.header.header()
	n := h.MaxRecords
	if n == 0 {
		n = h.MaxJobs
	}
	s.expected = int(min(n, most))
	s.workload.Jobs = make([]engine.Job, 0, s.expected)
	s.line = make([]int32, 0, s.expected)
}

// unusable is why no job can be made of the line at hand, -1 if one can.
func (s *swfReader) unusable() swfRemark {
	switch status := s.value[swfStatus]; {
	case status >= 2 && status <= 4:
		return partialExecution
	case s.value[swfSubmit] < 0:
		return noSubmit
	case s.processors(swfRequested) <= 0 && s.processors(swfAllocated) <= 0:
		return noSize
	case s.value[swfRun] < 0:
		return noRunTime
	}
	return -1
}

// take makes a job of the line at hand.
func (s *swfReader) take() {
	w := s.workload
	row := len(w.Jobs)

	run := s.time(swfRun)
	if w.Recorded != nil {
		w.Recorded = append(w.Recorded, run)
	}
	if run == 0 {
		s.found |= 1 << zeroRunTime
		if w.Recorded == nil {
			w.Recorded = make([]engine.Time, row, max(s.expected, row+1))
			for i := range w.Recorded {
				w.Recorded[i] = w.Jobs[i].Run
			}
			w.Recorded = append(w.Recorded, run)
		}
		run = engine.Second
	}
	estimate := s.time(swfRequestedTime)
	if estimate <= 0 {
		s.found |= 1 << noRequestedTime
		estimate = run
	} else if run > estimate {
		s.found |= 1 << runAboveRequest
	}
	processors := s.roundUp(swfRequested)
	if processors <= 0 {
		s.found |= 1 << allocatedUsed
		processors = s.roundUp(swfAllocated)
	}
	memory := s.roundUp(swfRequestedMemory)
	if memory <= 0 {
		memory = s.roundUp(swfUsedMemory)
	}
	if memory <= 0 {
		memory = -1
	}
	submit := s.time(swfSubmit)
	if submit < s.last {
		s.found |= 1 << outOfOrder
		s.sorted = false
	} else {
		s.last = submit
	}

	w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Run: run, Estimate: estimate, Processors: int32(processors)})
	s.line = append(s.line, int32(s.lines.Number))
	number := s.known(swfNumber)
	s.numbered = s.numbered && number == int64(row)+1
	s.number.Set(row, number, s.expected)
	s.user.Set(row, int32(s.known(swfUser)), s.expected)
	s.group.Set(row, int32(s.known(swfGroup)), s.expected)
	s.app.Set(row, int32(s.known(swfApp)), s.expected)
	s.queue.Set(row, int32(s.known(swfQueue)), s.expected)
	s.partition.Set(row, int32(s.known(swfPartition)), s.expected)
	s.memory.Set(row, memory, s.expected)
	wait := engine.Time(-1)
	if s.known(swfWait) >= 0 {
		wait = s.time(swfWait)
	}
	s.wait.Set(row, wait, s.expected)
	preceding, think := s.known(swfPreceding), engine.Time(-1)
	if preceding <= 0 {
		preceding = -1
	}
	if s.known(swfThinkTime) >= 0 {
		think = s.time(swfThinkTime)
	}
	s.preceding.Set(row, preceding, s.expected)
	s.think.Set(row, think, s.expected)
	if s.cwf != nil {
		s.takeStart(row)
		s.cwf.submitted(number, int32(row))
	}

	if s.value[swfRequested] < -1 || s.value[swfRequestedTime] < -1 || s.value[swfRequestedMemory] < -1 {
		s.found |= 1 << negativeValue
	}
	s.remarkFound()
}

// remarkFound makes a remark of everything found in the line at hand.
func (s *swfReader) remarkFound() {
	if s.found == 0 {
		return
	}
	for r := range swfRemarks {
		if s.found&(1<<r) != 0 {
			s.remark(r, s.lines.Number)
		}
	}
}

func (s *swfReader) remark(r swfRemark, line int) { s.remarks[r].Add(line) }

// finish puts the workload into order and the report together.
func (s *swfReader) finish() (*engine.Workload, *workload.Report, error) {
	w := s.workload
	report := &workload.Report{File: s.name, Lines: s.lines.Number, JobLines: s.jobLines, Jobs: len(w.Jobs),
		Notes: []string{}, Header: s.header.header()}
	s.findRepeatedNumbers()
	report.Remarks = workload.Occurred(s.remarks[:], swfRemarkTexts[:])
	if len(w.Jobs) == 0 {
		return nil, nil, s.noJobs(report)
	}

	if !s.numbered {
		w.Number = s.number.Values
	}
	w.User, w.Group, w.App = s.user.Values, s.group.Values, s.app.Values
	w.Queue, w.Partition = s.queue.Values, s.partition.Values
	w.Memory, w.Wait = s.memory.Values, s.wait.Values
	w.Preceding, w.Think = s.preceding.Values, s.think.Values
	w.Machine, w.Queues = machineOf(report.Header), queuesOf(report.Header)
	w.Calendar = report.Header.Calendar()
	if s.cwf != nil {
		s.cwf.finish(w, report)
	}
	if !s.sorted {
		table.SortBySubmit(w)
	}
	return w, report, nil
}

// noJobs is the error of a file in which nothing can be simulated.
func (s *swfReader) noJobs(report *workload.Report) error {
	e := &textfile.Error{File: s.name, Accepted: "the file is empty; a log in the " + s.format + " is accepted"}
	switch {
	case report.JobLines > 0:
		e.Accepted = "no line of the log can be simulated: "
		for i, m := range report.Remarks {
			if i > 0 {
				e.Accepted += "; "
			}
			e.Accepted += m.String()
		}
	case report.Lines > 0:
		e.Accepted = "no job lines, only comments and blank lines; a log in the " + s.format + " is accepted"
	}
	return e
}

// findRepeatedNumbers remarks on jobs whose number a line further up has.
func (s *swfReader) findRepeatedNumbers() {
	number := s.number.Values
	ascending := true
	for i := 1; i < len(number) && ascending; i++ {
		ascending = number[i] > number[i-1]
	}
	if s.numbered || ascending {
		return
	}
	rows := make([]int32, len(number))
	for i := range rows {
		rows[i] = int32(i)
	}
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(number[a], number[b]) })
	var lines []int
	for i := 1; i < len(rows); i++ {
		if n := number[rows[i]]; n == number[rows[i-1]] && n != -1 {
			lines = append(lines, int(s.line[rows[i]]))
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		s.remark(repeatedNumber, line)
	}
}
