package workload

import (
	"io"
	"io/fs"
	"strings"
	"testing"

	"backfill/engine"

	"github.com/google/go-cmp/cmp"
)

func TestJobs(t *testing.T) {
	w, report, err := jobsKind.Make(checked(t, jobsKind.Params, `{"jobs": [
		{"run": 10, "processors": 3},
		{"submit": 2.5, "run": 0.001, "request": 60, "user": 7},
		{"id": 1000, "submit": 1, "run": 5}
	]}`), Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 10 * s, Estimate: 10 * s, Processors: 3},
			{Submit: 1 * s, Run: 5 * s, Estimate: 5 * s, Processors: 1},
			{Submit: 2500, Run: 1, Estimate: 60 * s, Processors: 1},
		},
		Number: []int64{1, 1000, 2},
		User:   []int32{-1, -1, 7},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
	if report.Jobs != 3 {
		t.Errorf("report %+v", report)
	}
}

func TestJobsRefusesEqualNumbers(t *testing.T) {
	_, _, err := jobsKind.Make(checked(t, jobsKind.Params, `{"jobs": [{"id": 2, "run": 1}, {"run": 1}]}`), Inputs{})
	want := "/jobs/1/id: 2: already the number of the job in row 1 (a job without id has its place in the list as number); a number of its own is accepted"
	if err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}

func TestSWFKind(t *testing.T) {
	open := func(name string) (io.ReadCloser, error) {
		if name != "x.swf" {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader("1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n")), nil
	}
	w, _, err := swfKind.Make(checked(t, swfKind.Params, `{"file": "x.swf"}`), Inputs{Open: open})
	if err != nil || len(w.Jobs) != 1 {
		t.Errorf("%v, error %v", w, err)
	}
	_, _, err = swfKind.Make(checked(t, swfKind.Params, `{"file": "y.swf"}`), Inputs{Open: open})
	if err == nil || err.Error() != "/file: y.swf: the file cannot be opened: file does not exist" {
		t.Errorf("error %v", err)
	}
}
