package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/ui/phrase"
)

// A form turns a Draft into a scenario and back, by the parameters' own descriptions.
type Form struct{ Catalogs scenario.Catalogs }

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
		return text
	}
	return string(raw)
}

// Mistakes are the sentences beside the fields, by path.
type Mistakes map[string]string

// Note keeps the first mistake of a field.
func (m Mistakes) Note(path, sentence string) {
	if m[path] == "" {
		m[path] = sentence
	}
}

// NoteError puts err beside the field that it is about; false if it names none.
func (m Mistakes) NoteError(err error, d *Draft) bool {
	var wrong *param.Error
	if !errors.As(err, &wrong) {
		return false
	}
	sentence := phrase.Join(": ", valueWords(wrong.Path), cellWords(wrong.Path, d), phrase.IntegersText(json.RawMessage(wrong.Value), ", "), phrase.GroupedIn(wrong.Reason))
	if strings.HasPrefix(wrong.Reason, "column ") && !strings.HasPrefix(wrong.Path, "/sweep/") {
		sentence = wrong.Reason // of the one expression in the field
	}
	m.Note(fieldPath(wrong.Path, d), phrase.UpperFirst(sentence))
	return true
}

// cellWords says where in the text of a table the value at path stands, as readTable does:
// "line 3: deadline"; "" if it is in none.
func cellWords(path string, d *Draft) string {
	field := fieldPath(path, d)
	rest, below := strings.CutPrefix(path, field+"/")
	place, column, cell := strings.Cut(rest, "/")
	if !below || !cell || !strings.HasPrefix(path, "/machine/") && !strings.HasPrefix(path, "/workload/") {
		return ""
	}
	c, name := d.Choice(field)
	row, err := strconv.Atoi(place)
	if c == nil || err != nil {
		return ""
	}
	column, _, _ = strings.Cut(column, "/")
	for i, line := range strings.Split(c.Texts[name], "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if row--; row == -2 { // the first line has the names of the columns
			return "line " + strconv.Itoa(i+1) + ": " + column
		}
	}
	return ""
}

// fieldPath is the field that shows the value at path of the scenario: a row of a
// table belongs to the table, a policy as a whole to its kind.
func fieldPath(path string, d *Draft) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case parts[0] == "workload" && len(parts) > 1 && parts[1] == "transform":
		return "/" + strings.Join(atLeast(parts, 4, "kind")[:4], "/")
	case parts[0] == "policies":
		return "/" + strings.Join(atLeast(parts, 3, "kind")[:3], "/")
	case parts[0] == "sweep":
		if path := atLeast(parts, 3, "kind"); path[2] == "values" {
			return "/" + strings.Join(path[:3], "/")
		}
		return "/sweep/" + parts[1] + "/kind"
	case parts[0] == "groups" && len(parts) > 1:
		return groupingPath(parts)
	case parts[0] == "machine" || parts[0] == "workload":
		return "/" + strings.Join(atLeast(parts, 2, "kind")[:2], "/")
	}
	return path
}

func atLeast(parts []string, n int, last string) []string {
	if len(parts) < n {
		parts = append(parts, last)
	}
	for len(parts) < n {
		parts = append(parts, "")
	}
	return parts
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
	top["machine"] = f.writeChoice("/machine", d.Machine, f.Machine(d.Machine.Kind), wrong)
	work := f.writeChoice("/workload", d.Workload, f.Workload(d.Workload.Kind), wrong)
	var transforms []any
	for i, t := range d.Transforms {
		transforms = append(transforms, f.writeChoice(fmt.Sprintf("/workload/transform/%d", i), t, f.Transform(t.Kind), wrong))
	}
	if len(transforms) > 0 {
		work["transform"] = transforms
	}
	top["workload"] = work
	var policies []any
	for i, p := range d.Policies {
		fields := f.writeChoice(fmt.Sprintf("/policies/%d", i), p, f.Policy(p.Kind), wrong)
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
	writeSweep(d, top, wrong)
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
func (f Form) writeChoice(path string, c Choice, about *param.Description, wrong Mistakes) map[string]any {
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
		if raw, ok := CheckField(path+"/"+p.Name, p, c.Texts, wrong); ok {
			fields[p.Name] = raw
		}
	}
	return fields
}

// CheckField is the value of one parameter as JSON; false if it is to be left out.
func CheckField(path string, p *param.Param, texts map[string]string, wrong Mistakes) (json.RawMessage, bool) {
	given := map[string]json.RawMessage{}
	text := strings.TrimSpace(texts[p.Name])
	if text == DefaultText(p) {
		text = ""
	}
	if text != "" {
		raw, err := rawValue(p, text)
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

// rawValue is text as the JSON value that p expects, or as a JSON string if it is none.
func rawValue(p *param.Param, text string) (json.RawMessage, error) {
	switch p.Kind {
	case param.Table:
		return readTable(p.Columns, text)
	case param.Integer, param.Number:
		if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
			text = strings.Replace(text, ",", ".", 1)
		}
		if strings.HasPrefix(text, ".") {
			text = "0" + text
		}
		return json.RawMessage(phrase.JSON(text)), nil
	case param.Integers:
		return phrase.ReadIntegers(text, ", ")
	case param.Boolean:
		return json.RawMessage(phrase.JSON(text)), nil
	}
	return json.Marshal(text)
}

func (f Form) writeSettings(d *Draft, top map[string]any, wrong Mistakes) {
	params := append(SettingParams(), RepeatParams(d)...)
	values := map[string]json.RawMessage{}
	for i := range params {
		p := &params[i]
		if p.Name == "kill/grace" && d.Settings.Texts["kill/rule"] != "grace" {
			continue
		}
		if raw, ok := CheckField("/"+p.Name, p, d.Settings.Texts, wrong); ok {
			values[p.Name] = raw
		}
	}
	parts := map[string]map[string]any{}
	for name, raw := range values {
		part, rest, below := strings.Cut(name, "/")
		switch {
		case !below && optionalParts[part] != "":
		case !below:
			top[part] = raw
		case parts[part] == nil:
			parts[part] = map[string]any{rest: raw}
		default:
			parts[part][rest] = raw
		}
	}
	if kill := parts["kill"]; d.Settings.Texts["kill/rule"] == "grace" && kill["grace"] == nil {
		kill["grace"] = 0
	}
	for part := range optionalParts {
		if d.AsksFor(part) && parts[part] == nil {
			parts[part] = map[string]any{} // as by default
		}
	}
	for part, fields := range parts {
		top[part] = fields
	}
	// A baseline that was renamed or removed gives way to the first policy.
	if b := d.Settings.Texts["baseline"]; b != "" && slices.Contains(f.Labels(d), b) {
		top["baseline"] = b
	}
}

// Labels are the names of the policies in results.
func (f Form) Labels(d *Draft) []string {
	var labels []string
	for _, p := range d.Policies {
		label := p.Label
		if label == "" {
			label = DefaultLabel(p, f.Policy(p.Kind))
		}
		labels = append(labels, label)
	}
	return labels
}

// DefaultLabel is the name that the scenario's compiler gives: the kind with its
// parameters that are not as by default.
func DefaultLabel(c Choice, about *param.Description) string {
	if about == nil {
		return c.Kind
	}
	var given []string
	for i := range about.Params {
		p := &about.Params[i]
		text := strings.TrimSpace(c.Texts[p.Name])
		if text != "" && text != DefaultText(p) {
			given = append(given, p.Name+"="+text)
		}
	}
	if c.Elastic {
		given = append(given, "elastic=true")
	}
	if len(given) == 0 {
		return c.Kind
	}
	return c.Kind + "(" + strings.Join(given, ", ") + ")"
}

// DefaultText is the default of p as a field shows it, "" if it has none.
func DefaultText(p *param.Param) string {
	switch d := p.Default.(type) {
	case nil:
		return ""
	case float64:
		return phrase.Number(d)
	case []int64:
		return phrase.IntegersText(json.RawMessage(param.Format(d)), ", ")
	default:
		return fmt.Sprint(d)
	}
}

// Blank is a new choice of a kind.
func Blank(about *param.Description) Choice {
	return Choice{Kind: about.Kind, Texts: map[string]string{}}
}

// Machine describes a kind of machine, nil if there is none of that name.
func (f Form) Machine(kind string) *param.Description {
	return described(f.Catalogs.Machines, kind, func(k *scenario.MachineKind) *param.Description { return &k.Description })
}

// Workload describes a kind of workload, nil if there is none of that name.
func (f Form) Workload(kind string) *param.Description {
	return described(f.Catalogs.Workloads, kind, func(k *workload.Kind) *param.Description { return &k.Description })
}

// Transform describes a kind of transformation, nil if there is none of that name.
func (f Form) Transform(kind string) *param.Description {
	return described(f.Catalogs.Transforms, kind, func(k *workload.Transform) *param.Description { return &k.Description })
}

// Policy describes a kind of policy, nil if there is none of that name.
func (f Form) Policy(kind string) *param.Description {
	return described(f.Catalogs.Policies, kind, func(k *scenario.PolicyKind) *param.Description { return &k.Description })
}

// described is the description of a kind, nil if the catalog does not know it.
func described[K any](kinds []K, kind string, describe func(*K) *param.Description) *param.Description {
	for i := range kinds {
		if d := describe(&kinds[i]); d.Kind == kind {
			return d
		}
	}
	return nil
}

// ParamNamed is the parameter of that name in a description, which may be nil; nil if there is none.
func ParamNamed(about *param.Description, name string) *param.Param {
	if about == nil {
		return nil
	}
	for i := range about.Params {
		if about.Params[i].Name == name {
			return &about.Params[i]
		}
	}
	return nil
}

// MaxName is how many characters the name of an experiment or of a policy may have.
const MaxName = 200

// checkName notes a name that is longer than pictures, tables and files have room for.
func checkName(path, name string, wrong Mistakes) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		wrong.Note(path, phrase.Grouped(int64(n))+" characters; at most "+phrase.Grouped(MaxName)+" are accepted")
	}
}
