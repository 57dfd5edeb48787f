package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A script runs from the scenario and from a file beside it, and both are EASY. A mistake in it has status 2 and names line and column; one at run
// time has status 1 and names line, job and instant, and what a script needs is asked of the machine.
func TestScripts(t *testing.T) {
	const easy = "def schedule():\n    blocked = start_in_order()\n    if blocked != None:\n        reserve(blocked)\n        backfill()\n        drop_all()\n"
	source := func(text string) string { return fmt.Sprintf(`{"kind": "script", "source": %q, "label": "own"}`, text) }
	const fromFile = `{"kind": "script", "file": "own.star"}`
	for _, c := range []struct {
		policy, file       string
		checked, ran       int
		said, saidOfTheRun string
	}{
		{source(easy), "", exitOK, exitOK, "", ""},
		{fromFile, easy, exitOK, exitOK, "", ""},
		{fromFile, "def schedule():\n    strat(head())\n", exitUnusable, exitUnusable, "s.json: /policies/0/source: line 2, column 5: unknown name strat (did you mean start?)", "line 2"},
		{`{"kind": "script", "file": "other.star"}`, easy, exitUnusable, exitUnusable, `s.json: /policies/0/file: "other.star": open`, "other.star"},
		{fromFile, strings.Repeat("#", 70000), exitUnusable, exitUnusable, `/policies/0/source: "`, "a script of up to 65536 bytes is accepted"},
		{fromFile, "", exitUnusable, exitUnusable, "a script of up to 65536 bytes is accepted", ""},
		{source("def schedule():\n    start(waiting()[-1])\n"), "", exitOK, exitFailed, "", "own: line 2, column 10: start: job 2 does not fit: it needs 3 processors, and 1 is free (at 1 s, job 2)"},
		{source("def schedule():\n    start(waiting()[head().user])\n"), "", exitUnusable, exitUnusable, `needs a workload that says whose the jobs are`, ""},
	} {
		text := begin + `"workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 3}, {"submit": 1, "run": 60, "processors": 3}, {"submit": 2, "run": 20, "processors": 1}]}`
		dir := folder(t, map[string]string{"s.json": text + `, "policies": [` + c.policy + `, {"kind": "fpfs", "label": "other"}]}`, "own.star": c.file})
		file := filepath.Join(dir, "s.json")
		if status, _, stderr := call("check", file); status != c.checked || !strings.Contains(stderr, c.said) {
			t.Errorf("check %s: status %d, %s", c.policy, status, stderr)
		}
		status, stdout, stderr := call("run", "-json", file)
		if status != c.ran || !strings.Contains(stderr, c.saidOfTheRun) {
			t.Errorf("run %s: status %d, %s", c.policy, status, stderr)
		}
		if c.ran != exitOK {
			continue
		}
		// Job 2 needs 3 of 4 processors and waits for job 1, until 60 s; job 3 fits and ends before.
		var result struct {
			Scenario struct{ Policies []map[string]any }
			Runs     []struct {
				Policy  string
				Metrics map[string]float64
			}
		}
		if err := json.Unmarshal([]byte(stdout), &result); err != nil {
			t.Fatal(err)
		}
		if len(result.Runs) != 2 || result.Runs[0].Policy != "own" || result.Runs[0].Metrics["meanWait"] != 59.0/3 {
			t.Errorf("%s: %.400s", c.policy, stdout)
		}
		if p := result.Scenario.Policies; len(p) == 0 || p[0]["source"] != easy || p[0]["file"] != nil {
			t.Errorf("the result has the script %v", p)
		}
	}
}
