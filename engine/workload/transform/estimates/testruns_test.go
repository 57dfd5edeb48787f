package estimates

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/workloadtest"
)

func TestTestRunsByHand(t *testing.T) {
	out, notes, err := workloadtest.Apply(t, Transform, `{"model": "testRuns", "share": 1}`, workloadtest.ThreeToTest(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 100 * s, Estimate: engine.Hour / 2, Processors: 1},
			{Submit: 10 * s, Run: engine.Hour, Estimate: engine.Hour, Processors: 4},
			{Submit: 10 * s, Run: 2 * engine.Hour, Estimate: 4 * engine.Hour, Processors: 4},
			{Submit: 10 * s, Run: 60 * s, Estimate: 100 * s, Processors: 2},
		},
		Number:    []int64{1, 2, 2, 3},
		User:      []int32{7, 8, 8, 9},
		After:     []int32{-1, -1, 1, -1},
		Continues: []bool{false, false, true, false},
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"estimates are at most 2 times the run time for 2 jobs that requested more; 2 of them run for a test first, in which 1 end"}, notes); diff != "" {
		t.Error(diff)
	}
	if _, _, err := workloadtest.Apply(t, Transform, `{"model": "testRuns"}`, out, workload.Inputs{}); err == nil {
		t.Error("test runs of test runs")
	}

	plain, _, err := workloadtest.Apply(t, Transform, `{"model": "testRuns", "share": 1, "tests": 0}`, workloadtest.ThreeToTest(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	hybrid, _, _ := workloadtest.Apply(t, Transform, `{"model": "hybrid", "share": 1}`, workloadtest.ThreeToTest(), workload.Inputs{})
	if diff := cmp.Diff(hybrid.Jobs, plain.Jobs); diff != "" || plain.After != nil {
		t.Errorf("without test runs it is not hybrid: %s", diff)
	}
}

// Jobs 2 and 3 are components of one job: neither has a test run, which job 2 would have had by itself.
func TestComponentsHaveNoTestRuns(t *testing.T) {
	w := workloadtest.ThreeToTest()
	w.Jobs[0].Run = engine.Hour // has a test run of half an hour
	w.Leader = []int32{engine.NoJob, 1, 1}
	out, _, err := workloadtest.Apply(t, Transform, `{"model": "testRuns", "share": 1}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{engine.NoJob, engine.NoJob, 2, 2}, out.Leader); diff != "" {
		t.Error(diff)
	}
}

// Job 2, which has a test run in row 1 and its full run in row 2, waits for the start of job 1 before the test. Job 3, in row 3, waits for
// the start of the test and the end of the full run.
func TestDependenciesWithTestRuns(t *testing.T) {
	w := workloadtest.ThreeToTest()
	w.Dependencies = []engine.Dependency{{Job: 1, On: 0, Started: true}, {Job: 2, On: 1, Started: true, Delay: s}, {Job: 2, On: 1, Completed: true}}
	w.Array = []int32{-1, 4, -1}
	out, _, err := workloadtest.Apply(t, Transform, `{"model": "testRuns", "share": 1}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Dependency{{Job: 1, On: 0, Started: true}, {Job: 3, On: 1, Started: true, Delay: s}, {Job: 3, On: 2, Completed: true}}
	if diff := cmp.Diff(want, out.Dependencies) + cmp.Diff([]int32{-1, 4, 4, -1}, out.Array); diff != "" {
		t.Error(diff)
	}
}

// Job 2 follows job 1 and job 3 follows job 2, which has a test run: the test follows job 1,
// job 3 the full run. Cutting off the test leaves the full run to itself.
func TestFollowersWithTestRuns(t *testing.T) {
	w := workloadtest.ThreeToTest()
	w.Preceding, w.Think = []int64{-1, 1, 2}, []engine.Time{-1, 5 * s, 30 * s}
	loop, notes, err := workloadtest.Apply(t, transform.ClosedLoop, `{}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{-1, 0, 1}, loop.After); diff != "" || loop.Wait != nil {
		t.Errorf("waits %v, %s", loop.Wait, diff)
	}
	if diff := cmp.Diff([]string{"2 of 3 jobs are submitted after the end of another job"}, notes); diff != "" {
		t.Error(diff)
	}
	tested, _, err := workloadtest.Apply(t, Transform, `{"model": "testRuns", "share": 1}`, loop, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := workloadtest.Apply(t, transform.ClosedLoop, `{}`, tested, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []*engine.Workload{tested, again} {
		if diff := cmp.Diff([]int32{-1, 0, 1, 2}, got.After); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]engine.Time{-1, 5 * s, 0, 30 * s}, got.Think); diff != "" {
			t.Error(diff)
		}
	}
	rest := table.Rows(tested, 2, 4)
	if diff := cmp.Diff([]int32{-1, 0}, rest.After); diff != "" || rest.Continues[0] {
		t.Errorf("continues %v, %s", rest.Continues, diff)
	}
}
