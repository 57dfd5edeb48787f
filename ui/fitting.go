package ui

import (
	"slices"
	"strings"

	"backfill/ui/result"
)

// A frame that fits shows what has room in its height, in type of one size, and nothing has to be scrolled: the timeline without its
// curves, or one metric of the answers. What it shows is chosen above it. On paper all of it is there. How it looks is in style.css.

// fitting is the state of a frame that fits.
type fitting struct {
	on      bool
	paper   bool   // it is being printed, and does not fit meanwhile
	crowded bool   // not all timelines have room: there is one at a time
	part    string // that the reader has chosen, the name of a fitPart; "": none
}

// fitPart is a part that can be shown alone.
type fitPart struct {
	name, title string
	shown       bool // it is the one that is
}

// The parts that are no metrics. That of the timeline of one policy is followed by the policy's label.
const (
	timelinePart = "timeline"
	policyPart   = "timeline of "
	curvesPart   = "curves"
	scriptPart   = "script"
)

// mostTimelines are so few that all can be read at once.
const mostTimelines = 2

// fits says whether the page is a frame that fits.
func (p *Page) fits() bool { return p.frame != nil && p.frame.fitting.on && !p.frame.fitting.paper }

// fitsWithout says whether a run is not on the timeline of a frame that fits: another one was chosen.
func (p *Page) fitsWithout(r *result.Run) bool {
	chosen, one := strings.CutPrefix(p.alone(), policyPart)
	return one && chosen != r.Label
}

// fit lets a frame fit, or be as high as it wants to be.
func (p *Page) fit(on bool) {
	if p.frame.fitting.on == on {
		return
	}
	p.frame.fitting.on = on
	p.Stage()
	if !on && p.Schedules.Room > 0 {
		// The place of the canvas may stay as high as it is, so that nobody would tell of another size.
		p.Schedules.Room = 0
		p.Schedules.Sized(p.Width, p.Ratio)
	}
}

// fitParts are the parts of a frame, in the order in which they are offered.
func (c *Framed) fitParts() (parts []fitPart) {
	p := c.page
	if p.frame.shows("timeline") {
		runs, _ := p.Runs()
		if !p.frame.fitting.crowded {
			parts = append(parts, fitPart{name: timelinePart, title: "Timeline"})
		}
		if p.frame.fitting.crowded || len(runs) > mostTimelines {
			for _, r := range runs {
				parts = append(parts, fitPart{name: policyPart + r.Label, title: "Timeline: " + r.Label})
			}
		}
	}
	if p.frame.shows("answers") {
		for _, row := range p.Answers.Rows() {
			parts = append(parts, fitPart{name: row.About.Name, title: row.About.Title})
		}
		if p.Estimates() != nil {
			parts = append(parts, fitPart{name: curvesPart, title: "Picture"})
		}
	}
	if p.Editor.AllowsScript() {
		parts = append(parts, fitPart{name: scriptPart, title: "Script"})
	}
	if len(parts) > 0 {
		parts[c.placeOfPart(parts)].shown = true
	}
	return parts
}

// choosesPart says whether there is more than one part.
func (c *Framed) choosesPart() bool { return c.page.fits() && len(c.fitParts()) > 1 }

func (c *Framed) choosePart(name string) {
	c.page.frame.fitting.part = name
	c.page.Stage()
}

// placeOfPart is the place of the part that is shown: of the one that was chosen, if it is there, else of the timeline or of the metric that comes first.
func (c *Framed) placeOfPart(parts []fitPart) int {
	placeOf := func(name string) int {
		return slices.IndexFunc(parts, func(p fitPart) bool { return p.name == name })
	}
	f := &c.page.frame.fitting
	if placeOf(f.part) < 0 && f.crowded && c.page.frame.shows("timeline") {
		return 0
	}
	for _, name := range append([]string{f.part, timelinePart}, append(slices.Clone(c.page.MoreMetrics), "meanWait")...) {
		if place := placeOf(name); place >= 0 {
			return place
		}
	}
	return 0
}

// fitPart is the name of the part that is shown; "" if there is none.
func (c *Framed) fitPart() string {
	parts := c.fitParts()
	if shown := slices.IndexFunc(parts, func(p fitPart) bool { return p.shown }); shown >= 0 {
		return parts[shown].name
	}
	return ""
}

// alone is the part that is shown where a frame fits; "" elsewhere.
func (p *Page) alone() string {
	if !p.fits() {
		return ""
	}
	return (&Framed{p}).fitPart()
}

// pageClass says how the frame is shown.
func (c *Framed) pageClass() string {
	if !c.page.fits() {
		return "page framed"
	}
	switch part := c.fitPart(); {
	case part == timelinePart || strings.HasPrefix(part, policyPart):
		return "page framed fitted fits-timeline"
	case part == curvesPart || part == scriptPart:
		return "page framed fitted fits-" + part
	}
	return "page framed fitted fits-metric"
}
