package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"backfill/engine/scenario"
)

// A log in SWF with dates, which begins at 2026-11-26 11:00 in Berlin, on two nodes; job 2 comes after a minute.
const operatedHere = `{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-2]", "processors": 4}], "partitions": [{"name": "batch"}, {"name": "short", "number": 7}]},
	"workload": {"kind": "swf", "file": "log.swf"}, "policies": [{"kind": "fcfs"}, {"kind": "slurm"}, {"kind": "recorded"}], "baseline": "slurm"}`

// What people did, as a table, is put into the policies slurm of a scenario, whose labels stay; who knows nothing of it is told with the result.
func TestActions(t *testing.T) {
	dir := folder(t, map[string]string{"operated.json": operatedHere,
		"log.swf":   "; UnixStartTime: 1795687200\n; TimeZoneString: Europe/Berlin\n1 0 0 100 1 -1 -1 1 100 -1 1 1 1 1 1 1 -1 -1\n2 60 0 100 1 -1 -1 1 100 -1 1 1 1 1 1 1 -1 -1\n",
		"table.csv": "at,do,jobs,nodes,partition\n2026-11-26 11:00:30,hold,2,,\n600,release,2,,\n700,drain,,\"n1,n2\",\n800,close,,,short\n",
		"wrong.csv": "at,do,jobs,nodes\n0,hold,1,\n1,drain,,n3\n", "lacks.csv": "at,do\n0,hold\n"})
	file := filepath.Join(dir, "operated.json")
	text := mustRun(t, "actions", filepath.Join(dir, "table.csv"), file)
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	if err := json.Unmarshal(s.Policies[1].Fields["actions"], &rows); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(rows)
	if want := `[{"at":30,"do":"hold","jobs":"2"},{"at":600,"do":"release","jobs":"2"},{"at":700,"do":"drain","nodes":"n[1-2]"},{"at":800,"do":"close","partition":7}]`; err != nil || string(got) != want || s.Policies[1].Label != "slurm" || s.Policies[0].Fields["actions"] != nil {
		t.Errorf("the policies are %+v; the actions %s, want %s", s.Policies, got, want)
	}
	with := filepath.Join(dir, "with.json")
	if err := os.WriteFile(with, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := mustRun(t, "run", with), "what people do while the cluster runs (actions) is known to slurm alone: fcfs schedules as if nobody did anything\n"; !strings.Contains(got, want) {
		t.Errorf("told is\n%s\nwant %s", got, want)
	}
	if got := mustRun(t, "run", file); strings.Contains(got, "what people do") {
		t.Errorf("without actions told is\n%s", got)
	}
	for table, want := range map[string]string{
		"wrong.csv": `wrong.csv:3: nodes: "n3": the machine has no node n3; names of its nodes are accepted`,
		"lacks.csv": `lacks.csv:2: jobs: hold needs numbers of jobs`,
		"none.csv":  `a table of actions is accepted`,
	} {
		if status, _, said := call("actions", filepath.Join(dir, table), file); status != exitUnusable || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s; want %s", table, status, said, want)
		}
	}
}
