package verbs

import (
	"strings"
	"testing"
)

// goals is the lesson short with a goal: job 1 may run 60, 120 or 180 s, and job 2 is to wait two minutes, which it does with 120 s.
var goals = strings.Replace(short, "view = [\"timeline\"]\n", "view = [\"timeline\"]\nallow = [\"/workload/jobs/0/run:60..180:60\"]\n", 1) + "\n```question\n" + `id = "longer"
about = "two"
kind = "goal"
ask = "Let job 2 wait two minutes."
goal = "wait of job 2 under FCFS = 2 min"
now = "wait of job 2 under FCFS"
aim = "two minutes"
because = "So."
` + "```\n"

func TestAnAttemptIsSimulatedWithinWhatTheLabAllows(t *testing.T) {
	d := New(func(Begun) {})
	attempt := func(more map[string]any) map[string]any {
		request := map[string]any{"id": 1, "verb": "attempt", "source": goals, "question": "longer"}
		for key, value := range more {
			request[key] = value
		}
		return asked(t, d, request)
	}
	change := func(path string, value any) []any { return []any{map[string]any{"path": path, "value": value}} }

	a := attempt(map[string]any{"changes": change("/workload/jobs/0/run", 120)})
	results, _ := a["results"].(map[string]any)
	if results == nil {
		t.Fatal(a)
	}
	if wait := results["runs"].([]any)[0].(map[string]any)["jobs"].([]any)[1].(map[string]any)["wait"]; wait != 120.0 {
		t.Errorf("job 2 waits %v s, want 120", wait)
	}
	address, _ := a["address"].(string)
	if !strings.HasPrefix(address, "./#") {
		t.Errorf("the experiment is at %q", address)
	}
	if only := attempt(map[string]any{"changes": change("/workload/jobs/0/run", 120), "only": "address"}); only["address"] != address || only["results"] != nil {
		t.Errorf("the address alone is %v", only)
	}
	for _, c := range []struct {
		more map[string]any
		want string
	}{
		{map[string]any{"changes": change("/workload/jobs/0/run", 121)}, "/workload/jobs/0/run: 121: 60 to 180 in steps of 60 are accepted"},
		{map[string]any{"changes": change("/workload/jobs/1/run", 120)}, "/workload/jobs/1/run: the experiment two does not let a reader change it"},
		{map[string]any{"changes": change("/policies/0/kind", "easy")}, "does not let a reader change it"},
		{map[string]any{"draw": 5}, "is not tried on other workloads"},
		{map[string]any{"question": "shorter"}, `no question "shorter"`},
		{map[string]any{"changes": "all"}, "the request cannot be read"},
		{map[string]any{"seed": 5}, "the request cannot be read"},
	} {
		a := attempt(c.more)
		list, _ := a["mistakes"].([]any)
		if len(list) != 1 || !strings.Contains(list[0].(map[string]any)["reason"].(string), c.want) {
			t.Errorf("%v: %v, want %q", c.more, a, c.want)
		}
	}
}
