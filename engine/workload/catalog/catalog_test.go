package catalog

import (
	"slices"
	"testing"

	"backfill/engine/param"
)

// Every entry of the tables can be understood without the program.
func TestCatalogDescribesItself(t *testing.T) {
	var all []param.Description
	for _, k := range Kinds {
		all = append(all, k.Description)
	}
	for _, x := range Transforms {
		all = append(all, x.Description)
	}
	seen := map[string]bool{}
	for i, d := range all {
		if d.Kind == "" || d.Name == "" || d.Doc == "" || d.Doc[len(d.Doc)-1] != '.' {
			t.Errorf("entry %d lacks a text: %+v", i, d)
		}
		if seen[d.Kind] {
			t.Errorf("two entries %s", d.Kind)
		}
		seen[d.Kind] = true
		describes(t, d.Kind, d.Params)
	}
}

func describes(t *testing.T, of string, params []param.Param) {
	for _, p := range params {
		if p.Doc == "" || p.Doc[len(p.Doc)-1] != '.' {
			t.Errorf("%s.%s lacks a sentence", of, p.Name)
		}
		if p.Required && p.Default != nil {
			t.Errorf("%s.%s is required and has a default", of, p.Name)
		}
		switch d := p.Default.(type) {
		case int64:
			if p.Kind != param.Integer || float64(d) < p.Min || float64(d) > p.Max {
				t.Errorf("%s.%s: default %v", of, p.Name, d)
			}
		case float64:
			if p.Kind != param.Number || d < p.Min || d > p.Max {
				t.Errorf("%s.%s: default %v", of, p.Name, d)
			}
		case string:
			if p.Kind == param.Choice && !slices.Contains(p.Choices, d) {
				t.Errorf("%s.%s: default %v", of, p.Name, d)
			}
		}
		describes(t, of+"."+p.Name, p.Columns)
	}
}
