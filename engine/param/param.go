// Package param lets policies, machines, sources of jobs and transformations describe their parameters once
// (Description, Param). The scenario checker, the form in the page, the schema, the manual and the help of the command
// are all made from these descriptions.
//
// Check reads values by them; an Error names the value that is wrong and what is accepted. The package knows no single
// parameter.
package param

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the type of a parameter's value.
type Kind string

const (
	Integer  Kind = "integer"
	Number   Kind = "number"
	Boolean  Kind = "boolean"
	Choice   Kind = "choice"
	Text     Kind = "text"
	File     Kind = "file"     // the name of a file that the host of the program supplies
	Integers Kind = "integers" // a list of up to MaxIntegers whole numbers
	Ranges   Kind = "ranges"   // a text of whole numbers and ranges of them: "3, 7-12, 20-"
	Table    Kind = "table"    // a list of rows, each with the parameters Columns
	Formula  Kind = "formula"  // one of Choices, or an expression that the scenario's compiler checks
	Script   Kind = "script"   // a text of several lines, a program that the scenario's compiler checks
)

// MaxFormula is the greatest length of an expression, in characters.
const MaxFormula = 500

// MaxScript is the greatest length of a Script, in bytes.
const MaxScript = 64 << 10

// MaxIntegers is the greatest length of a list of whole numbers.
const MaxIntegers = 64

// Only names the choices of another parameter with which a parameter counts. With an expression of one's own it does, too; without choices,
// with nothing else.
type Only struct {
	Name string   `json:"name"` // of a Choice or a Formula of the same kind
	In   []string `json:"in"`
}

// Param describes one parameter.
type Param struct {
	Name     string   `json:"name"`            // camelCase, the key in a scenario
	Title    string   `json:"title,omitempty"` // what people call it, where that is not its name in words
	Kind     Kind     `json:"kind"`
	Unit     string   `json:"unit,omitempty"`    // "s", "processors", "jobs", ...
	Instant  bool     `json:"instant,omitempty"` // of a Number in s: a point in the workload's time, not a length
	Min      float64  `json:"min"`               // smallest accepted, for Integer, Number and each of Integers and Ranges
	Max      float64  `json:"max"`               // largest accepted
	Default  any      `json:"default"`           // int64, float64, bool, string or []int64; nil: see Required
	Required bool     `json:"required,omitempty"`
	Choices  []string `json:"choices,omitempty"`
	Language string   `json:"language,omitempty"` // of a Formula: what an expression is made of, in a sentence or two
	Example  string   `json:"example,omitempty"`  // of an expression
	Columns  []Param  `json:"columns,omitempty"`  // for Table
	Empty    bool     `json:"empty,omitempty"`    // whether a list of Integers may have none
	Unknown  bool     `json:"unknown,omitempty"`  // whether Ranges may have the word unknown, for what has no number
	Without  string   `json:"without,omitempty"`  // name of a parameter; where that is given, this one counts for nothing
	Only     *Only    `json:"only,omitempty"`     // with which choices this one counts, if not with all
	Fixed    bool     `json:"fixed,omitempty"`    // a sweep may not vary it
	Doc      string   `json:"doc"`                // one sentence for people
	Source   string   `json:"source,omitempty"`   // where it comes from in the literature

	// Remark is what people should know of a value that is accepted, such as words that have no effect; "" for nothing. It may be nil. Of a Text.
	Remark func(text string) string `json:"-"`
	// Words are those of a Text that is a list of words (words.go), or of a Table of texts with the columns key and value, which a sweep may vary,
	// each by itself: an Integer or, in a Text, a Boolean.
	Words []Param `json:"-"`
	// Listed, of a column: sweeps list its cells among what they may vary.
	Listed bool `json:"-"`
}

// Values maps a parameter's name to its checked value: int64, float64, bool,
// string, []int64, Set or, for a Table, []Values. Parameters left out and without default are absent.
type Values map[string]any

// Int is the value of the Integer name. It panics if name is not a described
// parameter with a value: a programmer's mistake.
func (v Values) Int(name string) int64 { return v[name].(int64) }

// Float is the value of the Number name.
func (v Values) Float(name string) float64 { return v[name].(float64) }

// Bool is the value of the Boolean name.
func (v Values) Bool(name string) bool { return v[name].(bool) }

// Text is the value of the Choice, Text, File, Formula or Script name.
func (v Values) Text(name string) string { return v[name].(string) }

// Ints is the value of the Integers name.
func (v Values) Ints(name string) []int64 { return v[name].([]int64) }

// Set is the value of the Ranges name.
func (v Values) Set(name string) Set { return v[name].(Set) }

// Rows is the value of the Table name.
func (v Values) Rows(name string) []Values { return v[name].([]Values) }

// Has says whether name was given or has a default.
func (v Values) Has(name string) bool { _, ok := v[name]; return ok }

// Error says what is wrong with one value of a scenario.
type Error struct {
	Path   string // JSON pointer of the value, such as "/policies/1/reservations"
	Value  string // the value as it was written, "" if it is missing
	Reason string // what is accepted
}

func (e *Error) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("%s: %s", e.Path, e.Reason)
	}
	return fmt.Sprintf("%s: %s: %s", e.Path, e.Value, e.Reason)
}

// Check reads the JSON object fields (key to raw value) by the descriptions.
// Unknown keys, wrong types and values out of range are errors that name their
// path below path. Defaults are filled in.
func Check(path string, params []Param, fields map[string]json.RawMessage) (Values, error) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if find(params, key) == nil {
			return nil, UnknownKey(path, key, fields[key], names(params))
		}
	}
	values := Values{}
	for i := range params {
		p := &params[i]
		raw, given := fields[p.Name]
		if !given {
			switch {
			case p.Required:
				return nil, &Error{path + "/" + p.Name, "", "missing; " + p.Accepts()}
			case p.Default != nil:
				values[p.Name] = p.Default
			}
			continue
		}
		v, err := p.read(path+"/"+p.Name, raw)
		if err != nil {
			return nil, err
		}
		values[p.Name] = v
	}
	return values, nil
}

// UnknownKey is the error about a key of the object at path that is none of the
// known ones.
func UnknownKey(path, key string, raw json.RawMessage, known string) *Error {
	return &Error{path + "/" + Token(key), Excerpt(raw), "unknown key; known are " + known}
}

// Token is key as a part of a JSON pointer, cut to a length that fits an error message.
func Token(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(Excerpt([]byte(key)))
}

// Accepts says in words what values are accepted.
func (p *Param) Accepts() string {
	switch p.Kind {
	case Integer, Number:
		article := "a number"
		if p.Kind == Integer {
			article = "a whole number"
		}
		return fmt.Sprintf("%s from %s to %s%s is accepted", article, format(p.Min), format(p.Max), space(p.Unit))
	case Integers:
		return fmt.Sprintf("a list of %d to %d whole numbers from %s to %s%s is accepted", p.fewest(), MaxIntegers, format(p.Min), format(p.Max), space(p.Unit))
	case Ranges:
		return p.acceptsSet()
	case Boolean:
		return "true or false is accepted"
	case Choice:
		return "one of " + strings.Join(p.Choices, ", ") + " is accepted"
	case Table:
		return fmt.Sprintf("a list of 1 to %s rows with the keys %s is accepted", format(p.Max), names(p.Columns))
	case File:
		return "the name of a file is accepted"
	case Script:
		return fmt.Sprintf("a script of up to %d bytes is accepted", MaxScript)
	case Formula:
		return fmt.Sprintf("one of %s or an expression of up to %d characters is accepted", strings.Join(p.Choices, ", "), MaxFormula)
	}
	return "a text is accepted"
}

// fewest is how many numbers a list of Integers has at least.
func (p *Param) fewest() int {
	if p.Empty {
		return 0
	}
	return 1
}

func (p *Param) read(path string, raw json.RawMessage) (any, error) {
	refuse := &Error{path, Excerpt(raw), p.Accepts()}
	switch p.Kind {
	case Integer:
		var f float64
		if json.Unmarshal(raw, &f) != nil || isNull(raw) || f != math.Trunc(f) || f < p.Min || f > p.Max {
			return nil, refuse
		}
		return int64(f), nil
	case Number:
		var f float64
		if json.Unmarshal(raw, &f) != nil || isNull(raw) || f < p.Min || f > p.Max {
			return nil, refuse
		}
		return f, nil
	case Boolean:
		var b bool
		if json.Unmarshal(raw, &b) != nil || isNull(raw) {
			return nil, refuse
		}
		return b, nil
	case Choice, Text, File, Formula, Script:
		var s string
		if json.Unmarshal(raw, &s) != nil || isNull(raw) || !p.acceptsText(s) {
			return nil, refuse
		}
		return s, nil
	case Integers:
		var list []float64
		if json.Unmarshal(raw, &list) != nil || list == nil || len(list) < p.fewest() || len(list) > MaxIntegers {
			return nil, refuse
		}
		numbers := make([]int64, len(list))
		for i, f := range list {
			if f != math.Trunc(f) || f < p.Min || f > p.Max {
				return nil, &Error{fmt.Sprintf("%s/%d", path, i), format(f), (&Param{Kind: Integer, Min: p.Min, Max: p.Max, Unit: p.Unit}).Accepts()}
			}
			numbers[i] = int64(f)
		}
		return numbers, nil
	case Ranges:
		var text string
		if json.Unmarshal(raw, &text) != nil || isNull(raw) {
			return nil, refuse
		}
		set, bad, ok := p.readSet(text)
		if !ok && bad != "" {
			return nil, &Error{path, Excerpt([]byte(bad)), p.Accepts()}
		}
		if !ok {
			return nil, refuse
		}
		return set, nil
	case Table:
		var rows []json.RawMessage
		if json.Unmarshal(raw, &rows) != nil || len(rows) == 0 || float64(len(rows)) > p.Max {
			return nil, refuse
		}
		table := make([]Values, len(rows))
		for i, row := range rows {
			at := fmt.Sprintf("%s/%d", path, i)
			var fields map[string]json.RawMessage
			if json.Unmarshal(row, &fields) != nil || fields == nil {
				return nil, &Error{at, Excerpt(row), "an object with the keys " + names(p.Columns) + " is accepted"}
			}
			v, err := Check(at, p.Columns, fields)
			if err != nil {
				return nil, err
			}
			table[i] = v
		}
		return table, nil
	}
	panic("param: unknown kind " + string(p.Kind))
}

func (p *Param) acceptsText(s string) bool {
	switch p.Kind {
	case Text:
		return true
	case Choice:
		return slices.Contains(p.Choices, s)
	case Script:
		return s != "" && len(s) <= MaxScript
	}
	return s != "" && IsLine(s) && (p.Kind != Formula || utf8.RuneCountInString(s) <= MaxFormula)
}

// IsExpression says whether value, checked, is an expression: that of a Formula and none
// of its choices.
func (p *Param) IsExpression(value any) bool {
	s, ok := value.(string)
	return ok && p.Kind == Formula && !slices.Contains(p.Choices, s)
}

// IsWritten says whether value, checked, is something that people wrote in a language: an expression or a script.
func (p *Param) IsWritten(value any) bool {
	_, ok := value.(string)
	return p.IsExpression(value) || ok && p.Kind == Script
}

// IsLine says whether s is one line of text: it has no control characters.
func IsLine(s string) bool { return !strings.ContainsFunc(s, unicode.IsControl) }

// Format is a checked value as a scenario would have it, texts without quotes.
func Format(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case Set:
		return v.String()
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // checked values are numbers, booleans, texts and rows of them
	}
	return string(text)
}

// Excerpt is raw, cut to a length that fits an error message and without what could
// upset a terminal.
func Excerpt(raw []byte) string {
	visible := func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}
	s := strings.Map(visible, strings.Join(strings.Fields(string(raw)), " "))
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

func find(params []Param, name string) *Param {
	for i := range params {
		if params[i].Name == name {
			return &params[i]
		}
	}
	return nil
}

func names(params []Param) string {
	var s []string
	for _, p := range params {
		s = append(s, p.Name)
	}
	if len(s) == 0 {
		return "none"
	}
	return strings.Join(s, ", ")
}

func format(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
		return fmt.Sprintf("%d", int64(f))
	}
	return fmt.Sprintf("%g", f)
}

func space(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// Description is what a catalog says of one kind of policy, machine, workload or
// transformation.
type Description struct {
	Kind   string  `json:"kind"` // the word in a scenario
	Name   string  `json:"name"` // for people
	Doc    string  `json:"doc"`  // one sentence
	Source string  `json:"source,omitempty"`
	Params []Param `json:"params,omitempty"`

	Presets []Preset `json:"presets,omitempty"`
}

// Preset is a well-known choice of the parameters of a kind, to begin with.
type Preset struct {
	Name   string                     `json:"name"` // for people
	Doc    string                     `json:"doc"`  // one sentence
	Source string                     `json:"source,omitempty"`
	Fields map[string]json.RawMessage `json:"fields"` // as a scenario has them; the others are as by default
}

// Below puts path in front of the path of err if err is an *Error.
func Below(path string, err error) error {
	var wrong *Error
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", path, err)
	}
	return &Error{Path: path + wrong.Path, Value: wrong.Value, Reason: wrong.Reason}
}
