package ui

import (
	"strings"
	"testing"

	"backfill/engine/param"
	"backfill/ui/panel/editor"
	"backfill/ui/result"
	"backfill/ui/session"
)

const withExpression = `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "lublin", "jobs": 50, "processors": 8},
 "policies": [{"kind": "priority-backfill", "priority": "wait/R", "label": "own"}, {"kind": "easy"}]}`

const ownField = "/policies/0/priority"

// An experiment with an expression runs once that has been checked; a mistake stands beside
// the field, and what was shown stays.
func TestExpressionsAreCheckedElsewhere(t *testing.T) {
	p, b := firstVisit(t)
	ran := len(b.asked)
	open(p, withExpression)
	b.pass()
	if len(b.asked) != ran {
		t.Fatal("the experiment ran before its expression was checked")
	}
	b.check()
	if len(b.asked) != ran+1 || !b.asked[ran].written {
		t.Fatalf("%d runs; the last one has expressions: %v", len(b.asked)-ran, b.asked[ran].written)
	}
	b.answer()
	shown, address := p.Shown.Results, b.address

	p.Edit(ownField, "wait/")
	if len(b.checks) != 0 {
		t.Error("every key is checked")
	}
	b.pass()
	b.check()
	b.pass()
	if got := p.Wrong[ownField]; got != "Column 6: the expression ends too early" {
		t.Errorf("beside the field stands %q", got)
	}
	if p.Shown.Results != shown || len(b.asked) != ran+1 || b.address != address || !strings.Contains(b.said, "Column 6") {
		t.Errorf("after the mistake: %d runs, said %q", len(b.asked)-ran, b.said)
	}

	p.Edit(ownField, "wait/R")
	if len(p.Wrong) != 0 || p.Unchecked() {
		t.Error("what was right before is checked again")
	}
	p.Edit(ownField, "R")
	p.Run() // at once: it waits for the answer
	b.check()
	if len(b.asked) != ran+2 || !strings.Contains(b.lastScenario(), `"priority":"R"`) {
		t.Errorf("%d runs, the last of %s", len(b.asked)-ran, b.lastScenario())
	}

	p.Edit(ownField, "R+1")
	b.pass()
	p.WrittenUnchecked(session.Written{Kind: param.Formula, Text: "R+1"}, result.Failure{Reason: "no connection"})
	if p.Notice.Text != "no connection" || !p.Stale() {
		t.Errorf("notice %q, stale %v", p.Notice.Text, p.Stale())
	}
	p.Run()
	b.check()
	if len(b.asked) != ran+3 {
		t.Error("a second attempt does not run")
	}
}

// The list of published priorities leads to a field for an expression and back.
func TestOwnExpressionField(t *testing.T) {
	p, b := newPage(t)
	open(p, strings.Replace(withExpression, "wait/R", "lxf", 1))
	field := func() editor.Field {
		for _, f := range p.Editor.Fields("/policies/0", &p.Draft.Policies[0], p.Form.Policy("priority-backfill").Params) {
			if f.Path == ownField {
				return f
			}
		}
		t.Fatal("there is no field")
		return editor.Field{}
	}
	if f := field(); f.IsOwn() || f.ChoiceID() != f.ID() {
		t.Error("a published priority is shown as an expression")
	}
	p.Editor.TakeFormula(field(), editor.OwnValue)
	f := field()
	if !f.IsOwn() || f.Text != f.Example || b.focused != f.ID() || render(t, p).ids[f.ID()] == nil {
		t.Errorf("the field holds %q, the focus is on %s", f.Text, b.focused)
	}
	p.Edit(ownField, "")
	if !field().IsOwn() {
		t.Error("the field is gone when it is empty")
	}
	if got := p.Wrong[ownField]; !strings.Contains(got, "an expression such as") {
		t.Errorf("beside the empty field stands %q", got)
	}
	p.MovePolicy(0, 1)
	if p.Draft.Policies[0].Own || !p.Draft.Policies[1].Own {
		t.Error("the field for an expression does not follow its policy")
	}
	p.Undo()
	open(p, strings.Replace(withExpression, "wait/R", "fcfs", 1))
	if f := field(); f.IsOwn() || f.Text != "fcfs" {
		t.Errorf("in the next experiment the field for an expression holds %q", f.Text)
	}
	p.Undo()
	p.Editor.TakeFormula(field(), "sjf")
	if f := field(); f.IsOwn() || f.Text != "sjf" {
		t.Errorf("the list shows %q", f.Text)
	}
}
