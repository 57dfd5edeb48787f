package draft

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"backfill/engine/scenario"
)

func TestSweepValues(t *testing.T) {
	for text, want := range map[string]string{
		"0.5, 0.6, .7":           "[0.5 0.6 0.7]",
		"0.5 0.6":                "[0.5 0.6]",
		"0,5; 1,25":              "[0.5 1.25]",
		"0.5 to 1 step 0.1":      "[0.5 0.6 0.7 0.8 0.9 1]", // and no 0.7999999999999999
		"from 1 to 3":            "[1 2 3]",
		"1, 3, 10 to 30 step 10": "[1 3 10 20 30]",
		"-1 to 0 step 0.25":      "[-1 -0.75 -0.5 -0.25 0]",
		"round, floorLarge":      `["round" "floorLarge"]`,
		"true, false":            "[true false]",
		`"wait + R", "lxf"`:      `["wait + R" "lxf"]`,
		"":                       "[]",
		"0 to 1e9":               "", // cut off below, so that the page answers
	} {
		values, err := SweepValues(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if want == "" {
			if len(values) != maxListed {
				t.Errorf("%q: %d values", text, len(values))
			}
			continue
		}
		if got := fmt.Sprintf("%s", values); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"5 to 1", "1 to 2 step 0", "1 to 2 step -1", "1 to", "a to b", "1 to 2 by 3", `"wait`, `"a" "b"`} {
		if values, err := SweepValues(text); err == nil {
			t.Errorf("%q: %s", text, values)
		}
	}
}

// The step is 1 only where that is what anybody would mean.
func TestSweepAsksForTheStep(t *testing.T) {
	for text, want := range map[string]string{
		"0.1 to 0.9":       "0.1 to 0.9: the step is missing, such as 0.1 to 0.9 step 0.2",
		"1, from 0.5 to 2": "0.5 to 2: the step is missing, such as 0.5 to 2 step 0.4",
	} {
		if values, err := SweepValues(text); err == nil || err.Error() != want {
			t.Errorf("%q: %s, %v; want %q", text, values, err, want)
		}
	}
}

// Axes, choices of points and sentences have the words of the form's menus.
func TestValuesOfAnAxisInWords(t *testing.T) {
	for text, want := range map[string]string{
		`{"path":"/machine/selection","values":["firstFit","nodeCyclic","random"]}`:                         "first fit, node cyclic, random",
		`{"path":"/policies/0/priority","values":["sjf","sqrt-lxf-w","wait / R"]}`:                          "SJF, L√XF&W, wait / R",
		`{"path":"/machine","values":[{"kind":"nodes","label":"oneNode"},{"kind":"nodes","label":"HIGH"}]}`: "oneNode, HIGH",
		`{"path":"/workload/months","values":["2001-01","HIGH"]}`:                                           "2001-01, HIGH",
		`{"path":"/workload/load","values":[0.5,1]}`:                                                        "0.5, 1",
	} {
		var axis scenario.Axis
		if err := json.Unmarshal([]byte(text), &axis); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(AxisWords(axis), ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
