package ui

import (
	"html"
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
)

// Once a question has changed the scheduler it is called so, on the page and in reports, and the baseline with it. However often one goes on from a
// change, it is the configuration that was dropped that is held against the log. When the change is undone, it has its name again.
func TestWhatIsHeldIsAsConfigured(t *testing.T) {
	p, b := configured(t)
	labels := func() string {
		var list []string
		for _, r := range p.Shown.Results.Runs {
			list = append(list, r.Label)
		}
		return strings.Join(list, "; ")
	}
	const rest = "; FCFS; EASY; Conservative; As recorded"
	held := func(want string) {
		t.Helper()
		e, policy, ok := p.Held()
		if !ok || e.Results.Runs[policy].Label != want {
			t.Fatalf("%v: held against the log is %q, want %q", ok, e.Results.Runs[policy].Label, want)
		}
		d := p.Form.ReadText(e.Scenario)
		if parameters := d.Policies[policy].Texts["parameters"]; strings.Contains(parameters, "bf_interval=120") != (want == slurmconf.Changed) {
			t.Errorf("held against the log is a policy with the parameters %q", parameters)
		}
	}
	if labels() != slurmconf.AsConfigured+rest {
		t.Fatalf("the policies are %s", labels())
	}
	held(slurmconf.AsConfigured)
	first, _, _ := p.Held()
	b.press(p, "word") // bf_interval=120
	if labels() != slurmconf.Changed+rest || p.Draft.Settings.Texts["baseline"] != slurmconf.Changed {
		t.Errorf("after a change the policies are %s, compared with %s", labels(), p.Draft.Settings.Texts["baseline"])
	}
	if title := p.BeforeAndAfter().Title(); !strings.Contains(title, "Different: "+slurmconf.Changed+": parameters") {
		t.Errorf("the title is %q", title)
	}
	held(slurmconf.AsConfigured)
	p.CompareFromHere()
	b.press(p, "shares")
	held(slurmconf.AsConfigured)
	if e, _, _ := p.Held(); e.Results != first.Results {
		t.Error("held is another simulation")
	}
	if !strings.Contains(p.ModelFit.Remark(), slurmconf.AsConfigured) {
		t.Errorf("the panel says %q", p.ModelFit.Remark())
	}
	// A report begins with what was asked, and says which fit it rests on.
	p.Sized(900, 1)
	p.Exports.SaveReport()
	report := ""
	for name, data := range b.saved {
		if strings.HasSuffix(name, ".html") {
			report = string(data)
		}
	}
	last := 0
	for _, want := range []string{"<h2>Before and after</h2>", "<h2>Changed lines</h2>", "<h2>How well the model fits</h2>", "<h2>All policies</h2>", "Slurm as changed", "<h2>Metrics</h2>"} {
		at := strings.Index(report[last:], want)
		if at < 0 {
			t.Fatalf("%q does not come next in the report", want)
		}
		last += at
	}
	p.Undo()
	p.Undo()
	b.settle()
	if labels() != slurmconf.AsConfigured+rest {
		t.Errorf("undone, the policies are %s", labels())
	}
	// The same by hand, and back by hand.
	p.Edit("/policies/0/parameters", "bf_interval=120")
	if label := p.Draft.Policies[0].Label; label != slurmconf.Changed {
		t.Errorf("changed by hand it is called %q", label)
	}
	p.Edit("/policies/0/parameters", p.Form.ReadText(first.Scenario).Policies[0].Texts["parameters"])
	if label := p.Draft.Policies[0].Label; label != slurmconf.AsConfigured {
		t.Errorf("changed back by hand it is called %q", label)
	}
}

// A log that is read otherwise, as in its own time zone, is held against the scheduler anew, and what is asked then is compared with it: that it was
// read otherwise is no change of the cluster. Jobs that come more often have no recorded waits, and the model is still the one that was held.
func TestReadingOtherwiseIsNoChange(t *testing.T) {
	p, b := configured(t)
	first, _, _ := p.Held()
	p.Edit("/workload/unended", "limit")
	p.Run()
	b.answer()
	zoned, policy, ok := p.Held()
	if !ok || zoned.Results != p.Shown.Results || zoned.Results == first.Results || zoned.Results.Runs[policy].Label != slurmconf.AsConfigured || p.ChangedSinceHeld() {
		t.Errorf("held is %v %v, changed since: %v", ok, zoned.Results == first.Results, p.ChangedSinceHeld())
	}
	if p.Before() != nil {
		t.Error("there is something to compare with")
	}
	b.press(p, "word")
	if before := p.Before(); before == nil || before.Results != zoned.Results {
		t.Error("a change is not compared with the log as it is read now")
	}
	if e, _, _ := p.Held(); e.Results != zoned.Results {
		t.Error("held is another simulation")
	}
	p.Undo()
	b.settle()
	b.press(p, "load")
	if _, _, ok := p.Modelling(); ok {
		t.Fatal("jobs that come more often have recorded waits")
	}
	if e, _, ok := p.Held(); !ok || e.Results != zoned.Results {
		t.Error("where jobs come more often, held is another simulation")
	}
}

// A reader who knows that the files are not what the cluster had changes them by hand, and takes that as configured.
func TestTakeAsConfigured(t *testing.T) {
	p, b := configured(t)
	if p.TakesAsConfigured() {
		t.Error("what is as configured is offered to be taken so")
	}
	p.Edit("/policies/0/parameters", "bf_interval=120")
	p.Run()
	b.answer()
	if !p.TakesAsConfigured() {
		t.Fatal("what was changed by hand is not offered to be taken as configured")
	}
	p.TakeAsConfigured()
	b.answer()
	e, policy, _ := p.Held()
	d := p.Form.ReadText(e.Scenario)
	if got := d.Policies[policy]; got.Label != slurmconf.AsConfigured || got.Texts["parameters"] != "bf_interval=120" || p.TakesAsConfigured() {
		t.Errorf("taken as configured is %q with %q", got.Label, got.Texts["parameters"])
	}
}

// What is otherwise than configured stays on the page after a change, and stands in reports while names are shown.
func TestOtherwiseStays(t *testing.T) {
	p, b := configured(t)
	all := p.Otherwise()
	if len(all) == 0 || !strings.Contains(strings.Join(all, "\n"), "other") {
		t.Fatalf("otherwise than configured is %q", all)
	}
	b.press(p, "word")
	if got := p.Otherwise(); strings.Join(got, "\n") != strings.Join(all, "\n") {
		t.Errorf("after a change it is %q, before %q", got, all)
	}
	for _, named := range []bool{false, true} {
		p.ShowNames(named)
		p.Sized(900, 1)
		p.Exports.SaveReport()
		report := ""
		for name, data := range b.saved {
			if strings.HasSuffix(name, ".html") {
				report = string(data)
			}
		}
		if got := strings.Contains(report, html.EscapeString(all[0])); got != named || !strings.Contains(report, "Otherwise than configured") {
			t.Errorf("with names %v: the report tells %q: %v", named, all[0], got)
		}
	}

}

// Who has gone on from a change and takes all back is not told of a change backwards.
func TestNoWayBack(t *testing.T) {
	p, b := configured(t)
	b.press(p, "word")
	p.CompareFromHere()
	b.press(p, "shares")
	if p.Before() == nil {
		t.Fatal("the second change is compared with nothing")
	}
	p.Undo()
	p.Undo()
	b.settle()
	if p.BeforeAndAfter() != nil || p.WhatIf.LinesForReports() != nil || p.ChangedSinceHeld() {
		t.Error("what is as configured again is compared with the change")
	}
}
