package scenario

import (
	"encoding/json"
	"fmt"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/param"
)

// Most entries of a scenario's lists.
const (
	maxPolicies   = 16
	maxTransforms = 16
)

// maxSeed is the largest seed that a JavaScript number holds exactly.
const maxSeed = 1<<53 - 1

// Read reads a scenario from JSON. Its shape is checked here, its kinds and their
// parameters by Compile. Errors are *SyntaxError or *param.Error.
func Read(data []byte) (*Scenario, error) {
	if err := syntax(data); err != nil {
		return nil, err
	}
	fields, err := object("", data)
	if err != nil {
		return nil, err
	}
	s := &Scenario{}
	readers := []struct {
		key      string
		required string // what is accepted, for a key that must be there
		read     func(path string, raw json.RawMessage) error
	}{
		{"version", "1 is accepted", s.readVersion},
		{"name", "", readText(&s.Name)},
		{"description", "", readText(&s.Description)},
		{"machine", "an object with a kind is accepted", s.readMachine},
		{"workload", "an object with a kind is accepted", s.readWorkload},
		{"policies", "a list of objects with a kind each is accepted", s.readPolicies},
		{"kill", "", s.readKill},
		{"simultaneous", "", readChoice(&s.Simultaneous, "batch", "sequential")},
		{"seed", "", s.readSeed},
		{"groups", "", s.readGroups},
		{"baseline", "", readText(&s.Baseline)},
		{"record", "", readChoice(&s.Record, "none", "decisions")},
	}
	var known []string
	for _, r := range readers {
		known = append(known, r.key)
	}
	for key, raw := range fields {
		if !contains(known, key) {
			return nil, &param.Error{Path: "/" + key, Value: param.Excerpt(raw), Reason: "unknown key; known are " + strings.Join(known, ", ")}
		}
	}
	for _, r := range readers {
		raw, given := fields[r.key]
		if !given {
			if r.required != "" {
				return nil, &param.Error{Path: "/" + r.key, Reason: "missing; " + r.required}
			}
			continue
		}
		if err := r.read("/"+r.key, raw); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

func (s *Scenario) readVersion(path string, raw json.RawMessage) error {
	if json.Unmarshal(raw, &s.Version) != nil || s.Version != Version {
		return &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "only version 1 is known"}
	}
	return nil
}

func readText(into *string) func(string, json.RawMessage) error {
	return func(path string, raw json.RawMessage) error {
		if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
			return &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "a text is accepted"}
		}
		return nil
	}
}

func readChoice(into *string, choices ...string) func(string, json.RawMessage) error {
	return func(path string, raw json.RawMessage) error {
		if json.Unmarshal(raw, into) != nil || !contains(choices, *into) {
			return &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "one of " + strings.Join(choices, ", ") + " is accepted"}
		}
		return nil
	}
}

func (s *Scenario) readMachine(path string, raw json.RawMessage) (err error) {
	s.Machine, _, err = readPart(path, raw)
	return err
}

func (s *Scenario) readWorkload(path string, raw json.RawMessage) error {
	part, extra, err := readPart(path, raw, "transform")
	if err != nil {
		return err
	}
	s.Workload = Workload{Part: part}
	if extra["transform"] == nil {
		return nil
	}
	if string(extra["transform"]) == "[]" {
		return nil
	}
	entries, err := list(path+"/transform", extra["transform"], maxTransforms)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		t, _, err := readPart(fmt.Sprintf("%s/transform/%d", path, i), entry)
		if err != nil {
			return err
		}
		s.Workload.Transform = append(s.Workload.Transform, t)
	}
	return nil
}

func (s *Scenario) readPolicies(path string, raw json.RawMessage) error {
	entries, err := list(path, raw, maxPolicies)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		at := fmt.Sprintf("%s/%d", path, i)
		part, extra, err := readPart(at, entry, "label")
		if err != nil {
			return err
		}
		p := Policy{Part: part}
		if raw := extra["label"]; raw != nil {
			if err := readText(&p.Label)(at+"/label", raw); err != nil {
				return err
			}
		}
		s.Policies = append(s.Policies, p)
	}
	return nil
}

func (s *Scenario) readKill(path string, raw json.RawMessage) error {
	fields, err := object(path, raw)
	if err != nil {
		return err
	}
	values, err := param.Check(path, killParams, fields)
	if err != nil {
		return err
	}
	s.Kill = &Kill{Rule: values.Text("rule"), Grace: values.Float("grace")}
	if s.Kill.Rule == "grace" && fields["grace"] == nil {
		return &param.Error{Path: path + "/grace", Reason: "missing; " + killParams[1].Accepts()}
	}
	return nil
}

var killParams = []param.Param{
	{Name: "rule", Kind: param.Choice, Choices: []string{"estimate", "grace", "never"}, Default: "estimate",
		Doc: "When a job that outlives its estimate is stopped: at the estimate, a grace period later, or never."},
	{Name: "grace", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0,
		Doc: "How long a job may outlive its estimate, for the rule grace."},
}

// KillParams describes the entries of the key kill.
func KillParams() []param.Param { return killParams }

func (s *Scenario) readGroups(path string, raw json.RawMessage) (err error) {
	s.Groups, err = metrics.ReadGroupings(path, raw)
	return err
}

func (s *Scenario) readSeed(path string, raw json.RawMessage) error {
	p := []param.Param{{Name: "seed", Kind: param.Integer, Min: 0, Max: maxSeed}}
	values, err := param.Check("", p, map[string]json.RawMessage{"seed": raw})
	if err != nil {
		return err
	}
	seed := values.Int("seed")
	s.Seed = &seed
	return nil
}

// readPart reads an object with a kind. The keys named in apart are returned apart.
func readPart(path string, raw json.RawMessage, apart ...string) (Part, map[string]json.RawMessage, error) {
	fields, err := object(path, raw)
	if err != nil {
		return Part{}, nil, err
	}
	p := Part{Fields: map[string]json.RawMessage{}}
	extra := map[string]json.RawMessage{}
	for key, value := range fields {
		switch {
		case key == "kind":
			if err := readText(&p.Kind)(path+"/kind", value); err != nil {
				return Part{}, nil, err
			}
		case contains(apart, key):
			extra[key] = value
		default:
			p.Fields[key] = value
		}
	}
	if p.Kind == "" {
		return Part{}, nil, &param.Error{Path: path + "/kind", Reason: "missing; the name of a kind is accepted"}
	}
	return p, extra, nil
}
