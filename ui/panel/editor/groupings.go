package editor

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// attributeKinds are the attributes, as kinds for Choices.
func attributeKinds() []*param.Description {
	var list []*param.Description
	for i := range grouping.Attributes {
		a := &grouping.Attributes[i]
		list = append(list, &param.Description{Kind: a.Name, Name: a.Title, Doc: a.Doc})
	}
	return append(list, &param.Description{Kind: draft.AllJobs, Name: "All jobs together", Doc: "One group: the jobs that meet the conditions."})
}

// groupingFields are the fields of grouping i.
func (e *Editor) groupingFields(i int) []Field {
	c := &e.Draft.Groups[i]
	var list []Field
	add := func(q param.Param, words map[string]string, empty string) {
		at := fmt.Sprintf("/groups/%d/%s", i, q.Name)
		list = append(list, Field{Param: q, Path: at, Label: draft.FieldLabel(q.Name), Text: c.Texts[q.Name], mistake: e.Wrong[at],
			Words: words, empty: empty, long: true})
	}
	if a := grouping.AttributeNamed(c.Kind); a != nil && !a.Natural {
		add(classesParam("classes", a), nil, "")
	}
	each := param.Param{Name: "each", Kind: param.Choice, Choices: []string{""}, Doc: "Makes the groups anew among the jobs of each class of another attribute, such as each month."}
	words := map[string]string{"": "nothing: all jobs together"}
	for _, a := range grouping.Attributes {
		each.Choices = append(each.Choices, a.Name)
		words[a.Name] = phrase.LowerFirst(a.Title)
	}
	add(each, words, "")
	if a := grouping.AttributeNamed(c.Texts["each"]); a != nil && !a.Natural {
		add(classesParam("eachClasses", a), nil, "")
	}
	add(param.Param{Name: "where", Kind: param.Text,
		Doc: "Conditions that the jobs meet, separated by semicolons, such as “" + draft.ConditionsExample + "”; empty: all jobs."}, nil, "all jobs")
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
func (e *Editor) groupings() vugu.Builder {
	return e.Guard(&Choices{
		Editor: e, path: "/groups", noun: "groupings", invitation: "Grouping",
		list: e.Draft.Groups, kinds: attributeKinds(), most: grouping.MaxGroupings, add: e.AddGrouping, remove: e.RemoveGrouping,
		body: func(i int, _ *param.Description) vugu.Builder { return e.fieldset(e.groupingFields(i)) },
	})
}

// GroupsSentence is such as "By run time in each month; by queue".
func (e *Editor) GroupsSentence() string {
	var words []string
	for i := range e.Draft.Groups {
		c := &e.Draft.Groups[i]
		words = append(words, draft.GroupingWords(c.Kind, c.Texts["each"], c.Texts["where"]))
	}
	if len(words) == 0 {
		return "None"
	}
	return phrase.UpperFirst(strings.Join(words, "; "))
}
