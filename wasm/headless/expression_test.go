package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A mistake in an expression has status 2 and names the column, one at run time status 1
// and names policy, job and value; check says that, too, if it is at the first instant.
func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		formula            string
		checked, ran       int
		said, saidOfTheRun string
	}{
		{"sqrt((wait+R)/R) + 0.01*wait", exitOK, exitOK, "", ""},
		{"sqrt(wait+", exitUnusable, exitUnusable, `s.json: /policies/0/priority: "sqrt(wait+": column 11: the expression ends too early`, `column 11`},
		{"log(wait)", exitUnusable, exitUnusable, `s.json: /policies/0/priority: "log(wait)": column 1: this is no finite number when the first job arrives`, `column 1`},
		{"log(submit)", exitUnusable, exitFailed, `s.json: /policies/0: "own": the priority of job 1 is -Inf at 0 h`, "own: the priority of job 1 is -Inf at 0 h (wait 0 h, R 0.01667 h, submit 0 h, 1 processor, memory 0 GB); a finite number is needed"},
	} {
		dir := folder(t, map[string]string{"s.json": begin + `"workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 60}]},
			"policies": [` + fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q, "label": "own"}`, c.formula) + `]}`})
		file := filepath.Join(dir, "s.json")
		if status, _, stderr := call("check", file); status != c.checked || !strings.Contains(stderr, c.said) {
			t.Errorf("check %s: status %d, %s", c.formula, status, stderr)
		}
		status, stdout, stderr := call("run", file)
		if status != c.ran || !strings.Contains(stderr, c.saidOfTheRun) {
			t.Errorf("run %s: status %d, %s", c.formula, status, stderr)
		}
		if c.ran == exitOK && !strings.Contains(stdout, "own") {
			t.Errorf("run %s: %s", c.formula, stdout)
		}
	}
}
