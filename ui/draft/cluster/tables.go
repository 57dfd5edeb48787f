// Package cluster is a cluster with partitions, and its scheduler, as they are being edited: the rows of their tables, which questions
// change. It knows the tables of the machine of partitions and those of the policy slurm, and no page.
package cluster

import (
	"encoding/json"
	"slices"
	"strconv"

	"backfill/engine/param"
	"backfill/ui/draft"
)

// row is a row of a table, by the names of its columns.
type row map[string]json.RawMessage

// text is what a row has in a column, "" if nothing.
func (r row) text(column string) string {
	var text string
	if json.Unmarshal(r[column], &text) != nil {
		return ""
	}
	return text
}

// number is what a row has in a column, otherwise if it has no number there.
func (r row) number(column string, otherwise int64) (v int64) {
	if r[column] == nil || json.Unmarshal(r[column], &v) != nil {
		return otherwise
	}
	return v
}

// setText puts a text into a column.
func (r row) setText(column, text string) {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	r[column] = raw
}

// setNumber puts a number into a column.
func (r row) setNumber(column string, v float64) {
	r[column] = json.RawMessage(strconv.FormatFloat(v, 'f', -1, 64))
}

// columnsOf are those of a table of a kind.
func columnsOf(about *param.Description, table string) []param.Param {
	return draft.ParamNamed(about, table).Columns
}

// readRows are the rows of a table as its field has it; false if that has a mistake.
func readRows(about *param.Description, table, text string) (rows []row, ok bool) {
	raw, err := draft.ReadTable(columnsOf(about, table), text)
	return rows, err == nil && json.Unmarshal(raw, &rows) == nil
}

// rowsText are rows of a table as its field has them.
func rowsText(about *param.Description, table string, rows []row) string {
	raw, err := json.Marshal(rows)
	if err != nil {
		panic(err) // they were read from JSON
	}
	return draft.TableText(columnsOf(about, table), raw)
}

// rowNumbered is the first row with a number in a column, nil if there is none.
func rowNumbered(rows []row, column string, number int64) row {
	if i := slices.IndexFunc(rows, func(r row) bool { return r.number(column, -1) == number }); i >= 0 {
		return rows[i]
	}
	return nil
}
