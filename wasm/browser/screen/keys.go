//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// listenKeys lets the keyboard do what the pointer does, while the host has the
// focus: what View.Key knows moves the view; arrows up and down go through the jobs,
// or their segments, in the order of their starts, and through the changes of a track, with Shift from lane to lane; Enter pins the job
// that is lit up and leads to what is told of it, Escape lets go.
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
	case "ArrowUp", "ArrowDown":
		next, by := scene.NextInLane, 1
		if shift {
			next = scene.NextLane
		}
		if key == "ArrowUp" {
			by = -1
		}
		c.read(scene, next(c.at, c.group, by))
	case "Enter":
		lit := scene.Hover // now: until the page can be changed something else may be lit up
		if lit == engine.NoJob {
			return false
		}
		c.screen.Update(func() { page.Inspect(lit) })
	case "Escape":
		if page.WhatIf.Drawing() || page.WhatIf.Sketching() {
			return false // the page leaves that
		}
		if scene.Hover == engine.NoJob && scene.Pinned == engine.NoJob {
			return false
		}
		c.hover(timeline.Nowhere)
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

// read lights up a place that keys lead to, and reads it out. Of another lane it says which that is.
func (c *canvas) read(scene *timeline.Scene, to timeline.Hit) {
	if to.Lane < 0 {
		return
	}
	lane := ""
	if to.Lane != c.at.Lane || to.Group != c.at.Group {
		lane = scene.LaneName(to.Lane) + ": "
	}
	c.screen.page.SetView(scene.View.Reveal(to.Time))
	c.pointers.rests = true
	c.screen.Say(lane + c.hover(to))
}

// hover lights up what lies at a place and says what it is.
func (c *canvas) hover(hit timeline.Hit) string {
	if hit.Group >= 0 {
		c.group = hit.Group
	}
	c.at = hit
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
		if s.Err != nil || s.Truthy(e, "defaultPrevented") || s.Truthy(e, "isComposing") || key == "Escape" && javascript.Present(explanation(s)) {
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
