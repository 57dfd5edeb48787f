package ui

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/draft"
	"backfill/ui/phrase"
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

// pointOf is a point in words, such as "load 0.9, max skip 7"; "" without a sweep.
func (p *Page) pointOf(plan *scenario.Plan, point int) string {
	var words []string
	for _, axis := range plan.Scenario.Sweep {
		words = append(words, p.axisName(axis.Path)+" "+p.axisValue(plan, axis.Path, point))
	}
	return strings.Join(words, ", ")
}

// axisName is the parameter of an axis in the middle of a sentence.
func (p *Page) axisName(path string) string {
	name := p.shownParameter(path)
	if rest, ok := strings.CutPrefix(name, "Workload: "); ok {
		return rest
	}
	if strings.HasPrefix(path, "/policies/") {
		return name // it begins with a label
	}
	return phrase.LowerFirst(name)
}

// axisTitle is the parameter of an axis below a picture, with its unit: "Mean gap (s)".
func (p *Page) axisTitle(path string) string {
	title := p.axisName(path)
	for _, q := range p.Shown.Plan.Sweepable() {
		if q.Path == path && q.Param.Unit != "" && q.Param.Unit != title {
			title += " (" + q.Param.Unit + ")"
		}
	}
	return phrase.UpperFirst(title)
}

// axisValue is the value of an axis at a point, as it was written.
func (p *Page) axisValue(plan *scenario.Plan, path string, point int) string {
	sweep := plan.Scenario.Sweep
	for k := len(sweep) - 1; k >= 0; k-- {
		n := len(sweep[k].Values)
		if sweep[k].Path == path {
			return draft.AxisWords(sweep[k])[point%n]
		}
		point /= n
	}
	return ""
}

// cellWords name the cell of the results, "" if there is but one: "load 0.9, workload 3
// of 200".
func (p *Page) cellWords() string {
	if p.Shown.Results == nil || p.measured == nil {
		return ""
	}
	words := p.pointOf(p.Shown.Plan, p.Shown.Cell.Point)
	n := mostReplications(p.Shown.Plan)
	if planned, all := p.measured.book.Replications(p.Shown.Cell.Point); all {
		n = planned
	}
	if n > 1 {
		words = phrase.Join(", ", words, fmt.Sprintf("workload %s of %s", phrase.Grouped(int64(p.Shown.Cell.Replication)+1), phrase.Grouped(int64(n))))
	}
	return words
}

// cellRemark says, where a single schedule is looked at, which one it is.
func (p *Page) cellRemark() string {
	if words := p.cellWords(); words != "" {
		return "Of the schedules on the timeline: " + words + "."
	}
	return ""
}

// lostCells say which cells could not be simulated.
func (p *Page) lostCells() []string {
	if p.measured == nil {
		return nil
	}
	const most = 5
	cells, reasons := p.measured.book.Lost()
	var lines []string
	for i, c := range cells[:min(len(cells), most)] {
		at := phrase.Join(", ", p.pointOf(p.measured.plan, c.Point), "workload "+strconv.Itoa(c.Replication+1))
		lines = append(lines, "Not simulated, after a second try: "+at+": "+reasons[i]+".")
	}
	if n := len(cells) - most; n > 0 {
		lines = append(lines, phrase.Plural(int64(n), "further workload")+" could not be simulated.")
	}
	return lines
}
