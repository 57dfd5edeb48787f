package draft

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
)

// ChangeKind is the kind of the transformation whose table holds the changes of single jobs:
// the last one of that kind. The first change appends one.
const ChangeKind = "change"

// JobChange is a row of that table: the JSON value of each column that it has.
type JobChange map[string]json.RawMessage

// Action is what happens to the job: change, remove or add.
func (c JobChange) Action() string {
	if text := strings.Trim(string(c["action"]), `"`); text != "" {
		return text
	}
	return "change"
}

// Number is that of the job, -1 if the row has none.
func (c JobChange) Number() int64 {
	n, err := strconv.ParseInt(string(c["job"]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// Value is that of a column in the unit of the scenario; false if it is left out.
func (c JobChange) Value(column string) (float64, bool) {
	v, err := strconv.ParseFloat(string(c[column]), 64)
	return v, err == nil
}

// Empty says whether the row changes nothing.
func (c JobChange) Empty() bool {
	return c.Action() == "change" && !slices.ContainsFunc(Changeable, func(column string) bool { return c[column] != nil })
}

// Changeable are the columns with what can be changed of a job.
var Changeable = []string{"submit", "processors", "run", "request"}

// ChangeTable describes the table.
func (f Form) ChangeTable() *param.Param { return ParamNamed(f.Transform(ChangeKind), "jobs") }

// ChangesOf are the changes of single jobs in a draft, and the place of their transformation,
// -1 if there is none. ok is false if somebody typed a table that is none.
func (f Form) ChangesOf(d *Draft) (rows []JobChange, at int, ok bool) {
	at = -1
	for i := range d.Transforms {
		if d.Transforms[i].Kind == ChangeKind {
			at = i
		}
	}
	if at < 0 {
		return nil, at, true
	}
	table := f.ChangeTable()
	raw, err := readTable(table.Columns, d.Transforms[at].Texts["jobs"], f.clock(d, ChangesPath(at), table))
	if err != nil || json.Unmarshal(raw, &rows) != nil {
		return nil, at, false
	}
	return rows, at, true
}

// ChangesPath is the field with the changes of the transformation at a place.
func ChangesPath(at int) string { return "/workload/transform/" + strconv.Itoa(at) + "/jobs" }

// RowOf is the index of the row of the job with a number, -1 if there is none.
func RowOf(rows []JobChange, number int64) int {
	return slices.IndexFunc(rows, func(c JobChange) bool { return c.Number() == number })
}

// AlterChanges changes the table of changes of d; without rows the transformation goes. Nothing happens if the table cannot be read.
func (f Form) AlterChanges(d *Draft, edit func([]JobChange) []JobChange) {
	rows, at, ok := f.ChangesOf(d)
	if !ok {
		return
	}
	rows = slices.DeleteFunc(edit(rows), JobChange.Empty)
	switch {
	case len(rows) == 0 && at >= 0:
		d.Transforms = slices.Delete(d.Transforms, at, at+1)
		d.Follow("/workload/transform", Without(at))
		return
	case len(rows) == 0:
		return
	case at < 0:
		d.Transforms = append(d.Transforms, Blank(f.Transform(ChangeKind)))
		at = len(d.Transforms) - 1
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		panic(err) // the values were JSON before
	}
	d.Transforms[at].Texts["jobs"] = TableText(f.ChangeTable().Columns, raw)
}
