package logs

import (
	"fmt"
	"io"
	"strconv"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
)

// ReadCWF reads a workload in the Cloud Workload Format, plain or gzipped: lines of
// the Standard Workload Format, read as ReadSWF does, with three more fields.
//
//   - Field 19, the requested start, is a time like field 2: seconds since the log's
//     zero, -1 for batch jobs. (The format's authors compare it with the present
//     time.) One at or before the submit time is due at the submission.
//   - Field 20, the request type, is S where the line submits a job, and ET, RT, EP or
//     RP where it is a command to extend or reduce the time or the processors of a job.
//   - Field 21, the amount of a command, is in seconds for ET and RT and in processors
//     for EP and RP. Lines that submit a job may leave it out.
//
// A command names its job by field 1, the job number: it is for the last job further
// up that has it. Its field 2 is the time of issue; of fields 3 to 19 it uses none, but
// they must be there. Commands may stand in any order; they are taken by the time of
// issue, then line. One issued before its job is submitted is kept: a simulation
// refuses it. Commands for jobs that are dropped are dropped, too. The
// workload has no limit on the commands of a job.
//
// Errors are those of ReadSWF, and unknown types, commands without time or amount, and
// commands for jobs that no line further up submits.
//
// Cost: that of ReadSWF, and a table of all job numbers while reading.
//
// Source: Kumar, Shae, Jamjoom, Scheduling batch and heterogeneous jobs with runtime
// elasticity in a parallel processing environment, IPDPSW 2012, figure 4.
func ReadCWF(r io.Reader, name string) (*engine.Workload, *workload.Report, error) {
	return newCWFReader(name, Refuse).readAll(r)
}

func newCWFReader(name string, lines Unreadable) *swfReader {
	return &swfReader{name: name, format: "Cloud Workload Format", skips: lines == Skip, cwf: &cwfReader{rows: map[int64]int32{}}}
}

// submission is the request type of lines that submit a job, beside those of commands.
const submission engine.CommandKind = 0xff

// droppedRow stands for the row of a job that was dropped.
const droppedRow int32 = -1

// cwfReader is what reading the Cloud Workload Format needs beside a swfReader.
type cwfReader struct {
	requested table.Column[engine.Time]
	commands  []engine.Command // in the order of the file
	rows      map[int64]int32  // by job number: the last job with it

	// The line at hand.
	request engine.CommandKind
	amount  int64 // of a command: milliseconds or processors
}

// submitted notes the job of the line at hand. Lines that are dropped may be parts of
// a job that is not.
func (c *cwfReader) submitted(number int64, row int32) {
	if number < 0 {
		return
	}
	if _, known := c.rows[number]; known && row == droppedRow {
		return
	}
	c.rows[number] = row
}

// cwfFields parses the fields from the 19th on, which begin at p of line, and returns
// where they end.
func (s *swfReader) cwfFields(line []byte, p int) (int, *textfile.Error) {
	p, err := s.numbers(line, p, cwfStart, cwfRequest)
	if err != nil {
		return 0, err
	}
	word, p := nextWord(line, p)
	if len(word) == 0 {
		return 0, s.tooFew(line, cwfRequest)
	}
	c := s.cwf
	if string(word) == "S" {
		c.request = submission
	} else if kind, ok := table.CommandKind(string(word)); ok {
		c.request = kind
	} else {
		return 0, s.fieldError(cwfRequest, word, "one of S, ET, RT, EP, RP is accepted")
	}
	word, p = nextWord(line, p)
	if len(word) == 0 && c.request != submission {
		return 0, s.tooFew(line, cwfAmount)
	}
	return p, s.amount(word)
}

// nextWord is the word at or behind p of line, empty if there is none, and where it ends.
func nextWord(line []byte, p int) ([]byte, int) {
	p = skipBlanks(line, p)
	start := p
	for p < len(line) && !isBlank(line[p]) {
		p++
	}
	return line[start:p], p
}

// amount parses field 21, empty if it is missing.
func (s *swfReader) amount(word []byte) *textfile.Error {
	c := s.cwf
	whole, milli, exact, ok := textfile.ParseDecimal(word)
	switch {
	case c.request == submission:
		if !ok && len(word) > 0 {
			return s.fieldError(cwfAmount, word, "a number is accepted")
		}
		if ok && (whole > 0 || milli > 0) {
			s.found |= 1 << amountOfJob
		}
	case table.ChangesTime(c.request):
		if !ok || whole < 0 || whole == 0 && milli == 0 || whole > table.MaxSeconds || whole == table.MaxSeconds && milli > 0 {
			return s.fieldError(cwfAmount, word, fmt.Sprintf("a number of seconds from 0.001 to %d is accepted", int64(table.MaxSeconds)))
		}
		if !exact {
			s.found |= 1 << roundedTime
		}
		c.amount = whole*int64(engine.Second) + milli
	default:
		if !ok || whole < 1 || whole > table.MaxProcessors || milli > 0 || !exact {
			return s.fieldError(cwfAmount, word, fmt.Sprintf("a whole number of processors from 1 to %d is accepted", table.MaxProcessors))
		}
		c.amount = whole
	}
	return nil
}

// takeStart notes the requested start of the job in row.
func (s *swfReader) takeStart(row int) {
	at := engine.Time(-1)
	if s.known(cwfStart) >= 0 {
		at = s.time(cwfStart)
	}
	s.cwf.requested.Set(row, at, s.expected)
}

// takeCommand makes a command of the line at hand.
func (s *swfReader) takeCommand() *textfile.Error {
	c := s.cwf
	number := s.value[swfNumber]
	row, known := c.rows[number]
	switch {
	case number < 0:
		return s.fieldError(swfNumber, nil, fmt.Sprintf("unknown, but the line is a command (%v); the number of a job that is submitted further up is accepted", c.request))
	case !known:
		return s.fieldError(swfNumber, strconv.AppendInt(nil, number, 10),
			fmt.Sprintf("the line is a command (%v) for a job that no line further up submits; a job number from further up is accepted", c.request))
	case s.value[swfSubmit] < 0:
		return s.fieldError(swfSubmit, nil, fmt.Sprintf("unknown, but the line is a command (%v); the time when it is issued is accepted", c.request))
	}
	if row == droppedRow {
		s.found = 1 << commandOfDropped
	} else {
		c.commands = append(c.commands, engine.Command{At: s.time(swfSubmit), Job: row, Kind: c.request, Amount: c.amount})
	}
	s.remarkFound()
	return nil
}

// finish gives w, in the order of the file, requested starts and commands.
func (c *cwfReader) finish(w *engine.Workload, report *workload.Report) {
	w.Requested, w.Commands = c.requested.Values, c.commands
	table.SortCommands(w.Commands)
	report.Commands = len(w.Commands)
	dedicated := 0
	for j := range w.Jobs {
		if w.Dedicated(int32(j)) {
			dedicated++
		}
	}
	report.Notes = append(report.Notes, fmt.Sprintf("jobs with a requested start: %d of %d; elastic commands: %d", dedicated, len(w.Jobs), len(w.Commands)))
}
