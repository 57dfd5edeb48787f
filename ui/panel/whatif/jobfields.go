package whatif

import (
	"encoding/json"
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// JobFields are the fields of a job that is changed or added.
type JobFields struct {
	list []jobField
	name string
}

// jobField is one field of a job that is changed or added.
type jobField struct {
	Column, Label, Text, Empty string
	Old                        string // the value before, if it was another one
	About                      string // how it is written, where that needs to be said
	Mistake                    string
	id                         string
	edit                       func(text string)
}

// class gives a field that says how it is written a line of its own.
func (f jobField) class() string {
	if f.About != "" {
		return "field long"
	}
	return "field"
}

// jobFieldLabels are the labels of the columns that can be changed.
var jobFieldLabels = map[string]string{"submit": "Submitted", "processors": "Processors", "run": "Run time", "request": "Requested time"}

// jobText is the value of a column as its field shows it: an instant as it is displayed, unless something would be lost by that.
func (w *WhatIf) jobText(column string, v float64) string {
	switch column {
	case "processors":
		return phrase.Number(v)
	case "submit":
		clock, at := w.Clock(), engine.FromSeconds(v)
		if again, err := clock.Read(clock.Format(at)); err == nil && again == at && clock.Calendar != nil {
			return clock.Format(at)
		}
	}
	return phrase.ExactSeconds(v)
}

// accepted says how a column with instants is written, "" for another one.
func (w *WhatIf) accepted(column string) string {
	if draft.ColumnNamed(w.Form.ChangeTable().Columns, column).Instant {
		return phrase.UpperFirst(w.Clock().Accepts()) + "."
	}
	return ""
}

// readJobValue is text as the JSON value of a column of the table of changes, nil if it is empty.
func (w *WhatIf) readJobValue(column, text string) (json.RawMessage, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	q := draft.ColumnNamed(w.Form.ChangeTable().Columns, column)
	raw := json.RawMessage(strings.ReplaceAll(text, ",", ""))
	if q.Kind == param.Number {
		read := phrase.ParseSpan
		if q.Instant {
			read = w.Clock().Read
		}
		t, err := read(text)
		if err != nil {
			return nil, fmt.Errorf("%s", phrase.UpperFirst(err.Error())+".")
		}
		raw = json.RawMessage(phrase.Number(t.Seconds()))
	}
	if !json.Valid(raw) {
		raw = json.RawMessage(`"` + column + `"`) // refused as what it is not
	}
	if _, err := param.Check("", []param.Param{*q}, map[string]json.RawMessage{column: raw}); err != nil {
		return nil, fmt.Errorf("%s", phrase.UpperFirst(phrase.GroupedIn(q.Accepts()))+".")
	}
	return raw, nil
}
