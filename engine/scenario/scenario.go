// Package scenario reads, checks and compiles the one declarative description of an experiment. Page, link, gallery,
// command and tests all speak Scenario; nothing else configures a run.
//
// Read makes a Scenario of JSON and checks its shape. Compile checks it against the Catalogs of what it can name and
// makes a Plan: the points of the sweep, and at each of them machine, workload and policies to simulate. Schema
// describes what both accept.
//
// The package knows the keys of a scenario and the machines. Sources of jobs, transformations and
// policies come from the catalogs; it knows no single one. It simulates nothing.
package scenario

import (
	"encoding/json"

	"backfill/engine/metrics/grouping"
)

// Version is the format that this package writes.
const Version = 1

// Scenario is an experiment as it was written: each policy schedules the workload
// on the machine.
type Scenario struct {
	Version      int                 `json:"version"`
	Name         string              `json:"name,omitempty"`
	Description  string              `json:"description,omitempty"` // Markdown
	Machine      Part                `json:"machine"`
	Workload     Workload            `json:"workload"`
	Policies     []Policy            `json:"policies"`
	Kill         *Kill               `json:"kill,omitempty"`
	Simultaneous string              `json:"simultaneous,omitempty"` // batch or sequential
	Seed         *int64              `json:"seed,omitempty"`
	Replications int                 `json:"replications,omitempty"` // 0: left out
	Workers      int                 `json:"workers,omitempty"`      // 0: the host decides
	Sweep        []Axis              `json:"sweep,omitempty"`
	Precision    *Precision          `json:"precision,omitempty"`
	Steady       *Steady             `json:"steady,omitempty"`
	Groups       []grouping.Grouping `json:"groups,omitempty"`
	Baseline     string              `json:"baseline,omitempty"` // a policy's label
	Record       string              `json:"record,omitempty"`   // none, decisions or times
	Claims       []Claim             `json:"claims,omitempty"`
}

// Part is the choice of one kind with its parameters as they were written.
type Part struct {
	Kind   string
	Fields map[string]json.RawMessage // without kind
}

// MarshalJSON writes kind first, then the parameters by name.
func (p Part) MarshalJSON() ([]byte, error) { return marshal(p.Kind, p.Fields) }

// Workload is a Part with the transformations applied to it in order.
type Workload struct {
	Part
	Transform []Part
}

func (w Workload) MarshalJSON() ([]byte, error) {
	return w.Part.with(map[string]any{"transform": w.Transform}, len(w.Transform) > 0)
}

// Policy is a Part with an optional name for results. Elastic says that elastic
// control commands are processed; otherwise they are ignored.
type Policy struct {
	Part
	Label   string
	Elastic bool
}

func (p Policy) MarshalJSON() ([]byte, error) {
	further := map[string]any{}
	if p.Label != "" {
		further["label"] = p.Label
	}
	if p.Elastic {
		further["elastic"] = true
	}
	return p.Part.with(further, len(further) > 0)
}

// with writes the part with further fields.
func (p Part) with(further map[string]any, when bool) ([]byte, error) {
	if !when {
		return p.MarshalJSON()
	}
	fields := make(map[string]json.RawMessage, len(p.Fields)+len(further))
	for name, raw := range p.Fields {
		fields[name] = raw
	}
	for name, value := range further {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fields[name] = raw
	}
	return marshal(p.Kind, fields)
}

// Kill says when a job that outlives its estimate is stopped.
type Kill struct {
	Rule  string  `json:"rule"`  // estimate, grace, sweep or never
	Grace float64 `json:"grace"` // seconds, for grace and sweep
}
