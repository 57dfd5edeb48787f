package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// settingParams describes the fields of the experiment that belong to no kind.
// Their names are JSON pointers without the leading slash.
func settingParams() []param.Param {
	var params []param.Param
	for _, p := range scenario.KillParams() {
		p.Name = "kill/" + p.Name
		params = append(params, p)
	}
	params = append(params, scenario.Setting("simultaneous"), scenario.Setting("seed"))
	for _, a := range metrics.Attributes {
		if a.Natural {
			params = append(params, param.Param{Name: "groups/" + a.Name, Kind: param.Boolean, Default: false,
				Doc: "Groups of jobs by this attribute. " + a.Doc})
			continue
		}
		params = append(params, param.Param{Name: "groups/" + a.Name, Kind: param.Text, Unit: a.Unit, Default: "",
			Doc: "Groups of jobs by this attribute. " + a.Doc + " A number such as 4 makes that many groups of about equally many jobs; " +
				"several such as “" + boundsExample(a.Unit) + "” are the upper bounds of groups; empty: none."})
	}
	return params
}

func boundsExample(unit string) string {
	if unit == "s" {
		return "60, 600, 3600"
	}
	return "1, 8, 64"
}

// readSettings takes the settings of a scenario apart.
func readSettings(s *scenario.Scenario) Choice {
	c := Choice{Texts: map[string]string{}}
	if s.Kill != nil {
		c.Texts["kill/rule"] = s.Kill.Rule
		c.Texts["kill/grace"] = number(s.Kill.Grace)
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
	var further []metrics.Grouping
	for _, g := range s.Groups {
		name := "groups/" + g.By
		if _, taken := c.Texts[name]; taken || g.By == "" || g.Each != nil || g.Where != nil {
			further = append(further, g)
			continue
		}
		c.Texts[name] = groupingText(g.Division)
	}
	if further != nil {
		raw, err := json.Marshal(further)
		if err != nil {
			panic(err) // it was read from JSON
		}
		c.Texts[furtherGroups] = string(raw)
	}
	return c
}

// furtherGroups names what the fields of groups cannot say: a list of groupings as JSON.
const furtherGroups = "groups"

func groupingText(g metrics.Division) string {
	if g.Quantiles == 0 && g.Bounds == nil {
		return "true" // the attribute's own classes
	}
	if g.Quantiles > 0 {
		return strconv.Itoa(g.Quantiles)
	}
	var words []string
	for _, b := range g.Bounds {
		words = append(words, number(b))
	}
	if len(words) == 1 {
		return words[0] + ","
	}
	return strings.Join(words, ", ")
}

// readGrouping is the grouping that text asks for, as JSON; nil if none.
func readGrouping(by, text string) (json.RawMessage, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	if slices.ContainsFunc(metrics.Attributes, func(a metrics.Attribute) bool { return a.Name == by && a.Natural }) {
		if text != "true" {
			return nil, nil
		}
		return json.RawMessage(fmt.Sprintf(`{"by":%q}`, by)), nil
	}
	key, value := "quantiles", text
	if strings.ContainsAny(text, ", ;") {
		words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
		key, value = "bounds", "["+strings.Join(words, ",")+"]"
	}
	if !json.Valid([]byte(value)) {
		return nil, &param.Error{Path: "/groups/" + by, Reason: "a number of groups, or increasing bounds separated by commas, is accepted"}
	}
	raw := json.RawMessage(fmt.Sprintf(`{"by":%q,%q:%s}`, by, key, value))
	if _, err := metrics.ReadGroupings("", json.RawMessage("["+string(raw)+"]")); err != nil {
		wrong := err.(*param.Error)
		return nil, &param.Error{Path: "/groups/" + by, Value: wrong.Value, Reason: wrong.Reason}
	}
	return raw, nil
}

// number is f in the shortest way that reads back the same.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
