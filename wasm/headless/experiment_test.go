package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestMain lets a test start this program as one of its own.
func TestMain(m *testing.M) {
	if os.Getenv("BACKFILL_TEST_RUN") != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

const (
	drawnHere = begin + `"workload": {"kind": "lublin", "jobs": 40, "load": 0.9}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}]}`
	swept     = `, "sweep": [{"path": "/workload/load", "values": [0.5, 1]}, {"path": "/policies/1/reservations", "values": [3, 1]}]`
	claimed   = `, "claims": [{"metric": "meanWait", "policy": "easy", "versus": "fcfs", "direction": "lower", "published": "21.65 %", "value": 0.2165, "best": true,
		"at": {"/workload/load": 1, "/policies/1/reservations": 1}, "source": "Table IV", "remark": "a maximum over single runs"}]`
)

// and is a scenario with further keys.
func and(scenario, keys string) string { return strings.TrimSuffix(scenario, "}") + keys + "}" }

// experiments are scenarios with several runs. The log has commands that are refused.
func experiments(t *testing.T) string {
	const line = "%d %d 5 60 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1\n"
	var log strings.Builder
	for i := range 50 {
		fmt.Fprintf(&log, line, i+1, 7*i)
	}
	return folder(t, map[string]string{
		"replicated.json": and(drawnHere, `, "replications": 12, "groups": [{"by": "size", "quantiles": 2},
			{"by": "runTime", "bounds": [600], "each": {"by": "size", "quantiles": 3}, "where": [{"by": "request", "above": 60}]}],
			"claims": [{"metric": "p95BoundedSlowdown", "policy": "easy", "versus": "easy", "direction": "higher", "where": [{"by": "runTime", "most": 600}], "versusWhere": [{"by": "runTime", "above": 600}]}]`),
		"swept.json":   and(drawnHere, swept+claimed+`, "replications": 5`),
		"precise.json": and(drawnHere, swept+claimed+`, "precision": {"relativeHalfWidth": 0.3, "level": 0.9, "maxReplications": 50}`),
		"steady.json":  and(drawnHere, `, "steady": {"warmup": 5, "batch": 8}`),
		"log.json": begin + `"workload": {"kind": "swf", "file": "log.swf", "transform": [{"kind": "load", "load": 1}]}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}],
			"sweep": [{"path": "/workload/transform/0/load", "values": [0.5, 1, 2]}]}`,
		"log.swf":        "; Version: 2\n" + log.String(),
		"other.swf":      log.String(),
		"plain.json":     and(drawnHere, swept),
		"imprecise.json": and(drawnHere, `, "precision": {"relativeHalfWidth": 0.0001, "maxReplications": 2}`),
	})
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The number of goroutines changes nothing, not a byte.
func TestParallelRunsAreTheSame(t *testing.T) {
	dir := experiments(t)
	for _, name := range []string{"replicated", "swept", "precise", "log"} {
		file, jobs := filepath.Join(dir, name+".json"), filepath.Join(dir, name+".csv")
		var want []string
		for _, n := range []string{"1", "4", "0", "7"} {
			got := []string{mustRun(t, "run", "-json", "-parallel", n, file), mustRun(t, "run", "-parallel", n, "-jobs", jobs, file), read(t, jobs)}
			if want == nil {
				want = got
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: -parallel %s differs from -parallel 1", name, n)
			}
		}
	}
}

// Parts, in any order and more of them than there are cells, make the whole, not a byte
// of it different, nor of the job table, wherever the parts and their tables are taken together.
func TestPartsMakeTheWhole(t *testing.T) {
	dir := experiments(t)
	for _, name := range []string{"replicated", "swept", "log", "steady"} {
		file := filepath.Join(dir, name+".json")
		asJSON, asTable := mustRun(t, "run", "-json", file), mustRun(t, "run", file)
		mustRun(t, "run", "-jobs", filepath.Join(dir, "whole.csv"), file)
		for _, n := range []int{1, 3, 25} {
			var parts []string
			for i := n; i >= 1; i-- {
				made := filepath.Join(dir, fmt.Sprintf("%s-%d-%d", name, i, n))
				text := mustRun(t, "run", "-shard", fmt.Sprintf("%d/%d", i, n), "-jobs", made+".csv", file)
				part := filepath.Join(dir, "taken", filepath.Base(made))
				if err := errors.Join(os.MkdirAll(filepath.Dir(part), 0o777), os.WriteFile(part, []byte(text), 0o666), os.Rename(made+".csv", part+".csv")); err != nil {
					t.Fatal(err)
				}
				parts = append(parts, part)
			}
			if got := mustRun(t, append([]string{"merge", "-json"}, parts...)...); got != asJSON {
				t.Errorf("%s in %d parts: the JSON differs:\n%.2000s\nwant\n%.2000s", name, n, got, asJSON)
			}
			merged := filepath.Join(dir, "merged.csv")
			if got := mustRun(t, append([]string{"merge", "-jobs", merged}, parts...)...); got != asTable {
				t.Errorf("%s in %d parts: the table differs:\n%s\nwant\n%s", name, n, got, asTable)
			}
			if got, want := read(t, merged), read(t, filepath.Join(dir, "whole.csv")); got != want {
				t.Errorf("%s in %d parts: the job table differs:\n%.2000s\nwant\n%.2000s", name, n, got, want)
			}
		}
	}
}

// A job table that is not the one of its part, or not there, is named, and no table is written.
func TestTablesOfPartsThatAreRefused(t *testing.T) {
	dir := experiments(t)
	file := filepath.Join(dir, "swept.json")
	part := func(i int, flags ...string) string {
		name := filepath.Join(dir, fmt.Sprintf("part%d", i))
		text := mustRun(t, append([]string{"run", "-shard", fmt.Sprintf("%d/2", i), file}, flags...)...)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	one, two, jobs := filepath.Join(dir, "one.csv"), filepath.Join(dir, "two.csv"), filepath.Join(dir, "jobs.csv")
	first, second := part(1, "-jobs", one), part(2, "-jobs", two)
	whole := read(t, two)
	for _, c := range []struct {
		name string
		do   func() error
		args []string
		want string
	}{
		{"a letter", func() error {
			return os.WriteFile(two, []byte(strings.Replace(whole, "completed", "completeD", 1)), 0o666)
		}, nil, "DIR/two.csv: is not the job table that was written with part 2 of 2"},
		{"a line more", func() error { return os.WriteFile(two, []byte(whole+"\n"), 0o666) }, nil, "DIR/two.csv: is not the job table that was written with part 2 of 2"},
		{"cut", func() error { return os.WriteFile(two, []byte(whole[:len(whole)-1]), 0o666) }, nil, "DIR/two.csv: is not the job table that was written with part 2 of 2"},
		{"gone", func() error { return os.Remove(two) }, nil, "the job table of part 2 of 2: open DIR/two.csv: "},
		{"never", func() error { part(2); return nil }, nil, "DIR/part2: has no job table; what run -shard i/n -jobs FILE.csv prints is accepted"},
		{"a part", func() error { return nil }, []string{"-jobs", first}, "-jobs DIR/part1: is a part itself"},
		{"a table", func() error { return nil }, []string{"-jobs", one}, "-jobs DIR/one.csv: is a part itself"},
		{"both", func() error { return nil }, []string{"-jobs", jobs, "-out", jobs}, "-jobs DIR/jobs.csv: is that of -out, too; another file is accepted"},
	} {
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		if c.args == nil {
			c.args = []string{"-jobs", jobs}
		}
		status, stdout, stderr := call(append([]string{"merge", first, second}, c.args...)...)
		_, err := os.Stat(jobs)
		if status != exitUnusable || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, strings.ReplaceAll(c.want, "DIR", dir)) || err == nil {
			t.Errorf("%s: status %d, output %.60q, %q, want %q", c.name, status, stdout, stderr, c.want)
		}
	}
}

func TestPartsThatAreRefused(t *testing.T) {
	dir := experiments(t)
	part := func(name, scenario, shard string, old ...string) string {
		text := strings.NewReplacer(old...).Replace(mustRun(t, "run", "-shard", shard, filepath.Join(dir, scenario)))
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	first, second := part("1", "swept.json", "1/3"), part("2", "swept.json", "2/3")
	third := part("3", "swept.json", "3/3")
	logs := []string{part("log1", "log.json", "1/2"), part("log2", "log.json", "2/2")}
	if err := os.Rename(filepath.Join(dir, "other.swf"), filepath.Join(dir, "log.swf")); err != nil {
		t.Fatal(err)
	}
	result := filepath.Join(dir, "result")
	if err := os.WriteFile(result, []byte(mustRun(t, "run", "-json", filepath.Join(dir, "plain.json"))), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{nil, "merge: the files of the parts are missing"},
		{[]string{first, second}, "DIR/1: merging needs all parts; missing: 3 of 3"},
		{[]string{third}, "DIR/3: merging needs all parts; missing: 1 of 3, 2 of 3"},
		{[]string{first, second, first, third}, "DIR/1: part 1 of 3, and so is DIR/1; each part is accepted once"},
		{[]string{first, second, part("four", "swept.json", "3/4")}, "DIR/four: part 3 of 4, unlike DIR/1, which is part 1 of 3"},
		{[]string{first, second, part("other", "replicated.json", "3/3")}, "DIR/other: of another scenario than DIR/1"},
		{[]string{first, part("old", "swept.json", "2/3", `"version": "0`, `"version": "9`), third}, `DIR/old: from version "9`},
		{[]string{part("old1", "swept.json", "1/3", `"version": "0`, `"version": "9`), second, third}, `DIR/old1: from version "9`},
		{[]string{logs[0], part("log3", "log.json", "2/2")}, "DIR/log3: read another log.swf than DIR/log1"},
		{[]string{first, part("cell", "swept.json", "2/3", `"replication": 1`, `"replication": 0`), third}, "DIR/cell: the runs of point 0, replication 0 do not belong here: the part is damaged"},
		{[]string{first, part("far", "swept.json", "2/3", `"replication": 1`, `"replication": 99`), third}, "DIR/far: the runs of point 0, replication 99 do not belong here"},
		{[]string{first, part("twice", "swept.json", "2/3", `"replication": 4`, `"replication": 1`), third}, "DIR/twice: the runs of point 0, replication 1 are there twice"},
		{[]string{first, part("policy", "swept.json", "2/3", `"policy": "fcfs",`, `"policy": "FCFS",`), third}, "DIR/policy: the runs of point 0, replication 1 are not one of each policy"},
		{[]string{first, filepath.Join(dir, "swept.json"), third}, "DIR/swept.json: not a part of an experiment, or not all of one; what run -shard i/n prints is accepted"},
		{[]string{result}, "DIR/result: not a part of an experiment, or not all of one; "},
		{[]string{filepath.Join(dir, "log.swf")}, "DIR/log.swf: not a part of an experiment, or not all of one; what run -shard i/n prints is accepted"},
		{[]string{part("cut", "swept.json", "1/3", "\n}\n", "")}, "DIR/cut: not a part of an experiment, or not all of one; what"},
		{[]string{filepath.Join(dir, "absent")}, "DIR/absent: no such file or directory; the file of a part is accepted"},
	} {
		status, stdout, stderr := call(append([]string{"merge"}, c.parts...)...)
		if status != exitUnusable || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, strings.ReplaceAll(c.want, "DIR", dir)) {
			t.Errorf("%q: status %d, output %.60q, %q, want %q", c.parts, status, stdout, stderr, c.want)
		}
	}
	// A part that lost a cell.
	var p part2
	if err := json.Unmarshal([]byte(read(t, second)), &p); err != nil {
		t.Fatal(err)
	}
	p.Cells = p.Cells[1:]
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(second, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call("merge", first, second, third); status != exitUnusable || !strings.Contains(stderr, "2: the runs of point 0, replication 1 are missing: the part is damaged") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// part2 is a part with its cells as they are.
type part2 struct {
	Shard, Scenario, Version, Files json.RawMessage
	Cells                           []json.RawMessage
}

// Lines of a job table go by point, replication and policy, however many goroutines
// write them, and every replication has its own jobs, the same ones under both policies.
func TestJobTableOfAnExperiment(t *testing.T) {
	dir := experiments(t)
	name := filepath.Join(dir, "jobs.csv")
	mustRun(t, "run", "-parallel", "3", "-jobs", name, filepath.Join(dir, "swept.json"))
	rows, err := csv.NewReader(strings.NewReader(read(t, name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = rows[1:]
	if want := 4 * 5 * 2 * 40; len(rows) != want {
		t.Fatalf("%d lines, want %d", len(rows), want)
	}
	submitted := map[string]string{} // by point and replication
	for i, row := range rows {
		index, policy, replication, point := i%40, []string{"fcfs", "easy"}[i/40%2], i/80%5, i/400
		if got, want := strings.Join([]string{row[0], row[1], row[10], row[11]}, " "), fmt.Sprint(policy, " ", replication, point, index); got != want {
			t.Fatalf("line %d is %s, want %s", i, got, want)
		}
		submitted[policy+row[10]+" "+row[1]] += row[3] + " "
	}
	// Points 0 and 1 have the load 0.5, 2 and 3 the load 1.
	if s := submitted; s["fcfs0 2"] != s["easy0 2"] || s["fcfs0 2"] != s["fcfs1 2"] || s["fcfs0 2"] == s["fcfs2 2"] || s["fcfs2 2"] != s["easy3 2"] || s["fcfs0 2"] == s["fcfs0 3"] {
		t.Error("policies, points and replications do not have the jobs that they should have")
	}
}

// A log by hand, on two processors: job 1 ran for 100 of 200 s, job 2 started 100 s after it was submitted, when the log ends, and job 3 waits. Under
// easy jobs 2 and 3 wait for 90 and 280 s if job 2 runs for half of its 400 s, as job 1 did, and for 90 and 480 s if it runs for all.
func TestUnendedJobsInASweep(t *testing.T) {
	dir := folder(t, map[string]string{"log.txt": "JobID|Submit|Start|End|State|AllocCPUS|Timelimit\n1|0|0|100|COMPLETED|2|00:03:20\n2|10|110|Unknown|RUNNING|2|00:06:40\n3|20|Unknown|Unknown|PENDING|2|00:03:20\n",
		"unended.json": `{"version": 1, "machine": {"kind": "cluster", "processors": 2}, "workload": {"kind": "accounting", "file": "log.txt"}, "policies": [{"kind": "recorded"}, {"kind": "easy"}],
			"sweep": [{"path": "/workload/unended", "values": ["usual", "limit"]}]}`})
	got := mustRun(t, "run", filepath.Join(dir, "unended.json"))
	for _, want := range []string{`meanWait (s)             recorded    easy  vs recorded
/workload/unended usual     50.00  123.33     +146.7 %
/workload/unended limit     50.00  190.00     +280.0 %
`, "easy: not compared over the same jobs as recorded at 2 of 2 points, the first: /workload/unended usual: 3 ended, 2 there\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no\n%s\nin\n%s", want, got)
		}
	}
}

func TestTablesOfExperiments(t *testing.T) {
	dir := experiments(t)
	for name, wants := range map[string][]string{
		"plain": {
			"meanWait (s) fcfs easy vs fcfs",
			"-json has all metrics",
			"one run of one workload at each point: no confidence intervals",
		},
		"swept": {
			"5 replications; ± is half of the 95 % confidence interval of a mean (Student's t),",
			"[ ] that of a difference on the same workloads: without %, of the mean difference (Student's t),", "with %, of a ratio of means (paired bootstrap), too narrow for so few",
			"claim published measured verdict",
			"utilization fcfs easy vs fcfs",
		},
		"precise":   {"claim published measured verdict"},
		"imprecise": {"metric fcfs easy vs fcfs", "2 replications; ± is half of the 95 % confidence interval of a mean (Student's t),", "[ ] that of a difference on the same workloads: without %, of the mean difference (Student's t)"},
		"replicated": {"metric fcfs easy vs fcfs", "12 replications; ± is half of the 95 % confidence interval of a mean (Student's t),", "fcfs by size", "easy by size", "easy by runTime, each size, jobs with requested time over 1 min", "group 1 of 3", "group jobs of all jobs of the load meanWait (s) p95Wait (s) maxWait (s) meanSlowdownOfMinute meanBoundedSlowdown",
			"with %, of a ratio of means (paired bootstrap)"},
		"steady": {"3 batches of one run; ± is half of the 95 % confidence interval of a mean (Student's t),"},
		"log":    {"the first workload:", "log.swf: 51 lines, 50 of them jobs; 50 jobs taken"},
	} {
		var lines []string
		got := mustRun(t, "run", filepath.Join(dir, name+".json"))
		for _, line := range strings.Split(got, "\n") {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
		for _, want := range wants {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: no line %q in\n%s", name, want, got)
			}
		}
		if strings.Contains(got, "after 2 replications ± is still") != (name == "imprecise") {
			t.Errorf("%s says whether its precision was reached:\n%s", name, got)
		}
	}
}

// Two machines by hand: three jobs of 10 s, which need two, four and two of so many
// processors and come at once. On 4, job 2 waits 10 s and, under fcfs, job 3 for 20 s; easy
// starts job 3 at once. On 8 all start at once.
func TestSweepByHand(t *testing.T) {
	dir := folder(t, map[string]string{"sweep.json": begin + `"policies": [{"kind": "fcfs"}, {"kind": "easy"}],
		"workload": {"kind": "jobs", "jobs": [{"run": 10, "processors": 2}, {"run": 10, "processors": 4}, {"run": 10, "processors": 2}]},
		"sweep": [{"path": "/machine/processors", "values": [4, 8]}],
		"claims": [{"metric": "maxWait", "policy": "easy", "versus": "fcfs", "direction": "lower", "value": 0.4, "at": {"/machine/processors": 4}},
			{"metric": "maxWait", "policy": "fcfs", "direction": "same", "value": 20, "published": "20 s", "at": {"/machine/processors": 4}}]}`})
	got := mustRun(t, "run", filepath.Join(dir, "sweep.json"))
	const want = `maxWait (s)            fcfs  easy  vs fcfs
/machine/processors 4    20    10  -50.0 %
/machine/processors 8     0     0     same
`
	if !strings.Contains(got, want) {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
	for _, line := range []string{
		"easy: maxWait lower than fcfs at /machine/processors 4 40.00 % +50.00 % not decidable yet",
		"fcfs: maxWait same at /machine/processors 4 20 s 20 not decidable yet",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
}

// cwfLog is of a machine with four processors. Job 1 runs from 0 s; it may not become wider
// at 10 s, since it runs, and is extended at 20 s by 15 s, so that it ends at 75 s and
// cannot be extended at 200 s. Job 2 asks to be started at 100 s.
const cwfLog = `1 0 -1 60 4 -1 -1 4 60 -1 1 1 1 -1 -1 -1 -1 -1 -1 S -1
2 1 -1 20 2 -1 -1 2 20 -1 1 1 1 -1 -1 -1 -1 -1 100 S -1
1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 EP 2
1 20 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 15
1 200 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 15
`

func TestRefusedCommandsAreListed(t *testing.T) {
	dir := folder(t, map[string]string{"log.cwf": cwfLog, "log.json": begin +
		`"workload": {"kind": "cwf", "file": "log.cwf"}, "policies": [{"kind": "easy-d", "elastic": true}, {"kind": "easy-d"}]}`})
	file, jobs := filepath.Join(dir, "log.json"), filepath.Join(dir, "jobs.csv")
	if got := mustRun(t, "run", "-jobs", jobs, file); !strings.Contains(got, "\neasy-d(elastic=true): 2 elastic commands were refused; -json lists them\n") {
		t.Error(got)
	}
	const table = `easy-d(elastic=true),0,1,0,0,75,0,4,60,completed,0,0,,75,1,1,1,,,,,,,60,,
easy-d(elastic=true),0,2,1,100,120,0,2,20,completed,0,1,100,20,1,1,1,,,,,,,20,,
easy-d,0,1,0,0,60,0,4,60,completed,0,0,,60,1,1,1,,,,,,,60,,
easy-d,0,2,1,100,120,0,2,20,completed,0,1,100,20,1,1,1,,,,,,,20,,
`
	if got := read(t, jobs); !strings.HasSuffix(got, "think_time\n"+table) {
		t.Errorf("%s\nwant\n%s", got, table)
	}
	var result struct {
		Runs []struct {
			Metrics         map[string]float64
			RefusedCommands []map[string]any
		}
	}
	if err := json.Unmarshal([]byte(mustRun(t, "run", "-json", file)), &result); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"job": 1.0, "at": 10.0, "type": "EP", "amount": 2.0, "reason": "the job runs, and its size is fixed"},
		{"job": 1.0, "at": 200.0, "type": "ET", "amount": 15.0, "reason": "the job had ended"},
	}
	if first := result.Runs[0]; !reflect.DeepEqual(first.RefusedCommands, want) || first.Metrics["commandsRefused"] != 2 || first.Metrics["commandsAccepted"] != 1 {
		t.Errorf("%+v", first)
	}
	if second := result.Runs[1]; second.RefusedCommands != nil {
		t.Errorf("a policy that ignores commands refused %v", second.RefusedCommands)
	}
}

func TestExperimentsAreAsTheSchemaSays(t *testing.T) {
	schema := schemas(t)
	dir := experiments(t)
	for _, name := range []string{"replicated", "swept", "precise", "steady", "log"} {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(mustRun(t, "run", "-json", filepath.Join(dir, name+".json"))))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckSaysHowMuchThereIs(t *testing.T) {
	dir := experiments(t)
	for name, want := range map[string]string{
		"swept":   "; 40 runs: points 4, replications 5, policies 2\n",
		"precise": "; at most 400 runs: points 4, replications 50, policies 2\n",
		"steady":  "policies fcfs, easy\n",
	} {
		if got := mustRun(t, "check", filepath.Join(dir, name+".json")); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Of several points whose workloads cannot be made, the first one is named.
func TestErrorsOfOnePoint(t *testing.T) {
	dir := folder(t, map[string]string{"one.json": and(oneJob, `, "sweep": [{"path": "/simultaneous", "values": ["batch", "sequential"]}, {"path": "/workload/transform/0/from", "values": [0, 5, 6]}]`)})
	file := filepath.Join(dir, "one.json")
	text := strings.Replace(read(t, file), `"workload": {`, `"workload": {"transform": [{"kind": "window"}], `, 1)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", "-parallel", "1"}, {"check"}} {
		status, _, stderr := call(append(args, file)...)
		if want := "/one.json: /sweep/1/values/1: 5: no job was submitted in the window; the first was at 0 s, the last at 0 s (at /simultaneous \"batch\")\n"; status != exitUnusable || !strings.HasSuffix(stderr, want) {
			t.Errorf("%q: status %d, %q, want %q", args, status, stderr, want)
		}
	}
}

// A Ctrl-C ends the program at once; of the table that it was writing nothing is left,
// and what was there stays.
func TestInterruptedRunsLeaveNothing(t *testing.T) {
	dir := folder(t, map[string]string{"long.json": and(strings.Replace(drawnHere, "40", "5000", 1), `, "replications": 10000`), "old.csv": "old\n"})
	for _, name := range []string{"new.csv", "old.csv"} {
		var output bytes.Buffer
		command := exec.Command(os.Args[0], "run", "-jobs", filepath.Join(dir, name), filepath.Join(dir, "long.json"))
		command.Env = append(os.Environ(), "BACKFILL_TEST_RUN=1")
		command.Stdout, command.Stderr = &output, &output
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		for { // until some of the table was written
			parts, err := filepath.Glob(filepath.Join(dir, "*.part-*"))
			if err != nil {
				t.Fatal(err)
			}
			if len(parts) == 1 {
				if info, err := os.Stat(parts[0]); err == nil && info.Size() > 0 {
					break
				}
			}
			time.Sleep(time.Millisecond)
		}
		if err := command.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		command.Wait()
		if status := command.ProcessState.ExitCode(); status != 130 || output.Len() > 0 {
			t.Errorf("status %d, %q", status, output.String())
		}
	}
	var left []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if !reflect.DeepEqual(left, []string{"long.json", "old.csv"}) || read(t, filepath.Join(dir, "old.csv")) != "old\n" {
		t.Errorf("left are %q, old.csv has %.40q", left, read(t, filepath.Join(dir, "old.csv")))
	}
}

// A job table keeps the mode of the file that it replaces and the link that leads to it.
func TestJobTableReplacesAFile(t *testing.T) {
	dir := folder(t, map[string]string{"hand.json": handScenario, "old.csv": "old\n"})
	old, link := filepath.Join(dir, "old.csv"), filepath.Join(dir, "link.csv")
	if err := os.Chmod(old, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old.csv", link); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "run", "-jobs", link, filepath.Join(dir, "hand.json"))
	info, err := os.Stat(old)
	if err != nil || info.Mode().Perm() != 0o640 || read(t, old) != handTable {
		t.Errorf("%v, %v, %s", info, err, read(t, old))
	}
	if target, err := os.Readlink(link); err != nil || target != "old.csv" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}
