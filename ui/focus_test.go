package ui

import (
	"testing"

	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// The focus is never lost with the element that had it.
func TestTheFocusStaysOnThePage(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(p *Page)
		want string
	}{
		{"close the inspector that the timeline opened", func(p *Page) { p.Pin(3); p.Inspector.Close() }, panel.TimelineHost},
		{"close the inspector that the table opened", func(p *Page) { p.ListedJob(3); p.Inspector.Close() }, "show-job-3"},
		{"from another job in it", func(p *Page) { p.ListedJob(3); p.ShowJob(2); p.Inspector.Close() }, "show-job-2"},
		{"of a job that the table does not show any more", func(p *Page) {
			p.ListedJob(3)
			p.Jobs.SetFilter("text", "1")
			p.Inspector.Close()
		}, "jobs"},
		{"Escape", func(p *Page) { p.ListedJob(3); p.Shortcut("Escape", false, false, false) }, "show-job-3"},
		{"remove a policy", func(p *Page) { p.RemovePolicy(0) }, "policies-0"},
		{"remove the last policy", func(p *Page) { p.RemovePolicy(2) }, "policies-1"},
		{"remove the only transformation", func(p *Page) { p.AddTransform("first"); p.RemoveTransform(0) }, "add-transformations"},
		{"copy a policy", func(p *Page) { p.CopyPolicy(1) }, "policies-2"},
		{"dismiss a message", func(p *Page) { p.Warn("x"); p.dismissNotice() }, session.MainPart},
		{"open the gallery", func(p *Page) { p.openDialog("gallery", "gallery-button") }, gallerySearch},
		{"run", func(p *Page) { p.pressRun() }, session.MainPart},
	} {
		p, b := firstVisit(t)
		p.Editor.FoldedCards = map[string]bool{}
		c.do(p)
		b.pass()
		if b.focused != c.want {
			t.Errorf("%s: the focus is on %q, want %q", c.name, b.focused, c.want)
		}
		if b.focused != panel.TimelineHost && render(t, p).ids[b.focused] == nil {
			t.Errorf("%s: there is no %s", c.name, b.focused)
		}
	}
	p, b := firstVisit(t)
	p.Pin(3)
	if b.focused != "" {
		t.Error("a click in the timeline moved the focus, though the inspector is in sight")
	}
	p.Unpin()
	p.Sized(280, 1)
	p.Pin(3)
	if b.focused != "inspector" {
		t.Error("on a phone the inspector stays out of sight")
	}
}

func TestDisabledButtonsDoNothing(t *testing.T) {
	p, _ := firstVisit(t)
	r := render(t, p)
	if got := r.ids["reset-button"].attr("aria-disabled"); got != "true" {
		t.Errorf("aria-disabled is %q", got)
	}
	r.do("policies-0-up", "click", "")
	if len(p.History.Past) > 0 {
		t.Error("a disabled button did something")
	}
	r.do("policies-0-down", "click", "")
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "EASY, FCFS and Conservative" {
		t.Errorf("the policies are %s", got)
	}
	p.CopyPolicy(0)
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "EASY, EASY 2, FCFS and Conservative" {
		t.Errorf("the policies are %s", got)
	}
}

func TestAnotherExperimentClosesTheInspector(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	if p.Inspecting() {
		t.Error("the inspector shows a job of the experiment before")
	}
}
