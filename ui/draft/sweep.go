package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// An axis of the sweep is a Choice whose kind is the path of the parameter that it
// varies; the text of its values is such as "0.5, 0.6, 0.7" or "0.5 to 1 step 0.1". If it
// varies a part of the scenario they are JSON objects.

// Most entries of an experiment's lists.
const (
	MaxPolicies   = scenario.MaxPolicies
	MaxTransforms = scenario.MaxTransforms
	MaxAxes       = 2 // parameters that a sweep varies
)

// maxListed is how many values a range may make: one more than a sweep accepts, so that
// it is the scenario's checker who refuses them.
const maxListed = 101

// SweepValues are the values that text lists, as JSON.
func SweepValues(text string) ([]json.RawMessage, error) {
	values := []json.RawMessage{}
	asWritten, accepted := false, ""
	switch {
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		asWritten, accepted = true, "objects of JSON with commas between them are accepted, each with a kind and a label"
	case strings.Contains(text, `"`):
		asWritten, accepted = true, `texts in quotation marks with commas between them are accepted, such as "wait + R", "wait / R"`
	}
	if asWritten {
		if json.Unmarshal([]byte("["+text+"]"), &values) != nil {
			return nil, errors.New(accepted)
		}
		return values, nil
	}
	separator := ","
	if strings.Contains(text, ";") {
		separator = ";" // then a comma is a decimal one
		text = strings.ReplaceAll(text, ",", ".")
	}
	for _, part := range strings.Split(text, separator) {
		words := strings.Fields(part)
		if slices.Contains(words, "to") {
			numbers, err := numberRange(words)
			if err != nil {
				return nil, err
			}
			values = append(values, numbers...)
			continue
		}
		for _, word := range words {
			if strings.HasPrefix(word, ".") {
				word = "0" + word
			}
			values = append(values, json.RawMessage(phrase.JSON(word)))
		}
	}
	return values, nil
}

// numberRange are the numbers of "from A to B step C"; from may be left out, and between
// whole numbers the step, which is then 1.
func numberRange(words []string) ([]json.RawMessage, error) {
	wrong := fmt.Errorf("%s: a range such as 0.5 to 1 step 0.1 is accepted", strings.Join(words, " "))
	if words[0] == "from" {
		words = words[1:]
	}
	if len(words) == 3 {
		if step := missingStep(words[0], words[2]); step != "" {
			return nil, fmt.Errorf("%s: the step is missing, such as %s step %s", strings.Join(words, " "), strings.Join(words, " "), step)
		}
		words = append(words, "step", "1")
	}
	if len(words) != 5 || words[1] != "to" || words[3] != "step" {
		return nil, wrong
	}
	var number [3]float64 // from, to, step
	digits := 0
	for i := range number {
		word := words[2*i]
		f, err := strconv.ParseFloat(word, 64)
		if err != nil || math.Abs(f) > 1e15 {
			return nil, wrong
		}
		number[i] = f
		if _, fraction, _ := strings.Cut(word, "."); i != 1 {
			digits = max(digits, len(fraction))
		}
	}
	from, to, step := number[0], number[1], number[2]
	if step <= 0 || to < from {
		return nil, wrong
	}
	var values []json.RawMessage
	// Half a thousandth of a step lets the last value be what it is meant to be.
	for i := 0; from+float64(i)*step <= to+step/2000 && i < maxListed; i++ {
		text := strconv.FormatFloat(from+float64(i)*step, 'f', digits, 64)
		if strings.Contains(text, ".") {
			text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
		}
		values = append(values, json.RawMessage(text))
	}
	return values, nil
}

// readAxis is an axis as its fields show it.
func readAxis(a scenario.Axis) Choice {
	var words []string
	for _, raw := range a.Values {
		word := string(raw)
		var text string
		if json.Unmarshal(raw, &text) == nil {
			word = text
		}
		words = append(words, word)
	}
	separator := ", "
	quoted := slices.ContainsFunc(words, func(word string) bool { return strings.ContainsAny(word, " ,;") })
	for i, raw := range a.Values {
		if _, part := scenario.PartLabel(raw); part {
			words[i], separator = string(raw), ",\n"
		} else if quoted {
			words[i] = string(raw)
		}
	}
	return Choice{Kind: a.Path, Texts: map[string]string{"values": strings.Join(words, separator)}}
}

// AxisWords are the values of an axis for people: of parts their labels, of choices their
// names.
func AxisWords(a scenario.Axis) []string {
	names := SettingWords[a.Path[strings.LastIndexByte(a.Path, '/')+1:]]
	var words []string
	for _, raw := range a.Values {
		word := string(raw)
		var text string
		if json.Unmarshal(raw, &text) == nil {
			if word = names[text]; word == "" {
				word = choiceWords(text)
			}
		} else if label, part := scenario.PartLabel(raw); part {
			word = label
		}
		words = append(words, word)
	}
	return words
}

// choiceWords is the value of a choice in the middle of a sentence, such as "first fit" for
// firstFit; other texts stay as they are.
func choiceWords(text string) string {
	if text != phrase.UpperFirst(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return strings.ToLower(phrase.Humanised(text))
	}
	return text
}

// ValuesOfAxis are the values of an axis of d, as JSON.
func (f Form) ValuesOfAxis(d *Draft, axis Choice) ([]json.RawMessage, error) {
	text := axis.Texts["values"]
	c, name := d.Choice(axis.Kind)
	if c != nil && c != &d.Settings && strings.HasPrefix(axis.Kind, "/workload/transform/") {
		if q := ParamNamed(f.Transform(c.Kind), name); q != nil && q.Instant && f.Clock != nil {
			text = inSeconds(text, f.Clock(d, axis.Kind))
		}
	}
	return SweepValues(text)
}

// writeSweep puts the axes of d into a scenario.
func (f Form) writeSweep(d *Draft, top map[string]any, wrong Mistakes) {
	var axes []scenario.Axis
	for i, c := range d.Sweep {
		values, err := f.ValuesOfAxis(d, c)
		if err != nil {
			wrong.Note(fmt.Sprintf("/sweep/%d/values", i), phrase.UpperFirst(err.Error()))
		} else if len(values) == 0 {
			wrong.Note(fmt.Sprintf("/sweep/%d/values", i), "Missing; one value or more is accepted, such as 0.5, 0.6, 0.7")
		}
		axes = append(axes, scenario.Axis{Path: c.Kind, Values: values})
	}
	if len(axes) > 0 {
		top["sweep"] = axes
	}
}

// IsPart says whether path is that of a part which a sweep varies as a whole: the machine,
// the workload or a transformation.
func IsPart(path string) bool {
	place, transform := strings.CutPrefix(path, "/workload/transform/")
	return path == "/machine" || path == "/workload" || transform && !strings.Contains(place, "/")
}

// valueWords says which of an axis's values, and what of it, the path of a mistake is
// about, "" if that is a value as such: "value 2, factor".
func valueWords(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if parts[0] != "sweep" || len(parts) < 5 || parts[2] != "values" {
		return ""
	}
	i, err := strconv.Atoi(parts[3])
	if err != nil {
		return ""
	}
	return fmt.Sprintf("value %d, %s", i+1, strings.Join(parts[4:], "/"))
}

// AxisValue is the value of an axis of a sweep at a point, as it was written.
func AxisValue(sweep []scenario.Axis, path string, point int) string {
	for k := len(sweep) - 1; k >= 0; k-- {
		n := len(sweep[k].Values)
		if sweep[k].Path == path {
			return AxisWords(sweep[k])[point%n]
		}
		point /= n
	}
	return ""
}

// ParameterIn is ParameterName in the experiment of a plan.
func (f Form) ParameterIn(plan *scenario.Plan, path string) string {
	var labels []string
	for _, policy := range plan.Policies {
		labels = append(labels, policy.Label)
	}
	var transforms []Choice
	for _, t := range plan.Scenario.Workload.Transform {
		transforms = append(transforms, Choice{Kind: t.Kind})
	}
	return f.ParameterName(labels, plan.Scenario.Workload.Kind, transforms, path)
}

// ParameterName is what people call the parameter at path, such as "Workload: load", in an experiment with these
// labels of policies, this kind of workload and these transformations.
func (f Form) ParameterName(labels []string, workload string, transforms []Choice, path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	last := phrase.LowerFirst(FieldLabel(parts[len(parts)-1]))
	if len(parts) == 2 && parts[0] == "workload" {
		if q := ParamNamed(f.Workload(workload), parts[1]); q != nil {
			last = phrase.LowerFirst(ParamLabel(q))
		}
	}
	if len(parts) == 3 && parts[0] == "policies" {
		if title := f.policyTitle(parts[2]); title != "" {
			last = phrase.LowerFirst(title)
		}
	}
	place := -1
	if len(parts) > 2 {
		if i, err := strconv.Atoi(parts[len(parts)-2]); err == nil {
			place = i
		}
	}
	switch {
	case len(parts) == 1 && (parts[0] == "machine" || parts[0] == "workload"):
		return phrase.UpperFirst(parts[0])
	case len(parts) == 3 && parts[1] == "transform":
		if i, err := strconv.Atoi(parts[2]); err == nil && i < len(transforms) {
			if about := f.Transform(transforms[i].Kind); about != nil {
				return about.Name
			}
		}
	case parts[0] == "policies" && len(parts) == 3 && place >= 0 && place < len(labels):
		return labels[place] + ": " + last
	case parts[0] == "policies" && len(parts) == 4 && place < 0: // a word of a text
		if i, err := strconv.Atoi(parts[1]); err == nil && i < len(labels) {
			return labels[i] + ": " + parts[3]
		}
	case len(parts) == 4 && parts[1] == "transform" && place >= 0 && place < len(transforms):
		if about := f.Transform(transforms[place].Kind); about != nil {
			return about.Name + ": " + last
		}
	case parts[0] == "policies" && len(parts) == 5 && place >= 0: // a cell of a table
		if i, err := strconv.Atoi(parts[1]); err == nil && i < len(labels) {
			return labels[i] + ": " + parts[2] + ", row " + strconv.Itoa(place+1) + ": " + last
		}
	case len(parts) == 4 && parts[0] == "machine" && place >= 0: // a cell of one of its tables
		return "Machine, " + parts[1] + ", row " + strconv.Itoa(place+1) + ": " + last
	case len(parts) == 4 && place >= 0: // a cell of a table
		return phrase.UpperFirst(parts[0]) + ", row " + strconv.Itoa(place+1) + ": " + last
	case parts[0] == "machine" || parts[0] == "workload":
		return phrase.UpperFirst(parts[0]) + ": " + last
	}
	return FieldLabel(strings.Join(parts, "/"))
}

// policyTitle is the title that a parameter of policies has in the form; "" if it has none, or not the same in all kinds of policies.
func (f Form) policyTitle(name string) (title string) {
	for i := range f.Catalogs.Policies {
		q := ParamNamed(&f.Catalogs.Policies[i].Description, name)
		switch {
		case q == nil:
		case q.Title == "" || title != "" && q.Title != title:
			return ""
		default:
			title = q.Title
		}
	}
	return title
}

// Varied says whether the sweep varies the parameter at path.
func (d *Draft) Varied(path string) bool {
	return slices.ContainsFunc(d.Sweep, func(axis Choice) bool { return axis.Kind == path })
}

// missingStep is a step that would do between two numbers that are not both whole, ""
// if they are.
func missingStep(from, to string) string {
	a, err := strconv.ParseFloat(from, 64)
	if err != nil {
		return ""
	}
	b, err := strconv.ParseFloat(to, 64)
	if err != nil || a == math.Trunc(a) && b == math.Trunc(b) || b <= a {
		return ""
	}
	return strconv.FormatFloat((b-a)/4, 'g', 1, 64)
}
