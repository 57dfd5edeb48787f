package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
)

// A script that fails where a job needs more than 32 processors takes nothing from the other policy. In which workloads that is, the job
// table of the other policy tells alone. Three shards, merged, say and print the same.
func TestOtherPoliciesGoOnWhenOneFails(t *testing.T) {
	const other = `{"kind": "fcfs", "label": "other"}`
	own := fmt.Sprintf(`{"kind": "script", "label": "own", "source": %q}`, "def schedule():\n    blocked = start_in_order()\n    for job in waiting() + running():\n        if job.processors > 32:\n            fail('too wide')\n")
	scenario := func(policies string) string {
		return `{"version": 1, "machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": 12, "load": 0.7}, "replications": 9, "seed": 3, "policies": [` + policies + `]}`
	}
	dir := folder(t, map[string]string{"both.json": scenario(own + ", " + other), "alone.json": scenario(other)})
	both, alone, jobs := filepath.Join(dir, "both.json"), filepath.Join(dir, "alone.json"), filepath.Join(dir, "jobs.csv")
	status, stdout, stderr := call("run", "-json", "-jobs", jobs, alone)
	if status != exitOK {
		t.Fatal(stderr)
	}
	meanWaits := func(text, policy string) (found []float64) {
		var r experiment.Result
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		for _, run := range r.Runs {
			if run.Policy == policy {
				found = append(found, run.Metrics.Value("meanWait"))
			}
		}
		return found
	}
	want := meanWaits(stdout, "other")
	var wide []string
	table := strings.Split(strings.TrimSpace(read(t, jobs)), "\n")
	header := strings.Split(table[0], ",")
	for _, line := range table[1:] {
		cells := strings.Split(line, ",")
		var processors int
		if fmt.Sscan(cells[slices.Index(header, "processors")], &processors); processors <= 32 {
			continue
		}
		var replication int
		fmt.Sscan(cells[slices.Index(header, "replication")], &replication)
		if number := fmt.Sprint(replication + 1); !slices.Contains(wide, number) {
			wide = append(wide, number)
		}
	}
	if len(wide) < 2 || len(wide) > 8 {
		t.Fatalf("workloads %v have a wide job: please another seed", wide)
	}
	status, stdout, stderr = call("run", "-json", both)
	begin := fmt.Sprintf("backfill: own failed in %d of 9 workloads (", len(wide))
	end := fmt.Sprintf("\nbackfill: %d of 18 runs failed; the means of a policy are of the workloads in which it did not fail\n", len(wide))
	if status != exitFailed || !strings.HasPrefix(stderr, begin) || !strings.Contains(stderr, "); in workload "+wide[0]+": line 5, column 17: too wide (at ") || !strings.HasSuffix(stderr, end) {
		t.Errorf("status %d, %s", status, stderr)
	}
	if got := meanWaits(stdout, "other"); !slices.Equal(got, want) || len(meanWaits(stdout, "own")) != 9-len(wide) {
		t.Errorf("the mean waits of the other policy are %v, want %v", got, want)
	}
	var parts []string
	for i := range 3 {
		status, part, stderr := call("run", "-shard", fmt.Sprintf("%d/3", i+1), both)
		if status != exitOK {
			t.Fatal(stderr)
		}
		parts = append(parts, filepath.Join(folder(t, map[string]string{"part.json": part}), "part.json"))
	}
	if again, merged, told := call(append([]string{"merge", "-json"}, parts...)...); again != exitFailed || merged != stdout || told != stderr {
		t.Errorf("merged: status %d, %s, the same result: %t", again, told, merged == stdout)
	}
}

// Where one policy is all there is, its mistake is all that is said; where a sweep has points, the point is named. Each of the two jobs needs
// 3 processors: both fit at once on 10, on 4 only job 1 does.
func TestAFailureNamesItsPoint(t *testing.T) {
	text := begin + `"workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 3}, {"submit": 1, "run": 60, "processors": 3}]},
		"policies": [` + fmt.Sprintf(`{"kind": "script", "label": "own", "source": %q}`, "def schedule():\n    if waiting():\n        start(waiting()[0])\n")
	dir := folder(t, map[string]string{"one.json": text + "]}", "sweep.json": text + `], "sweep": [{"path": "/machine/processors", "values": [4, 10]}]}`})
	const why = "line 3, column 14: start: job 2 does not fit: it needs 3 processors, and 1 is free (at 1 s"
	for file, want := range map[string]string{"one.json": "backfill: own: " + why, "sweep.json": "backfill: own failed at /machine/processors 4: " + why} {
		status, stdout, stderr := call("run", filepath.Join(dir, file))
		if status != exitFailed || !strings.HasPrefix(stderr, want) || (stdout == "") != (file == "one.json") {
			t.Errorf("%s: status %d, %s%s", file, status, stdout, stderr)
		}
	}
}
