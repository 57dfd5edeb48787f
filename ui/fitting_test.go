package ui

import (
	"slices"
	"testing"

	"backfill/ui/timeline"
)

// A frame that fits has its timeline in the room that there is, without curves, and is as high as it wants to be again when it is told so.
func TestFrameFits(t *testing.T) {
	p, b := openedFrame(t, "view=timeline&times=minutes")
	high := p.Timeline.View.Height
	p.Roomy(300)
	if p.Sized(900, 1); p.Timeline.View.Height != high {
		t.Errorf("a frame that does not fit is %d pixels high, want %d as before", p.Timeline.View.Height, high)
	}

	p.Hear([]byte(`{"backfill": 1, "type": "fit", "on": true, "id": 7}`))
	if m := b.last("done"); m["id"] != 7.0 {
		t.Errorf("answered by %v", m)
	}
	p.Roomy(300)
	p.Sized(900, 1)
	// Axis, and title and chart of each of three policies; 24 + 3 * (18 + h + 2) = 300 with charts 72 pixels high.
	if v := p.Timeline.View; v.Height != 300 || len(v.Lanes) != 1+3*2 || v.Lanes[2].Height != 72 {
		t.Errorf("%d lanes are %d pixels high, charts %d", len(v.Lanes), v.Height, v.Lanes[2].Height)
	}
	if class := (&Framed{p}).pageClass(); class != "page framed fitted fits-timeline" {
		t.Errorf("class %q", class)
	}

	// With 24 + 3 * (18 + 23.9 + 2) pixels charts have no room for two lines of text: there is one timeline at a time, the first at first.
	if p.Roomy(155.7) != true || len(p.Drawn) != 1 || p.Drawn[0].Label != "FCFS" {
		t.Errorf("%d timelines where there is room for one", len(p.Drawn))
	}
	if parts := (&Framed{p}).fitParts(); len(parts) != 3 || parts[0].title != "Timeline: FCFS" {
		t.Errorf("a choice of %v", parts)
	}
	if p.Roomy(156) != true || len(p.Drawn) != 3 {
		t.Errorf("%d timelines where there is room for three", len(p.Drawn))
	}

	p.Hear([]byte(`{"backfill": 1, "type": "fit", "on": false}`))
	if p.Timeline.View.Height != high {
		t.Errorf("after it has fitted the frame is %d pixels high, want %d as before", p.Timeline.View.Height, high)
	}
}

// Parts that a frame may show alone: the metrics that its table has, of which the one that was asked for comes first.
func TestFrameParts(t *testing.T) {
	p, _ := openedFrame(t, "view=answers&fit=1&rows=maxWait,meanWait")
	c := &Framed{p}
	var names []string
	for _, part := range c.fitParts() {
		names = append(names, part.name)
	}
	if !slices.Equal(names, []string{"meanWait", "maxWait"}) || !c.choosesPart() {
		t.Errorf("parts %q", names)
	}
	if c.fitPart() != "maxWait" {
		t.Errorf("at first it shows %s, want what the address names first", c.fitPart())
	}
	c.choosePart("meanWait")
	if c.fitPart() != "meanWait" || c.pageClass() != "page framed fitted fits-metric" {
		t.Errorf("shows %s in a page %q", c.fitPart(), c.pageClass())
	}
	p.SwitchAllMetrics()
	if rows := p.Answers.Rows(); len(rows) <= 2 {
		t.Errorf("of all metrics the table has %d", len(rows))
	}

	// Three timelines are chosen from: all, or one of them.
	p, _ = openedFrame(t, "view=timeline&fit=1")
	c = &Framed{p}
	if parts := c.fitParts(); len(parts) != 4 || parts[2].title != "Timeline: EASY" {
		t.Fatalf("a choice of %v", parts)
	}
	c.choosePart(c.fitParts()[2].name)
	if len(p.Drawn) != 1 || p.Drawn[0].Label != "EASY" {
		t.Errorf("of EASY alone %d runs are drawn", len(p.Drawn))
	}
	p.OnPaper(true)
	if len(p.Drawn) != 3 {
		t.Errorf("on paper %d runs are drawn, want 3", len(p.Drawn))
	}
	p.OnPaper(false)
	c.choosePart(timelinePart)
	if len(p.Drawn) != 3 {
		t.Errorf("%d runs are drawn, want 3", len(p.Drawn))
	}
}

// Charts are never lower than a text, whatever the room.
func TestFitHeights(t *testing.T) {
	if h := timeline.FitHeights(40, make([]timeline.Group, 4)); h.Gantt != 14 || h.Track != 0 {
		t.Errorf("heights %+v", h)
	}
}
