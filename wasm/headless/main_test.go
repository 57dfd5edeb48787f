package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"backfill/assets/gallery"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
)

// folder is a folder of its own with the given files, name to content.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// call runs a command line.
func call(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := call(args...)
	if status != exitOK || stderr != "" {
		t.Fatalf("%q: status %d, %s", args, status, stderr)
	}
	return stdout
}

const (
	begin   = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, `
	fcfs    = `"policies": [{"kind": "fcfs"}]`
	oneJob  = begin + fcfs + `, "workload": {"kind": "jobs", "jobs": [{"run": 60}]}}`
	fromLog = begin + fcfs + `, "workload": {"kind": "swf", "file": "log.swf"}}`
	logLine = "1 0 5 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n"
)

// Five jobs on four processors. Job 1 holds three processors until 10, though it asked
// for them until 20; job 2 wants all four.
//
// FCFS: 2 waits for 1, from 1.5 until 10, and everybody behind it until it ends at 15.
// Job 9 asked for 10 s, not for the 30 it would run, and is killed at 25.
//
// EASY: 2 is promised 20, when all four processors will be free, with none to spare.
// Job 3 would end at 6, so it starts at once, on the fourth processor. Job 9 gets that
// processor at 6, since it will be over by 16, and is: so 2 starts at 16.
//
// Job 5 wants a processor more than there are.
const (
	handScenario = begin + `"workload": {"kind": "jobs", "jobs": [
		{"submit": 0, "run": 10, "request": 20, "processors": 3},
		{"submit": 1.5, "run": 5, "processors": 4},
		{"submit": 2, "run": 4, "processors": 1},
		{"id": 9, "submit": 3, "run": 30, "request": 10, "processors": 1},
		{"submit": 4, "run": 1, "request": 1.25, "processors": 5}]},
		"policies": [{"kind": "fcfs"}, {"kind": "easy", "label": "EASY, \"one\" head"}]}`
	handTable = `policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt,user,group,executable,queue,queue_name,partition,memory,recorded_wait,full_run_time,preceding_job,think_time
fcfs,0,1,0,0,10,0,3,20,completed,0,0,,10,1,,,,,,,,,10,,
fcfs,0,2,1.5,10,15,8.5,4,5,completed,0,1,,5,1,,,,,,,,,5,,
fcfs,0,3,2,15,19,13,1,4,completed,0,2,,4,1,,,,,,,,,4,,
fcfs,0,9,3,15,25,12,1,10,killed,0,3,,10,1,,,,,,,,,30,,
fcfs,0,5,4,,,,5,1.25,refused,0,4,,,1,,,,,,,,,1,,
"EASY, ""one"" head",0,1,0,0,10,0,3,20,completed,0,0,,10,1,,,,,,,,,10,,
"EASY, ""one"" head",0,2,1.5,16,21,14.5,4,5,completed,0,1,,5,1,,,,,,,,,5,,
"EASY, ""one"" head",0,3,2,2,6,0,1,4,completed,0,2,,4,1,,,,,,,,,4,,
"EASY, ""one"" head",0,9,3,6,16,3,1,10,killed,0,3,,10,1,,,,,,,,,30,,
"EASY, ""one"" head",0,5,4,,,,5,1.25,refused,0,4,,,1,,,,,,,,,1,,
`
)

func TestJobTableWorkedByHand(t *testing.T) {
	dir := folder(t, map[string]string{"hand.json": handScenario, "old.csv": strings.Repeat("old\n", 1000)})
	for _, name := range []string{"new.csv", "old.csv"} {
		name = filepath.Join(dir, name)
		mustRun(t, "run", "-jobs", name, filepath.Join(dir, "hand.json"))
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != handTable {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, handTable)
		}
	}
}

func TestTable(t *testing.T) {
	dir := folder(t, map[string]string{"hand.json": strings.TrimSuffix(handScenario, "}") + `, "groups": [{"by": "size", "bounds": [1]}]}`})
	got := mustRun(t, "run", filepath.Join(dir, "hand.json"))
	// Waits under FCFS 0, 8.5, 13 and 12 s, under EASY 0, 14.5, 0 and 3 s.
	var lines []string
	for _, line := range strings.Split(got, "\n") {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
		if strings.HasSuffix(line, " ") {
			t.Errorf("the line %q ends with a blank", line)
		}
	}
	for _, line := range []string{
		`metric fcfs EASY, "one" head vs fcfs`,
		`jobs (jobs) 4 4 same`,
		`meanWait (s) 8.375 4.375 -47.8 %`,
		`maxWait (s) 13.00 14.50 +11.5 %`,
		`backfilledShare 0.0000 0.5000`,
		`killed (jobs) 1 1 same`,
		`one run of one workload: no confidence intervals`,
		`fcfs by size`,
		`group jobs of all jobs of the load meanWait (s) p95Wait (s) maxWait (s) meanSlowdownOfMinute meanBoundedSlowdown`,
		`1 processor 2 50.0 % 21.9 % 12.500 13.000 13.000 0.3250 1.950`,
		`2 or more processors 2 50.0 % 78.1 % 4.250 8.500 8.500 0.1958 1.175`,
	} {
		if !slices.Contains(lines, line) {
			t.Errorf("no line %q in\n%s", line, got)
		}
	}
}

// schemas compiles the committed schema of results.
func schemas(t *testing.T) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{"scenario.schema.json", "result.schema.json"} {
		f, err := os.Open(filepath.Join("../../assets/schema", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		document, err := jsonschema.UnmarshalJSON(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource(name, document); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestJSONResultsAreAsTheSchemaSays(t *testing.T) {
	schema := schemas(t)
	dir := folder(t, map[string]string{
		"one.json":  oneJob,
		"hand.json": strings.TrimSuffix(handScenario, "}") + `, "groups": [{"by": "size", "bounds": [1]}, {"by": "user", "quantiles": 2}]}`,
		"refused.json": begin + fcfs + `, "seed": 3, "kill": {"rule": "grace", "grace": 5},
			"workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 5}]}}`,
	})
	examples := []string{filepath.Join(dir, "one.json"), filepath.Join(dir, "hand.json"), filepath.Join(dir, "refused.json")}
	for _, item := range gallery.Items {
		text, err := gallery.Files.ReadFile(item.File)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Replications = min(s.Replications, 2)
		if s.Workload.Kind == "o2k" {
			s.Workload.Fields["months"] = json.RawMessage(`"2001-01"`) // ten take a while
		}
		if s.Workload.Kind == "farm" && s.Workload.Fields["jobs"] == nil { // so does a farm of 150
			s.Workload.Fields["jobs"], s.Machine.Fields["computers"] = json.RawMessage("150"), json.RawMessage("15")
		}
		if text, err = json.Marshal(s); err != nil {
			t.Fatal(err)
		}
		examples = append(examples, filepath.Join(dir, item.File))
		if err := os.WriteFile(examples[len(examples)-1], text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range examples {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(mustRun(t, "run", "-json", name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestJSONResult(t *testing.T) {
	dir := folder(t, map[string]string{"hand.json": handScenario})
	var got struct {
		Scenario json.RawMessage
		Version  string
		Runs     []struct {
			Policy  string
			Metrics map[string]float64
		}
		Summary []struct {
			Policy, Metric   string
			Mean, Level      float64
			Low, High        *float64
			N                int
			Point, Something map[string]any
		}
		Comparisons []struct {
			Policy, Baseline, Metric, Kind string
			N                              int
			Difference                     float64
			Relative                       *float64
		}
	}
	if err := json.Unmarshal([]byte(mustRun(t, "run", filepath.Join(dir, "hand.json"), "-json")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Runs) != 2 || got.Runs[1].Policy != `EASY, "one" head` || got.Runs[1].Metrics["meanWait"] != 17.5/4 || got.Version == "" {
		t.Errorf("%+v", got)
	}
	for _, s := range got.Summary {
		if s.Policy == "fcfs" && s.Metric == "meanWait" && (s.Mean != 33.5/4 || s.N != 1 || s.Low != nil || s.High != nil) {
			t.Errorf("%+v", s)
		}
	}
	for _, c := range got.Comparisons {
		if c.Baseline != "fcfs" || c.Policy == "fcfs" || c.N != 1 || c.Kind != "difference" {
			t.Errorf("%+v", c)
		}
		if c.Metric == "meanWait" && (c.Difference != -4 || *c.Relative != -4/(33.5/4)) {
			t.Errorf("%+v", c)
		}
	}
	// The scenario of a result can be run again.
	again := folder(t, map[string]string{"again.json": string(got.Scenario)})
	if first, second := mustRun(t, "run", filepath.Join(dir, "hand.json")), mustRun(t, "run", filepath.Join(again, "again.json")); first != second {
		t.Errorf("%s\nand then\n%s", first, second)
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

func TestFilesAreLookedForBesideTheScenario(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/plain.json":  fromLog,
		"a/log.swf":     logLine,
		"a/zipped.json": strings.Replace(fromLog, "log.swf", "logs/log.swf.gz", 1),
		"a/logs/log.swf.gz": zipped(logLine +
			"2 10 7 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\r\n3 11 -1 0 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1"),
		"a/above.json": strings.Replace(fromLog, "log.swf", "../log.swf", 1),
		"log.swf":      logLine + logLine,
	})
	absolute := filepath.Join(dir, "absolute.json")
	if err := os.WriteFile(absolute, []byte(strings.Replace(fromLog, "log.swf", filepath.ToSlash(filepath.Join(dir, "log.swf")), 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	type counts struct{ read, jobs string }
	one, two, three := counts{"1 of them a job", "1 job"}, counts{"2 of them jobs", "2 jobs"}, counts{"3 of them jobs", "3 jobs"}
	for name, c := range map[string]counts{
		filepath.Join(dir, "a/plain.json"): one, filepath.Join(dir, "a/zipped.json"): three, filepath.Join(dir, "a/above.json"): two, absolute: two,
	} {
		if got, want := mustRun(t, "check", name), "can be run: "+c.jobs+", 4 processors, policies fcfs\n"; !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if got, want := mustRun(t, "run", name), " "+c.read+"; "+c.jobs+" taken\n"; !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := mustRun(t, "run", filepath.Join(dir, "a/zipped.json")); !strings.Contains(got, "1 line repaired: run time 0, simulated as 1 s (3)\n") {
		t.Errorf("no remark about line 3 in\n%s", got)
	}
}

// Every unusable input has status 2 and one line that names the field or file:line,
// the value, and what is accepted. DIR stands for the folder.
func TestUnusableInput(t *testing.T) {
	dir := folder(t, map[string]string{
		"one.json":        oneJob,
		"later.json":      strings.Replace(oneJob, "fcfs", "whim", 1),
		"range.json":      strings.Replace(oneJob, "60", "0", 1),
		"empty.json":      "",
		"utf16.json":      "\xff\xfe{\x00}\x00",
		"cut.json":        oneJob[:len(oneJob)-2],
		"path.json":       and(drawnHere, `, "sweep": [{"path": "/workload/lode", "values": [1]}]`),
		"values.json":     and(drawnHere, `, "sweep": [{"path": "/workload/load", "values": []}]`),
		"never.json":      and(drawnHere, `, "replications": 0`),
		"million.json":    and(drawnHere, `, "replications": 1000000`),
		"again.json":      and(oneJob, `, "replications": 2`),
		"command.json":    strings.NewReplacer("swf", "cwf").Replace(fromLog),
		"log.cwf":         strings.Replace(cwfLog, "EP", "XX", 1),
		"early.json":      strings.NewReplacer("log.swf", "early.cwf", "swf", "cwf").Replace(fromLog),
		"early.cwf":       "1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 2\n" + cwfLog,
		"precise.json":    and(drawnHere, `, "precision": {}`),
		"missing.json":    fromLog,
		"folder.json":     strings.Replace(fromLog, "log.swf", "logs", 1),
		"letters.json":    strings.Replace(fromLog, "log.swf", "letters.swf", 1),
		"letters.swf":     "; a log\n" + logLine + strings.Replace(logLine, "60", "sixty", 1),
		"broken.json":     strings.Replace(fromLog, "log.swf", "broken.swf.gz", 1),
		"broken.swf.gz":   zipped(strings.Repeat(logLine, 1000))[:60],
		"header.json":     strings.Replace(fromLog, "log.swf", "header.swf.gz", 1),
		"header.swf.gz":   "\x1f\x8b\x08",
		"nothing.json":    strings.Replace(fromLog, "log.swf", "nothing.swf", 1),
		"nothing.swf":     "; no jobs\n",
		"binary.json":     strings.Replace(fromLog, "log.swf", "binary.swf", 1),
		"binary.swf":      "\x00\x01\x02\n",
		"recorded.json":   strings.Replace(oneJob, "fcfs", "recorded", 1),
		"logs/readme":     "",
		"two\nlines.json": `{"version": 2}`,
		"newline.json":    strings.Replace(fromLog, "log.swf", `a\nb.swf`, 1),
		"control.json":    strings.Replace(oneJob, `"policies"`, `"\u001b[31m\n": 1, "policies"`, 1),
		"kept.csv":        "kept\n",
		"fifty.json":      begin + `"workload": {"kind": "lublin", "jobs": 50, "load": 0.9}, "policies": [{"kind": "fcfs"}, {"kind": "by-hand"}]}`,
		"more.json":       begin + `"workload": {"kind": "lublin", "jobs": 5, "load": 0.9}, "policies": [{"kind": "by-hand"}], "sweep": [{"path": "/workload/jobs", "values": [9, 99]}]}`,
		"actions.csv":     "at,do\n0,hold\n",
	})
	one := filepath.Join(dir, "one.json")
	for _, c := range []struct {
		args  []string
		wants []string // parts of the message
	}{
		// Command lines.
		{[]string{"simulate"}, []string{`"simulate" is not a command; run, merge, sbatch, status, drawings, check, actions, cluster, fit, forecast, policies, machines, workloads are`}},
		{[]string{""}, []string{`"" is not a command`}},
		{[]string{"merge", "-part", one}, []string{"accepted are -jobs, -json, -last, -out"}},
		{[]string{"-json"}, []string{`"-json" is not a command`}},
		{[]string{"run"}, []string{"run: the scenario's file is missing"}},
		{[]string{"check"}, []string{"check: the scenario's file is missing"}},
		{[]string{"run", "-parallel", "-1", one}, []string{`"-1"`, "-parallel", "a whole number from 0 to 1024 is accepted"}},
		{[]string{"run", "-parallel", "two", one}, []string{`"two"`, "-parallel", "a whole number from 0 to 1024 is accepted"}},
		{[]string{"run", "-shard", "0/2", one}, []string{`run: -shard "0/2": i/n is accepted, n from 1 to 10000 and i from 1 to n, such as 1/4`}},
		{[]string{"run", "-shard", "3/2", one}, []string{`-shard "3/2"`}},
		{[]string{"run", "-shard", "1", one}, []string{`-shard "1"`}},
		{[]string{"run", "-shard", "1/2/3", one}, []string{`-shard "1/2/3"`}},
		{[]string{"run", "-shard", "1/2", "DIR/precise.json"}, []string{"DIR/precise.json: /precision: it decides from all replications how many there are"}},
		{[]string{"run", one, "-fast"}, []string{"run: flag provided but not defined: -fast; accepted are -batsim, -cwf, -into, -jobs, -json, -parallel, -sacct, -shard, -swf, -trace"}},
		{[]string{"run", "-json=maybe", one}, []string{`"maybe"`, "-json"}},
		{[]string{"run", one, "-jobs"}, []string{"flag needs an argument: -jobs"}},
		{[]string{"run", one, one}, []string{"one argument is accepted"}},
		{[]string{"check", "-json", one}, []string{"-json", "no flag is accepted"}},
		{[]string{"policies", "easy"}, []string{`policies: "easy": no argument is accepted`}},
		{[]string{"machines", "-jobs", "x"}, []string{"machines: flag provided but not defined: -jobs; accepted are -json"}},

		// Files.
		{[]string{"run", "DIR/absent.json"}, []string{"DIR/absent.json: no such file or directory; the file of a scenario is accepted"}},
		{[]string{"run", "DIR"}, []string{"DIR: is a directory; the file of a scenario is accepted"}},
		{[]string{"run", "DIR/two\nlines.json"}, []string{`DIR/two\nlines.json: /version: 2: only version 1 is known`}},
		{[]string{"run", "-jobs", "DIR/absent/x.csv", one}, []string{"-jobs: open DIR/absent/x.csv: no such file or directory; the name of a file that can be written is accepted"}},
		{[]string{"run", "-jobs", "DIR/logs", one}, []string{"-jobs: open DIR/logs: is a directory"}},
		{[]string{"run", "-jobs", "DIR/logs/../one.json", one}, []string{"-jobs DIR/logs/../one.json: is the scenario itself; another file is accepted"}},

		{[]string{"run", "-swf", "DIR/a.swf", "-jobs", "DIR/logs/../a.swf", one}, []string{"run: -swf DIR/a.swf: is the file of -jobs, too; another file is accepted"}},
		{[]string{"run", "-trace", "DIR/kept.csv", "-batsim", "DIR/logs/../kept.csv", one}, []string{"run: -trace DIR/kept.csv: is the file of -batsim, too"}},

		// Scenarios.
		{[]string{"check", "DIR/fifty.json"}, []string{`DIR/fifty.json: /policies/1: "by-hand": the workload has 50 jobs; up to 40 can be placed by hand`}},
		{[]string{"check", "DIR/more.json"}, []string{`DIR/more.json: /policies/0: "by-hand": the workload has 99 jobs; up to 40 can be placed by hand (at /workload/jobs 99)`}},
		{[]string{"fit", one}, []string{"DIR/one.json: /policies: nothing can be compared; a scenario with a policy of the kind slurm"}},
		{[]string{"actions", "DIR/actions.csv", one}, []string{"DIR/one.json: /policies: no policy is of the kind slurm"}},
		{[]string{"run", "DIR/empty.json"}, []string{"DIR/empty.json: line 1, column 1: not JSON: the text ends too early"}},
		{[]string{"run", "DIR/utf16.json"}, []string{"DIR/utf16.json: line 1, column 1: not JSON: the text is not in UTF-8"}},
		{[]string{"check", "DIR/cut.json"}, []string{"DIR/cut.json: line 1, column ", "the text ends too early"}},
		{[]string{"check", "DIR/later.json"}, []string{`DIR/later.json: /policies/0/kind: "whim": unknown kind; known are `}},
		{[]string{"run", "DIR/range.json"}, []string{"DIR/range.json: /workload/jobs/0/run: 0: a number from 0.001 to"}},
		{[]string{"run", "DIR/recorded.json"}, []string{`DIR/recorded.json: /policies/0: "recorded": needs a log with recorded waits`}},
		{[]string{"run", "DIR/path.json"}, []string{`DIR/path.json: /sweep/0/path: "/workload/lode": no parameter that a sweep can vary; known here are /workload/jobs, `}},
		{[]string{"run", "DIR/values.json"}, []string{"DIR/values.json: /sweep/0/values: []: a list [ ] of 1 to 100 entries is accepted"}},
		{[]string{"run", "DIR/never.json"}, []string{"DIR/never.json: /replications: 0: a whole number from 1 to 10000 is accepted"}},
		{[]string{"check", "DIR/million.json"}, []string{"DIR/million.json: /replications: 1000000: a whole number from 1 to 10000 is accepted"}},
		{[]string{"run", "DIR/again.json"}, []string{"DIR/again.json: /replications: 2: the workload is the same every time"}},
		{[]string{"run", "-jobs", "DIR/kept.csv", "DIR/command.json"}, []string{"DIR/command.json: /workload: log.cwf:3: field 20"}},
		{[]string{"run", "-jobs", "DIR/kept.csv", "DIR/early.json"}, []string{"DIR/early.json: /workload: early.cwf:1: "}},
		{[]string{"run", "DIR/control.json"}, []string{"DIR/control.json: /\uFFFD[31m: 1: unknown key; known are version"}},

		// Logs.
		{[]string{"run", "DIR/missing.json"}, []string{"DIR/missing.json: /workload/file: log.swf: ", "DIR/log.swf: no such file or directory", "the name of a file, from the scenario's folder, is accepted"}},
		{[]string{"run", "DIR/folder.json"}, []string{"/workload/file: logs: ", "it is a folder; the name of a file is accepted"}},
		{[]string{"run", "DIR/letters.json"}, []string{`letters.swf:3: field 4 (run time): "sixty": `, "is accepted"}},
		{[]string{"check", "DIR/letters.json"}, []string{`letters.swf:3: field 4 (run time): "sixty": `}},
		{[]string{"run", "DIR/broken.json"}, []string{"broken.swf.gz", "gzip"}},
		{[]string{"run", "DIR/header.json"}, []string{"header.swf.gz", "gzip"}},
		{[]string{"run", "DIR/nothing.json"}, []string{"nothing.swf", "no job"}},
		{[]string{"run", "DIR/binary.json"}, []string{"binary.swf:1"}},
		{[]string{"run", "DIR/newline.json"}, []string{`/workload/file: "a\nb.swf": the name of a file is accepted`}},
	} {
		var args []string
		for _, arg := range c.args {
			args = append(args, strings.Replace(arg, "DIR", dir, 1))
		}
		status, stdout, stderr := call(args...)
		if status != exitUnusable || stdout != "" {
			t.Errorf("%q: status %d, output %q", c.args, status, stdout)
		}
		if !strings.HasPrefix(stderr, "backfill: ") || strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, "\n") {
			t.Errorf("%q: the message is not one line: %q", c.args, stderr)
		}
		for _, want := range c.wants {
			if want = strings.Replace(want, "DIR", dir, 1); !strings.Contains(stderr, want) {
				t.Errorf("%q: %q does not say %q", c.args, stderr, want)
			}
		}
	}
	if read(t, one) != oneJob || read(t, filepath.Join(dir, "kept.csv")) != "kept\n" {
		t.Errorf("something was overwritten: %q, %q", read(t, one), read(t, filepath.Join(dir, "kept.csv")))
	}
}

func TestByteOrderMarkIsIgnored(t *testing.T) {
	dir := folder(t, map[string]string{"bom.json": "\ufeff" + oneJob})
	mustRun(t, "run", filepath.Join(dir, "bom.json"))
}

// A log with lines that cannot be read is refused with a word on how to read it; read so, it is said of each of them what is wrong.
func TestLinesAreSkipped(t *testing.T) {
	const scenario = `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "swf", "file": "a.swf"%s}, "policies": [{"kind": "fcfs"}]}`
	log := strings.Repeat("1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n2 0 0 x\n", 30)
	dir := folder(t, map[string]string{"a.swf": log, "strict.json": fmt.Sprintf(scenario, ""), "lax.json": fmt.Sprintf(scenario, `, "lines": "skip"`)})
	status, _, stderr := call("run", filepath.Join(dir, "strict.json"))
	if want := `a.swf:2: field 4 (run time): "x": a number is accepted; with "lines": "skip" in the workload, lines that cannot be read are left out and listed`; status != exitUnusable || !strings.Contains(stderr, want) {
		t.Errorf("status %d, %q", status, stderr)
	}
	const begin = "a.swf: 60 lines, 60 of them jobs; 30 jobs taken\n  30 lines dropped: cannot be read (2, 4, 6, 8, 10, …)\n" +
		"    line 2: field 4 (run time): \"x\": a number is accepted\n    line 4: "
	if got := mustRun(t, "run", filepath.Join(dir, "lax.json")); !strings.HasPrefix(got, begin) || strings.Count(got, "    line ") != 20 || !strings.Contains(got, "\n    and 10 more\n") {
		t.Errorf("run says\n%s", got)
	}
	if got := mustRun(t, "check", filepath.Join(dir, "lax.json")); !strings.Contains(got, begin) || strings.Count(got, "    line ") != 30 || strings.Contains(got, " more\n") {
		t.Errorf("check says\n%s", got)
	}
}

// The version, that of Go and the commit, however it is asked for.
func TestVersion(t *testing.T) {
	for _, args := range []string{"-version", "--version", "version"} {
		status, stdout, stderr := call(args)
		lines := strings.Split(stdout, "\n")
		if status != exitOK || stderr != "" || len(lines) != 4 || lines[0] != "backfill "+experiment.Version || lines[1] != runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH || !strings.HasPrefix(lines[2], "commit ") {
			t.Errorf("%s: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}, {"run", "-h"}, {"check", "--help"}, {"policies", "-help"}} {
		if got := mustRun(t, args...); got != usage {
			t.Errorf("%q: %q", args, got)
		}
	}
	if status, stdout, stderr := call(); status != exitUnusable || stdout != "" || stderr != usage {
		t.Errorf("without a word: status %d, %q, %q", status, stdout, stderr)
	}
	for _, c := range commands {
		if !strings.Contains(usage, c.name) {
			t.Errorf("the usage does not mention %s", c.name)
		}
	}
}

func TestListings(t *testing.T) {
	c := policies.Catalogs()
	all := map[string][]param.Description{}
	for _, k := range c.Policies {
		all["policies"] = append(all["policies"], k.Description)
	}
	for _, k := range c.Machines {
		all["machines"] = append(all["machines"], k.Description)
	}
	for _, k := range c.Workloads {
		all["workloads"] = append(all["workloads"], k.Description)
	}
	for _, k := range c.Transforms {
		all["workloads"] = append(all["workloads"], k.Description)
	}
	for command, descriptions := range all {
		text, structured := mustRun(t, command), mustRun(t, command, "-json")
		if !json.Valid([]byte(structured)) {
			t.Errorf("%s -json: %s", command, structured)
		}
		for _, d := range descriptions {
			mentions(t, command, text, "\n"+d.Kind+": "+d.Name+"\n", d.Doc, d.Source)
			mentions(t, command+" -json", structured, fmt.Sprintf("%q: %q", "kind", d.Kind))
			mentionsParams(t, command, text, structured, d.Params)
		}
	}
}

func mentionsParams(t *testing.T, command, text, structured string, params []param.Param) {
	t.Helper()
	for _, p := range params {
		mentions(t, command, text, " "+p.Name+": "+p.Accepts(), p.Doc)
		mentions(t, command+" -json", structured, fmt.Sprintf("%q: %q", "name", p.Name))
		mentionsParams(t, command, text, structured, p.Columns)
	}
}

func mentions(t *testing.T, command, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains("\n"+text, want) {
			t.Errorf("%s does not mention %q", command, want)
		}
	}
}

// full is an output without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	dir := folder(t, map[string]string{"hand.json": handScenario})
	file := filepath.Join(dir, "hand.json")
	for _, args := range [][]string{{"run", file}, {"run", "-json", file}, {"check", file}, {"policies"}, {"workloads", "-json"}} {
		var stderr strings.Builder
		if status := run(args, full{}, &stderr); status != exitFailed || stderr.String() != "backfill: writing the output: no space left\n" {
			t.Errorf("%q: status %d, %q", args, status, stderr.String())
		}
	}
}

func TestJobTableThatCannotBeWritten(t *testing.T) {
	const device = "/dev/full"
	if _, err := os.Stat(device); err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no " + device)
	}
	dir := folder(t, map[string]string{"hand.json": handScenario})
	status, _, stderr := call("run", "-jobs", device, filepath.Join(dir, "hand.json"))
	if status != exitFailed || !strings.HasPrefix(stderr, "backfill: writing the job table: ") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if _, err := os.Stat(device); err != nil {
		t.Errorf("the device was removed: %v", err)
	}
}

func TestNothingIsLeftOfARunThatFailed(t *testing.T) {
	dir := folder(t, map[string]string{"later.json": strings.Replace(oneJob, "fcfs", "whim", 1), "old.csv": "old\n"})
	for _, name := range []string{"new.csv", "old.csv"} {
		if status, _, _ := call("run", "-jobs", filepath.Join(dir, name), filepath.Join(dir, "later.json")); status != exitUnusable {
			t.Errorf("status %d", status)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new.csv")); !os.IsNotExist(err) {
		t.Errorf("new.csv: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "old.csv")); err != nil || string(text) != "old\n" {
		t.Errorf("old.csv: %q, %v", text, err)
	}
}
