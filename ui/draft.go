package ui

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Draft is the experiment as it is being edited: what stands in the fields,
// whether it makes sense or not.
type Draft struct {
	Name, Description string
	Machine           Choice
	Workload          Choice
	Transforms        []Choice
	Policies          []Choice
	Settings          Choice // of no kind: kill rule, seed and the like
	Record            string // kept as it came; no field shows it
}

// Choice is the choice of one kind with the text of its fields.
type Choice struct {
	Kind  string
	Label string            // of a policy
	Texts map[string]string // by parameter; absent: as its default
}

func (c Choice) clone() Choice {
	c.Texts = maps.Clone(c.Texts)
	return c
}

// clone is a copy that shares nothing that is written to.
func (d Draft) clone() Draft {
	d.Machine, d.Workload, d.Settings = d.Machine.clone(), d.Workload.clone(), d.Settings.clone()
	d.Transforms, d.Policies = cloneChoices(d.Transforms), cloneChoices(d.Policies)
	return d
}

func cloneChoices(s []Choice) []Choice {
	s = slices.Clone(s)
	for i := range s {
		s[i] = s[i].clone()
	}
	return s
}

// equal says whether nothing differs that a user can see.
func (d Draft) equal(other Draft) bool {
	same := func(a, b Choice) bool {
		return a.Kind == b.Kind && a.Label == b.Label && maps.Equal(a.Texts, b.Texts)
	}
	return d.Name == other.Name && d.Description == other.Description && d.Record == other.Record &&
		same(d.Machine, other.Machine) && same(d.Workload, other.Workload) && same(d.Settings, other.Settings) &&
		slices.EqualFunc(d.Transforms, other.Transforms, same) && slices.EqualFunc(d.Policies, other.Policies, same)
}

// Paths of fields are JSON pointers into the scenario: "/machine/processors",
// "/policies/1/label". Groupings have one field per attribute, "/groups/size".

// choice is the choice that path lies in, nil if there is none, with the rest of
// the path: a parameter, "kind" or "label".
func (d *Draft) choice(path string) (c *Choice, name string) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	at := func(list []Choice, parts []string) (*Choice, string) {
		if len(parts) != 2 {
			return nil, ""
		}
		i, err := strconv.Atoi(parts[0])
		if err != nil || i < 0 || i >= len(list) {
			return nil, ""
		}
		return &list[i], parts[1]
	}
	switch {
	case parts[0] == "machine" && len(parts) == 2:
		return &d.Machine, parts[1]
	case parts[0] == "workload" && len(parts) == 4 && parts[1] == "transform":
		return at(d.Transforms, parts[2:])
	case parts[0] == "workload" && len(parts) == 2:
		return &d.Workload, parts[1]
	case parts[0] == "policies":
		return at(d.Policies, parts[1:])
	}
	return &d.Settings, strings.Join(parts, "/")
}

// set puts text into the field at path.
func (d *Draft) set(path, text string) {
	c, name := d.choice(path)
	switch {
	case c == nil:
	case name == "kind":
		c.Kind = text
	case name == "label":
		c.Label = text
	default:
		if c.Texts == nil {
			c.Texts = map[string]string{}
		}
		c.Texts[name] = text
	}
}
