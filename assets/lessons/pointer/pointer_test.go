package pointer

import (
	"encoding/json"
	"testing"
)

const scenario = `{"workload":{"load":0.5,"jobs":[{"run":1},{"run":2}]},"a/b":{"~":3}}`

func TestWhatStandsAtAPointer(t *testing.T) {
	var value any
	if err := json.Unmarshal([]byte(scenario), &value); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{"/workload/load": 0.5, "/workload/jobs/1/run": 2.0, "/a~1b/~0": 3.0, "/workload/jobs/2": nil, "/workload/jobs/-1": nil, "/workload/load/x": nil, "/none": nil} {
		if got := At(value, path); got != want {
			t.Errorf("at %s is %v, want %v", path, got, want)
		}
	}
}

// A key may be new or left out; an entry of a list may be another, and neither new nor left out.
func TestAScenarioIsChanged(t *testing.T) {
	with := func(path string) func() ([]byte, error) {
		return func() ([]byte, error) { return With([]byte(scenario), path, 9) }
	}
	without := func(path string) func() ([]byte, error) {
		return func() ([]byte, error) { return Without([]byte(scenario), path) }
	}
	for name, c := range map[string]struct {
		change func() ([]byte, error)
		want   string // "": an error
	}{
		"a value":           {with("/workload/jobs/0/run"), `{"a/b":{"~":3},"workload":{"jobs":[{"run":9},{"run":2}],"load":0.5}}`},
		"an entry":          {with("/workload/jobs/1"), `{"a/b":{"~":3},"workload":{"jobs":[{"run":1},9],"load":0.5}}`},
		"a new key":         {with("/a~1b/c"), `{"a/b":{"c":9,"~":3},"workload":{"jobs":[{"run":1},{"run":2}],"load":0.5}}`},
		"a new entry":       {with("/workload/jobs/2"), ""},
		"in what is not":    {with("/none/x"), ""},
		"everything":        {with(""), ""},
		"a key left out":    {without("/workload/jobs"), `{"a/b":{"~":3},"workload":{"load":0.5}}`},
		"an entry left out": {without("/workload/jobs/0"), ""},
	} {
		got, err := c.change()
		if string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %s (error %v), want %s", name, got, err, c.want)
		}
	}
}
