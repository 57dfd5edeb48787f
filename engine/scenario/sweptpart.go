package scenario

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/param"
)

// An axis may vary the whole machine, the workload but for its transformations, or one of
// these. Its values are parts as a scenario has them at that place, each with a label,
// by which results name it:
//
//	{"path": "/workload/transform/0", "values": [
//	  {"kind": "estimates", "model": "log", "label": "as requested"},
//	  {"kind": "estimates", "model": "exact", "label": "exact"}]}
//
// The scenario's own part at that place only serves to show the experiment before it is measured.
// A value equal to it leads to the same results.

// isPart says whether path is that of a part of the scenario which an axis can vary.
func (p *Plan) isPart(path string) bool {
	if path == "/machine" || path == "/workload" {
		return true
	}
	i, is := transformIndex(path)
	return is && i < len(p.Scenario.Workload.Transform)
}

// transformIndex is the number of the transformation at path, false if path is not that
// of one.
func transformIndex(path string) (int, bool) {
	token, below := strings.CutPrefix(path, "/workload/transform/")
	i, err := strconv.Atoi(token)
	return i, below && err == nil && i >= 0 && strconv.Itoa(i) == token
}

// planPartAxis checks axis i, which varies a part, but for the parameters of its values:
// they are checked with the points.
func planPartAxis(i int, a Axis) (plannedAxis, error) {
	axis := plannedAxis{}
	places := map[string]int{}
	for k, raw := range a.Values {
		part, label, err := readLabelled(sweepPath(i, k), raw)
		if err != nil {
			return plannedAxis{}, err
		}
		if label == "" {
			return plannedAxis{}, &param.Error{Path: sweepPath(i, k) + "/label", Reason: "missing; a name for results is accepted"}
		}
		if other, repeated := places[label]; repeated {
			return plannedAxis{}, &param.Error{Path: sweepPath(i, k) + "/label", Value: quote(label),
				Reason: fmt.Sprintf("the label of number %d of the list; different labels are accepted", other+1)}
		}
		places[label] = k
		axis.values, axis.parts = append(axis.values, label), append(axis.parts, part)
	}
	return axis, nil
}

// readLabelled reads a part with a label, which is empty if it is left out.
func readLabelled(path string, raw json.RawMessage) (part Part, label string, err error) {
	part, extra, err := readPart(path, raw, "label")
	if err != nil || extra["label"] == nil {
		return part, "", err
	}
	label, err = readLabel(path+"/label", extra["label"])
	return part, label, err
}

// PartLabel is the label of a value of an axis that varies a part, false if raw is none.
func PartLabel(raw json.RawMessage) (string, bool) {
	var labelled struct {
		Label *string `json:"label"`
	}
	if json.Unmarshal(raw, &labelled) != nil || labelled.Label == nil {
		return "", false
	}
	return *labelled.Label, true
}
