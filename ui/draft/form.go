package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// Form turns a Draft into a scenario and back, by the parameters' own descriptions.
type Form struct {
	Catalogs scenario.Catalogs
	// Clock reads instants in the field at path of d. nil: they are in seconds.
	Clock func(d *Draft, path string) Clock
}

// Read takes a scenario apart into the texts of the fields.
func (f Form) Read(s *scenario.Scenario) Draft {
	d := Draft{
		Name: s.Name, Description: s.Description, Record: s.Record,
		Machine:  f.readChoice(s.Machine, f.Machine(s.Machine.Kind)),
		Workload: f.readChoice(s.Workload.Part, f.Workload(s.Workload.Kind)),
		Settings: readSettings(s), Groups: readGroupings(s.Groups), Claims: s.Claims,
	}
	for _, t := range s.Workload.Transform {
		d.Transforms = append(d.Transforms, f.readChoice(t, f.Transform(t.Kind)))
	}
	for _, p := range s.Policies {
		c := f.readChoice(p.Part, f.Policy(p.Kind))
		c.Label, c.Elastic = p.Label, p.Elastic
		d.Policies = append(d.Policies, c)
	}
	for _, a := range s.Sweep {
		d.Sweep = append(d.Sweep, readAxis(a))
	}
	return d
}

// ReadText takes a scenario that was valid apart again.
func (f Form) ReadText(text []byte) Draft {
	s, err := scenario.Read(text)
	if err != nil {
		return Draft{}
	}
	return f.Read(s)
}

// readChoice takes a part of a scenario apart; about is nil for an unknown kind.
func (f Form) readChoice(p scenario.Part, about *param.Description) Choice {
	c := Choice{Kind: p.Kind, Texts: map[string]string{}}
	for name, raw := range p.Fields {
		c.Texts[name] = FieldText(ParamNamed(about, name), raw)
	}
	return c
}

// FieldText is the value of a parameter as its field has it; q is nil for one that is not
// described.
func FieldText(q *param.Param, raw json.RawMessage) string {
	var text string
	switch {
	case q != nil && q.Kind == param.Table:
		return TableText(q.Columns, raw)
	case q != nil && q.Kind == param.Integers:
		return phrase.IntegersText(raw, ", ")
	case json.Unmarshal(raw, &text) == nil:
		if q != nil && q.Kind == param.Script {
			return strings.ReplaceAll(text, "\r\n", "\n") // as fields of several lines have it
		}
		return text
	}
	return string(raw)
}

// Write makes the scenario that d describes. If there are mistakes, it is nil.
func (f Form) Write(d *Draft) (json.RawMessage, *scenario.Plan, Mistakes) {
	wrong := Mistakes{}
	top := map[string]any{"version": scenario.Version}
	checkName("/name", d.Name, wrong)
	if d.Name != "" {
		top["name"] = d.Name
	}
	if d.Description != "" {
		top["description"] = d.Description
	}
	if d.Record != "" {
		top["record"] = d.Record
	}
	top["machine"] = f.writeChoice(d, "/machine", d.Machine, f.Machine(d.Machine.Kind), wrong)
	work := f.writeChoice(d, "/workload", d.Workload, f.Workload(d.Workload.Kind), wrong)
	var transforms []any
	for i, t := range d.Transforms {
		transforms = append(transforms, f.writeChoice(d, fmt.Sprintf("/workload/transform/%d", i), t, f.Transform(t.Kind), wrong))
	}
	if len(transforms) > 0 {
		work["transform"] = transforms
	}
	top["workload"] = work
	var policies []any
	for i, p := range d.Policies {
		fields := f.writeChoice(d, fmt.Sprintf("/policies/%d", i), p, f.Policy(p.Kind), wrong)
		checkName(fmt.Sprintf("/policies/%d/label", i), p.Label, wrong)
		if p.Label != "" {
			fields["label"] = p.Label
		}
		if p.Elastic {
			fields["elastic"] = true
		}
		policies = append(policies, fields)
	}
	top["policies"] = policies
	f.writeSettings(d, top, wrong)
	f.writeSweep(d, top, wrong)
	writeGroupings(d, top, wrong)
	if len(wrong) > 0 {
		return nil, nil, wrong
	}

	claims := f.claimsOf(d)
	for {
		if len(claims) > 0 {
			top["claims"] = claims
		} else {
			delete(top, "claims")
		}
		text, plan, err := f.compile(top)
		if err == nil {
			return text, plan, nil
		}
		if i, ok := claimAt(err); ok && i < len(claims) {
			claims = slices.Delete(claims, i, i+1)
			continue
		}
		if !wrong.NoteError(err, d) {
			wrong.Note("", err.Error())
		}
		return nil, nil, wrong
	}
}

// compile makes a plan of a scenario's keys, and the text of the scenario.
func (f Form) compile(top map[string]any) (json.RawMessage, *scenario.Plan, error) {
	text, err := json.Marshal(top)
	if err != nil {
		panic(err) // made of texts and checked values only
	}
	s, err := scenario.Read(text)
	if err != nil {
		return nil, nil, err
	}
	plan, err := scenario.Compile(s, f.Catalogs)
	if err != nil {
		return nil, nil, err
	}
	if text, err = json.Marshal(s); err != nil {
		panic(err) // it was read from JSON
	}
	return text, plan, nil
}

// claimsOf are the claims about policies that the draft has.
func (f Form) claimsOf(d *Draft) []scenario.Claim {
	labels := f.Labels(d)
	return slices.DeleteFunc(slices.Clone(d.Claims), func(c scenario.Claim) bool {
		return !slices.Contains(labels, c.Policy) || c.Versus != "" && !slices.Contains(labels, c.Versus)
	})
}

// claimAt is the claim that err is about: one that does not fit the experiment any more,
// such as one about a point that the sweep has no longer.
func claimAt(err error) (int, bool) {
	var wrong *param.Error
	if !errors.As(err, &wrong) {
		return 0, false
	}
	rest, ok := strings.CutPrefix(wrong.Path, "/claims/")
	if !ok {
		return 0, false
	}
	place, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(place)
	return i, err == nil
}

// writeChoice checks the texts of c. Texts that say what the default says are left out.
func (f Form) writeChoice(d *Draft, path string, c Choice, about *param.Description, wrong Mistakes) map[string]any {
	fields := map[string]any{"kind": c.Kind}
	if about == nil {
		wrong.Note(path+"/kind", "unknown kind "+c.Kind)
		return fields
	}
	for name, text := range c.Texts {
		if ParamNamed(about, name) == nil {
			fields[name] = json.RawMessage(phrase.JSON(text)) // refused below, by name
		}
	}
	for i := range about.Params {
		p := &about.Params[i]
		if c.Own && p.Kind == param.Formula && strings.TrimSpace(c.Texts[p.Name]) == "" {
			wrong.Note(path+"/"+p.Name, "Missing: an expression such as “"+p.Example+"” is accepted")
			continue
		}
		at := path + "/" + p.Name
		if raw, ok := CheckField(at, p, c.Texts, f.clock(d, at, p), wrong); ok {
			fields[p.Name] = raw
		}
	}
	return fields
}

// CheckField is the value of one parameter as JSON, whose instants the clock reads, if there is one; false if it is to be left out.
func CheckField(path string, p *param.Param, texts map[string]string, clock Clock, wrong Mistakes) (json.RawMessage, bool) {
	given := map[string]json.RawMessage{}
	text := valueText(p, texts[p.Name])
	if _, typed := texts[p.Name]; typed && text == "" && p.Kind == param.Script {
		wrong.Note(path, "Missing: a script with a function schedule() is accepted")
		return nil, false
	}
	if text == DefaultText(p) {
		text = ""
	}
	if text != "" {
		raw, err := rawValue(p, text, clock)
		if err != nil {
			wrong.Note(path, phrase.UpperFirst(err.Error()))
			return nil, false
		}
		given[p.Name] = raw
	}
	if _, err := param.Check("", []param.Param{*p}, given); err != nil {
		var refused *param.Error
		if errors.As(err, &refused) {
			wrong.Note(path, phrase.UpperFirst(phrase.Join(": ", refused.Value, phrase.GroupedIn(refused.Reason))))
		}
		return nil, false
	}
	return given[p.Name], text != ""
}

// valueText is what the text of a field says: that of a script with all its blanks, since lines and columns are counted in it; "" if there is
// nothing else. p is nil for a parameter that is not described.
func valueText(p *param.Param, text string) string {
	if trimmed := strings.TrimSpace(text); p == nil || p.Kind != param.Script || trimmed == "" {
		return trimmed
	}
	return text
}

// rawValue is text as the JSON value that p expects, or as a JSON string if it is none.
func rawValue(p *param.Param, text string, clock Clock) (json.RawMessage, error) {
	switch p.Kind {
	case param.Table:
		return readTable(p.Columns, text, clock)
	case param.Integer, param.Number:
		number, err := phrase.ReadComma(text, p.Kind == param.Integer)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(number, ".") {
			number = "0" + number
		}
		if json.Valid([]byte(number)) {
			return json.RawMessage(number), nil
		}
		return readNumber(p, text, clock)
	case param.Integers:
		return phrase.ReadIntegers(text, ", ")
	case param.Boolean:
		return json.RawMessage(phrase.JSON(text)), nil
	}
	return json.Marshal(text)
}
