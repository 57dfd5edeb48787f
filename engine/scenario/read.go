package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
)

// Most entries of a scenario's lists.
const (
	MaxPolicies   = 16
	MaxTransforms = 16
)

// maxSeed is the largest seed that a JavaScript number holds exactly.
const maxSeed = 1<<53 - 1

// key is one key of a scenario.
type key struct {
	name     string
	required string // what is accepted, for a key that must be there
	read     func(s *Scenario, path string, raw json.RawMessage) error
}

var keys = []key{
	{"version", "1 is accepted", (*Scenario).readVersion},
	{"name", "", (*Scenario).readName},
	{"description", "", (*Scenario).readSetting},
	{"machine", "an object with a kind is accepted", (*Scenario).readMachine},
	{"workload", "an object with a kind is accepted", (*Scenario).readWorkload},
	{"policies", "a list of objects with a kind each is accepted", (*Scenario).readPolicies},
	{"kill", "", (*Scenario).readKill},
	{"simultaneous", "", (*Scenario).readSetting},
	{"seed", "", (*Scenario).readSetting},
	{"replications", "", (*Scenario).readSetting},
	{"workers", "", (*Scenario).readSetting},
	{"sweep", "", (*Scenario).readSweep},
	{"precision", "", (*Scenario).readPrecision},
	{"steady", "", (*Scenario).readSteady},
	{"groups", "", (*Scenario).readGroups},
	{"baseline", "", (*Scenario).readSetting},
	{"record", "", (*Scenario).readSetting},
	{"claims", "", (*Scenario).readClaims},
}

// settings describes the keys whose value is a parameter. A setting without a default here has
// the default that its description states.
var settings = []param.Param{
	{Name: "description", Kind: param.Text, Doc: "What the experiment is about, in Markdown."},
	{Name: "simultaneous", Kind: param.Choice, Choices: []string{"batch", "sequential"}, Default: "batch",
		Doc: "Events of one instant: all taken first and the policy called once (batch), or the policy called after each, arrivals before ends (sequential). Under the latter a job that is expected to end now already counts as ended."},
	{Name: "seed", Kind: param.Integer, Min: 0, Max: maxSeed, Default: int64(1),
		Doc: "Start of the random numbers: the same seed draws the same jobs."},
	{Name: "replications", Kind: param.Integer, Min: 1, Max: maxReplications, Default: int64(1),
		Doc: "How often everything is repeated with other random numbers, the same ones for all policies and at all points of a sweep; with a wanted precision at least so often."},
	{Name: "workers", Kind: param.Integer, Min: 0, Max: 64, Default: int64(0),
		Doc: "How many simulations run at the same time; 0: as many as the computer has processors for, in a browser one less and at most 8. Results do not depend on it."},
	{Name: "baseline", Kind: param.Text,
		Doc: "Label of the policy that the others are compared with; the first policy if left out."},
	{Name: "record", Kind: param.Choice, Choices: []string{"none", "decisions", "times"}, Default: "none",
		Doc: "What is recorded of each simulation beside what came of the jobs: nothing, the reasons why they wait and start, or the times that the policies take for their plans, which differ from run to run and from computer to computer."},
}

// Setting describes the key name, whose value is a parameter. It panics if there is
// no such key: a programmer's mistake.
func Setting(name string) param.Param {
	return settings[slices.IndexFunc(settings, func(p param.Param) bool { return p.Name == name })]
}

// Read reads a scenario from JSON. Its shape is checked here, its kinds and their
// parameters by Compile. Errors are *SyntaxError or *param.Error.
func Read(data []byte) (*Scenario, error) {
	// Some editors begin a file with a byte order mark; JSON allows to ignore it.
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := syntax(data); err != nil {
		return nil, err
	}
	if err := repeated(data); err != nil {
		return nil, err
	}
	fields, err := object("", data)
	if err != nil {
		return nil, err
	}
	var known []string
	for _, k := range keys {
		known = append(known, k.name)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			return nil, param.UnknownKey("", name, fields[name], strings.Join(known, ", "))
		}
	}
	s := &Scenario{}
	for _, k := range keys {
		raw, given := fields[k.name]
		if !given {
			if k.required != "" {
				return nil, &param.Error{Path: "/" + k.name, Reason: "missing; " + k.required}
			}
			continue
		}
		if err := k.read(s, "/"+k.name, raw); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Scenario) readVersion(path string, raw json.RawMessage) error {
	var version float64
	if json.Unmarshal(raw, &version) != nil || version != Version {
		return &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "only version 1 is known"}
	}
	s.Version = Version
	return nil
}

func (s *Scenario) readName(path string, raw json.RawMessage) (err error) {
	s.Name, err = line(path, raw)
	return err
}

// longestLine is how many characters a name or a label may have.
const longestLine = 500

// line reads a text without line breaks and other control characters.
func line(path string, raw json.RawMessage) (string, error) {
	var text *string
	if json.Unmarshal(raw, &text) != nil || text == nil || !param.IsLine(*text) {
		return "", &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "a text of one line is accepted"}
	}
	if n := utf8.RuneCountInString(*text); n > longestLine {
		return "", &param.Error{Path: path, Value: param.Excerpt(raw), Reason: fmt.Sprintf("%d characters; a text of at most %d is accepted", n, longestLine)}
	}
	return *text, nil
}

// readLabel reads the name of a policy or a part of the sweep in results, which is not seen there if it is blank; "" stands for none.
func readLabel(path string, raw json.RawMessage) (string, error) {
	label, err := line(path, raw)
	if err == nil && label != "" && strings.TrimSpace(label) == "" {
		err = &param.Error{Path: path, Value: param.Excerpt(raw), Reason: "a label that is not blank is accepted"}
	}
	return label, err
}

func (s *Scenario) readSetting(path string, raw json.RawMessage) error {
	name := path[1:]
	values, err := param.Check("", []param.Param{Setting(name)}, map[string]json.RawMessage{name: raw})
	if err != nil {
		return err
	}
	switch name {
	case "description":
		s.Description = values.Text(name)
	case "simultaneous":
		s.Simultaneous = values.Text(name)
	case "seed":
		seed := values.Int(name)
		s.Seed = &seed
	case "replications":
		s.Replications = int(values.Int(name))
	case "workers":
		s.Workers = int(values.Int(name))
	case "baseline":
		s.Baseline = values.Text(name)
	case "record":
		s.Record = values.Text(name)
	}
	return nil
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
	entries, err := list(path+"/transform", extra["transform"], 0, MaxTransforms)
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
	entries, err := list(path, raw, 1, MaxPolicies)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		at := fmt.Sprintf("%s/%d", path, i)
		part, extra, err := readPart(at, entry, "label", elastic.Name)
		if err != nil {
			return err
		}
		p := Policy{Part: part}
		if raw := extra["label"]; raw != nil {
			if p.Label, err = readLabel(at+"/label", raw); err != nil {
				return err
			}
		}
		if raw := extra[elastic.Name]; raw != nil {
			values, err := param.Check(at, []param.Param{elastic}, map[string]json.RawMessage{elastic.Name: raw})
			if err != nil {
				return err
			}
			p.Elastic = values.Bool(elastic.Name)
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
	{Name: "rule", Kind: param.Choice, Choices: []string{"estimate", "grace", "sweep", "never"}, Default: "estimate",
		Doc: "When a job that outlives its estimate is stopped: at the estimate, a grace period later, at the first full or half minute after that, as Slurm does, or never."},
	{Name: "grace", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0,
		Doc: "How long a job may outlive its estimate, for the rules grace and sweep."},
}

// KillParams describes the entries of the key kill.
func KillParams() []param.Param { return killParams }

func (s *Scenario) readGroups(path string, raw json.RawMessage) (err error) {
	s.Groups, err = grouping.Read(path, raw)
	return err
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
			// Read below, so that of several mistakes the same one is always named.
		case slices.Contains(apart, key):
			extra[key] = value
		default:
			p.Fields[key] = value
		}
	}
	kind, given := fields["kind"]
	if !given {
		return Part{}, nil, &param.Error{Path: path + "/kind", Reason: "missing; the name of a kind is accepted"}
	}
	if json.Unmarshal(kind, &p.Kind) != nil || p.Kind == "" {
		return Part{}, nil, &param.Error{Path: path + "/kind", Value: param.Excerpt(kind), Reason: "the name of a kind is accepted"}
	}
	return p, extra, nil
}
