package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Limits of what one scenario asks for.
const (
	maxAxes         = 2
	maxValues       = 100     // of one axis
	maxPoints       = 1000    // of a sweep
	maxReplications = 10_000  // at one point
	maxRuns         = 200_000 // points times replications times policies
)

// Axis is one parameter of a sweep with the values that it takes; or a whole part of the
// scenario, see sweptpart.go.
type Axis struct {
	Path   string            `json:"path"`   // JSON pointer into the scenario
	Values []json.RawMessage `json:"values"` // as they were written
}

// Point is the scenario with one value for each axis of its sweep. A scenario
// without a sweep has one point, without values.
type Point struct {
	Parts
	Index  int            // in Plan.Points; the last axis changes first
	Values map[string]any // path to checked value: int64, float64, bool or string, of a part its label; empty without a sweep

	places []int // of the values in the lists of the axes
}

// plannedAxis is an axis that has been checked.
type plannedAxis struct {
	param  *param.Param // nil: it varies a part
	values []any        // of a part the labels
	parts  []Part
}

// below says whether path is the path of a part or of something in it.
func below(path, part string) bool {
	return path == part || strings.HasPrefix(path, part) && path[len(part)] == '/'
}

// SameWorkload says whether points a and b have the same jobs in every replication,
// as those of a sweep over a policy's parameter do.
func (p *Plan) SameWorkload(a, b int) bool { return p.same("/workload", "", a, b) }

// SameSource says whether the jobs of replication r at point a and those of replication
// s at point b have the same Source, as those of a sweep over a transformation of a log
// do.
func (p *Plan) SameSource(a, r, b, s int) bool {
	return (r == s || !p.Points[a].workload.kind.Random && !p.Points[a].drawsFarm()) && p.same("/workload", "/workload/transform", a, b)
}

// SameRun says whether policy i makes the same of the same jobs at points a and b, as it
// does in a sweep over another policy's parameter.
func (p *Plan) SameRun(i, a, b int) bool {
	own := fmt.Sprintf("/policies/%d/", i)
	for k, axis := range p.Scenario.Sweep {
		if p.Points[a].places[k] != p.Points[b].places[k] && (!strings.HasPrefix(axis.Path, "/policies/") || strings.HasPrefix(axis.Path, own)) {
			return false
		}
	}
	return true
}

// drawsFarm says whether the machine is a farm that is drawn for each replication: jobs are
// made for it.
func (p *Parts) drawsFarm() bool { return p.draws && p.offers&engine.Farms != 0 }

// same says whether points a and b have equal machines, as far as jobs are made for them, and
// equal values in a part of the scenario, those in another one left out.
func (p *Plan) same(part, but string, a, b int) bool {
	x, y := &p.Points[a], &p.Points[b]
	farms := (x.offers|y.offers)&engine.Farms != 0
	for i, axis := range p.Scenario.Sweep {
		matters := below(axis.Path, part) && (but == "" || !below(axis.Path, but)) || farms && below(axis.Path, "/machine")
		if matters && x.places[i] != y.places[i] {
			return false
		}
	}
	return x.processors == y.processors && maps.Equal(x.limits, y.limits)
}

func (s *Scenario) readSweep(path string, raw json.RawMessage) error {
	entries, err := list(path, raw, 0, maxAxes)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		a, err := readAxis(fmt.Sprintf("%s/%d", path, i), entry)
		if err != nil {
			return err
		}
		s.Sweep = append(s.Sweep, a)
	}
	return nil
}

// axisParams describes the entry of an axis that is a parameter.
var axisParams = []param.Param{{Name: "path", Kind: param.Text, Required: true,
	Doc: "JSON pointer of the parameter that is varied, such as /workload/load; it may be one that is left out, or a word of a text, such as /policies/0/parameters/bf_interval. " +
		"With /machine, /workload or /workload/transform/0 the whole part is varied: its values are objects with a kind and a label."}}

func readAxis(path string, raw json.RawMessage) (Axis, error) {
	fields, err := object(path, raw)
	if err != nil {
		return Axis{}, err
	}
	lists, err := apart(path, fields, axisParams, "values")
	if err != nil {
		return Axis{}, err
	}
	values := lists["values"]
	v, err := param.Check(path, axisParams, fields)
	if err != nil {
		return Axis{}, err
	}
	a := Axis{Path: v.Text("path")}
	if values == nil {
		return Axis{}, &param.Error{Path: path + "/values", Reason: fmt.Sprintf("missing; a list [ ] of 1 to %d values is accepted", maxValues)}
	}
	a.Values, err = list(path+"/values", values, 1, maxValues)
	return a, err
}

// sweepPath is the place of a value in the scenario.
func sweepPath(axis, value int) string { return fmt.Sprintf("/sweep/%d/values/%d", axis, value) }

// compileSweep makes the points. Each is compiled as a scenario of its own, but for what
// no axis varies.
func (p *Plan) compileSweep(c Catalogs) error {
	axes := p.Scenario.Sweep
	points := 1
	for i, a := range axes {
		for k := range i {
			path := fmt.Sprintf("/sweep/%d/path", i)
			switch other := axes[k].Path; {
			case other == a.Path:
				return &param.Error{Path: path, Value: quote(a.Path), Reason: "the other axis has this path; two different ones are accepted"}
			case below(a.Path, other) || below(other, a.Path):
				return &param.Error{Path: path, Value: quote(a.Path), Reason: "the other axis varies " + other + "; one of the two is accepted"}
			}
		}
		planned, err := p.planAxis(i, a)
		if err != nil {
			return err
		}
		p.axes = append(p.axes, planned)
		points *= len(a.Values)
	}

	if points > maxPoints {
		return &param.Error{Path: "/sweep", Value: fmt.Sprintf("%d × %d values", len(axes[0].Values), len(axes[1].Values)),
			Reason: fmt.Sprintf("no more than %d points are accepted", maxPoints)}
	}
	p.Points = make([]Point, points)
	for i := range p.Points {
		point := &p.Points[i]
		*point = Point{Index: i, Values: map[string]any{}, places: make([]int, len(axes))}
		rest := i
		for k := len(axes) - 1; k >= 0; k-- {
			place := rest % len(axes[k].Values)
			rest /= len(axes[k].Values)
			value := p.axes[k].values[place]
			point.places[k], point.Values[axes[k].Path] = place, value
		}
		if len(axes) == 0 {
			point.Parts = p.Parts
			continue
		}
		varied, err := p.varied(point)
		if err == nil {
			err = point.compile(varied, c, &p.Parts, axes)
		}
		if err != nil {
			return p.blame(i, err, func(string) bool { return true })
		}
		p.Written = p.Written || point.Written
	}
	return nil
}

// planAxis checks axis i.
func (p *Plan) planAxis(i int, a Axis) (plannedAxis, error) {
	if p.isPart(a.Path) {
		return planPartAxis(i, a)
	}
	if _, is := transformIndex(a.Path); is {
		return plannedAxis{}, &param.Error{Path: fmt.Sprintf("/sweep/%d/path", i), Value: quote(a.Path),
			Reason: fmt.Sprintf("the workload has %d transformations, counted from 0; one of them is accepted", len(p.Scenario.Workload.Transform))}
	}
	q, err := p.parameter(i, a.Path)
	if err != nil {
		return plannedAxis{}, err
	}
	values, err := checkValues(i, q, a.Values)
	return plannedAxis{param: q, values: values}, err
}

// parameter finds what the axis varies.
func (p *Parts) parameter(axis int, path string) (*param.Param, error) {
	var near, nearest = []string(nil), "" // parameters of the innermost part on the path
	for i := range p.described {
		d := &p.described[i]
		rest, below := strings.CutPrefix(path, d.path+"/")
		if !below {
			continue
		}
		if found := d.at(strings.Split(rest, "/")); found != nil {
			if d.idle(found) {
				return nil, &param.Error{Path: fmt.Sprintf("/sweep/%d/path", axis), Value: quote(path),
					Reason: fmt.Sprintf("counts for nothing beside %s/%s; a parameter that counts is accepted", d.path, found.Without)}
			}
			return found, nil
		}
		if len(d.path) > len(nearest) {
			near, nearest = nil, d.path
		}
		for _, q := range d.params {
			if scalar(q) && d.path == nearest && d.path != "" {
				near = append(near, d.path+"/"+q.Name)
			}
		}
	}
	reason := "no parameter that a sweep can vary; "
	if len(near) > 0 {
		reason += "known here are " + strings.Join(near, ", ")
	} else {
		reason += "one of the machine, the workload, a policy or kill is accepted, such as /workload/load or /policies/0/reservations"
	}
	return nil, &param.Error{Path: fmt.Sprintf("/sweep/%d/path", axis), Value: quote(path), Reason: reason}
}

// at is the scalar parameter at the rest of a path below d: a name, or name, row and
// column of a table, or name and word of a text or a table. nil if there is none.
func (d *described) at(rest []string) *param.Param {
	for i := range d.params {
		q := &d.params[i]
		if q.Name != rest[0] {
			continue
		}
		if len(rest) == 1 && scalar(*q) {
			return q
		}
		if len(rest) == 2 && d.hasWords(q) {
			words := described{params: q.Words}
			return words.at(rest[1:])
		}
		if len(rest) != 3 || q.Kind != param.Table || d.values[q.Name] == nil {
			return nil
		}
		row, err := strconv.Atoi(rest[1])
		if err != nil || strconv.Itoa(row) != rest[1] || row < 0 || row >= len(d.values.Rows(q.Name)) {
			return nil
		}
		column := described{params: q.Columns}
		return column.at(rest[2:])
	}
	return nil
}

// checkValues reads the values of an axis as values of q and refuses repeated ones.
func checkValues(axis int, q *param.Param, raw []json.RawMessage) ([]any, error) {
	checked := make([]any, len(raw))
	places := map[any]int{}
	for i, value := range raw {
		v, err := checkValue(q, value)
		if err != nil {
			return nil, &param.Error{Path: sweepPath(axis, i), Value: param.Excerpt(value), Reason: q.Accepts()}
		}
		if k, repeated := places[v]; repeated {
			return nil, &param.Error{Path: sweepPath(axis, i), Value: param.Excerpt(value),
				Reason: fmt.Sprintf("the same value as %s, number %d of the list; different values are accepted", param.Excerpt(raw[k]), k+1)}
		}
		checked[i], places[v] = v, i
	}
	return checked, nil
}

// checkValue reads raw as a value of q.
func checkValue(q *param.Param, raw json.RawMessage) (any, error) {
	values, err := param.Check("", []param.Param{*q}, map[string]json.RawMessage{q.Name: raw})
	if err != nil {
		return nil, err
	}
	return values[q.Name], nil
}

// Source makes the jobs of one replication at a point, an index into Points, before any
// transformation. Errors are as those of Workload; one that a value of the sweep brings
// about names its place there.
func (p *Plan) Source(point, replication int, open workload.Opener) (*Source, error) {
	source, err := p.Points[point].source(replication, open)
	return source, p.blame(point, err, func(path string) bool {
		return below(path, "/machine") || below(path, "/workload") && !below(path, "/workload/transform")
	})
}

// Transform makes the jobs of one replication at a point from their source, which stays
// as it is. Errors are as those of Source.
func (p *Plan) Transform(s *Source, point, replication int, open workload.Opener) (*engine.Workload, *workload.Report, error) {
	w, report, err := p.Points[point].transform(s, replication, open)
	return w, report, p.blame(point, err, func(path string) bool {
		return below(path, "/machine") || below(path, "/workload")
	})
}

// blame is err, met at a point, with the place of the sweep's value that caused it: of the axes
// that may have, the one closest to the value that err names. err stays as it is if there is no
// such axis, or if it names no value or a file.
func (p *Plan) blame(point int, err error, may func(path string) bool) error {
	var wrong *param.Error
	if !errors.As(err, &wrong) || wrong.Path == "/workload/file" && !p.sweepsWorkload() {
		return err
	}
	axis, common := -1, 0
	for k, a := range p.Scenario.Sweep {
		if n := commonTokens(a.Path, wrong.Path); may(a.Path) && n > common {
			axis, common = k, n
		}
	}
	if axis < 0 {
		return err
	}
	a, places := p.Scenario.Sweep[axis], p.Points[point].places
	if inside, ok := strings.CutPrefix(wrong.Path, a.Path); ok && p.axes[axis].param == nil {
		return &param.Error{Path: sweepPath(axis, places[axis]) + inside, Value: wrong.Value, Reason: wrong.Reason}
	}
	reason := wrong.Reason
	if wrong.Path != a.Path {
		reason = "makes this impossible: " + wrong.Error()
	}
	for k, other := range p.Scenario.Sweep {
		if k != axis {
			reason += fmt.Sprintf(" (at %s %s)", other.Path, param.Excerpt(other.Values[places[k]]))
		}
	}
	return &param.Error{Path: sweepPath(axis, places[axis]), Value: param.Excerpt(a.Values[places[axis]]), Reason: reason}
}

// sweepsWorkload says whether the sweep varies the workload as a whole, and so its file.
func (p *Plan) sweepsWorkload() bool {
	return slices.ContainsFunc(p.Scenario.Sweep, func(a Axis) bool { return a.Path == "/workload" })
}

// commonTokens is how many parts at their beginning the paths a and b share.
func commonTokens(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
