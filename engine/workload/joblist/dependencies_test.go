package joblist

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// Job 30 is submitted first, so that it stands in row 0, 10 in row 1 and 20 in row 2. Jobs 10 and 30 are tasks of the array 7, of which two run at once.
func TestJobsThatWait(t *testing.T) {
	w, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [
		{"id": 10, "submit": 2, "run": 10, "array": 7, "mostTasks": 2, "licences": [3, 1, 3]},
		{"id": 20, "submit": 3, "run": 20, "after": [30], "afterStart": [10], "delay": 0.5, "nice": -5, "once": true},
		{"id": 30, "run": 20, "array": 7, "mostTasks": 2, "afterSuccess": [10], "after": []}
	]}`), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs:         []engine.Job{{Submit: 0, Run: 20 * s, Estimate: 20 * s, Processors: 1}, {Submit: 2 * s, Run: 10 * s, Estimate: 10 * s, Processors: 1}, {Submit: 3 * s, Run: 20 * s, Estimate: 20 * s, Processors: 1}},
		Number:       []int64{30, 10, 20},
		Array:        []int32{7, 7, -1},
		Demand:       []int32{2, 0, 1},
		Demands:      []engine.Demand{{Licences: []engine.Copies{{Licence: 3, Count: 2}, {Licence: 1, Count: 1}}, MostTasks: 2}, {Nice: -5, Once: true}, {MostTasks: 2}},
		Dependencies: []engine.Dependency{{Job: 2, On: 0, Delay: 500}, {Job: 2, On: 1, Started: true, Delay: 500}, {Job: 0, On: 1, Completed: true}},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
}

// Jobs 2, 3 and 4 wait for each other; 1 waits for one of them, and 5 for nobody.
func TestJobsRefusesDependencies(t *testing.T) {
	for jobs, want := range map[string]string{
		`{"run": 1, "after": [2, 3]}, {"run": 1}`:    "/jobs/0/after/1: 3: no job has this number; the number of a job in the list is accepted",
		`{"run": 1}, {"run": 1, "afterStart": [2]}`:  "/jobs/1/afterStart/0: 2: the job itself; the number of another job in the list is accepted",
		`{"run": 1}, {"run": 1, "after": [1, 1]}`:    "/jobs/1/after/1: 1: listed before; each job is accepted once",
		`{"run": 1, "delay": 5}`:                     "/jobs/0/delay: 5: the job waits for no other one; it is accepted beside after, afterSuccess or afterStart",
		`{"run": 1, "mostTasks": 5}`:                 "/jobs/0/mostTasks: 5: the job is no task; it is accepted beside array",
		`{"run": 1, "array": 1, "licences": [1, 1]}`: "",
		`{"run": 1, "after": [3]}, {"run": 1, "after": [5], "afterSuccess": [5, 4]}, {"run": 1, "afterStart": [2]}, {"run": 1, "after": [3]}, {"run": 1}`: "/jobs/1/afterSuccess: [5,4]: jobs that wait for each other in a circle never come: 2 for 4 for 3 for 2; jobs without a circle are accepted",
		`{"run": 1, "after": [2, 3]}, {"run": 1, "after": [3, 4]}, {"run": 1, "after": [4]}, {"run": 1}`:                                                  "",
	} {
		_, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [`+jobs+`]}`), workload.Inputs{})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", jobs, got, want)
		}
	}
}
