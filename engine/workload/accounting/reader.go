package accounting

import (
	"bytes"
	"io"

	"backfill/engine/workload/textfile"
)

// reader is what the readers of all formats share: the lines, and what has been found in them.
type reader struct {
	name      string // of the file, for messages
	format    *format
	lines     *textfile.Lines
	ahead     [][]byte // the first lines, which were looked at to find the format out, as far as they were not handed out yet
	number    int      // of the line that was handed out last
	numbering numbering
	log       *Log
	cut       bool // the record at hand has a list of tasks that was cut

	hosts     map[string]int32 // places in hostTexts, from 1
	hostTexts []string         // lists of nodes
}

// LinesThatTell is how many lines are looked at to find a format out.
const LinesThatTell = 20

// lookAhead reads the first lines.
func (r *reader) lookAhead() error {
	for len(r.ahead) < LinesThatTell {
		line, err := r.lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return textfile.Unreadable(r.name, "format of an accounting log", r.lines.Number, err)
		}
		r.ahead = append(r.ahead, bytes.Clone(line))
	}
	return nil
}

// next is the next line without the line's end; io.EOF behind the last one.
func (r *reader) next() ([]byte, error) {
	if len(r.ahead) > 0 {
		line := r.ahead[0]
		r.ahead = r.ahead[1:]
		r.number++
		return bytes.TrimSuffix(line, []byte("\r")), nil
	}
	line, err := r.lines.Next()
	if err == io.EOF {
		return nil, err
	}
	if err != nil {
		return nil, textfile.Unreadable(r.name, r.format.title, r.lines.Number, err)
	}
	r.number = r.lines.Number
	return bytes.TrimSuffix(line, []byte("\r")), nil
}

// unreadable leaves a line out.
func (r *reader) unreadable(line int, reason string) {
	r.log.remarks[unreadableLine].AddFor(line, reason)
}

// each hands all lines that are not empty to take, which says what is wrong with one.
func (r *reader) each(take func(line []byte) error) error {
	for {
		line, err := r.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if line = bytes.Trim(line, " \t\x00"); len(line) == 0 {
			continue
		}
		if err := take(line); err != nil {
			r.unreadable(r.number, err.Error())
		}
	}
}

// newRecord is a record of which nothing is known.
func newRecord() Record {
	return Record{ID: ID{Task: Unknown, Component: Unknown}, Raw: Unknown, Submit: Unknown, Eligible: Unknown, Start: Unknown, End: Unknown, Limit: Unknown, Allocated: Unknown, Nodes: Unknown,
		Memory: Unknown, Backfilled: Unknown, User: Unknown, Group: Unknown, Account: Unknown, Partition: Unknown, QOS: Unknown}
}
