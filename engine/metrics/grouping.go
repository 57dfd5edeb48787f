package metrics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
)

// Grouping asks for one partition of the jobs into classes of an attribute: into
// Quantiles classes of about equally many jobs, or into the classes between Bounds; into
// the attribute's own Classes if it has some.
type Grouping struct {
	By        string    `json:"by"`                  // name of an Attribute
	Quantiles int       `json:"quantiles,omitempty"` // from 2 to MaxClasses; 0 with Bounds or Classes
	Bounds    []float64 `json:"bounds,omitempty"`    // strictly increasing, in the attribute's unit; a bound belongs to the class below it
}

// MaxClasses is the largest number of classes of one grouping.
const MaxClasses = 20

// Attribute is a property of a job by which jobs are grouped. It depends on the
// workload alone, so that a job is in the same group under every policy.
type Attribute struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit"` // of Bounds: "s", or the name of what is counted
	Doc   string `json:"doc"`
	// Classes are the labels of the values 0, 1, ... of an attribute that is no number.
	Classes []string `json:"classes,omitempty"`

	column func(*engine.Workload) []int64 // a value per job, in ms if Unit is "s"; -1: unknown
	label  func(low, high int64) string   // in words; low is -1 without lower bound, high without upper
	none   string                         // label of the jobs for which the value is unknown
}

// Attributes is the table of all attributes. To add one is to add its entry.
var Attributes = []Attribute{
	{Name: "size", Title: "Size", Unit: "processors",
		Doc:    "Processors that the job asks for when it is submitted.",
		column: sizes, label: countLabel("%s processors", "1 processor")},
	{Name: "runTime", Title: "Run time", Unit: "s",
		Doc:    "How long the job runs if nobody stops it.",
		column: runTimes, label: durationLabel},
	{Name: "request", Title: "Requested time", Unit: "s",
		Doc:    "How long the job says it will run.",
		column: requests, label: durationLabel},
	{Name: "user", Title: "User's jobs", Unit: "jobs",
		Doc: "How many jobs of the workload are from the job's user: with quantiles, the first group is the occasional users' and " +
			"the last the busiest users', each with about equally many jobs; a user's jobs are never split.",
		column: jobsOfUser, label: countLabel("users with %s jobs", "users with 1 job"), none: "users unknown"},
	{Name: "kind", Title: "Kind", Classes: []string{"batch jobs", "dedicated jobs"},
		Doc:    "Whether the job has a requested start: a dedicated job, or not: a batch job.",
		column: kinds},
}

// bound is b, in the attribute's unit, as a value of its column.
func (a *Attribute) bound(b float64) int64 {
	if a.Unit == "s" {
		return int64(engine.FromSeconds(b))
	}
	return int64(b)
}

func attribute(name string) *Attribute {
	for i := range Attributes {
		if Attributes[i].Name == name {
			return &Attributes[i]
		}
	}
	return nil
}

// ReadGroupings reads and checks the value of a scenario's key "groups". An error is a
// *param.Error whose path begins with path.
func ReadGroupings(path string, raw json.RawMessage) ([]Grouping, error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return nil, &param.Error{Path: path, Value: param.Excerpt(raw), Reason: `a list such as [{"by": "size", "quantiles": 4}] is accepted`}
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
	refuse := func(key string, raw []byte, reason string) (Grouping, error) {
		return Grouping{}, &param.Error{Path: path + key, Value: param.Excerpt(raw), Reason: reason}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return refuse("", raw, `an object such as {"by": "size", "quantiles": 4} is accepted`)
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if key != "by" && key != "quantiles" && key != "bounds" {
			return Grouping{}, param.UnknownKey(path, key, fields[key], "by, quantiles, bounds")
		}
	}
	byReason := "one of " + attributeNames() + " is accepted"
	if fields["by"] == nil {
		return refuse("/by", nil, "missing; "+byReason)
	}
	var g Grouping
	if json.Unmarshal(fields["by"], &g.By) != nil || attribute(g.By) == nil {
		return refuse("/by", fields["by"], byReason)
	}
	switch quantiles, bounds := fields["quantiles"], fields["bounds"]; {
	case attribute(g.By).Classes != nil:
		if quantiles != nil || bounds != nil {
			return refuse("", raw, fmt.Sprintf("%s has groups of its own, without quantiles or bounds", g.By))
		}
	case quantiles != nil && bounds != nil:
		return refuse("", raw, "quantiles or bounds is accepted, not both")
	case quantiles != nil:
		var k float64 // 4.0 is a whole number, too
		if json.Unmarshal(quantiles, &k) != nil || k != math.Trunc(k) || k < 2 || k > MaxClasses {
			return refuse("/quantiles", quantiles, fmt.Sprintf("a whole number from 2 to %d is accepted", MaxClasses))
		}
		g.Quantiles = int(k)
	case bounds != nil:
		if json.Unmarshal(bounds, &g.Bounds) != nil || !g.boundsAccepted() {
			return refuse("/bounds", bounds, g.boundsReason())
		}
	default:
		return refuse("", raw, "quantiles or bounds is missing")
	}
	return g, nil
}

func (g *Grouping) boundsAccepted() bool {
	if len(g.Bounds) == 0 || len(g.Bounds) >= MaxClasses {
		return false
	}
	a := attribute(g.By)
	below := int64(0)
	for _, b := range g.Bounds {
		if b <= 0 || b > engine.MaxTime.Seconds() || a.Unit != "s" && b != math.Trunc(b) || a.bound(b) <= below {
			return false
		}
		below = a.bound(b)
	}
	return true
}

func (g *Grouping) boundsReason() string {
	a := attribute(g.By)
	what := "numbers of seconds, to the millisecond"
	if a.Unit != "s" {
		what = "whole numbers of " + a.Unit
	}
	return fmt.Sprintf("1 to %d increasing positive %s are accepted", MaxClasses-1, what)
}

func attributeNames() string {
	var names []string
	for i := range Attributes {
		names = append(names, Attributes[i].Name)
	}
	return strings.Join(names, ", ")
}
