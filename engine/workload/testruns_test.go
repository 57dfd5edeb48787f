package workload

import (
	"bytes"
	"strings"
	"testing"

	"backfill/engine"

	"github.com/google/go-cmp/cmp"
)

const h = engine.Hour

// threeToTest are, with a factor of 2:
//
//	job  request  run    test
//	 1     5 h    100 s  min(1 h, 0.5 h); it ends in it
//	 2    20 h     2 h   min(1 h, 2 h); it does not, and runs again with a request of 4 h
//	 3   100 s    60 s   none: the request is at most 120 s
func threeToTest() *engine.Workload {
	return &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 100 * s, Estimate: 5 * h, Processors: 1},
			{Submit: 10 * s, Run: 2 * h, Estimate: 20 * h, Processors: 4},
			{Submit: 10 * s, Run: 60 * s, Estimate: 100 * s, Processors: 2},
		},
		User: []int32{7, 8, 9},
		Wait: []engine.Time{1, 2, 3},
	}
}

func TestTestRunsByHand(t *testing.T) {
	out, notes, err := apply(t, estimatesTransform, `{"model": "testRuns", "share": 1}`, threeToTest(), Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 100 * s, Estimate: h / 2, Processors: 1},
			{Submit: 10 * s, Run: h, Estimate: h, Processors: 4},
			{Submit: 10 * s, Run: 2 * h, Estimate: 4 * h, Processors: 4},
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
	if _, _, err := apply(t, estimatesTransform, `{"model": "testRuns"}`, out, Inputs{}); err == nil {
		t.Error("test runs of test runs")
	}

	plain, _, err := apply(t, estimatesTransform, `{"model": "testRuns", "share": 1, "tests": 0}`, threeToTest(), Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	hybrid, _, _ := apply(t, estimatesTransform, `{"model": "hybrid", "share": 1}`, threeToTest(), Inputs{})
	if diff := cmp.Diff(hybrid.Jobs, plain.Jobs); diff != "" || plain.After != nil {
		t.Errorf("without test runs it is not hybrid: %s", diff)
	}
}

// Job 2 follows job 1 and job 3 follows job 2, which has a test run: the test follows job 1,
// job 3 the full run. Cutting off the test leaves the full run to itself.
func TestFollowersWithTestRuns(t *testing.T) {
	w := threeToTest()
	w.Preceding, w.Think = []int64{-1, 1, 2}, []engine.Time{-1, 5 * s, 30 * s}
	loop, notes, err := apply(t, closedLoopTransform, `{}`, w, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{-1, 0, 1}, loop.After); diff != "" || loop.Wait != nil {
		t.Errorf("waits %v, %s", loop.Wait, diff)
	}
	if diff := cmp.Diff([]string{"2 of 3 jobs are submitted after the end of another job"}, notes); diff != "" {
		t.Error(diff)
	}
	tested, _, err := apply(t, estimatesTransform, `{"model": "testRuns", "share": 1}`, loop, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := apply(t, closedLoopTransform, `{}`, tested, Inputs{})
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
	rest := rows(tested, 2, 4)
	if diff := cmp.Diff([]int32{-1, 0}, rest.After); diff != "" || rest.Continues[0] {
		t.Errorf("continues %v, %s", rest.Continues, diff)
	}
}

// Jobs that follow jobs which are not there, or stand behind them, are submitted as they were;
// a log without preceding jobs stays as it is.
func TestClosedLoopWithoutPredecessors(t *testing.T) {
	w := threeToTest()
	if out, _, _ := apply(t, closedLoopTransform, `{}`, w, Inputs{}); out.After != nil || out.Wait == nil {
		t.Error("followers out of nothing")
	}
	w.Preceding = []int64{2, 99, 1}
	out, notes, _ := apply(t, closedLoopTransform, `{}`, w, Inputs{})
	if diff := cmp.Diff([]int32{-1, -1, 0}, out.After); diff != "" {
		t.Error(diff)
	}
	if want := "2 follow a job that is not among those before them"; !strings.Contains(notes[0], want) {
		t.Errorf("%q does not say that %s", notes, want)
	}
}

// A log with test runs keeps them: every run is a job with a number of its own that
// follows its test, and the closed loop of what is read back has the same followers.
func TestWriteSWFWithFollowers(t *testing.T) {
	w := threeToTest()
	w.Preceding, w.Think = []int64{-1, 1, -1}, []engine.Time{-1, 500, -1}
	w, _, _ = apply(t, closedLoopTransform, `{}`, w, Inputs{})
	w, _, _ = apply(t, estimatesTransform, `{"model": "testRuns", "share": 1}`, w, Inputs{})
	o := replayed(w)
	o.Submit = []engine.Time{0, 100500, 3701 * s, 10 * s}
	for j := range o.Start {
		o.Start[j], o.End[j] = o.Submit[j], o.Submit[j]+w.Jobs[j].Run
	}
	var b bytes.Buffer
	if err := WriteSWF(&b, o, nil); err != nil {
		t.Fatal(err)
	}
	want := `1 0 0 100 1 -1 -1 1 1800 -1 1 7 -1 -1 -1 -1 -1 -1
2 10 0 60 2 -1 -1 2 100 -1 1 9 -1 -1 -1 -1 -1 -1
3 100.5 0 3600 4 -1 -1 4 3600 -1 1 8 -1 -1 -1 -1 1 0.5
4 3701 0 7200 4 -1 -1 4 14400 -1 1 8 -1 -1 -1 -1 3 0
`
	if got := b.String(); !strings.HasSuffix(got, want) {
		t.Errorf("written\n%swant\n%s", got, want)
	}
	read, report, err := ReadSWF(&b, "x")
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Remarks) > 0 {
		t.Errorf("the reader remarks on %v", report.Remarks)
	}
	read, _, _ = apply(t, closedLoopTransform, `{}`, read, Inputs{})
	if diff := cmp.Diff([]int32{-1, -1, 0, 2}, read.After); diff != "" {
		t.Error(diff)
	}
}
