package ui

import (
	"testing"

	"backfill/engine"
)

// An instant in a reason moves the timeline there, as near as it was, and marks it until
// another job is chosen.
func TestInstantsMoveTheTimeline(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3) // job 4, which waited from 1 min to 10 min behind job 3 under FCFS
	b.explain()
	for range 3 {
		p.Schedules.ViewKey("+")
	}
	p.Schedules.ViewKey("End")
	span := p.Timeline.View.Span()
	for _, part := range p.Inspector.Fates()[0].Reasons[0] {
		if part.NamesTime() && part.Text == "10 min" {
			p.ShowInstant(part.At)
		}
	}
	v := p.Timeline.View
	if middle := (v.T0 + v.T1) / 2; v.Span() != span || middle < 10*engine.Minute-engine.Second || middle > 10*engine.Minute+engine.Second {
		t.Errorf("the timeline shows %v to %v of a span of %v", v.T0, v.T1, span)
	}
	if m := p.Timeline.Marks; len(m) != 1 || m[0] != 10*engine.Minute {
		t.Errorf("marked are %v", m)
	}
	if want := "The timeline shows 10 min."; b.said != want {
		t.Errorf("said is %q, want %q", b.said, want)
	}
	p.Pin(4)
	if m := p.Timeline.Marks; len(m) != 0 {
		t.Errorf("still marked are %v", m)
	}
}
