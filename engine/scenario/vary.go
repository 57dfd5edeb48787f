package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
)

// varied is the scenario with the values of a point, and with the labels that its
// policies have. It shares with the scenario what is the same.
func (p *Plan) varied(point *Point) (*Scenario, error) {
	s := *p.Scenario
	s.Policies = slices.Clone(s.Policies)
	for i := range s.Policies {
		s.Policies[i].Label = p.Policies[i].Label
	}
	for k, axis := range s.Sweep {
		if p.axes[k].param == nil {
			s.putPart(axis.Path, p.axes[k].parts[point.places[k]])
		} else {
			s.put(strings.Split(axis.Path[1:], "/"), point.Values[axis.Path])
		}
	}
	values := point.Values
	if s.Kill != nil && s.Kill.Rule == "grace" && values["/kill/rule"] != nil && values["/kill/grace"] == nil && s.Kill.Grace == 0 {
		return nil, &param.Error{Path: "/kill/grace", Reason: "missing; " + killParams[1].Accepts()}
	}
	return &s, nil
}

// putPart sets the part at path, which is there.
func (s *Scenario) putPart(path string, part Part) {
	switch path {
	case "/machine":
		s.Machine = part
	case "/workload":
		s.Workload.Part = part
	default:
		s.Workload.Transform = slices.Clone(s.Workload.Transform)
		s.Workload.Transform[index(path[strings.LastIndex(path, "/")+1:])] = part
	}
}

// put sets the parameter at path, which is there.
func (s *Scenario) put(path []string, value any) {
	switch path[0] {
	case "machine":
		s.Machine.put(path[1:], value)
	case "workload":
		if path[1] == "transform" {
			s.Workload.Transform = slices.Clone(s.Workload.Transform)
			s.Workload.Transform[index(path[2])].put(path[3:], value)
			return
		}
		s.Workload.put(path[1:], value)
	case "policies":
		policy := &s.Policies[index(path[1])]
		if path[2] == elastic.Name {
			policy.Elastic = value.(bool)
			return
		}
		policy.put(path[2:], value)
	case "kill":
		kill := Kill{Rule: "estimate"}
		if s.Kill != nil {
			kill = *s.Kill
		}
		if path[1] == "rule" {
			kill.Rule = value.(string)
		} else {
			kill.Grace = value.(float64)
		}
		s.Kill = &kill
	case "simultaneous":
		s.Simultaneous = value.(string)
	default:
		panic("scenario: a sweep cannot vary " + path[0])
	}
}

// put sets a parameter, with row and column a cell of a table, or a word of a text or a table, in fields of its own.
func (p *Part) put(path []string, value any) {
	raw := mustMarshal(value)
	if len(path) == 2 && strings.HasPrefix(string(p.Fields[path[0]]), "[") {
		raw = withKey(p.Fields[path[0]], path[1], value)
	} else if len(path) == 2 {
		var text string
		if p.Fields[path[0]] != nil && json.Unmarshal(p.Fields[path[0]], &text) != nil {
			panic("scenario: a word of " + string(p.Fields[path[0]])) // it was checked
		}
		raw = mustMarshal(param.WithWord(text, path[1], value))
	}
	if len(path) == 3 {
		var rows []map[string]json.RawMessage
		if err := json.Unmarshal(p.Fields[path[0]], &rows); err != nil {
			panic(err) // it was checked
		}
		rows[index(path[1])][path[2]] = raw
		raw = mustMarshal(rows)
	}
	p.Fields = maps.Clone(p.Fields)
	p.Fields[path[0]] = raw
}

// withKey is a table of keys and values in which the key has that value, in its row if there is one.
func withKey(table json.RawMessage, key string, value any) json.RawMessage {
	var rows []map[string]string
	if err := json.Unmarshal(table, &rows); err != nil {
		panic(err) // it was checked
	}
	for _, row := range rows {
		if strings.EqualFold(row["key"], key) {
			row["value"] = fmt.Sprint(value)
			return mustMarshal(rows)
		}
	}
	return mustMarshal(append(rows, map[string]string{"key": key, "value": fmt.Sprint(value)}))
}

// index is a number in a path that was found.
func index(token string) int {
	i, err := strconv.Atoi(token)
	if err != nil {
		panic(err)
	}
	return i
}

// mustMarshal writes what was read and checked.
func mustMarshal(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}
