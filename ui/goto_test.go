package ui

import (
	"testing"

	"backfill/engine"
)

// smallLog begins on 7 December 1996 at 23:06:40; under As recorded its last job ends at 5 + 120 + 50 s, at 23:09:35.
func TestGoTo(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.Schedules.OpenGoTo()
	if b.focused != "go-to-at" {
		t.Errorf("the focus is at %q", b.focused)
	}
	page := render(t, p)
	for id, want := range map[string]string{"go-to-from": "7 Dec 1996 23:06:40", "go-to-to": "7 Dec 1996 23:09:35"} {
		if got := string(page.ids[id].Prop[0].JSONVal); got != `"`+want+`"` {
			t.Errorf("%s is %s, want %q", id, got, want)
		}
	}

	page.do("go-to-from", "input", "1996-12-07 23:07")
	page.do("go-to-to", "input", "1 min")
	p.Schedules.ShowRange()
	if v := p.Timeline.View; v.T0 != 20*engine.Second || v.T1 != 60*engine.Second {
		t.Errorf("the timeline shows %v to %v", v.T0, v.T1)
	}
	if want := "The timeline shows 7 Dec 1996 23:07:00 to 7 Dec 1996 23:07:40."; b.said != want || b.focused != "timeline" {
		t.Errorf("said is %q, want %q; the focus is at %s", b.said, want, b.focused)
	}

	// Without an end, as far as there is something.
	p.Schedules.TypeGoTo("to", "")
	p.Schedules.ShowRange()
	if v := p.Timeline.View; v.T0 != 20*engine.Second || v.T1 != v.Last {
		t.Errorf("the timeline shows %v to %v", v.T0, v.T1)
	}

	p.Schedules.TypeGoTo("at", "7 Dec 1996 23:08:00")
	p.Schedules.Go()
	if p.Instant != 80*engine.Second || b.said != "The timeline shows 7 Dec 1996 23:08:00." {
		t.Errorf("marked is %v, said is %q", p.Instant, b.said)
	}
	p.Schedules.TypeGoTo("at", "job 3")
	p.Schedules.Go()
	if p.Pinned != 2 || b.focused != "inspector" {
		t.Errorf("job %d is pinned, the focus is at %q", p.Pinned, b.focused)
	}

	for _, c := range []struct{ at, want string }{
		{"99", "No job has the number 99; as a time it is 99 s."},
		{"1996-12-09", "1996-12-09: the timeline goes from 7 Dec 1996 23:06:40 to 7 Dec 1996 23:09:35."},
		{"soon", "Soon: a date such as 1996-12-08 or 1996-12-08 14:30 (UTC), or a time since the start of the workload such as 90 min or 3 d 12:00, is accepted."},
	} {
		p.Schedules.TypeGoTo("at", c.at)
		p.Schedules.Go()
		if got := render(t, p).ids["go-to-mistake"].text(); got != c.want || b.focused != "go-to-at" {
			t.Errorf("the mistake is %q, want %q; the focus is at %s", got, c.want, b.focused)
		}
	}
	p.Schedules.TypeGoTo("from", "60 s")
	p.Schedules.TypeGoTo("to", "7 Dec 1996 23:07:40")
	p.Schedules.ShowRange()
	if got, want := render(t, p).ids["go-to-mistake"].text(), "7 Dec 1996 23:07:40: not after 7 Dec 1996 23:07:40, where the range begins."; got != want || b.focused != "go-to-to" {
		t.Errorf("the mistake is %q, want %q; the focus is at %s", got, want, b.focused)
	}
	p.Schedules.CloseGoTo()
	if b.focused != "timeline" || render(t, p).ids["go-to-at"] != nil {
		t.Error("the form does not close")
	}
}
