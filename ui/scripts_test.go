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

// The page around a frame that asks for an experiment with a mistake in its script hears of it as soon as the script has been checked, and of a policy that has
// failed, beside the results of the others.
func TestFrameTellsOfScripts(t *testing.T) {
	p, b := openedFrame(t, "view=answers")
	ask := func(id, source string) {
		t.Helper()
		text := strings.Replace(fmt.Sprintf(withScript, source), `"policies": [`, `"policies": [{"kind": "easy"}, `, 1)
		p.Hear(fmt.Appendf(nil, `{"backfill": 1, "type": "scenario", "id": %q, "scenario": %s}`, id, text))
		b.pass()
		b.check()
		b.pass()
	}
	ask("mistaken", "def schedule():\n    strat(head())\n")
	if m := b.last("error"); m["id"] != "mistaken" || m["path"] != "/policies/1/source" || !strings.Contains(fmt.Sprint(m["message"]), "unknown name strat") {
		t.Errorf("of a mistake is told %v", m)
	}
	ask("failing", "def schedule():\n    start(head())\n")
	b.answer()
	b.pass()
	m := b.last("results")
	if runs := m["runs"].([]any); m["id"] != "failing" || len(runs) != 1 {
		t.Fatalf("the results are %.300v", m)
	}
	failures, _ := m["failures"].([]any)
	if len(failures) != 1 || failures[0].(map[string]any)["policy"] != "own" || failures[0].(map[string]any)["path"] != "/policies/1/source" || failures[0].(map[string]any)["message"] == "" {
		t.Errorf("the failures are %v", failures)
	}
}
