package demands

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
)

// Read reads a table of comma-separated values, plain or gzipped. name stands in
// messages.
//
// The first line names the columns, of which "job", "bandwidth" and "network" are read, in
// capitals or not, and others are not; one of the last two there must be. Bandwidths are
// numbers from 0 to 1e9, rounded to whole MB/s; an empty cell, - and -1 stand for unknown. Cells
// may stand in quotation marks, and semicolons or tabulators instead of the commas. Blank
// lines and those that begin with # are skipped. Errors are of type *textfile.Error.
//
// Cost: O(n).
func Read(r io.Reader, name string) (*Table, error) {
	lines, err := textfile.LinesOf(r, name)
	if err != nil {
		return nil, err
	}
	t := &reader{name: name, lines: lines, rowOf: map[int64]int{}}
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, textfile.Unreadable(name, "form of comma-separated values", lines.Number, err)
		}
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		if t.width == 0 {
			err = t.head(line)
		} else {
			err = t.row(line)
		}
		if err != nil {
			return nil, err
		}
	}
	if t.demands.Rows == 0 {
		return nil, &textfile.Error{File: name, Accepted: "no rows; a line with the names of the columns and one for each job are accepted"}
	}
	return &t.demands, nil
}

// Columns of a table of demands.
const (
	numberColumn = iota
	bandwidthColumn
	networkColumn
	demandColumns
)

var columnNames = [demandColumns]string{"job", "bandwidth", "network"}

// reader is the state of reading one table.
type reader struct {
	name      string
	lines     *textfile.Lines
	separator byte
	width     int                // cells of the first line; 0: still to come
	place     [demandColumns]int // of the columns among them, -1: not there
	cells     [][]byte           // of the line at hand
	rowOf     map[int64]int      // line, by job number
	demands   Table
}

// head reads the names of the columns.
func (t *reader) head(line []byte) error {
	t.separator = ','
	if i := bytes.IndexAny(line, ",;\t"); i >= 0 {
		t.separator = line[i]
	}
	if err := t.split(line); err != nil {
		return err
	}
	t.width = len(t.cells)
	for c, name := range columnNames {
		t.place[c] = -1
		for i, cell := range t.cells {
			if !strings.EqualFold(string(cell), name) {
				continue
			}
			if t.place[c] >= 0 {
				return t.refuse(i, cell, "the name of an earlier column; every name once is accepted")
			}
			t.place[c] = i
		}
	}
	if t.place[bandwidthColumn] < 0 && t.place[networkColumn] < 0 {
		return &textfile.Error{File: t.name, Line: t.lines.Number, Value: textfile.Excerpt(line),
			Accepted: "no column “bandwidth” or “network”; a first line that names one of them, and “job”, is accepted"}
	}
	return nil
}

// row reads what one job asks for.
func (t *reader) row(line []byte) error {
	if err := t.split(line); err != nil {
		return err
	}
	if len(t.cells) != t.width {
		return &textfile.Error{File: t.name, Line: t.lines.Number, Value: textfile.Excerpt(line),
			Accepted: fmt.Sprintf("%d cells; as many as in the first line, %d, are accepted", len(t.cells), t.width)}
	}
	d := &t.demands
	if i := t.place[numberColumn]; i >= 0 {
		number, milli, exact, ok := textfile.ParseDecimal(t.cells[i])
		if !ok || number < 0 || number > table.MaxNumber || milli > 0 || !exact {
			return t.refuse(i, t.cells[i], fmt.Sprintf("a whole number from 0 to %d is accepted", int64(table.MaxNumber)))
		}
		if earlier := t.rowOf[number]; earlier > 0 {
			return t.refuse(i, t.cells[i], fmt.Sprintf("this job stands in line %d too; one row for each is accepted", earlier))
		}
		t.rowOf[number] = t.lines.Number
		d.Number = append(d.Number, number)
	}
	var err error
	if d.Bandwidth, err = t.demand(d.Bandwidth, bandwidthColumn); err != nil {
		return err
	}
	if d.Network, err = t.demand(d.Network, networkColumn); err != nil {
		return err
	}
	d.Rows++
	return nil
}

// demand appends the bandwidth in one of the columns of the line at hand, if it is there.
func (t *reader) demand(list []int32, column int) ([]int32, error) {
	i := t.place[column]
	if i < 0 {
		return nil, nil
	}
	cell := t.cells[i]
	if len(cell) == 0 || string(cell) == "-" || string(cell) == "-1" {
		return append(list, -1), nil
	}
	whole, milli, _, ok := textfile.ParseDecimal(cell)
	if !ok || whole < 0 || whole > table.MaxBandwidth || whole == table.MaxBandwidth && milli > 0 {
		return nil, t.refuse(i, cell, fmt.Sprintf("a number from 0 to %.0f MB/s is accepted", table.MaxBandwidth))
	}
	if milli >= 500 {
		whole++
	}
	return append(list, int32(whole)), nil
}

// split cuts a line at the separators outside quotation marks.
func (t *reader) split(line []byte) error {
	t.cells = t.cells[:0]
	begin, quoted := 0, false
	for i, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == t.separator && !quoted:
			t.cells = append(t.cells, bare(line[begin:i]))
			begin = i + 1
		}
	}
	if quoted {
		return &textfile.Error{File: t.name, Line: t.lines.Number, Value: textfile.Excerpt(line),
			Accepted: "a quotation mark is not closed; cells within one line are accepted"}
	}
	t.cells = append(t.cells, bare(line[begin:]))
	return nil
}

// bare is a cell without blanks and quotation marks around it.
func bare(cell []byte) []byte {
	cell = bytes.TrimSpace(cell)
	if n := len(cell); n >= 2 && cell[0] == '"' && cell[n-1] == '"' {
		cell = bytes.TrimSpace(cell[1 : n-1])
	}
	return cell
}

func (t *reader) refuse(i int, cell []byte, accepted string) error {
	return &textfile.Error{File: t.name, Line: t.lines.Number, Field: fmt.Sprintf("column %d", i+1), Value: textfile.Excerpt(cell), Accepted: accepted}
}
