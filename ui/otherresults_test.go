package ui

import (
	"strings"
	"testing"
)

// As long as the results on the page are of another experiment than the one that is open, because that runs or is brought back by undo and has yet to be
// run, the page says of which; nothing of theirs is told of the open one, changes it, or is saved under its name.
func TestResultsOfAnotherExperiment(t *testing.T) {
	p, b := dropped(t, "waiting.swf", waitingLog)
	b.tell(waitingLog)
	second := droppedLog(t, "small.swf")
	second.SHA256 = strings.Repeat("cd", 32)
	p.FileCame(second)
	says := func() string { return render(t, p).root.text() }
	const running = "Until something has come of it, the results are those of “waiting.swf”."
	p.Began = p.Began.Add(-5e9)
	if got := says(); !strings.Contains(got, running) {
		t.Errorf("beside the run stand results of which nobody knows the experiment: %.1500s", got)
	}
	b.answer()
	if got := says(); strings.Contains(got, "results are those of “") {
		t.Errorf("its own results are told to be others: %.1500s", got)
	}
	b.tell(smallLog)

	p.Quick = false
	p.Undo()
	p.Pin(1)
	page := render(t, p)
	got := page.root.text()
	for _, want := range []string{"The results are those of “small.swf”.", "This is a job of “small.swf”; jobs of the experiment that is open can be changed when it has run."} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if p.Draft.Name != "waiting.swf" || p.Changeable() || page.ids["remove-job"] != nil || page.ids["add-job"].attr("aria-disabled")+page.ids["add-job"].attr("disabled") == "" {
		t.Error("a job of another experiment can be changed")
	}
	if strings.Contains(got, "job lines read") || p.Story.Open() {
		t.Error("the other log is told of")
	}
	p.SaveMetrics()
	for name, text := range b.saved {
		if !strings.HasPrefix(name, "backfill-small-swf-") || !strings.Contains(string(text), "small.swf") {
			t.Errorf("%s is saved, with %.300s", name, text)
		}
	}
	if len(b.saved) == 0 {
		t.Error("nothing is saved")
	}
	p.WhatIfProcessors(20)
	const nothing = "There is nothing to compare the answer with: the experiment has not been simulated without this change."
	if p.Notice.Text != nothing {
		t.Errorf("after a question it says %q", p.Notice.Text)
	}
	// More load takes a policy away as well: both are said.
	p.Undo()
	p.WhatIfLoad("20")
	if want := nothing + " “As recorded” left the policies: "; !strings.HasPrefix(p.Notice.Text, want) || b.said != p.Notice.Text {
		t.Errorf("after a question about the load it says %q, and reads %q aloud", p.Notice.Text, b.said)
	}
}

// Undo leads back to an earlier opening of the experiment of which the results are: they are its own, and its jobs can be changed.
func TestResultsOfTheSameExperiment(t *testing.T) {
	p, b := newPage(t)
	all := experiments()
	byHand := all[len(all)-2]
	for _, text := range []string{byHand, all[4], byHand} {
		open(p, text)
		b.answer()
	}
	p.Undo()
	p.Undo()
	p.Pin(1)
	if got := render(t, p).root.text(); p.Stale() || strings.Contains(got, "This is a job of") || !p.Changeable() {
		t.Errorf("what was opened twice is told to be two experiments: %.1500s", got)
	}
}
