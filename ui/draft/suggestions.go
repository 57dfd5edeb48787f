package draft

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// SuggestedParts are first values of a sweep over a part: what it is, twice, to be changed.
func SuggestedParts(s *scenario.Scenario, path string) string {
	part := s.Machine
	if place, transform := strings.CutPrefix(path, "/workload/transform/"); transform {
		i, err := strconv.Atoi(place)
		if err != nil || i >= len(s.Workload.Transform) {
			return ""
		}
		part = s.Workload.Transform[i]
	} else if path == "/workload" {
		part = s.Workload.Part
	}
	var lines []string
	for _, label := range []string{`"as it is"`, `"changed"`} {
		fields := maps.Clone(part.Fields)
		if fields == nil {
			fields = map[string]json.RawMessage{}
		}
		fields["label"] = json.RawMessage(label)
		raw, err := json.Marshal(scenario.Part{Kind: part.Kind, Fields: fields})
		if err != nil {
			panic(err) // it was read from JSON
		}
		lines = append(lines, string(raw))
	}
	return strings.Join(lines, ",\n")
}

// SuggestedValues are first values of a sweep over a parameter.
func SuggestedValues(s *scenario.Sweepable) string {
	q := &s.Param
	switch q.Kind {
	case param.Boolean:
		return "false, true"
	case param.Choice, param.Formula:
		return strings.Join(q.Choices, ", ")
	}
	if q.Name == "load" {
		return "0.5 to 0.9 step 0.1"
	}
	current := max(q.Min, 1)
	switch v := s.Current.(type) {
	case int64:
		current = float64(v)
	case float64:
		current = v
	}
	values := []float64{current / 2, current, 2 * current}
	if current == 0 {
		values = []float64{0, 1, 2}
	}
	var words []string
	for _, v := range values {
		if q.Kind == param.Integer {
			v = math.Round(v)
		}
		word := phrase.Number(min(max(v, q.Min), q.Max))
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// PartPaths are the parts that a sweep may vary as a whole.
func PartPaths(s *scenario.Scenario) []string {
	paths := []string{"/machine", "/workload"}
	for i := range s.Workload.Transform {
		paths = append(paths, fmt.Sprintf("/workload/transform/%d", i))
	}
	return paths
}

// Filled is a new choice of a kind for d, with first values of what has no default. log is that for a log, "" if there is none.
func Filled(d *Draft, about *param.Description, log string) Choice {
	c := Blank(about)
	for i := range about.Params {
		if q := &about.Params[i]; q.Required {
			c.Texts[q.Name] = suggestion(d, q, log)
		}
	}
	return c
}

// suggestion is a first value of a parameter without a default. log is that for a log, "" if there is none.
func suggestion(d *Draft, q *param.Param, log string) string {
	switch {
	case q.Name == "processors" && d.Machine.Texts["processors"] != "":
		return d.Machine.Texts["processors"]
	case q.Name == "jobs" && q.Kind == param.Integer:
		return "500"
	case q.Name == "load":
		return "0.8"
	case (q.Kind == param.Choice || q.Kind == param.Formula) && len(q.Choices) > 0:
		return q.Choices[0]
	case q.Kind == param.File:
		return log
	case q.Kind == param.Table && HasColumn(q.Columns, "submit"):
		return "submit  run  processors\n     0   60           1\n"
	case q.Kind == param.Integer || q.Kind == param.Number:
		return phrase.Number(max(q.Min, min(1, q.Max)))
	}
	return ""
}

// NewAxis is a new axis of a sweep over the parameter at path, with values around the present one, if there is a plan.
func NewAxis(plan *scenario.Plan, path string) Choice {
	c := Choice{Kind: path, Texts: map[string]string{}}
	if plan == nil {
		return c
	}
	if IsPart(path) {
		c.Texts["values"] = SuggestedParts(plan.Scenario, path)
	}
	for _, v := range plan.Sweepable() {
		if v.Path == path {
			c.Texts["values"] = SuggestedValues(&v)
		}
	}
	return c
}
