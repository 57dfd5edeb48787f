// Package link puts an experiment into the fragment of an address and reads it again. A log is named in it, never held.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"backfill/ui/result"
)

// Experiment is what a link holds.
type Experiment struct {
	Scenario json.RawMessage  `json:"scenario"`
	Files    []result.FileRef `json:"files,omitempty"`
	Shown    *Cell            `json:"shown,omitempty"`  // nil: what the page shows at first
	Metric   string           `json:"metric,omitempty"` // that the answer is about (metrics.Description.Name); "": what it is about at first
}

// Cell is what of an experiment is shown: a point of its sweep and a replication of its workload, both from 0 (experiment.Cell).
type Cell struct {
	Point       int `json:"point"`
	Replication int `json:"replication"`
}

// maxInflated bounds what a link may grow to: a table of 10,000 jobs takes about a tenth.
const maxInflated = 8 << 20

// Prefix begins the fragment: what follows is the base64url of a deflated JSON object. 1 is the version of this format.
const Prefix = "s=1."

// Encode makes the fragment of an address.
func Encode(s Experiment) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // the scenario is valid JSON
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(text) // a bytes.Buffer takes everything
	w.Close()
	return Prefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Fragment is the address's fragment for an experiment that needs no logs.
func Fragment(scenario []byte) string { return Encode(Experiment{Scenario: scenario}) }

// Decode reads the fragment of an address.
func Decode(fragment string) (Experiment, error) {
	var s Experiment
	fragment = strings.ReplaceAll(fragment, "%3D", "=") // some programs escape what they pass on
	code, ok := strings.CutPrefix(fragment, Prefix)
	if !ok {
		if strings.HasPrefix(fragment, "s=") {
			return s, errors.New("the link was made by a newer version of this program")
		}
		return s, errors.New("the address holds no experiment")
	}
	packed, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return s, errors.New("the link is damaged or was cut off")
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxInflated+1))
	if err != nil {
		return s, errors.New("the link is damaged or was cut off")
	}
	if len(text) > maxInflated {
		return s, errors.New("the link holds more than a link may hold")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return s, fmt.Errorf("the link is not readable: %w", err)
	}
	if s.Scenario == nil {
		return s, errors.New("the link holds no experiment")
	}
	return s, nil
}
