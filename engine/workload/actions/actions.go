// Package actions reads what people did on a cluster while its jobs ran, from a table as CSV: a line for each action, with the columns of the
// table actions of the policy slurm. It knows how people write instants, lengths, jobs, nodes and names, not what an action does.
package actions

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/param"
	"backfill/engine/workload/textfile"
)

// Names is what names in a file stand for.
type Names struct {
	// Instant reads a date, or another time that is no number of seconds.
	Instant func(text string) (engine.Time, error)
	// Node is the name that the machine has for a node; the error says what is accepted. nil: its own.
	Node func(name string) (string, error)
	// Number is that of a partition, a QOS, an account or a user, by the name of the column; false if the name is not known, or if it is nil.
	Number func(column, name string) (int64, bool)
}

// Table is what a file holds.
type Table struct {
	Actions int // lines with one
	file    string
	rows    []map[string]json.RawMessage
	origins []origin // by row
}

// origin is where a row comes from: tasks of several arrays make several rows of a line.
type origin struct {
	line  int
	cells map[string]string // by name of a column
}

// mostNodes are named by one cell.
const mostNodes = 100_000

// delimiters may stand between cells.
var delimiters = []rune{',', ';', '\t'}

// Recognises says whether a text is such a table, or what is there of its beginning: its first line names the columns at and do.
func Recognises(start string) bool {
	for line := range strings.Lines(strings.TrimPrefix(start, byteOrderMark)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			names, err := reader(line).Read()
			return err == nil && has(names, "at") && has(names, "do")
		}
	}
	return false
}

const byteOrderMark = "\xef\xbb\xbf"

func has(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(n), name) })
}

// reader reads a text with the delimiter that its first line has most often.
func reader(text string) *csv.Reader {
	first := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			first = line
			break
		}
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.Comment = -1, '#'
	for _, d := range delimiters {
		if strings.Count(first, string(d)) > strings.Count(first, string(r.Comma)) {
			r.Comma = d
		}
	}
	return r
}

// Read reads such a table, of the file of that name. Columns are those that an action may have. Its errors are of type *textfile.Error. What a
// value of a column may be, and what an action needs, it does not find out: whoever does asks In for the line.
func Read(file string, text []byte, columns []param.Param, names *Names) (*Table, error) {
	t := &Table{file: file}
	r := reader(string(bytes.TrimPrefix(text, []byte(byteOrderMark))))
	var header []string
	for {
		cells, err := r.Read()
		if err == io.EOF {
			break
		}
		if wrong, is := errors.AsType[*csv.ParseError](err); is {
			return nil, &textfile.Error{File: file, Line: wrong.Line, Accepted: "quotes that do not end where a cell ends; cells such as \"1, 2\" or 1 are accepted"}
		} else if err != nil {
			return nil, &textfile.Error{File: file, Accepted: "it cannot be read", Err: err}
		}
		line, _ := r.FieldPos(0)
		if header == nil {
			if header, err = t.header(line, cells, columns); err != nil {
				return nil, err
			}
			continue
		}
		if len(cells) > len(header) {
			return nil, &textfile.Error{File: file, Line: line, Accepted: fmt.Sprintf("%d cells; at most as many as columns (%d) are accepted", len(cells), len(header))}
		}
		if err := t.add(line, header, cells, columns, names); err != nil {
			return nil, err
		}
	}
	if t.Actions == 0 {
		return nil, &textfile.Error{File: file, Accepted: "no action; a first line with names of columns, at and do among them, and a line for each action are accepted"}
	}
	return t, nil
}

// header are the names of the columns as the table has them.
func (t *Table) header(line int, cells []string, columns []param.Param) (names []string, err error) {
	var known []string
	for _, c := range columns {
		known = append(known, c.Name)
	}
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		at := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, cell) })
		if at < 0 || slices.Contains(names, known[at]) {
			return nil, &textfile.Error{File: t.file, Line: line, Field: "column", Value: textfile.Excerpt([]byte(cell)), Accepted: "each of " + strings.Join(known, ", ") + " is accepted once"}
		}
		names = append(names, known[at])
	}
	if !has(names, "at") || !has(names, "do") {
		return nil, &textfile.Error{File: t.file, Line: line, Accepted: "there is no column at, or none do; both are needed"}
	}
	return names, nil
}

// add adds the rows of a line.
func (t *Table) add(line int, header, cells []string, columns []param.Param, names *Names) error {
	from := origin{line, map[string]string{}}
	row, jobs := map[string]json.RawMessage{}, ""
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if cell == "" || cell == "-" {
			continue
		}
		name := header[i]
		from.cells[name] = cell
		if name == "jobs" {
			jobs = cell
			continue
		}
		c := &columns[slices.IndexFunc(columns, func(c param.Param) bool { return c.Name == name })]
		value, err := valueOf(c, cell, names)
		if err != nil {
			return &textfile.Error{File: t.file, Line: line, Field: name, Value: textfile.Excerpt([]byte(cell)), Accepted: err.Error()}
		}
		row[name] = value
	}
	if len(from.cells) == 0 {
		return nil
	}
	t.Actions++
	parts := []group{{}}
	if jobs != "" {
		var known bool
		if parts, known = groupsOf(jobs); !known || len(parts) > 1 && row["tasks"] != nil {
			return &textfile.Error{File: t.file, Line: line, Field: "jobs", Value: textfile.Excerpt([]byte(jobs)), Accepted: "numbers of jobs as the log has them, such as 123, 3-7, the task 123_4 or the tasks 123_[1-5], with commas between, are accepted"}
		}
	}
	for _, part := range parts {
		one := row
		if part.jobs != "" {
			one = map[string]json.RawMessage{"jobs": quoted(part.jobs)}
			if part.tasks != "" {
				one["tasks"] = quoted(part.tasks)
			}
			for name, value := range row {
				one[name] = value
			}
		}
		t.rows, t.origins = append(t.rows, one), append(t.origins, from)
	}
	return nil
}

// valueOf is a cell of a column as JSON.
func valueOf(c *param.Param, cell string, names *Names) (json.RawMessage, error) {
	switch {
	case c.Name == "at":
		if n, err := strconv.ParseFloat(cell, 64); err == nil {
			return number(n)
		}
		t, err := names.Instant(cell)
		if err != nil {
			return nil, errors.New("seconds, or " + strings.TrimPrefix(err.Error(), cell+": "))
		}
		return number(t.Seconds())
	case c.Kind == param.Number:
		seconds, known := lengthOf(cell)
		if !known {
			return nil, errors.New("seconds, or a length such as 1:30:00 or 2-00:00:00, are accepted")
		}
		return number(seconds)
	case c.Name == "nodes":
		list, err := hostlist.Expand(cell, mostNodes)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if names.Node == nil {
				break
			}
			if list[i], err = names.Node(list[i]); err != nil {
				return nil, err
			}
		}
		return quoted(hostlist.Compress(list)), nil
	case c.Name == "number":
		return whole(cell, "a number is accepted")
	case c.Kind == param.Integer:
		if names.Number != nil {
			if n, known := names.Number(c.Name, cell); known {
				return json.RawMessage(strconv.FormatInt(n, 10)), nil
			}
		}
		return whole(cell, "a number, or a name that the log or the configuration of the cluster has, is accepted")
	case c.Kind == param.Choice:
		return quoted(strings.ToLower(cell)), nil
	}
	return quoted(cell), nil
}

func whole(cell, accepted string) (json.RawMessage, error) {
	n, err := strconv.ParseInt(cell, 10, 64)
	if err != nil {
		return nil, errors.New(accepted)
	}
	return json.RawMessage(strconv.FormatInt(n, 10)), nil
}

// number is one as JSON, as short as may be.
func number(n float64) (json.RawMessage, error) {
	raw, err := json.Marshal(n)
	if err != nil {
		return nil, errors.New("a finite number is accepted")
	}
	return raw, nil
}

func quoted(text string) json.RawMessage {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return raw
}

// lengthOf reads seconds, h:mm:ss or d-hh:mm:ss.
func lengthOf(text string) (seconds float64, ok bool) {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n, true
	}
	days, clock, dayed := strings.Cut(text, "-")
	if !dayed {
		days, clock = "0", text
	}
	parts := strings.Split(clock, ":")
	if len(parts) != 3 {
		return 0, false
	}
	bounds := [...]uint64{1 << 31, 59, 59}
	if dayed {
		bounds[0] = 23
	}
	n, err := strconv.ParseUint(days, 10, 31)
	if err != nil {
		return 0, false
	}
	seconds = 24 * float64(n)
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || n > bounds[i] || i > 0 && len(part) != 2 {
			return 0, false
		}
		if i > 0 {
			seconds *= 60
		}
		seconds += float64(n)
	}
	return seconds, true
}

// group is jobs, or tasks of an array.
type group struct{ jobs, tasks string }

// groupsOf takes a list of jobs apart: those with numbers of their own, and the tasks of each array.
func groupsOf(list string) (groups []group, known bool) {
	var jobs []string
	for _, part := range hostlist.Parts(list) {
		part = strings.TrimSpace(part)
		array, tasks, ofArray := strings.Cut(part, "_")
		if !ofArray {
			if !isRange(part) {
				return nil, false
			}
			jobs = append(jobs, part)
			continue
		}
		if inside, is := strings.CutPrefix(tasks, "["); is {
			if tasks, is = strings.CutSuffix(inside, "]"); !is {
				return nil, false
			}
			for part := range strings.SplitSeq(tasks, ",") {
				if !isRange(part) {
					return nil, false
				}
			}
		} else if !isNumber(tasks) {
			return nil, false
		}
		if !isNumber(array) {
			return nil, false
		}
		groups = append(groups, group{array, strings.ReplaceAll(tasks, ",", ", ")})
	}
	if jobs != nil {
		groups = append([]group{{strings.Join(jobs, ", "), ""}}, groups...)
	}
	return groups, groups != nil
}

// isRange says whether a text is a number, or two with a hyphen between.
func isRange(text string) bool {
	from, to, several := strings.Cut(text, "-")
	return isNumber(from) && (!several || isNumber(to))
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(strings.TrimSpace(text), 10, 63)
	return err == nil
}

// JSON are the rows, as a scenario has them.
func (t *Table) JSON() json.RawMessage {
	raw, err := json.Marshal(t.rows)
	if err != nil {
		panic(err) // they are JSON
	}
	return raw
}

// Did is how many lines have each word in the column do, and these words in the order in which they come.
func (t *Table) Did() (words []string, count map[string]int) {
	count = map[string]int{}
	last := 0
	for _, from := range t.origins {
		word := strings.ToLower(from.cells["do"])
		if from.line == last {
			continue
		}
		if last = from.line; count[word] == 0 {
			words = append(words, word)
		}
		count[word]++
	}
	return words, count
}

// In is an error about the rows, a *param.Error whose path ends in a row and a column such as /actions/3/do, as one about the file.
func (t *Table) In(err error) error {
	wrong, is := errors.AsType[*param.Error](err)
	if !is {
		return &textfile.Error{File: t.file, Accepted: err.Error()}
	}
	parts := strings.Split(wrong.Path, "/")
	at := slices.Index(parts, "actions")
	if at < 0 || at+1 >= len(parts) {
		return &textfile.Error{File: t.file, Accepted: err.Error()}
	}
	row, err := strconv.Atoi(parts[at+1])
	if err != nil || row < 0 || row >= len(t.origins) {
		return &textfile.Error{File: t.file, Accepted: wrong.Reason}
	}
	e := &textfile.Error{File: t.file, Line: t.origins[row].line, Accepted: wrong.Reason}
	if at+2 < len(parts) {
		e.Field = parts[at+2]
		e.Value = textfile.Excerpt([]byte(t.origins[row].cells[e.Field]))
	}
	return e
}
