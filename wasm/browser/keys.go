//go:build js && wasm

package main

import (
	"slices"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
)

// listenKeys lets the keyboard do what the pointer does, while the host has the
// focus: what View.Key knows moves the view; arrows up and down go through the jobs,
// or their segments, in the order of their starts; Enter pins the one that is lit up, Escape lets go.
// The keys of Page.PlayKey play and step.
func (c *canvas) listenKeys(s *script) {
	host := c.host
	s.listen(host, "keydown", func(e safejs.Value) {
		s := &script{}
		key, shift := s.text(e, "key"), s.truthy(e, "shiftKey")
		other := s.truthy(e, "ctrlKey") || s.truthy(e, "altKey") || s.truthy(e, "metaKey")
		if s.err != nil || other || !s.get(e, "target").Equal(host) || !c.press(key, shift) {
			return
		}
		s.call(e, "preventDefault")
		s.call(e, "stopPropagation")
		report(s.err)
	})
}

// press says whether the key means something here.
func (c *canvas) press(key string, shift bool) bool {
	page := c.b.page
	scene := page.Scene()
	if scene == nil {
		return false
	}
	switch key {
	case "ArrowUp":
		c.step(scene, -1)
	case "ArrowDown":
		c.step(scene, 1)
	case "Enter":
		lit := scene.Hover // now: until the page can be changed something else may be lit up
		if lit == engine.NoJob {
			return false
		}
		c.b.update(func() { page.Pin(lit) })
	case "Escape":
		if page.Drawing() || page.Sketching() {
			return false // the page leaves that
		}
		if scene.Hover == engine.NoJob && scene.Pinned == engine.NoJob {
			return false
		}
		c.hover(timeline.Hit{Lane: -1, Group: -1, Job: engine.NoJob})
		c.b.update(func() { page.Pin(engine.NoJob) })
	case " ", ".", ",", ">", "<":
		return c.b.playKey(key)
	default:
		view, ok := scene.View.Key(key, shift)
		if !ok {
			return false
		}
		page.SetView(view)
	}
	return true
}

// step lights up the job, or segment, that started next or before, under the policy that was
// pointed at last, beginning with the first one in the window.
func (c *canvas) step(scene *timeline.Scene, by int) {
	c.group = min(c.group, len(scene.Groups)-1)
	if c.group < 0 || scene.Groups[c.group].Layout == nil {
		return
	}
	p := scene.Groups[c.group].Layout.Placement
	if len(p.Job) == 0 {
		return
	}
	next := int(p.StartedBefore(scene.View.T0))
	if scene.Hover != engine.NoJob {
		lit := int(c.piece)
		if lit < 0 || lit >= len(p.Job) || p.Job[lit] != scene.Hover {
			lit = slices.Index(p.Job, scene.Hover)
		}
		if lit >= 0 {
			next = lit + by
		}
	}
	next = min(max(next, 0), len(p.Job)-1)
	if now, played := c.b.page.Play.PlayedTo(); played {
		begun := int(p.StartedBefore(now + 1))
		if next = min(next, begun-1); next < 0 {
			return
		}
	}
	lane := slices.IndexFunc(scene.View.Lanes, func(l timeline.Lane) bool {
		return l.Group == c.group && l.Part == timeline.GanttPart
	})
	start := p.Start(int32(next))
	c.b.page.SetView(scene.View.Reveal(start))
	c.pointers.rests = true
	text := c.hover(timeline.Hit{Lane: lane, Group: c.group, Time: start, Processor: -1, Job: p.Job[next], Piece: int32(next)})
	c.b.Say(text)
}

// hover lights up what lies at a place and says what it is.
func (c *canvas) hover(hit timeline.Hit) string {
	if hit.Group >= 0 {
		c.group = hit.Group
	}
	c.piece = hit.Piece
	text, changed := c.b.page.Hover(hit)
	c.hint(text)
	if changed {
		c.redraw()
	}
	return text
}
