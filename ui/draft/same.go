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

// SameRunUnder says whether the run under policy i of scenario a is the same as under policy k of scenario b, draw by draw: whether nothing
// differs but other policies, and what does not matter to runs.
func SameRunUnder(a json.RawMessage, i int, b json.RawMessage, k int) bool {
	one, ok := onlyUnder(a, i)
	other, also := onlyUnder(b, k)
	return ok && also && bytes.Equal(one, other)
}

// onlyUnder is the essence of a scenario with one of its policies alone.
func onlyUnder(text json.RawMessage, i int) ([]byte, bool) {
	s, err := scenario.Read(text)
	if err != nil || i >= len(s.Policies) {
		return nil, false
	}
	s.Policies, s.Claims = s.Policies[i:i+1], nil
	s.Policies[0].Label = ""
	short, err := json.Marshal(s)
	return essence(short), err == nil
}
