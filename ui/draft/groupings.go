package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/engine/workload/logs"
	"backfill/ui/phrase"
)

// A grouping of jobs is a Choice whose kind is the attribute by which it divides them, or
// AllJobs. Its texts are "classes", how it does; "each", the attribute that divides them first, with
// "eachClasses"; and "where", which jobs it is about.

// AllJobs is the kind of a grouping that divides jobs by nothing: into one group.
const AllJobs = "all"

// FirstClasses is into how many classes a new grouping divides jobs.
const FirstClasses = "4"

// FitGroups lets the groupings follow where the jobs are others than those of the experiment that was opened. Groupings that
// came with that one, unless it was of a log, were made for its jobs; they become such as fit any: bounds become as many classes
// as a new grouping has, and conditions go, and with them a grouping of nothing else.
func (d *Draft) FitGroups(opened *Draft) {
	if logs.IsKind(opened.Workload.Kind) || !slices.EqualFunc(d.Groups, opened.Groups, sameChoice) {
		return
	}
	var fit []Choice
	for _, c := range cloneChoices(d.Groups) {
		delete(c.Texts, "where")
		for name, by := range map[string]string{"classes": c.Kind, "eachClasses": c.Texts["each"]} {
			a := grouping.AttributeNamed(by)
			if a != nil && !a.Natural && !json.Valid([]byte(strings.TrimSpace(c.Texts[name]))) {
				c.Texts[name] = FirstClasses
			}
		}
		if c.Kind != AllJobs && !slices.ContainsFunc(fit, func(other Choice) bool { return sameChoice(c, other) }) {
			fit = append(fit, c)
		}
	}
	d.Groups = fit
}

// readGroupings are groupings as their fields show them.
func readGroupings(list []grouping.Grouping) []Choice {
	var choices []Choice
	for _, g := range list {
		c := Choice{Kind: g.By, Texts: map[string]string{}}
		if g.By == "" {
			c.Kind = AllJobs
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
		words = append(words, phrase.Number(b))
	}
	if len(words) == 1 {
		return words[0] + ","
	}
	return strings.Join(words, ", ")
}

// writeGroupings puts the groupings of d into a scenario.
func writeGroupings(d *Draft, top map[string]any, wrong Mistakes) {
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
		wrong.NoteError(err, d)
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
	case c.Kind == AllJobs:
		return nil, &param.Error{Path: "/0/where", Reason: "missing; without an attribute that divides the jobs, conditions such as “" + ConditionsExample + "” are accepted"}
	}
	return json.Marshal(fields)
}

// writeDivision is a division by an attribute, as classesText words it.
func writeDivision(path, by, classes string) (map[string]any, error) {
	if by == AllJobs {
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
	if phrase.AmbiguousComma(classes) {
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
			bound := phrase.ReadAmount(word, unit)
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

// GroupingWords is such as "by run time in each class of month, size above 8".
func GroupingWords(by, each, where string) string {
	words := "all jobs"
	if by != AllJobs {
		words = "by " + AttributeWords(by)
	}
	if each == "month" {
		words += " in each month"
	} else if each != "" {
		words += " in each class of " + AttributeWords(each)
	}
	return phrase.Join("; ", words, where)
}

// AttributeWords is what people call an attribute in the middle of a sentence.
func AttributeWords(name string) string {
	if a := grouping.AttributeNamed(name); a != nil {
		return phrase.LowerFirst(a.Title)
	}
	return name
}

// GroupTitle is such as "By queue, for each month, jobs with a run time up to 2 d".
func GroupTitle(g *grouping.Grouping) string {
	words := "all jobs"
	if g.By != "" {
		words = "by " + AttributeWords(g.By)
	}
	if g.Each != nil {
		words += ", for each " + AttributeWords(g.Each.By)
	}
	if g.Where != nil {
		words += ", jobs " + grouping.Words(g.Where)
	}
	return phrase.UpperFirst(words)
}

// firstCondition is which jobs a new group of all jobs has: it needs a condition.
const firstCondition = "size above 1"

// Regroup gives the field of that name first classes of another attribute: bounds of the
// last one would mean something else.
func Regroup(c *Choice, name, by string) {
	delete(c.Texts, name)
	if by == AllJobs && strings.TrimSpace(c.Texts["where"]) == "" {
		c.Texts["where"] = firstCondition
	}
	if a := grouping.AttributeNamed(by); a != nil && !a.Natural {
		c.Texts[name] = FirstClasses
	}
}
