package ui

import (
	"testing"
)

// The log's machine has 16 processors. Its jobs of 16 and less fit; without user 8, whose job is the one of 16, the widest has 8.
// Jobs 1 and 3 ask for 100·8 + 20·4 = 880 processor seconds in 6 s: 18.3 times what 8 processors can do.
func TestMachineAsWideAsTheWidestJob(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.pass()
	b.answer()
	if r := render(t, p); r.ids["field-machine-processors-offer"] != nil {
		t.Error("the machine is as wide as the widest job, and the button would do nothing")
	}
	p.WhatIf.SetNumber("user", "8")
	b.press(p, "user")
	r := render(t, p)
	if got := r.ids["field-machine-processors-offer"]; got == nil || got.text() != "Widest job: 8" {
		t.Fatalf("the button is %v", got)
	}
	r.do("field-machine-processors-offer", "click", "")
	want := "The widest of 2 jobs needs 8 processors: the machine has as many now, with an offered load of 1,833 %."
	if p.Draft.Machine.Texts["processors"] != "8" || p.Notice.Text != want || b.focused != "field-machine-processors" {
		t.Errorf("%v; the page says %q, want %q; the focus is on %q", p.Draft.Machine, p.Notice.Text, want, b.focused)
	}
	b.settle()
	if m := p.Shown.Results.Runs[0].Outcome.Processors; m != 8 {
		t.Errorf("simulated are %d processors", m)
	}

	// It can be typed, too, key by key; undo takes all of that back.
	p.Edit("/machine/processors", "100")
	p.Edit("/baseline", "EASY")
	for i := range len("widest job") {
		p.Edit("/machine/processors", "Widest job"[:i+1])
	}
	if p.Draft.Machine.Texts["processors"] != "8" || len(p.Wrong) > 0 {
		t.Errorf("typed: %v, %v", p.Draft.Machine, p.Wrong)
	}
	if p.Undo(); p.Draft.Machine.Texts["processors"] != "100" {
		t.Errorf("undo leads to %v", p.Draft.Machine)
	}
}

// Allocation units are whole: 8 processors are three units of 3.
func TestWidestJobInUnits(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/machine/processors", "30")
	p.Edit("/machine/unit", "3")
	b.settle()
	p.UseWidest()
	if want := "The widest of 12 jobs needs 8 processors: the machine has 9 now, in whole allocation units."; p.Draft.Machine.Texts["processors"] != "9" || p.Notice.Text != want {
		t.Errorf("%v; the page says %q, want %q", p.Draft.Machine, p.Notice.Text, want)
	}
}

// Which job is the widest is not known of jobs that are not on the page, or that are cut to fit the machine that there is; what is
// typed stays, and is refused.
func TestWidestJobIsNotKnown(t *testing.T) {
	for name, change := range map[string]func(p *Page, b *fake){
		"other jobs": func(p *Page, _ *fake) { p.Edit("/workload/kind", "lublin") },
		"fewer jobs": func(p *Page, _ *fake) { p.AddTransform("first") },
		"a mistake":  func(p *Page, _ *fake) { p.Edit("/workload/jobs", "x") },
		"jobs that are cut": func(p *Page, b *fake) {
			p.AddTransform("tooWide")
			p.Edit("/workload/transform/0/rule", "clip")
			b.settle()
		},
		"another machine": func(p *Page, b *fake) { p.Edit("/machine/kind", "multicluster") },
	} {
		p, b := firstVisit(t)
		change(p, b)
		if n, known := p.WidestProcessors(); known {
			t.Errorf("%s: the widest job is said to need %d processors", name, n)
		}
		p.Edit("/machine/processors", "widest job")
		if got := p.Draft.Machine.Texts["processors"]; got != "widest job" {
			t.Errorf("%s: the field has %q", name, got)
		}
	}
}
