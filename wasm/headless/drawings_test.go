package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/wasm/headless/tables"
)

const (
	slurmedLog = "1 0 10 100 6 -1 -1 6 200 -1 1 1 7 -1 -1 2 -1 -1\n2 5 20 100 6 -1 -1 6 200 -1 1 2 7 -1 -1 2 -1 -1\n3 6 90 50 4 -1 -1 4 60 -1 1 1 8 -1 -1 1 -1 -1\n4 9 -1 50 99 -1 -1 99 60 -1 1 1 9 -1 -1 1 -1 -1\n"
	slurmedLab = `{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-2]", "processors": 4}],
		"partitions": [{"name": "short", "number": 1, "tier": 2}, {"name": "batch", "number": 2}]},
		"workload": {"kind": "swf", "file": "log.swf"}, "policies": [{"kind": "slurm", "label": "Slurm"}, {"kind": "easy"}]}`
)

// Three drawings of a log have the mean waits that the metrics say of replications 0 to 2, which would have the same jobs: the least, the
// middle one and the greatest stand in the table. Job 4 is too wide. The log's mean of jobs 1 and 2, in partition 2, is 15 s, of job 3 90 s and
// of all three 40 s; account 9 has job 4 alone. How many are simulated at the same time changes nothing.
func TestDrawings(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": slurmedLab, "log.swf": slurmedLog})
	file := filepath.Join(dir, "a.json")
	got := mustRun(t, "drawings", "-n", "3", "-by", "partition", file)
	for _, parallel := range []string{"1", "0", "3"} {
		if other := mustRun(t, "drawings", "-n", "3", "-by", "partition", "-parallel", parallel, file); other != got {
			t.Errorf("-parallel %s prints\n%s\nwant\n%s", parallel, other, got)
		}
	}
	plan, _, err := load("drawings", file)
	if err != nil {
		t.Fatal(err)
	}
	var means []float64
	for n := range 3 {
		task, err := experiment.Prepare(plan, 0, n, openIn(dir))
		if err != nil {
			t.Fatal(err)
		}
		run, err := task.Measure(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, run.Metrics[metrics.Index("meanWait")])
	}
	slices.Sort(means)
	if means[0] == means[2] {
		t.Fatal("the replications do not differ")
	}
	decimals := tables.Digits(append(slices.Clone(means), 40))
	want := []string{"Slurm", "3"}
	for _, v := range []float64{means[1], means[0], means[2], 40} {
		want = append(want, tables.Number(v, decimals))
	}
	lines := map[string][]string{} // the first of each name
	for line := range strings.Lines(got) {
		cells := strings.Fields(line)
		name := strings.TrimLeft(strings.Join(cells[:min(2, len(cells))], " "), " ")
		if lines[name] == nil {
			lines[name] = cells
		}
	}
	if cells := lines["Slurm 3"]; !slices.Equal(cells, want) {
		t.Errorf("the line is %q, want %q, in\n%s", cells, want, got)
	}
	for name, mean := range map[string]string{"partition short": "90", "partition batch": "15"} {
		if cells := lines[name]; len(cells) == 0 || !strings.HasPrefix(cells[len(cells)-1], mean) {
			t.Errorf("%s: %q, want %s s in the log", name, cells, mean)
		}
	}
	if !strings.Contains(got, "up to 1 of 4 jobs do not count") {
		t.Errorf("nothing is said of the job that never starts:\n%s", got)
	}
	if got := mustRun(t, "drawings", "-n", "2", "-by", "account", file); !strings.Contains(got, "account 9          0       -      -      -           -\n") {
		t.Errorf("an account whose job never starts:\n%s", got)
	}
}
