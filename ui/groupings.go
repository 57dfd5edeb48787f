package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
)

// A grouping of jobs is a Choice whose kind is the attribute by which it divides them, or
// allJobs. Its texts are "classes", how it does; "each", the attribute that divides them first, with
// "eachClasses"; and "where", which jobs it is about.

// allJobs is the kind of a grouping that divides jobs by nothing: into one group.
const allJobs = "all"

// readGroupings are groupings as their fields show them.
func readGroupings(list []grouping.Grouping) []Choice {
	var choices []Choice
	for _, g := range list {
		c := Choice{Kind: g.By, Texts: map[string]string{}}
		if g.By == "" {
			c.Kind = allJobs
		}
		put := func(name, text string) {
			if text != "" {
				c.Texts[name] = text
			}
		}
		put("classes", classesText(&g.Division))
		if g.Each != nil {
			put("each", g.Each.By)
			put("eachClasses", classesText(g.Each))
		}
		put("where", conditionsText(g.Where))
		choices = append(choices, c)
	}
	return choices
}

// classesText is how an attribute divides jobs: "4" is into four classes of about equally
// many, "60, 600" at these bounds, "60," at this one.
func classesText(d *grouping.Division) string {
	if d.Quantiles > 0 {
		return strconv.Itoa(d.Quantiles)
	}
	var words []string
	for _, b := range d.Bounds {
		words = append(words, number(b))
	}
	if len(words) == 1 {
		return words[0] + ","
	}
	return strings.Join(words, ", ")
}

// writeGroupings puts the groupings of d into a scenario.
func writeGroupings(d *Draft, top map[string]any, wrong mistakes) {
	var list []json.RawMessage
	for i := range d.Groups {
		at := fmt.Sprintf("/groups/%d", i)
		raw, err := writeGrouping(&d.Groups[i])
		if err == nil {
			_, err = grouping.Read("", json.RawMessage("["+string(raw)+"]"))
		}
		if err == nil {
			list = append(list, raw)
			continue
		}
		var refused *param.Error
		if errors.As(err, &refused) { // at a path below that of the first of a list
			err = &param.Error{Path: at + strings.TrimPrefix(refused.Path, "/0"), Value: refused.Value, Reason: refused.Reason}
		}
		wrong.noteError(err, d)
	}
	if len(list) > 0 {
		top["groups"] = list
	}
}

// writeGrouping is a grouping as JSON, checked no further than it takes to write it.
func writeGrouping(c *Choice) (json.RawMessage, error) {
	fields, err := writeDivision("/0", c.Kind, c.Texts["classes"])
	if err != nil {
		return nil, err
	}
	if by := c.Texts["each"]; by != "" {
		if fields["each"], err = writeDivision("/0/each", by, c.Texts["eachClasses"]); err != nil {
			return nil, err
		}
	}
	where, err := readConditions(c.Texts["where"])
	if err != nil {
		return nil, &param.Error{Path: "/0/where", Reason: err.Error()}
	}
	switch {
	case len(where) > 0:
		fields["where"] = where
	case c.Kind == allJobs:
		return nil, &param.Error{Path: "/0/where", Reason: "missing; without an attribute that divides the jobs, conditions such as “" + conditionsExample + "” are accepted"}
	}
	return json.Marshal(fields)
}

// writeDivision is a division by an attribute, as classesText words it.
func writeDivision(path, by, classes string) (map[string]any, error) {
	if by == allJobs {
		return map[string]any{}, nil
	}
	fields := map[string]any{"by": by}
	classes = strings.TrimSpace(classes)
	if a := grouping.AttributeNamed(by); a == nil || a.Natural {
		return fields, nil
	}
	if json.Valid([]byte(classes)) {
		fields["quantiles"] = json.RawMessage(classes)
		return fields, nil
	}
	if ambiguousComma(classes) {
		return nil, &param.Error{Path: path + "/bounds", Value: classes,
			Reason: "bounds with a blank after each comma, and without commas between thousands, are accepted"}
	}
	bounds, ok := readBounds(classes, grouping.AttributeNamed(by).Unit)
	if !ok {
		return nil, &param.Error{Path: path + "/bounds", Reason: "a number of classes, or increasing bounds separated by commas, is accepted"}
	}
	fields["bounds"] = bounds
	return fields, nil
}

// readBounds reads numbers of the unit, divided by commas, semicolons or blanks; times
// with units of their own by commas or semicolons.
func readBounds(text, unit string) ([]json.RawMessage, bool) {
	var bounds []json.RawMessage
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		words := strings.Fields(part)
		if unit == "s" && strings.ContainsAny(part, "smhd") {
			words = []string{strings.TrimSpace(part)}
		}
		for _, word := range words {
			bound := readAmount(word, unit)
			if bound[0] == '"' {
				return nil, false
			}
			bounds = append(bounds, bound)
		}
	}
	return bounds, len(bounds) > 0
}

// groupingPath is the field that shows the value at path of a grouping.
func groupingPath(parts []string) string {
	field := "classes"
	switch {
	case len(parts) < 3 || parts[2] == "quantiles" || parts[2] == "bounds":
	case parts[2] == "each" && len(parts) > 3 && parts[3] != "by":
		field = "eachClasses"
	case parts[2] == "by":
		field = "kind"
	default:
		field = parts[2]
	}
	return "/groups/" + parts[1] + "/" + field
}

// attributeKinds are the attributes, as kinds for Choices.
func attributeKinds() []*param.Description {
	var list []*param.Description
	for i := range grouping.Attributes {
		a := &grouping.Attributes[i]
		list = append(list, &param.Description{Kind: a.Name, Name: a.Title, Doc: a.Doc})
	}
	return append(list, &param.Description{Kind: allJobs, Name: "All jobs together", Doc: "One group: of those jobs that meet the conditions."})
}

// groupingFields are the fields of grouping i.
func (p *Page) groupingFields(i int) []Field {
	c := &p.draft.Groups[i]
	var list []Field
	add := func(q param.Param, words map[string]string, empty string) {
		at := fmt.Sprintf("/groups/%d/%s", i, q.Name)
		list = append(list, Field{Param: q, Path: at, Label: fieldLabel(q.Name), Text: c.Texts[q.Name], Mistake: p.wrong[at],
			words: words, empty: empty, long: true})
	}
	if a := grouping.AttributeNamed(c.Kind); a != nil && !a.Natural {
		add(classesParam("classes", a), nil, "")
	}
	each := param.Param{Name: "each", Kind: param.Choice, Choices: []string{""}, Doc: "Makes the groups anew among the jobs of each class of another attribute, such as each month."}
	words := map[string]string{"": "nothing: all jobs together"}
	for _, a := range grouping.Attributes {
		each.Choices = append(each.Choices, a.Name)
		words[a.Name] = lowerFirst(a.Title)
	}
	add(each, words, "")
	if a := grouping.AttributeNamed(c.Texts["each"]); a != nil && !a.Natural {
		add(classesParam("eachClasses", a), nil, "")
	}
	add(param.Param{Name: "where", Kind: param.Text,
		Doc: "Conditions that the jobs meet, separated by semicolons, such as “" + conditionsExample + "”; empty: all jobs."}, nil, "all jobs")
	return list
}

// classesParam describes how an attribute that is a number divides jobs.
func classesParam(name string, a *grouping.Attribute) param.Param {
	example := "1, 8, 64"
	switch {
	case a.Unit == "s":
		example = "60, 600, 3600” or “1 min, 10 min, 1 h"
	case a.Unit == "":
		example = "1, 2, 10"
	}
	return param.Param{Name: name, Kind: param.Text, Unit: a.Unit, Required: true,
		Doc: "A number such as 4 makes that many classes of about equally many jobs; several such as “" + example + "” are the upper bounds of classes."}
}

// groupings is the editor of the groupings.
func (p *Page) groupings() vugu.Builder {
	c := &Choices{
		page: p, path: "/groups", noun: "groupings", invitation: "Grouping",
		list: p.draft.Groups, kinds: attributeKinds(), remove: p.RemoveGrouping,
		body: func(i int, _ *param.Description) vugu.Builder { return p.fieldset(p.groupingFields(i)) },
	}
	if len(p.draft.Groups) < grouping.MaxGroupings {
		c.add = p.AddGrouping
	}
	return &guard{p, c}
}

// firstClasses is into how many classes a new grouping divides jobs.
const firstClasses = "4"

// AddGrouping groups the jobs by another attribute.
func (p *Page) AddGrouping(by string) {
	p.alter("", func(d *Draft) {
		d.Groups = append(d.Groups, Choice{Kind: by, Texts: map[string]string{}})
		regroup(&d.Groups[len(d.Groups)-1], "classes", by)
	})
	p.browser.Focus(choiceID("groupings", len(p.draft.Groups)-1))
}

// RemoveGrouping takes grouping i away.
func (p *Page) RemoveGrouping(i int) {
	p.alter("", func(d *Draft) { d.Groups = slices.Delete(d.Groups, i, i+1) })
	p.focusRest("groupings", i, len(p.draft.Groups))
}

// firstCondition is which jobs a new group of all jobs has: it needs a condition.
const firstCondition = "size above 1"

// regroup gives the field of that name first classes of another attribute: bounds of the
// last one would mean something else.
func regroup(c *Choice, name, by string) {
	delete(c.Texts, name)
	if by == allJobs && strings.TrimSpace(c.Texts["where"]) == "" {
		c.Texts["where"] = firstCondition
	}
	if a := grouping.AttributeNamed(by); a != nil && !a.Natural {
		c.Texts[name] = firstClasses
	}
}

// groupsSentence is such as "By run time in each month; by queue".
func (p *Page) groupsSentence() string {
	var words []string
	for i := range p.draft.Groups {
		c := &p.draft.Groups[i]
		words = append(words, groupingWords(c.Kind, c.Texts["each"], c.Texts["where"]))
	}
	if len(words) == 0 {
		return "None"
	}
	return upperFirst(strings.Join(words, "; "))
}

// groupingWords is such as "by run time in each class of month, size above 8".
func groupingWords(by, each, where string) string {
	words := "all jobs"
	if by != allJobs {
		words = "by " + attributeWords(by)
	}
	if each == "month" {
		words += " in each month"
	} else if each != "" {
		words += " in each class of " + attributeWords(each)
	}
	return join("; ", words, where)
}

func attributeWords(name string) string {
	if a := grouping.AttributeNamed(name); a != nil {
		return lowerFirst(a.Title)
	}
	return name
}

// groupTitle is such as "By queue, for each month, jobs with a run time up to 2 d".
func groupTitle(g *grouping.Grouping) string {
	words := "all jobs"
	if g.By != "" {
		words = "by " + attributeWords(g.By)
	}
	if g.Each != nil {
		words += ", for each " + attributeWords(g.Each.By)
	}
	if g.Where != nil {
		words += ", jobs " + grouping.Words(g.Where)
	}
	return upperFirst(words)
}
