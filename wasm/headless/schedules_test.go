package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
)

// filesIn are the names of the files in a folder.
func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// With one policy and one cell the files are called as they were asked to be. The log is read again, the table has Batsim's
// columns, the trace is JSON; all say where they come from.
func TestSchedulesAreWritten(t *testing.T) {
	dir := folder(t, map[string]string{"one.json": oneJob})
	file := func(name string) string { return filepath.Join(dir, name) }
	mustRun(t, "run", "-swf", file("a.swf"), "-sacct", file("a.txt"), "-batsim", file("a.csv"), "-trace", file("a.trace.json"), "-cwf", file("a.cwf"), file("one.json"))
	if got, want := filesIn(t, dir), []string{"a.csv", "a.cwf", "a.swf", "a.trace.json", "a.txt", "one.json"}; !slices.Equal(got, want) {
		t.Fatalf("there are %q, want %q", got, want)
	}
	read := func(name string) string {
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "Backfill ") || !strings.Contains(string(text), "seed 1") {
			t.Errorf("%s does not say where it comes from: %s", name, text)
		}
		return string(text)
	}
	if w, _, err := logs.ReadSWF(strings.NewReader(read("a.swf")), "a.swf"); err != nil || len(w.Jobs) != 1 {
		t.Errorf("the log is read as %+v, %v", w, err)
	}
	sacct, err := os.ReadFile(file("a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if log, err := accounting.Read(bytes.NewReader(sacct), "a.txt", accounting.Options{}); err != nil || len(log.Records) != 1 {
		t.Errorf("the accounting log is read as %+v, %v", log, err)
	}
	if w, _, err := logs.ReadCWF(strings.NewReader(read("a.cwf")), "a.cwf"); err != nil || len(w.Jobs) != 1 {
		t.Errorf("the workload is read as %+v, %v", w, err)
	}
	if lines, err := csv.NewReader(strings.NewReader(read("a.csv"))).ReadAll(); err != nil || len(lines) != 2 || lines[0][14] != "allocated_resources" || lines[1][14] != "0" {
		t.Errorf("the table is %q, %v", lines, err)
	}
	if !json.Valid([]byte(read("a.trace.json"))) {
		t.Error("the trace is no JSON")
	}
}

// Of two policies whose labels make the same words, two points and two replications every one has files of its own, which say so.
func TestNamesOfSchedules(t *testing.T) {
	dir := folder(t, map[string]string{"many.json": begin + `"policies": [{"kind": "fcfs", "label": "a/b"}, {"kind": "easy", "label": "../a b"}, {"kind": "easy", "label": "="}],
		"workload": {"kind": "lublin", "jobs": 5, "processors": 4, "load": 0.5}, "sweep": [{"path": "/workload/load", "values": [0.5, 0.7]}], "replications": 2}`, "out/keep": ""})
	out := filepath.Join(dir, "out")
	mustRun(t, "run", "-swf", filepath.Join(out, "s.swf"), "-trace", filepath.Join(out, "t.json"), filepath.Join(dir, "many.json"))
	want := []string{"keep"}
	for _, cell := range []string{"-point1-replication1", "-point1-replication2", "-point2-replication1", "-point2-replication2"} {
		want = append(want, "s-a-b"+cell+".swf", "s-a-b-2"+cell+".swf", "s-policy"+cell+".swf", "t"+cell+".json")
	}
	slices.Sort(want)
	if got := filesIn(t, out); !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
	if got := read(t, filepath.Join(out, "s-a-b-point2-replication1.swf")); !strings.Contains(got, "point: 2 (/workload/load 0.7)\n") || !strings.Contains(got, "replication: 1\n") {
		t.Errorf("the header is %.600s", got)
	}
	if got := read(t, filepath.Join(out, "t-point1-replication2.json")); !json.Valid([]byte(got)) || !strings.Contains(got, "replication: 2") {
		t.Errorf("the trace begins %.600s", got)
	}
}

func TestSchedulesThatCannotBeWritten(t *testing.T) {
	dir := folder(t, map[string]string{"one.json": oneJob})
	scenario := filepath.Join(dir, "one.json")
	for want, args := range map[string][]string{
		"is the scenario itself": {"-trace", scenario},
		"-swf: open " + filepath.Join(dir, "none", "a.swf") + ": no such file or directory": {"-swf", filepath.Join(dir, "none", "a.swf")},
	} {
		status, _, stderr := call(append(append([]string{"run"}, args...), scenario)...)
		if status != exitUnusable || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %q does not say %q", args, status, stderr, want)
		}
	}
}
