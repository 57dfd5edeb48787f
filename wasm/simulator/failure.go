package simulator

import (
	"errors"
	"strconv"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/textfile"
	"backfill/ui/result"
)

// failure puts an error into words for the page.
func failure(err error) *result.Failure {
	var wrong *param.Error
	var file *textfile.Error
	var syntax *scenario.SyntaxError
	var table *unassignedError
	switch {
	case errors.As(err, &table):
		f := failure(table.error)
		if !f.Skippable {
			f.Columns = table.columns
		}
		return f
	case errors.As(err, &wrong):
		return &result.Failure{Path: wrong.Path, Value: wrong.Value, Reason: wrong.Reason}
	case errors.As(err, &file):
		reason, value := file.Accepted, file.Value
		if value != "" {
			value = strconv.Quote(value) // so that it is told from the sentence
		}
		if file.Field != "" {
			reason = file.Field + ": " + reason
		}
		return &result.Failure{File: file.File, Line: file.Line, Value: value, Reason: reason, Skippable: file.Without != ""}
	case errors.As(err, &syntax):
		return &result.Failure{Line: syntax.Line, Reason: syntax.Error()}
	}
	return &result.Failure{Reason: err.Error()}
}

// unassignedError is the error of a file that may be a table whose columns are not known.
type unassignedError struct {
	error
	columns []string
}

// unassigned is the error of a file that begins so.
func unassigned(err error, start [][]byte) error {
	if !accounting.Unassigned(start[0]) {
		return err
	}
	return &unassignedError{err, accounting.ColumnsOf(start[0])}
}
