package session

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Sweepables are the parameters and parts that a sweep may vary, as kinds for Choices: of
// the draft, or of the last one without mistakes.
func (s *Session) Sweepables() []*param.Description {
	var list []*param.Description
	listed := map[string]bool{}
	if s.Plan != nil {
		for _, v := range s.Plan.Sweepable() {
			list = append(list, &param.Description{Kind: v.Path, Name: s.ParameterName(v.Path), Doc: v.Param.Doc, Source: v.Param.Source})
			listed[v.Path] = true
		}
		for _, path := range draft.PartPaths(s.Plan.Scenario) {
			list = append(list, &param.Description{Kind: path, Name: s.ParameterName(path) + ": as a whole",
				Doc: "Takes the place of this part of the experiment: an object of JSON for each value, with a label by which results name it."})
			listed[path] = true
		}
	}
	for _, axis := range s.Draft.Sweep {
		if !listed[axis.Kind] {
			listed[axis.Kind] = true
			list = append(list, &param.Description{Kind: axis.Kind, Name: s.ParameterName(axis.Kind)})
		}
	}
	return list
}

// ParameterName is what people call the parameter at path, such as "Workload: load".
func (s *Session) ParameterName(path string) string {
	return s.Form.ParameterName(s.Form.Labels(&s.Draft), s.Draft.Workload.Kind, s.Draft.Transforms, path)
}

// PointOf is a point in words, such as "load 0.9, max skip 7"; "" without a sweep.
func (s *Session) PointOf(plan *scenario.Plan, point int) string {
	var words []string
	for _, axis := range plan.Scenario.Sweep {
		words = append(words, s.axisIn(plan, axis.Path)+" "+draft.AxisValue(plan.Scenario.Sweep, axis.Path, point))
	}
	return strings.Join(words, ", ")
}

// AxisName is the parameter of an axis of what is shown, in the middle of a sentence.
func (s *Session) AxisName(path string) string { return s.axisIn(s.Shown.Plan, path) }

// axisIn is the same of any plan.
func (s *Session) axisIn(plan *scenario.Plan, path string) string {
	name := s.Form.ParameterIn(plan, path)
	if rest, ok := strings.CutPrefix(name, "Workload: "); ok {
		return rest
	}
	if strings.HasPrefix(path, "/policies/") {
		return name // it begins with a label
	}
	return phrase.LowerFirst(name)
}

// AxisTitle is the parameter of an axis below a picture, with its unit: "Mean gap (s)".
func (s *Session) AxisTitle(path string) string {
	title := s.AxisName(path)
	for _, q := range s.Shown.Plan.Sweepable() {
		if q.Path == path && q.Param.Unit != "" && q.Param.Unit != title {
			title += " (" + q.Param.Unit + ")"
		}
	}
	return phrase.UpperFirst(title)
}

// CellWords name the cell of the results, "" if there is but one: "load 0.9, workload 3
// of 200".
func (s *Session) CellWords() string {
	if s.Shown.Results == nil || s.Measurement == nil {
		return ""
	}
	words := s.PointOf(s.Shown.Plan, s.Shown.Cell.Point)
	n := answer.MostReplications(s.Shown.Plan)
	if planned, all := s.Measurement.Cells.Replications(s.Shown.Cell.Point); all {
		n = planned
	}
	if n > 1 {
		words = phrase.Join(", ", words, fmt.Sprintf("workload %s of %s", phrase.Grouped(int64(s.Shown.Cell.Replication)+1), phrase.Grouped(int64(n))))
	}
	return words
}

// CellRemark says, where a single schedule is looked at, which one it is.
func (s *Session) CellRemark() string {
	if words := s.CellWords(); words != "" {
		return "Of the schedules on the timeline: " + words + "."
	}
	return ""
}

// LostCells say which cells could not be simulated.
func (s *Session) LostCells() []string {
	if s.Measurement == nil {
		return nil
	}
	const most = 5
	cells, reasons := s.Measurement.Cells.Lost()
	var lines []string
	for i, c := range cells[:min(len(cells), most)] {
		at := phrase.Join(", ", s.PointOf(s.Measurement.Plan, c.Point), "workload "+strconv.Itoa(c.Replication+1))
		lines = append(lines, "Not simulated, after a second try: "+at+": "+reasons[i]+".")
	}
	if n := len(cells) - most; n > 0 {
		lines = append(lines, phrase.Plural(int64(n), "further workload")+" could not be simulated.")
	}
	return lines
}

// Sweep is that of the results, nil if nothing is varied.
func (s *Session) Sweep() []scenario.Axis {
	if s.Measurement == nil {
		return nil
	}
	return s.Measurement.Plan.Scenario.Sweep
}
