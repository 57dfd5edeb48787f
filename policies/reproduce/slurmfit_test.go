package reproduce

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
)

// slurmFits is how many passes, starts and nodes of runs of a real Slurm agree when nothing is known but what administrators have: accounting
// in whole seconds, slurm.conf and what sacctmgr prints. In r4 people drained nodes, closed partitions, held jobs and reserved nodes; in r7 jobs
// were preempted: neither is in accounting.
var slurmFits = []struct {
	run                string
	samePasses, passes int
	sameStarts, starts int
	sameNodes, placed  int
}{
	{"r1", 143, 153, 216, 220, 210, 216},
	{"r1p", 125, 131, 219, 220, 219, 219},
	{"r2", 102, 103, 219, 220, 212, 219},
	{"r3", 137, 150, 217, 230, 192, 217},
	{"r4", 62, 133, 168, 217, 97, 168},
	{"r5", 56, 56, 130, 130, 130, 130},
	{"r7", 94, 125, 140, 158, 97, 140},
	{"r9", 91, 93, 184, 190, 179, 184},
	{"r12", 101, 109, 169, 170, 156, 169},
}

// The policy slurm is held against accounting alone. The page and REPRODUCED.md show these numbers.
func TestSlurmFitsAccounting(t *testing.T) {
	workloadtest.OnlyNatively(t)
	chapter, err := os.ReadFile("slurm.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range slurmFits {
		task := clusterOf(t, want.run)
		a, err := task.Agreement(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := want
		got.samePasses, got.passes, got.sameStarts, got.starts, got.sameNodes, got.placed = a.SamePasses, a.Passes, a.SameStarts, a.Starts, a.SameNodes, a.Placed
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		row := fmt.Sprintf("| %s | %d of %d | %d of %d | %d of %d |\n", got.run, got.samePasses, got.passes, got.sameStarts, got.starts, got.sameNodes, got.placed)
		if !strings.Contains(string(chapter), row) {
			t.Errorf("slurm.md lacks the row %s", row)
		}
	}
}

// In r4 the nodes n09 to n12 were reserved from 08:40:56 to 08:44:56, as its list of actions says. That nothing ran there, though there were jobs for
// them, is found in accounting alone. Its nodes have the numbers of their names.
func TestReservedNodesAreFound(t *testing.T) {
	workloadtest.OnlyNatively(t)
	task := clusterOf(t, "r4")
	a, err := task.Agreement(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	clock := func(at engine.Time) string {
		return time.Unix(task.Workload.Calendar.UnixStart+at.WholeSeconds(), 0).UTC().Format("15:04:05")
	}
	last := map[string]string{}
	for _, i := range a.Idle {
		if clock(i.From) >= "08:40:00" && clock(i.From) < "08:44:56" {
			last[i.Node] = clock(i.To)
		}
	}
	for n := 9; n <= 12; n++ {
		// The last pass that would have started a job there was half a minute before the reservation ended.
		if to := last[fmt.Sprintf("n%d", n)]; to != "08:44:29" {
			t.Errorf("n%d is found empty until %q", n, to)
		}
	}
}

// clusterOf is the experiment of a run as an administrator would make it.
func clusterOf(t *testing.T, run string) *experiment.Task {
	t.Helper()
	read := func(name string) string {
		f, err := os.Open(filepath.Join(workloadtest.TracePath(t, "slurm/"+run), name))
		if errors.Is(err, fs.ErrNotExist) {
			return ""
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var r io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if r, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text := read("sacct-all.txt.gz")
	log, err := accounting.Read(strings.NewReader(text), "log", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := []slurmconf.File{{Name: "slurm.conf", Text: read("slurm.conf")}}
	if accounts := read("sacctmgr.txt"); accounts != "" {
		files = append(files, slurmconf.File{Name: "sacctmgr.txt", Text: accounts})
	}
	cluster, err := slurmconf.Read(files...)
	if err != nil {
		t.Fatal(err)
	}
	described, err := cluster.Scenario("log", "UTC", inferred.Legend(&log.Legend))
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read(described)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
	if err != nil {
		t.Fatal(err)
	}
	return task
}
