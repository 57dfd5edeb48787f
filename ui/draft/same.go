package draft

import (
	"bytes"
	"encoding/json"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// PlainName is what people call a kind of policy in a table: "FCFS", "EASY", "Delayed-LOS".
func PlainName(about *param.Description) string {
	if about.Kind == "fcfs" {
		return "FCFS"
	}
	return strings.TrimSuffix(about.Name, " backfilling")
}

// SameRun says whether two scenarios give the same runs: names, the baseline and the
// Number of workers do not matter.
func SameRun(a, b json.RawMessage) bool {
	return bytes.Equal(a, b) || a != nil && b != nil && bytes.Equal(essence(a), essence(b))
}

func essence(text json.RawMessage) []byte {
	s, err := scenario.Read(text)
	if err != nil {
		return text
	}
	s.Name, s.Description, s.Baseline, s.Workers = "", "", "", 0
	short, err := json.Marshal(s)
	if err != nil {
		return text
	}
	return short
}
