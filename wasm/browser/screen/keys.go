//go:build js && wasm

package screen

import (
	"slices"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// listenKeys lets the keyboard do what the pointer does, while the host has the
// focus: what View.Key knows moves the view; arrows up and down go through the jobs,
// or their segments, in the order of their starts; Enter pins the one that is lit up, Escape lets go.
// The keys of Play.Key play and step; G goes to a time, a job or a range.
func (c *canvas) listenKeys(s *javascript.Script) {
	host := c.host
	s.Listen(host, "keydown", func(e safejs.Value) {
		s := &javascript.Script{}
		key, shift := s.Text(e, "key"), s.Truthy(e, "shiftKey")
		other := s.Truthy(e, "ctrlKey") || s.Truthy(e, "altKey") || s.Truthy(e, "metaKey")
		if s.Err != nil || other || !s.Get(e, "target").Equal(host) || !c.press(key, shift) {
			return
		}
		s.Call(e, "preventDefault")
		s.Call(e, "stopPropagation")
		javascript.Report(s.Err)
	})
}

// press says whether the key means something here.
func (c *canvas) press(key string, shift bool) bool {
	page := c.screen.page
	scene := page.Timeline
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
		c.screen.Update(func() { page.Pin(lit) })
	case "Escape":
		if page.WhatIf.Drawing() || page.WhatIf.Sketching() {
			return false // the page leaves that
		}
		if scene.Hover == engine.NoJob && scene.Pinned == engine.NoJob {
			return false
		}
		c.hover(timeline.Hit{Lane: -1, Group: -1, Job: engine.NoJob})
		c.screen.Update(func() { page.Pin(engine.NoJob) })
	case "g", "G":
		c.screen.Update(page.Schedules.OpenGoTo)
	case " ", ".", ",", ">", "<":
		return c.screen.playKey(key)
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
	if now, played := c.screen.page.Play.PlayedTo(); played {
		begun := int(p.StartedBefore(now + 1))
		if next = min(next, begun-1); next < 0 {
			return
		}
	}
	lane := slices.IndexFunc(scene.View.Lanes, func(l timeline.Lane) bool {
		return l.Group == c.group && l.Part == timeline.GanttPart
	})
	start := p.Start(int32(next))
	c.screen.page.SetView(scene.View.Reveal(start))
	c.pointers.rests = true
	text := c.hover(timeline.Hit{Lane: lane, Group: c.group, Time: start, Processor: -1, Job: p.Job[next], Piece: int32(next)})
	c.screen.Say(text)
}

// hover lights up what lies at a place and says what it is.
func (c *canvas) hover(hit timeline.Hit) string {
	if hit.Group >= 0 {
		c.group = hit.Group
	}
	c.piece = hit.Piece
	text, changed := c.screen.page.Schedules.Hover(hit)
	c.hint(text)
	if changed {
		c.redraw()
	}
	return text
}

// listenShortcuts hands keys to the page that mean something wherever the focus is.
func (screen *Screen) listenShortcuts(s *javascript.Script) {
	s.Listen(s.Global("document"), "keydown", func(e safejs.Value) {
		s := &javascript.Script{}
		key := s.Text(e, "key")
		ctrl := s.Truthy(e, "ctrlKey") || s.Truthy(e, "metaKey")
		shift := s.Truthy(e, "shiftKey")
		typing := isTyping(s, e)
		if s.Err != nil || s.Truthy(e, "defaultPrevented") || s.Truthy(e, "isComposing") {
			return
		}
		if !screen.UpdateIf(func() bool { return screen.page.Shortcut(key, ctrl, shift, typing) }) {
			return
		}
		s.Call(e, "preventDefault")
		javascript.Report(s.Err)
	})
}

// isTyping says whether the event goes to a field that takes text.
func isTyping(s *javascript.Script, e safejs.Value) bool {
	target := s.Get(e, "target")
	if s.Err != nil || !javascript.Present(target) || s.Get(target, "matches").Type() != safejs.TypeFunction {
		return false
	}
	fields := s.Call(target, "matches", `textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])`)
	return s.Truthy(fields)
}
