package joblist

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

func TestJobs(t *testing.T) {
	w, report, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [
		{"run": 10, "processors": 3, "components": [1, 2], "bandwidth": 0},
		{"submit": 2.5, "run": 0.001, "request": 60, "user": 7, "bandwidth": 2000, "network": 5},
		{"id": 1000, "submit": 1, "run": 5}
	]}`), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 10 * s, Estimate: 10 * s, Processors: 3},
			{Submit: 1 * s, Run: 5 * s, Estimate: 5 * s, Processors: 1},
			{Submit: 2500, Run: 1, Estimate: 60 * s, Processors: 1},
		},
		Number:     []int64{1, 1000, 2},
		User:       []int32{-1, -1, 7},
		Components: [][]int32{{2, 1}, nil, nil},
		Bandwidth:  []int32{0, -1, 2000},
		Network:    []int32{-1, -1, 5},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
	if report.Jobs != 3 {
		t.Errorf("report %+v", report)
	}
}

// Rows change places: job 20 is submitted first. Commands name jobs by number and are
// sorted by time, those of 5 s in the order of the list.
func TestJobsWithStartsAndCommands(t *testing.T) {
	w, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [
		{"id": 10, "submit": 2, "run": 10, "start": 2.5},
		{"id": 20, "run": 20, "processors": 4}
	], "commands": [
		{"at": 5, "job": 10, "amount": 0.5},
		{"at": 5, "job": 20, "type": "RT", "amount": 3},
		{"at": 1, "job": 20, "type": "EP", "amount": 2},
		{"at": 0, "job": 10, "type": "RP", "amount": 1}
	], "maxCommands": 0}`), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 20 * s, Estimate: 20 * s, Processors: 4},
			{Submit: 2 * s, Run: 10 * s, Estimate: 10 * s, Processors: 1},
		},
		Number:    []int64{20, 10},
		Requested: []engine.Time{-1, 2500},
		Commands: []engine.Command{
			{At: 0, Job: 1, Kind: engine.ReduceProcessors, Amount: 1},
			{At: 1 * s, Job: 0, Kind: engine.ExtendProcessors, Amount: 2},
			{At: 5 * s, Job: 1, Kind: engine.ExtendTime, Amount: 500},
			{At: 5 * s, Job: 0, Kind: engine.ReduceTime, Amount: 3000},
		},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
}

func TestJobsRefusesCommands(t *testing.T) {
	for fields, want := range map[string]string{
		`{"at": 1, "job": 2, "amount": 1}`:                  "/commands/0/job: 2: no job has this number; the number of a job in the list is accepted",
		`{"at": 1, "job": 1, "type": "EP", "amount": 1.5}`:  "/commands/0/amount: 1.5: a whole number of processors from 1 to 1073741824 is accepted",
		`{"at": 1, "job": 1, "type": "RP", "amount": 2e10}`: "/commands/0/amount: 2e+10: a whole number of processors from 1 to 1073741824 is accepted",
	} {
		_, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [{"run": 10}], "commands": [`+fields+`]}`), workload.Inputs{})
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v", fields, err)
		}
	}
}

func TestJobsRefusesEqualNumbers(t *testing.T) {
	_, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [{"id": 2, "run": 1}, {"run": 1}]}`), workload.Inputs{})
	want := "/jobs/1/id: 2: already the number of the job in row 1 (a job without id has its place in the list as number); a number of its own is accepted"
	if err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}

// farmOfTwo has computers of 4 and 8 processors, licence 1 on the first and 2 on the second,
// licence 3 on both, and no copy of licence 4.
func farmOfTwo() *farm.Machine {
	return farm.New(farm.Config{
		Computers: []farm.Computer{{Processors: 4, Speed: 200, Licences: 0b1101}, {Processors: 8, Speed: 100, Licences: 0b1110}},
		Copies:    []int32{1, 1, 2, 0}, Benchmark: 100,
	})
}

// Rows change places, and take what they say of farms along.
func TestJobsOfAFarm(t *testing.T) {
	w, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [
		{"submit": 2, "run": 10, "deadline": 12.5, "licences": [3, 1], "checkpoints": true},
		{"submit": 1, "run": 20, "processors": 8, "benchmark": 300, "deadline": 1},
		{"run": 5}
	]}`), workload.Inputs{Farm: farmOfTwo()})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 5 * s, Estimate: 5 * s, Processors: 1},
			{Submit: 1 * s, Run: 20 * s, Estimate: 20 * s, Processors: 8},
			{Submit: 2 * s, Run: 10 * s, Estimate: 10 * s, Processors: 1},
		},
		Number:      []int64{3, 2, 1},
		Deadline:    []engine.Time{-1, 1 * s, 12500},
		Licences:    []engine.Licences{0, 0, 0b101},
		Benchmark:   []int32{-1, 300, -1},
		Checkpoints: []bool{false, false, true},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
}

func TestJobsThatAFarmRefuses(t *testing.T) {
	for fields, want := range map[string]string{
		`"processors": 9`:                   "/jobs/1/processors: 9: wider than any computer of the farm; at most 8 is accepted",
		`"processors": 5, "licences": [1]`:  "/jobs/1/processors: 5: wider than any computer of the farm that may use the job's licences; at most 4 with them, and 8 without, is accepted",
		`"licences": [1, 2]`:                "/jobs/1/licences: [1,2]: no computer of the farm may use all of them; licences that one computer may use are accepted",
		`"licences": [3, 5]`:                "/jobs/1/licences/1: 5: the farm has no such licence; known are 1 to 4",
		`"licences": [4]`:                   "/jobs/1/licences/0: 4: the farm has no copy of this licence; one of which it has copies is accepted",
		`"licences": [3, 1, 3]`:             "/jobs/1/licences/2: 3: listed before; each licence is accepted once",
		`"submit": 10.5, "deadline": 10.25`: "/jobs/1/deadline: 10.25: before the job is submitted; a time from 10.5 s on is accepted",
	} {
		_, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, `{"jobs": [{"run": 1}, {"run": 1, `+fields+`}]}`), workload.Inputs{Farm: farmOfTwo()})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", fields, err, want)
		}
	}
}
