package policies

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"backfill/engine/param"
)

var (
	kindName  = regexp.MustCompile(`^[a-z][a-z0-9]*([A-Z][a-z0-9]*|-[a-z0-9]+)*$`)
	paramName = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
)

// Checker, form, schema and help all rely on what entries say of themselves.
func TestEntriesDescribeThemselves(t *testing.T) {
	c := Catalogs()
	lists := map[string][]param.Description{}
	for _, k := range c.Machines {
		lists["machines"] = append(lists["machines"], k.Description)
	}
	for _, k := range c.Workloads {
		lists["workloads"] = append(lists["workloads"], k.Description)
	}
	for _, k := range c.Transforms {
		lists["transforms"] = append(lists["transforms"], k.Description)
	}
	for _, k := range c.Policies {
		lists["policies"] = append(lists["policies"], k.Description)
	}
	for list, descriptions := range lists {
		seen := map[string]bool{}
		for _, d := range descriptions {
			at := list + " " + d.Kind
			if !kindName.MatchString(d.Kind) || seen[d.Kind] {
				t.Errorf("%s: the kind is no name, or there twice", at)
			}
			seen[d.Kind] = true
			if d.Name == "" || !strings.HasSuffix(d.Doc, ".") {
				t.Errorf("%s: name %q, doc %q: a name and a sentence are needed", at, d.Name, d.Doc)
			}
			checkParams(t, at, d.Params)
		}
	}
}

func checkParams(t *testing.T, at string, params []param.Param) {
	seen := map[string]bool{"kind": true, "label": true, "transform": true} // what a scenario has beside parameters
	for _, p := range params {
		at := at + " " + p.Name
		if !paramName.MatchString(p.Name) || seen[p.Name] {
			t.Errorf("%s: the name is no name, taken or there twice", at)
		}
		seen[p.Name] = true
		if !strings.HasSuffix(p.Doc, ".") {
			t.Errorf("%s: doc %q is no sentence", at, p.Doc)
		}
		if (p.Kind == param.Integer || p.Kind == param.Number || p.Kind == param.Table) && p.Min >= p.Max {
			t.Errorf("%s: nothing from %v to %v is accepted", at, p.Min, p.Max)
		}
		if p.Required && p.Default != nil {
			t.Errorf("%s: required and with a default", at)
		}
		if p.Only != nil {
			of := slices.IndexFunc(params, func(q param.Param) bool { return q.Name == p.Only.Name })
			if of < 0 || params[of].Default == nil || len(p.Only.In) == 0 && params[of].Kind != param.Formula {
				t.Errorf("%s: counts with %v of %q, which is no choice with a default", at, p.Only.In, p.Only.Name)
				continue
			}
			for _, choice := range p.Only.In {
				if !slices.Contains(params[of].Choices, choice) {
					t.Errorf("%s: %q is no choice of %s", at, choice, p.Only.Name)
				}
			}
		}
		checkParams(t, at, p.Columns)
		if p.Default == nil {
			continue
		}
		raw, err := json.Marshal(p.Default)
		if err != nil {
			t.Fatal(err)
		}
		values, err := param.Check("", []param.Param{p}, map[string]json.RawMessage{p.Name: raw})
		if err != nil || !reflect.DeepEqual(values[p.Name], p.Default) {
			t.Errorf("%s: the default %v (%T) is read as %s: %v", at, p.Default, p.Default, fmt.Sprintf("%v (%T)", values[p.Name], values[p.Name]), err)
		}
	}
}
