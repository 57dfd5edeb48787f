package ui

import (
	"fmt"
	"strings"
	"testing"
)

const withScript = `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 5}, {"run": 60, "processors": 5}]},
 "policies": [{"kind": "script", "source": %q, "label": "own"}]}`

// A script is text of several lines, which a worker of another program checks: its mistakes stand beside the field, with line and column.
func TestScriptsAreCheckedElsewhere(t *testing.T) {
	const field, right = "/policies/0/source", "\ndef schedule():\n    for job in waiting():\n        if fits(job):\n            start(job)\n"
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(withScript, right))
	ran := len(b.asked)
	b.pass()
	b.check()
	if len(b.asked) != ran+1 || !b.asked[ran].written {
		t.Fatalf("%d runs; the last one has a script: %v", len(b.asked)-ran, b.asked[ran].written)
	}
	b.answer()
	if got := p.Shown.Results.Runs[0].Outcome.Start; got[1] != 60000 {
		t.Errorf("starts are %v", got)
	}
	var rows int
	for _, f := range p.Editor.Fields("/policies/0", &p.Draft.Policies[0], p.Form.Policy("script").Params) {
		if f.Path == field && f.IsLines() && f.Text == right {
			rows++
		}
	}
	if rows != 1 {
		t.Error("no field of several lines has the script")
	}
	p.Edit(field, strings.Replace(right, "fits", "fit", 1))
	b.pass()
	b.check()
	b.pass()
	if got, want := p.Wrong[field], "Line 4, column 12: unknown name fit (did you mean fits?)"; got != want { // the first line is empty
		t.Errorf("beside the script stands %q, want %q", got, want)
	}
}
