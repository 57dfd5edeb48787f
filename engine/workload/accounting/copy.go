package accounting

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Copy reads a log as Read does and writes it without names: what is left has the columns that are read, numbers for names, and each
// run in its own line of the log. What cannot be read, and steps of jobs, leave a mark, so that both logs are read alike but for texts
// with delimiters and lines' ends, which are gone.
func Copy(w io.Writer, r io.Reader, name string, o Options) (*Log, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	log, err := readLog(r, name, o, &copier{out: out})
	if err != nil {
		return nil, err
	}
	return log, out.Flush()
}

// CopyName is what the copy of a log is called, whose SHA-256 that is in hexadecimal: the name of the log itself may be that of a centre.
func CopyName(sha256 string) string { return "accounting-" + sha256[:min(8, len(sha256))] + ".txt" }

// copier writes what is read of the lines of a log. Its writer keeps the first error.
type copier struct {
	out   *bufio.Writer
	lines int // written
	shift int // 1 where the log has no head, and the copy has
	head  []byte
	row   []byte
}

// Marks of lines that tell of no run, in the place of a job's number.
const (
	unreadableMark = "?"
	stepMark       = "0.0"
)

// line writes a line in the place of the one of that number.
func (c *copier) line(number int, text []byte) {
	for ; c.lines < number+c.shift-1; c.lines++ {
		c.out.WriteByte('\n')
	}
	c.out.Write(text)
	c.out.WriteByte('\n')
	c.lines++
}

// copyHead writes the names of the columns, in the place of the first line or before it.
func (s *slurmReader) copyHead(named bool) {
	if s.copier == nil {
		return
	}
	names := make([]string, slurmRoles)
	for name, role := range slurmRoleOf {
		names[role] = name
	}
	row := s.copier.row[:0]
	for role := range slurmRoles {
		if s.at[role] >= 0 {
			row = append(append(row, names[role]...), '|')
		}
	}
	s.copier.head, s.copier.row = bytes.Clone(bytes.TrimSuffix(row, []byte("|"))), row
	s.copier.line(1, s.copier.head)
	if !named {
		s.copier.shift = 1
	}
}

// copyHeadAgain writes them in the place of another line.
func (s *slurmReader) copyHeadAgain(line int) {
	if s.copier != nil {
		s.copier.line(line, s.copier.head)
	}
}

// copyMark writes a mark in the place of a line.
func (s *slurmReader) copyMark(line int, mark string) {
	if s.copier == nil {
		return
	}
	row := append(s.copier.row[:0], mark...)
	for range bytes.Count(s.copier.head, []byte("|")) {
		row = append(row, '|')
	}
	s.copier.row = row
	s.copier.line(line, row)
}

// copyRow writes the row of a record. Fields that have been understood stay as they are; of all others nothing is left.
func (s *slurmReader) copyRow(line int, fields [][]byte, r *Record) {
	if s.copier == nil {
		return
	}
	row := s.copier.row[:0]
	number := func(n int32) {
		if n > 0 {
			row = strconv.AppendInt(row, int64(n), 10)
		}
	}
	for role := range slurmRoles {
		if s.at[role] < 0 {
			continue
		}
		field := s.field(fields, role)
		switch role {
		case slurmUser, slurmUID:
			number(r.User)
		case slurmGroup, slurmGID:
			number(r.Group)
		case slurmAccount:
			number(r.Account)
		case slurmPartition:
			number(r.Partition)
		case slurmQOS:
			number(r.QOS)
		case slurmState:
			state, _, _ := bytes.Cut(field, []byte(" "))
			row = append(row, bytes.TrimSuffix(state, []byte("+"))...)
		case slurmReqTRES, slurmAllocTRES:
			if t, err := readTRES(field); err == nil && len(field) > 0 {
				row = fmt.Appendf(row, "cpu=%d,mem=%dK,node=%d,gres/gpu=%d", t.cpus, t.memory, t.nodes, t.gpus)
			}
		case slurmNodeList:
			if string(field) == noNodes {
				row = append(row, field...)
			}
		case slurmFlags:
			switch r.Backfilled {
			case 1:
				row = append(row, startedBackfilled...)
			case 0:
				row = append(row, startedInOrder...)
			}
		case slurmJobIDRaw, slurmElapsedRaw, slurmTimelimitRaw:
			if _, ok := digits(field); ok || isUnlimited(field) {
				row = append(row, field...)
			}
		case slurmReqMem:
			if _, ok := kilobytes(bytes.TrimRight(field, "nc"), 1<<10); ok {
				row = append(row, field...)
			}
		case slurmElapsed, slurmTimelimit:
			if _, ok := duration(field); ok || isUnlimited(field) {
				row = append(row, field...)
			}
		default:
			row = append(row, field...)
		}
		row = append(row, '|')
	}
	s.copier.row = row
	s.copier.line(line, row[:len(row)-1])
}
