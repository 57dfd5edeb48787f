// Package demands reads tables of what the processes of jobs ask for: a row for each job, with
// its bandwidths of memory and network. It knows how such a table is written and which row is
// about which job of a workload, not what is done with the demands.
package demands

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/engine/workload/textfile"
)

// Table holds the rows about what the processes of jobs ask for. A column that the
// table does not have is nil; otherwise it has an entry a row.
type Table struct {
	Number    []int64 // of the job; nil: the rows are in the order of the jobs
	Bandwidth []int32 // of memory, MB/s for each process, -1: not known
	Network   []int32 // the same of the network
	Rows      int
}

// IsTable says whether a file of that name is such a table: its name ends in .csv or
// .csv.gz, in capitals or not.
func IsTable(name string) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".csv")
}

// RowsOf is for each job of w the row about it, -1 if there is none, and how many have one. A table
// that does not fit w is a *textfile.Error about the file of that name. O(n).
func (d *Table) RowsOf(w *engine.Workload, name string) (rows []int, known int, err error) {
	rows = make([]int, len(w.Jobs))
	if d.Number == nil {
		if d.Rows != len(rows) {
			return nil, 0, &textfile.Error{File: name, Accepted: fmt.Sprintf("%d rows for %d jobs; without a column “job” as many rows as jobs are accepted", d.Rows, len(rows))}
		}
		for i := range rows {
			rows[i] = i
		}
		return rows, len(rows), nil
	}
	rowOf := make(map[int64]int, d.Rows)
	for row, number := range d.Number {
		rowOf[number] = row
	}
	for i := range rows {
		row, found := rowOf[w.JobNumber(int32(i))]
		if !found {
			rows[i] = -1
			continue
		}
		rows[i] = row
		known++
	}
	if known == 0 && len(rows) > 0 {
		return nil, 0, &textfile.Error{File: name, Accepted: fmt.Sprintf("no row is about a job of the workload, such as job %d; numbers of its jobs in the column “job” are accepted", w.JobNumber(0))}
	}
	return rows, known, nil
}
