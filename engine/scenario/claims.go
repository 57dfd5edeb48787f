package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
)

// maxClaims is the largest number of claims of a scenario.
const maxClaims = 100

// Claim is a published statement about the policies of a scenario, to be held
// against what is measured.
type Claim struct {
	Metric    string         `json:"metric"`
	Policy    string         `json:"policy"`              // a label
	Versus    string         `json:"versus,omitempty"`    // the label of what it is compared with; empty: the value is absolute
	Direction string         `json:"direction"`           // lower, higher or same
	Published string         `json:"published,omitempty"` // as it is printed in the source
	Value     *float64       `json:"value,omitempty"`     // see PlannedClaim
	At        map[string]any `json:"at,omitempty"`        // the point that decides the direction: path to value
	Best      bool           `json:"best,omitempty"`      // the value is the largest over the sweep
	Within    *float64       `json:"within,omitempty"`    // relative, for the direction same
	// VersusAt is the point of Versus, if it is another one than At.
	VersusAt map[string]any `json:"versusAt,omitempty"`
	// Where picks the jobs that the claim is about, VersusWhere the jobs of Versus if they are
	// others.
	Where       []grouping.Condition `json:"where,omitempty"`
	VersusWhere []grouping.Condition `json:"versusWhere,omitempty"`
	Source      string               `json:"source,omitempty"`
	Remark      string               `json:"remark,omitempty"`
}

// PlannedClaim is a claim that has been checked.
//
// With Versus, its value is an improvement above 0: how much better the metric is in the
// direction claimed, as a share of the other policy's. Without, it is a figure in the metric's
// unit.
type PlannedClaim struct {
	*Claim
	Metric int // index into metrics.Descriptions
	Policy int // index into Plan.Policies
	Versus int // index into Plan.Policies, -1 without
	At     int // index into Plan.Points, -1: the claim is about all of them
	// VersusAt is the point of Versus: an index into Plan.Points, -1: the same one.
	VersusAt int
	// Group is the group of jobs that the claim is about, VersusGroup that of Versus: the
	// only one of Plan.Groupings with this index, -1: all jobs.
	Group, VersusGroup int
	Within             float64 // largest relative difference that counts as the same
	// Value is the claim's own or, with Versus, that of a published percentage which
	// stands alone, such as "31.88 %"; nil: only the direction is claimed.
	Value *float64
}

const (
	lower  = "lower"
	higher = "higher"
	same   = "same"
)

// claimParams describes the entries of a claim but the point.
var claimParams = []param.Param{
	{Name: "metric", Kind: param.Choice, Choices: metricNames(), Required: true, Doc: "Metric that the claim is about."},
	{Name: "policy", Kind: param.Text, Required: true, Doc: "Label of the policy that the claim is about."},
	{Name: "versus", Kind: param.Text, Doc: "Label of the policy that it is compared with; if left out, the claim is about a figure of the policy alone."},
	{Name: "direction", Kind: param.Choice, Choices: []string{lower, higher, same}, Required: true,
		Doc: "Whether the metric is said to be lower than the other policy's, higher or the same; without another policy: at most the value, at least, or the same."},
	{Name: "published", Kind: param.Text, Doc: "The published value as it is printed."},
	{Name: "value", Kind: param.Number, Min: -1e15, Max: 1e15,
		Doc: "The published value as a number: the relative improvement over the other policy, 0.1 for 10 %; without another policy the figure, in the metric's unit."},
	{Name: "best", Kind: param.Boolean, Default: false, Doc: "Whether the value is the largest over the sweep; otherwise it belongs to the point."},
	{Name: "within", Kind: param.Number, Min: 0, Max: 1, Doc: "For the direction same: the largest relative difference that counts as the same, 0.01 if left out."},
	{Name: "source", Kind: param.Text, Doc: "Where it was published, such as a table of a paper."},
	{Name: "remark", Kind: param.Text, Doc: "Why the measured value agrees or does not, as far as that is known."},
}

// defaultWithin is the largest relative difference that counts as the same.
const defaultWithin = 0.01

func (s *Scenario) readClaims(path string, raw json.RawMessage) error {
	entries, err := list(path, raw, 0, maxClaims)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		claim, err := readClaim(fmt.Sprintf("%s/%d", path, i), entry)
		if err != nil {
			return err
		}
		s.Claims = append(s.Claims, claim)
	}
	return nil
}

func readClaim(path string, raw json.RawMessage) (Claim, error) {
	fields, err := object(path, raw)
	if err != nil {
		return Claim{}, err
	}
	objects, err := apart(path, fields, claimParams, "at", "versusAt", "where", "versusWhere")
	if err != nil {
		return Claim{}, err
	}
	v, err := param.Check(path, claimParams, fields)
	if err != nil {
		return Claim{}, err
	}
	text := func(name string) string {
		if v.Has(name) {
			return v.Text(name)
		}
		return ""
	}
	number := func(name string) *float64 {
		if !v.Has(name) {
			return nil
		}
		x := v.Float(name)
		return &x
	}
	c := Claim{
		Metric: text("metric"), Policy: text("policy"), Versus: text("versus"), Direction: text("direction"),
		Published: text("published"), Value: number("value"), Best: v.Bool("best"), Within: number("within"),
		Source: text("source"), Remark: text("remark"),
	}
	for _, point := range []struct {
		key string
		to  *map[string]any
	}{{"at", &c.At}, {"versusAt", &c.VersusAt}} {
		raw := objects[point.key]
		if raw != nil && (json.Unmarshal(raw, point.to) != nil || *point.to == nil) {
			return Claim{}, &param.Error{Path: path + "/" + point.key, Value: param.Excerpt(raw),
				Reason: "an object with a value for each path of the sweep is accepted"}
		}
	}
	for _, where := range []struct {
		key string
		to  *[]grouping.Condition
	}{{"where", &c.Where}, {"versusWhere", &c.VersusWhere}} {
		if raw := objects[where.key]; raw != nil {
			if *where.to, err = grouping.ReadConditions(path+"/"+where.key, raw); err != nil {
				return Claim{}, err
			}
		}
	}
	return c, nil
}

// compileClaims checks claims against policies and points.
func (p *Plan) compileClaims() error {
	for i := range p.Scenario.Claims {
		planned, err := p.compileClaim(fmt.Sprintf("/claims/%d", i), &p.Scenario.Claims[i])
		if err != nil {
			return err
		}
		p.Claims = append(p.Claims, planned)
	}
	return nil
}

func (p *Plan) compileClaim(path string, c *Claim) (PlannedClaim, error) {
	planned := PlannedClaim{Claim: c, Metric: metrics.Index(c.Metric), Versus: -1, At: -1, VersusAt: -1, Within: defaultWithin, Value: c.Value}
	refuse := func(key, value, reason string) (PlannedClaim, error) {
		return PlannedClaim{}, &param.Error{Path: path + key, Value: value, Reason: reason}
	}
	var err error
	if planned.Policy, err = p.label(path+"/policy", c.Policy); err != nil {
		return PlannedClaim{}, err
	}
	if c.Versus != "" {
		if planned.Versus, err = p.label(path+"/versus", c.Versus); err != nil {
			return PlannedClaim{}, err
		}
		if planned.Versus == planned.Policy && c.VersusAt == nil && c.VersusWhere == nil {
			return refuse("/versus", quote(c.Versus), "the policy itself; another one is accepted")
		}
	}
	switch {
	case c.Versus == "" && (c.VersusAt != nil || c.VersusWhere != nil):
		return refuse("/versus", "", "missing; the policy itself or another one is accepted")
	case c.Versus == "" && c.Value == nil:
		return refuse("/value", "", "missing; without versus, a figure that is claimed is needed")
	case c.Versus != "" && c.Direction == same && c.Value != nil:
		return refuse("/value", fmt.Sprint(*c.Value), "with the direction same and another policy, within is accepted instead")
	case c.Versus != "" && c.Value != nil && *c.Value <= 0:
		return refuse("/value", fmt.Sprint(*c.Value), "a number above 0 is accepted: the relative improvement in the direction that is claimed")
	case c.Within != nil && c.Direction != same:
		return refuse("/within", fmt.Sprint(*c.Within), "is for the direction same only")
	case c.VersusAt != nil && (c.At == nil || c.Best):
		return refuse("/versusAt", "", "a claim that compares two points needs at, the other of them, and cannot be about the best one")
	case c.VersusWhere != nil && c.VersusAt == nil && planned.Versus == planned.Policy && grouping.Same(c.Where, c.VersusWhere):
		return refuse("/versusWhere", "", "the same jobs under the same policy; other jobs are accepted")
	case (c.Where != nil || c.VersusWhere != nil) && !metrics.Descriptions[planned.Metric].Group:
		return refuse("/metric", quote(c.Metric), "of some of the jobs is undefined; a metric of jobs is accepted with where")
	case c.Best && (c.Versus == "" || c.Value == nil || len(p.Scenario.Sweep) == 0):
		return refuse("/best", "true", "is for a value with versus in a scenario with a sweep only")
	}
	if c.Within != nil {
		planned.Within = *c.Within
	}
	if c.Versus != "" && c.Direction != same && c.Value == nil {
		planned.Value = percentage(c.Published)
	}
	switch {
	case len(p.Scenario.Sweep) == 0 && c.At != nil:
		return refuse("/at", "", "there is no sweep, so that nothing is accepted here")
	case len(p.Scenario.Sweep) == 0:
		planned.At = 0
	case c.At != nil:
		if planned.At, err = p.find(path+"/at", c.At); err != nil {
			return PlannedClaim{}, err
		}
	}
	if c.VersusAt != nil {
		if planned.VersusAt, err = p.find(path+"/versusAt", c.VersusAt); err != nil {
			return PlannedClaim{}, err
		}
		if planned.VersusAt == planned.At && planned.Versus == planned.Policy && c.VersusWhere == nil {
			return refuse("/versusAt", "", "the same policy at the same point; another one is accepted")
		}
	}
	planned.Group = p.grouping(c.Where)
	if planned.VersusGroup = planned.Group; c.VersusWhere != nil {
		planned.VersusGroup = p.grouping(c.VersusWhere)
	}
	return planned, nil
}

// grouping is the index in Groupings of the one group of jobs that meet the conditions,
// -1 without conditions.
func (p *Plan) grouping(where []grouping.Condition) int {
	if where == nil {
		return -1
	}
	for i, g := range p.Groupings {
		if g.By == "" && g.Each == nil && grouping.Same(g.Where, where) {
			return i
		}
	}
	p.Groupings = append(p.Groupings, grouping.Grouping{Where: where})
	return len(p.Groupings) - 1
}

// percentage reads a text that is nothing but a percentage above 0, nil if it is
// anything else.
func percentage(text string) *float64 {
	number, found := strings.CutSuffix(strings.TrimSpace(text), "%")
	if !found {
		return nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(v > 0 && v < 1e6) {
		return nil
	}
	v /= 100
	return &v
}

// label is the index of the policy of that name.
func (p *Parts) label(path, label string) (int, error) {
	i := slices.IndexFunc(p.Policies, func(policy PlannedPolicy) bool { return policy.Label == label })
	if i < 0 {
		return 0, &param.Error{Path: path, Value: quote(label), Reason: "one of the policies " + p.labels() + " is accepted"}
	}
	return i, nil
}

func (p *Parts) labels() string {
	var labels []string
	for _, policy := range p.Policies {
		labels = append(labels, policy.Label)
	}
	return strings.Join(labels, ", ")
}

// find is the index of the point with these values, path to value as read from JSON.
func (p *Plan) find(path string, values map[string]any) (int, error) {
	index := 0
	for i, a := range p.Scenario.Sweep {
		value, given := values[a.Path]
		if !given {
			return 0, &param.Error{Path: path, Reason: "the value of " + a.Path + " is missing; one for each path of the sweep is accepted"}
		}
		raw, err := json.Marshal(value)
		if err != nil {
			panic(err) // it was read from JSON
		}
		place := -1
		if axis := &p.axes[i]; axis.param == nil {
			place = slices.Index(axis.values, value)
		} else if v, err := checkValue(axis.param, raw); err == nil {
			place = slices.Index(axis.values, v)
		}
		if place < 0 {
			var accepted []string
			for k, v := range a.Values {
				if p.axes[i].param == nil {
					v = mustMarshal(p.axes[i].values[k])
				}
				accepted = append(accepted, string(v))
			}
			return 0, &param.Error{Path: path + "/" + param.Token(a.Path), Value: param.Excerpt(raw),
				Reason: "one of the sweep's values " + strings.Join(accepted, ", ") + " is accepted"}
		}
		index = index*len(a.Values) + place
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if _, swept := p.Points[0].Values[key]; !swept {
			return 0, &param.Error{Path: path + "/" + param.Token(key), Reason: "the sweep does not vary this; its paths are accepted"}
		}
	}
	return index, nil
}
