package ui

import (
	"testing"

	"backfill/ui/session"
)

// alterTo puts text into a field and lets the page run the experiment.
func (b *fake) alterTo(path, text string) {
	b.t.Helper()
	b.page.Edit(path, text)
	b.pass()
	b.answer()
}

// What was there before the first change stays to be compared with, however many follow; it is
// nothing to compare with once the changes are undone, and not the experiment before that.
func TestBeforeTheFirstChange(t *testing.T) {
	p, b := firstVisit(t)
	if p.Before() != nil {
		t.Error("there is something before the first change")
	}
	first := p.Shown.Results
	b.alterTo("/machine/processors", "20")
	b.alterTo("/machine/processors", "30")
	e := p.Before()
	if e == nil || e.Results != first || e.Name != "before" {
		t.Fatalf("before the changes: %+v", e)
	}
	n := len(first.Runs)
	if sides := p.Contenders(); len(sides) != 2*n || sides[n].Of != e || sides[0].Run() != p.Shown.Results.Runs[0] {
		t.Errorf("%d sides", len(sides))
	}
	p.Undo() // typing in one field is one step
	b.pass()
	b.answer()
	if p.Before() != nil {
		t.Error("nothing has changed, and yet there is something to compare with")
	}
	b.alterTo("/machine/processors", "30")
	if e := p.Before(); e == nil || e.Results != first {
		t.Error("the same change again is compared with something else")
	}
	// Back and forward in the browser lead through states of the same experiment.
	changed := b.address
	p.Undo()
	b.settle()
	p.Navigated(changed)
	b.answer()
	if e := p.Before(); e == nil || e.Results != first {
		t.Error("an address of this experiment is compared with something else")
	}
	p.CompareFromHere()
	b.alterTo("/machine/processors", "40")
	if e := p.Before(); e == nil || e.Results == first {
		t.Error("the comparison does not begin where it was asked to")
	}
	p.OpenItem(session.FirstItem)
	b.answer()
	if p.Before() != nil {
		t.Error("an experiment that was opened is compared with another one")
	}
	if len(p.Contenders()) != n {
		t.Errorf("%d sides", len(p.Contenders()))
	}
}
