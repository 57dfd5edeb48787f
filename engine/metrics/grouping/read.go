package grouping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"backfill/engine/param"
)

// Read reads and checks the value of a scenario's key "groups". An error is a
// *param.Error whose path begins with path.
func Read(path string, raw json.RawMessage) ([]Grouping, error) {
	list, ok := entries(raw, 0, MaxGroupings)
	if !ok {
		return nil, refused(path, raw, fmt.Sprintf(`a list of up to %d entries such as [{"by": "size", "quantiles": 4}] is accepted`, MaxGroupings))
	}
	groupings := make([]Grouping, len(list))
	for i, raw := range list {
		g, err := readGrouping(fmt.Sprintf("%s/%d", path, i), raw)
		if err != nil {
			return nil, err
		}
		groupings[i] = g
	}
	return groupings, nil
}

func readGrouping(path string, raw json.RawMessage) (Grouping, error) {
	fields, err := fieldsOf(path, raw, `{"by": "size", "quantiles": 4}`, "by", "quantiles", "bounds", "each", "where")
	if err != nil {
		return Grouping{}, err
	}
	var g Grouping
	if fields["by"] != nil || fields["where"] == nil { // without by, where picks one group
		if g.Division, err = readDivision(path, raw, fields); err != nil {
			return Grouping{}, err
		}
	} else if fields["quantiles"] != nil || fields["bounds"] != nil {
		_, err := readBy(path, fields)
		return Grouping{}, err
	}
	if each := fields["each"]; each != nil {
		of, err := fieldsOf(path+"/each", each, `{"by": "month"}`, "by", "quantiles", "bounds")
		if err != nil {
			return Grouping{}, err
		}
		d, err := readDivision(path+"/each", each, of)
		if err != nil {
			return Grouping{}, err
		}
		g.Each = &d
	}
	if where := fields["where"]; where != nil {
		if g.Where, err = ReadConditions(path+"/where", where); err != nil {
			return Grouping{}, err
		}
	}
	return g, nil
}

// readDivision reads the fields of raw that say how jobs are divided.
func readDivision(path string, raw json.RawMessage, fields map[string]json.RawMessage) (Division, error) {
	a, err := readBy(path, fields)
	if err != nil {
		return Division{}, err
	}
	d := Division{By: a.Name}
	switch quantiles, bounds := fields["quantiles"], fields["bounds"]; {
	case a.Natural:
		if quantiles != nil || bounds != nil {
			return Division{}, refused(path, raw, fmt.Sprintf("%s has groups of its own, without quantiles or bounds", a.Name))
		}
	case quantiles != nil && bounds != nil:
		return Division{}, refused(path, raw, "quantiles or bounds is accepted, not both")
	case quantiles != nil:
		var k float64 // 4.0 is a whole number, too
		if json.Unmarshal(quantiles, &k) != nil || k != math.Trunc(k) || k < 2 || k > MaxClasses {
			return Division{}, refused(path+"/quantiles", quantiles, fmt.Sprintf("a whole number from 2 to %d is accepted", MaxClasses))
		}
		d.Quantiles = int(k)
	case bounds != nil:
		if json.Unmarshal(bounds, &d.Bounds) != nil || len(d.Bounds) == 0 || len(d.Bounds) >= MaxClasses || !a.boundsAccepted(d.Bounds) {
			return Division{}, refused(path+"/bounds", bounds, fmt.Sprintf("1 to %d increasing positive %s are accepted", MaxClasses-1, a.what()))
		}
	default:
		return Division{}, refused(path, raw, fmt.Sprintf(`quantiles or bounds is missing; "quantiles": 4 (2 to %d) or "bounds": [2, 8] (1 to %d) is accepted`, MaxClasses, MaxClasses-1))
	}
	return d, nil
}

// readBy reads the name of an attribute.
func readBy(path string, fields map[string]json.RawMessage) (*Attribute, error) {
	accepted := "one of " + attributeNames() + " is accepted"
	raw := fields["by"]
	if raw == nil {
		return nil, refused(path+"/by", nil, "missing; "+accepted)
	}
	var name string
	if json.Unmarshal(raw, &name) != nil || AttributeNamed(name) == nil {
		return nil, refused(path+"/by", raw, accepted)
	}
	return AttributeNamed(name), nil
}

// ReadConditions reads and checks conditions, as the key "where" has them. An error is a
// *param.Error whose path begins with path.
func ReadConditions(path string, raw json.RawMessage) ([]Condition, error) {
	list, ok := entries(raw, 1, MaxConditions)
	if !ok {
		return nil, refused(path, raw, fmt.Sprintf(`a list of 1 to %d entries such as [{"by": "runTime", "most": 180000}] is accepted`, MaxConditions))
	}
	var conditions []Condition
	for i, raw := range list {
		c, err := readCondition(fmt.Sprintf("%s/%d", path, i), raw)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, c)
	}
	return conditions, nil
}

func readCondition(path string, raw json.RawMessage) (Condition, error) {
	fields, err := fieldsOf(path, raw, `{"by": "runTime", "most": 180000}`, "by", "above", "most", "in")
	if err != nil {
		return Condition{}, err
	}
	a, err := readBy(path, fields)
	if err != nil {
		return Condition{}, err
	}
	c := Condition{By: a.Name}
	if a.Natural {
		if fields["above"] != nil || fields["most"] != nil || fields["in"] == nil {
			return Condition{}, refused(path, raw, fmt.Sprintf(`%s is no number: in with the names of groups is accepted`, a.Name))
		}
		if json.Unmarshal(fields["in"], &c.In) != nil || len(c.In) == 0 || len(c.In) > MaxClasses {
			return Condition{}, refused(path+"/in", fields["in"], fmt.Sprintf("a list of 1 to %d names of groups is accepted", MaxClasses))
		}
		for k, name := range c.In {
			if a.accepted != nil && !a.accepted(name) {
				quoted, _ := json.Marshal(name)
				return Condition{}, refused(fmt.Sprintf("%s/in/%d", path, k), quoted, a.names+" is accepted")
			}
		}
		return c, nil
	}
	if fields["in"] != nil || fields["above"] == nil && fields["most"] == nil {
		return Condition{}, refused(path, raw, "above, most or both are accepted")
	}
	for _, end := range []struct {
		key string
		to  **float64
	}{{"above", &c.Above}, {"most", &c.Most}} {
		raw := fields[end.key]
		if raw == nil {
			continue
		}
		if json.Unmarshal(raw, end.to) != nil || *end.to == nil || !a.accepts(**end.to) {
			return Condition{}, refused(path+"/"+end.key, raw, "one of the positive "+a.what()+" is accepted")
		}
	}
	if c.Above != nil && c.Most != nil && a.value(*c.Above) >= a.value(*c.Most) {
		return Condition{}, refused(path+"/most", fields["most"], "a value greater than above is accepted")
	}
	return c, nil
}

// fieldsOf reads an object with these keys and no others.
func fieldsOf(path string, raw json.RawMessage, example string, known ...string) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return nil, refused(path, raw, "an object such as "+example+" is accepted")
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, key) {
			return nil, param.UnknownKey(path, key, fields[key], strings.Join(known, ", "))
		}
	}
	return fields, nil
}

// entries reads a list of least to most entries.
func entries(raw json.RawMessage, least, most int) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	ok := json.Unmarshal(raw, &list) == nil && !bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
	return list, ok && len(list) >= least && len(list) <= most
}

func refused(path string, raw json.RawMessage, reason string) *param.Error {
	return &param.Error{Path: path, Value: param.Excerpt(raw), Reason: reason}
}
