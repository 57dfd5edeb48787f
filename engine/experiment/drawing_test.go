package experiment_test

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/drawings"
	"backfill/engine/experiment"
)

// slurmed are jobs on four nodes under Slurm and under EASY.
func slurmed(workload string) string {
	return `{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-4]", "processors": 4}], "partitions": [{"name": "batch"}]},
		"workload": ` + workload + `, "policies": [{"kind": "slurm", "parameters": "bf_interval=60"}, {"kind": "easy"}]}`
}

// Drawings have the jobs of their replication. Under Slurm they differ in the waits, under EASY, which draws nothing, they do not. Drawing 0
// is the task itself, and those of jobs that are the same in all replications are the replications that follow.
func TestDrawings(t *testing.T) {
	var log strings.Builder
	for i := range 30 {
		log.WriteString(strings.NewReplacer("J", strconv.Itoa(i+1), "S", strconv.Itoa(40*i)).Replace("J S -1 300 4 -1 -1 4 600 -1 1 1 1 -1 -1 -1 -1 -1\n"))
	}
	open := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log.String())), nil }
	typed := strings.TrimSuffix(strings.Repeat(`{"submit": 7, "run": 100, "request": 200, "processors": 9},`, 6), ",")
	for name, c := range map[string]struct {
		workload string
		drawn    bool // in each replication
	}{
		"log":   {`{"kind": "swf", "file": "a.swf"}`, false},
		"typed": {`{"kind": "jobs", "jobs": [` + typed + `]}`, false},
		"drawn": {`{"kind": "lublin", "jobs": 40, "processors": 16, "load": 1}`, true},
	} {
		plan := compile(t, slurmed(c.workload))
		task, err := experiment.Prepare(plan, 0, 2, open)
		if err != nil {
			t.Fatal(err)
		}
		waits := func(task *experiment.Task, policy int) drawings.Waits {
			run, err := task.Simulate(policy, nil)
			if err != nil {
				t.Fatal(err)
			}
			return drawings.Of(run.Outcome)
		}
		differ := 0
		for n := range 4 {
			d := task.Drawing(n)
			if !slices.Equal(d.Workload.Jobs, task.Workload.Jobs) || (d.Workload.Seed == task.Workload.Seed) != (n == 0) || (d == task) != (n == 0) {
				t.Errorf("%s: drawing %d has other jobs or the seed of drawing 0", name, n)
			}
			if !slices.Equal(waits(d, 1), waits(task, 1)) {
				t.Errorf("%s: drawing %d differs under EASY", name, n)
			}
			slurm := waits(d, 0)
			if !slices.Equal(slurm, waits(task, 0)) {
				differ++
			}
			replication, err := experiment.Prepare(plan, 0, 2+n, open)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(waits(replication, 0), slurm); (diff == "") != (n == 0 || !c.drawn) {
				t.Errorf("%s: drawing %d and replication %d:\n%s", name, n, 2+n, diff)
			}
			if other, same := d.At(task.Cell); same != (n == 0) {
				t.Errorf("%s: the cell of drawing %d is %v", name, n, other.Cell)
			}
			if next, err := d.Next(task.Cell, open); err != nil || next.Workload.Seed != task.Workload.Seed {
				t.Errorf("%s: from drawing %d on the cell has another seed, or %v", name, n, err)
			}
		}
		if differ == 0 {
			t.Errorf("%s: no drawing differs under Slurm", name)
		}
	}
}

// The jobs of a farm that is drawn were made for it: all drawings have that farm.
func TestDrawingsOfADrawnFarm(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "farm"}, "workload": {"kind": "farm", "jobs": 20}, "policies": [{"kind": "fcfs"}]}`)
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if task.Drawing(3).Workload.Seed != task.Workload.Seed {
		t.Error("the third drawing has another farm")
	}
}
