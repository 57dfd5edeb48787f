package draft

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// SettingParams describes the fields of the experiment that belong to no kind.
// Their names are JSON pointers without the leading slash.
func SettingParams() []param.Param {
	var params []param.Param
	for _, p := range scenario.KillParams() {
		p.Name = "kill/" + p.Name
		params = append(params, p)
	}
	return append(params, scenario.Setting("simultaneous"), scenario.Setting("seed"))
}

// readSettings takes the settings of a scenario apart.
func readSettings(s *scenario.Scenario) Choice {
	c := Choice{Texts: map[string]string{}}
	if s.Kill != nil {
		c.Texts["kill/rule"] = s.Kill.Rule
		c.Texts["kill/grace"] = phrase.Number(s.Kill.Grace)
	}
	if s.Simultaneous != "" {
		c.Texts["simultaneous"] = s.Simultaneous
	}
	if s.Seed != nil {
		c.Texts["seed"] = strconv.FormatInt(*s.Seed, 10)
	}
	readRepeat(s, c.Texts)
	if s.Baseline != "" {
		c.Texts["baseline"] = s.Baseline
	}
	return c
}

// HasGrace says whether jobs may outlive their estimates for a while.
func (d *Draft) HasGrace() bool {
	rule := d.Settings.Texts["kill/rule"]
	return rule == "grace" || rule == "sweep"
}

// writeSettings puts the settings of d into a scenario.
func (f Form) writeSettings(d *Draft, top map[string]any, wrong Mistakes) {
	params := append(SettingParams(), RepeatParams(d)...)
	values := map[string]json.RawMessage{}
	for i := range params {
		p := &params[i]
		if p.Name == "kill/grace" && !d.HasGrace() {
			continue
		}
		if raw, ok := CheckField("/"+p.Name, p, d.Settings.Texts, nil, wrong); ok {
			values[p.Name] = raw
		}
	}
	parts := map[string]map[string]any{}
	for name, raw := range values {
		part, rest, below := strings.Cut(name, "/")
		switch {
		case !below && optionalParts[part] != "":
		case !below:
			top[part] = raw
		case parts[part] == nil:
			parts[part] = map[string]any{rest: raw}
		default:
			parts[part][rest] = raw
		}
	}
	if kill := parts["kill"]; d.Settings.Texts["kill/rule"] == "grace" && kill["grace"] == nil {
		kill["grace"] = 0
	}
	for part := range optionalParts {
		if d.AsksFor(part) && parts[part] == nil {
			parts[part] = map[string]any{} // as by default
		}
	}
	for part, fields := range parts {
		top[part] = fields
	}
	// A baseline that was renamed or removed gives way to the first policy.
	if b := d.Settings.Texts["baseline"]; b != "" && slices.Contains(f.Labels(d), b) {
		top["baseline"] = b
	}
}
