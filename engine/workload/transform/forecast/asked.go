package forecast

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/joblist"
)

// JobColumns are what can be said of a job that is asked about: as of typed jobs, but for what is about other jobs or about instants. How
// long it asks to run must be said.
var JobColumns = jobColumns()

func jobColumns() []param.Param {
	without := []string{"id", "submit", "start", "deadline", "after", "afterSuccess", "afterStart", "delay", "array", "mostTasks"}
	var list []param.Param
	for _, p := range joblist.Columns {
		switch {
		case slices.Contains(without, p.Name):
			continue
		case p.Name == "run":
			p.Required, p.Doc = false, "How long it runs if nobody stops it; as long as it requests if left out."
		case p.Name == "request":
			p.Required, p.Doc = true, "Requested time, by which the scheduler plans."
		}
		list = append(list, p)
	}
	return list
}

// AskedFor is a workload of the one job that such fields describe, by the names of JobColumns. Errors are *param.Error below them.
func AskedFor(fields map[string]json.RawMessage) (*engine.Workload, error) {
	row, err := param.Check("", JobColumns, fields)
	if err != nil {
		return nil, err
	}
	return Asked(row, workload.Inputs{})
}

// Asked is a workload of the one job that a row with JobColumns describes, at time zero. Errors are *param.Error below the row.
func Asked(row param.Values, in workload.Inputs) (*engine.Workload, error) {
	row = maps.Clone(row)
	for i := range joblist.Columns {
		if p := &joblist.Columns[i]; p.Default != nil && !row.Has(p.Name) {
			row[p.Name] = p.Default
		}
	}
	if !row.Has("run") {
		row["run"] = row["request"]
	}
	w, _, err := joblist.Kind.Make(param.Values{"jobs": []param.Values{row}}, in)
	var wrong *param.Error
	if errors.As(err, &wrong) {
		return nil, &param.Error{Path: strings.TrimPrefix(wrong.Path, "/jobs/0"), Value: wrong.Value, Reason: wrong.Reason}
	}
	return w, err
}
