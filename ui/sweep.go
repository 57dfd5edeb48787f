package ui

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
)

// sweepables are the parameters and parts that a sweep may vary, as kinds for Choices: of
// the draft, or of the last one without mistakes.
func (p *Page) sweepables() []*param.Description {
	var list []*param.Description
	listed := map[string]bool{}
	if p.plan != nil {
		for _, s := range p.plan.Sweepable() {
			list = append(list, &param.Description{Kind: s.Path, Name: p.parameterName(s.Path), Doc: s.Param.Doc, Source: s.Param.Source})
			listed[s.Path] = true
		}
		for _, path := range draft.PartPaths(p.plan.Scenario) {
			list = append(list, &param.Description{Kind: path, Name: p.parameterName(path) + ": as a whole",
				Doc: "Takes the place of this part of the experiment: an object of JSON for each value, with a label by which results name it."})
			listed[path] = true
		}
	}
	for _, axis := range p.draft.Sweep {
		if !listed[axis.Kind] {
			listed[axis.Kind] = true
			list = append(list, &param.Description{Kind: axis.Kind, Name: p.parameterName(axis.Kind)})
		}
	}
	return list
}

// parameterName is what people call the parameter at path, such as "Workload: load".
func (p *Page) parameterName(path string) string {
	return p.form.ParameterName(p.form.Labels(&p.draft), p.draft.Transforms, path)
}

// shownParameter is parameterName in the experiment whose results are shown.
func (p *Page) shownParameter(path string) string {
	var labels []string
	for _, policy := range p.Shown.Plan.Policies {
		labels = append(labels, policy.Label)
	}
	var transforms []draft.Choice
	for _, t := range p.Shown.Plan.Scenario.Workload.Transform {
		transforms = append(transforms, draft.Choice{Kind: t.Kind})
	}
	return p.form.ParameterName(labels, transforms, path)
}

// axis is a new axis over the parameter at path, with values around the present one.
func (p *Page) axis(path string) draft.Choice {
	c := draft.Choice{Kind: path, Texts: map[string]string{}}
	if p.plan == nil {
		return c
	}
	if draft.IsPart(path) {
		c.Texts["values"] = draft.SuggestedParts(p.plan.Scenario, path)
	}
	for _, s := range p.plan.Sweepable() {
		if s.Path == path {
			c.Texts["values"] = draft.SuggestedValues(&s)
		}
	}
	return c
}

// AddAxis lets the sweep vary another parameter.
func (p *Page) AddAxis(path string) {
	axis := p.axis(path)
	p.alter("", func(d *draft.Draft) { d.Sweep = append(d.Sweep, axis) })
	p.browser.Focus(Field{Path: fmt.Sprintf("/sweep/%d/values", len(p.draft.Sweep)-1)}.ID())
}

// RemoveAxis takes axis i of the sweep away.
func (p *Page) RemoveAxis(i int) {
	p.alter("", func(d *draft.Draft) { d.Sweep = slices.Delete(d.Sweep, i, i+1) })
	p.focusRest("axes", i, len(p.draft.Sweep))
}

// valuesField is the field with the values of axis i.
func (p *Page) valuesField(i int) Field {
	at := fmt.Sprintf("/sweep/%d/values", i)
	doc := "Values that the parameter takes: such as “0.5, 0.6, 0.7”, or “0.5 to 1 step 0.1”; words are separated by commas."
	part := draft.IsPart(p.draft.Sweep[i].Kind)
	if part {
		doc = "A line for each value: what stands here in the file of the experiment, as JSON, with a label; commas between them."
	}
	return Field{
		Param: param.Param{Name: "values", Kind: param.Text, Required: true, Doc: doc},
		Path:  at, Label: "Values", Text: p.draft.Sweep[i].Texts["values"], Mistake: p.wrong[at],
		long: true, lines: part,
	}
}

// axes is the editor of the sweep.
func (p *Page) axes() vugu.Builder {
	c := &Choices{
		page: p, path: "/sweep", noun: "axes", invitation: "Vary",
		list: p.draft.Sweep, kinds: p.sweepables(), remove: p.RemoveAxis,
		body: func(i int, _ *param.Description) vugu.Builder { return p.fieldset([]Field{p.valuesField(i)}) },
	}
	if len(p.draft.Sweep) < draft.MaxAxes {
		c.add = p.AddAxis
	}
	return &guard{p, c}
}
