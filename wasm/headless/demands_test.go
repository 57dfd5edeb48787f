package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One node of four processors and 6000 MB/s. Job 7 asks for 8000 MB/s and runs 600 s alone, so
// that it takes 800 s; job 3 comes then, asks for 4000 and runs 60 s as it would anywhere; job 5
// has no row in the table, and job 8 is too wide.
const (
	demandsLog = "7 0 -1 600 4 -1 -1 4 900 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"3 0 -1 60 4 -1 -1 4 70 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"5 1 -1 9 1 -1 -1 1 9 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"8 2 -1 9 5 -1 -1 5 9 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	demandsTable    = "# MB/s, as measured\njob,bandwidth\n3,1000\n7,2000\n9,500\n"
	demandsScenario = `{"version": 1, "machine": {"kind": "nodes", "processors": 4}, "policies": [{"kind": "fcfs"}],
		"workload": {"kind": "swf", "file": "log.swf", "transform": [{"kind": "bandwidth", "file": "demands.csv"}]}}`
	demandsJobs = `policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt,penalized_runtime,bandwidth,network,user,group,executable,queue,queue_name,partition,memory,recorded_wait,full_run_time,preceding_job,think_time
fcfs,0,7,0,0,800,0,4,900,completed,0,0,,800,1,0.3333333333333333,2000,,,,,,,,,,600,,
fcfs,0,3,0,800,860,800,4,70,completed,0,1,,60,1,0,1000,,,,,,,,,,60,,
fcfs,0,5,1,860,869,859,1,9,completed,0,2,,9,1,0,,,,,,,,,,,9,,
fcfs,0,8,2,,,,5,9,refused,0,3,,,1,,,,,,,,,,,,9,,
`
)

func TestDemandsFromATableBesideTheLog(t *testing.T) {
	dir := folder(t, map[string]string{"log.swf": demandsLog, "demands.csv": demandsTable, "s.json": demandsScenario})
	jobs := filepath.Join(dir, "jobs.csv")
	text := mustRun(t, "run", "-jobs", jobs, filepath.Join(dir, "s.json"))
	for _, part := range []string{"2 of 4 jobs have a row in demands.csv; the others ask for no bandwidth", "penalizedRuntime", "0.1111"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	got, err := os.ReadFile(jobs)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != demandsJobs {
		t.Errorf("\n%s\nwant\n%s", got, demandsJobs)
	}

	// The column is there whatever the model of sharing is at each point.
	swept := strings.TrimSuffix(demandsScenario, "}") + `, "sweep": [{"path": "/machine/model", "values": ["none", "rate"]}]}`
	if err := os.WriteFile(filepath.Join(dir, "swept.json"), []byte(swept), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "run", "-jobs", jobs, filepath.Join(dir, "swept.json"))
	if got, err = os.ReadFile(jobs); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"fcfs,0,7,0,0,600,0,4,900,completed,0,0,,600,1,0,2000,,,,,,,,,,600,,\n", "fcfs,0,7,0,0,800,0,4,900,completed,1,0,,800,1,0.3333333333333333,2000,,,,,,,,,,600,,\n"} {
		if !strings.Contains(string(got), line) {
			t.Errorf("no line %q in\n%s", line, got)
		}
	}
}

func TestDemandsThatCannotBeUsed(t *testing.T) {
	dir := folder(t, map[string]string{
		"log.swf": demandsLog, "demands.csv": demandsTable, "bad.csv": "job,bandwidth\n7,2000\n3,fast\n", "short.csv": "bandwidth\n1\n2\n3\n",
	})
	for replacement, want := range map[string]string{
		`"file": "bad.csv"`:                  "DIR/s.json: /workload/transform/0: bad.csv:3: column 2: \"fast\": a number from 0 to 1000000000 MB/s is accepted\n",
		`"file": "short.csv"`:                "short.csv: 3 rows for 4 jobs; without a column “job” as many rows as jobs are accepted\n",
		`"file": "none.csv"`:                 "/workload/transform/0/file: none.csv: the file cannot be opened: ",
		`"file": "log.swf"`:                  "/workload/transform/0/file: \"log.swf\": a name that ends in .csv or .csv.gz is accepted\n",
		`"file": "demands.csv", "high": 0.3`: "/workload/transform/0/high: 0.3: stands beside a file, which says what each job asks for; one of the two is accepted\n",
	} {
		file := filepath.Join(dir, "s.json")
		if err := os.WriteFile(file, []byte(strings.Replace(demandsScenario, `"file": "demands.csv"`, replacement, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"check", "run"} {
			status, _, stderr := call(command, file)
			if status != exitUnusable || !strings.Contains(stderr, strings.Replace(want, "DIR", dir, 1)) {
				t.Errorf("%s with %s: status %d, %s", command, replacement, status, stderr)
			}
		}
	}
}
