// Package draft is the experiment as it is being edited: the texts of the fields, whether they make sense or not, their way
// into a scenario and back, what is wrong with them and where, and the steps for undo. It knows the descriptions of the catalogs
// and no page.
package draft

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/scenario"
)

// Draft is the experiment as it is being edited: what stands in the fields,
// whether it makes sense or not.
type Draft struct {
	Name, Description string
	Machine           Choice
	Workload          Choice
	Transforms        []Choice
	Policies          []Choice
	Sweep             []Choice // whose kinds are paths of parameters; see SweepValues
	Groups            []Choice // whose kinds are attributes of jobs; see readGroupings
	Settings          Choice   // of no kind: kill rule, seed and the like

	Record string           // kept as it came: no field shows it
	Claims []scenario.Claim // kept as they came, too

	Opening int // which of the experiments that were opened this one came from
}

// Choice is the choice of one kind with the text of its fields.
type Choice struct {
	Kind    string
	Label   string            // of a policy
	Elastic bool              // of a policy
	Own     bool              // its Formula is to be an expression, even if the text is none yet
	Texts   map[string]string // by parameter; absent: as its default
}

// Clone is a copy that shares nothing that is written to.
func (c Choice) Clone() Choice {
	c.Texts = maps.Clone(c.Texts)
	return c
}

// Clone is a copy that shares nothing that is written to.
func (d Draft) Clone() Draft {
	d.Machine, d.Workload, d.Settings = d.Machine.Clone(), d.Workload.Clone(), d.Settings.Clone()
	d.Transforms, d.Policies = cloneChoices(d.Transforms), cloneChoices(d.Policies)
	d.Sweep, d.Groups = cloneChoices(d.Sweep), cloneChoices(d.Groups)
	d.Claims = slices.Clone(d.Claims)
	return d
}

func cloneChoices(s []Choice) []Choice {
	s = slices.Clone(s)
	for i := range s {
		s[i] = s[i].Clone()
	}
	return s
}

// Equal says whether nothing differs that a user can see.
func (d Draft) Equal(other Draft) bool {
	return d.Name == other.Name && d.Description == other.Description && d.Record == other.Record &&
		sameChoice(d.Machine, other.Machine) && sameChoice(d.Workload, other.Workload) && sameChoice(d.Settings, other.Settings) &&
		slices.EqualFunc(d.Transforms, other.Transforms, sameChoice) && slices.EqualFunc(d.Policies, other.Policies, sameChoice) &&
		slices.EqualFunc(d.Sweep, other.Sweep, sameChoice) && slices.EqualFunc(d.Groups, other.Groups, sameChoice) &&
		slices.EqualFunc(d.Claims, other.Claims, sameClaim)
}

// sameChoice says whether a and b are the same, text by text.
func sameChoice(a, b Choice) bool {
	return a.Kind == b.Kind && a.Label == b.Label && a.Elastic == b.Elastic && a.Own == b.Own && maps.Equal(a.Texts, b.Texts)
}

// sameClaim says whether a and b are the same claim, perhaps about policies with other
// names: nothing else of a claim can be edited.
func sameClaim(a, b scenario.Claim) bool {
	return a.Metric == b.Metric && a.Policy == b.Policy && a.Versus == b.Versus && a.Direction == b.Direction &&
		a.Value == b.Value && a.Published == b.Published && a.Source == b.Source && a.Remark == b.Remark
}

// Paths of fields are JSON pointers into the scenario: "/machine/processors",
// "/policies/1/label". "/sweep/0/kind" is the path of an axis, "/groups/0/kind" an attribute.

// Choice is the choice that path lies in, nil if there is none, with the rest of
// the path: a parameter, a cell of a table (see Cell), "kind" or "label".
func (d *Draft) Choice(path string) (c *Choice, name string) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	at := func(list []Choice, parts []string) (*Choice, string) {
		if len(parts) < 2 {
			return nil, ""
		}
		i, err := strconv.Atoi(parts[0])
		if err != nil || i < 0 || i >= len(list) {
			return nil, ""
		}
		return &list[i], strings.Join(parts[1:], "/")
	}
	switch {
	case parts[0] == "machine" && len(parts) > 1:
		return &d.Machine, strings.Join(parts[1:], "/")
	case parts[0] == "workload" && len(parts) > 3 && parts[1] == "transform":
		return at(d.Transforms, parts[2:])
	case parts[0] == "workload" && len(parts) > 1:
		return &d.Workload, strings.Join(parts[1:], "/")
	case parts[0] == "policies":
		return at(d.Policies, parts[1:])
	case parts[0] == "sweep":
		return at(d.Sweep, parts[1:])
	case parts[0] == "groups":
		return at(d.Groups, parts[1:])
	}
	return &d.Settings, strings.Join(parts, "/")
}

// Set puts text into the field at path.
func (d *Draft) Set(path, text string) {
	c, name := d.Choice(path)
	switch {
	case c == nil:
	case name == "kind":
		c.Kind = text
	case name == "label":
		c.Label = text
	case name == "elastic" && strings.HasPrefix(path, "/policies/"):
		c.Elastic = text == "true"
	case c.setCell(name, text):
	default:
		if c.Texts == nil {
			c.Texts = map[string]string{}
		}
		c.Texts[name] = text
	}
}

// Follow lets the sweep's axes follow the parts that they vary, when the one at place i
// of the list at path now stands at to(i); -1: it is gone, and the axis goes too.
func (d *Draft) Follow(path string, to func(i int) int) {
	d.Sweep = slices.DeleteFunc(d.Sweep, func(axis Choice) bool {
		rest, below := strings.CutPrefix(axis.Kind, path+"/")
		place, _, _ := strings.Cut(rest, "/")
		i, err := strconv.Atoi(place)
		return below && err == nil && to(i) < 0
	})
	for k := range d.Sweep {
		rest, below := strings.CutPrefix(d.Sweep[k].Kind, path+"/")
		place, _, _ := strings.Cut(rest, "/")
		if i, err := strconv.Atoi(place); below && err == nil {
			d.Sweep[k].Kind = fmt.Sprintf("%s/%d%s", path, to(i), rest[len(place):])
		}
	}
}

// Without is where what stood at i is when the one at gone has been removed.
func Without(gone int) func(i int) int {
	return func(i int) int {
		switch {
		case i == gone:
			return -1
		case i > gone:
			return i - 1
		}
		return i
	}
}
