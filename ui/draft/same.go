package draft

import (
	"bytes"
	"encoding/json"

	"backfill/engine/scenario"
)

// SameRun says whether two scenarios give the same runs: names, the baseline and the
// number of workers do not matter.
func SameRun(a, b json.RawMessage) bool {
	return bytes.Equal(a, b) || a != nil && b != nil && bytes.Equal(essence(a), essence(b))
}

// essence is a scenario without what does not matter to its runs.
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
