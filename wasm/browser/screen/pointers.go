//go:build js && wasm

package screen

import (
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// pointers moves the timeline's view by mouse, pen and fingers, or draws a job there. Positions are in
// device pixels of the canvas. Moves are only noted; they take effect once a frame.
type pointers struct {
	canvas *canvas
	down   []pointer // pressed, in the order in which they came
	moved  bool      // too far for a click
	at     point     // of the latest move
	here   bool      // the pointer is over the canvas
	stale  bool      // at has changed since the last frame
	seen   point     // of the latest move, in the window, CSS pixels
	rests  bool      // the keyboard has lit up a job since the last move

	sketching bool  // the pointer that is pressed draws a job
	corner    point // where that began

	pinning *time.Timer // shows the job that was clicked in the inspector
	before  [2]int32    // the jobs that were pinned before the last two clicks
	shown   bool        // the inspector has followed a click
}

type pointer struct {
	id   float64
	at   point
	seen point // where the last frame saw it
}

type point struct{ x, y float64 }

// clickPause is how long a click waits for a second one before the inspector follows.
const clickPause = 250 * time.Millisecond

const (
	clickSlop  = 4   // CSS pixels
	wheelSpeed = 500 // pixels of scrolling that zoom by e
	pinchSpeed = 100 // the same, of a touch pad's pinch
	linePixels = 16  // of scrolling by lines
)

func (p *pointers) attach(s *javascript.Script, c *canvas) {
	p.canvas = c
	p.pinning = time.AfterFunc(0, func() {})
	p.before = [2]int32{engine.NoJob, engine.NoJob}
	s.Listen(c.element, "pointerdown", p.press)
	s.Listen(c.element, "pointermove", p.move)
	s.Listen(c.element, "pointerup", func(e safejs.Value) { p.release(e, true) })
	s.Listen(c.element, "pointercancel", func(e safejs.Value) { p.release(e, false) })
	s.Listen(c.element, "pointerleave", func(safejs.Value) { p.leave() })
	s.Listen(c.element, "dblclick", func(safejs.Value) { p.reset() })
	s.ListenActive(c.element, "wheel", p.wheel)
}

// change moves the view and so asks for a frame; false says that there is nothing to
// move, or not any further.
func (p *pointers) change(f func(timeline.View) timeline.View) bool {
	scene := p.canvas.screen.page.Timeline
	if scene == nil {
		return false
	}
	view := f(scene.View)
	if view.Scale == scene.View.Scale {
		return false
	}
	p.canvas.screen.page.SetView(view)
	return true
}

func (p *pointers) point(s *javascript.Script, e safejs.Value) point {
	return point{s.Number(e, "offsetX") * p.canvas.ratio, s.Number(e, "offsetY") * p.canvas.ratio}
}

func (p *pointers) index(id float64) int {
	for i := range p.down {
		if p.down[i].id == id {
			return i
		}
	}
	return -1
}

func (p *pointers) press(e safejs.Value) {
	s := &javascript.Script{}
	id, at := s.Number(e, "pointerId"), p.point(s, e)
	if s.Err != nil || s.Number(e, "button") != 0 || len(p.down) == 2 {
		return
	}
	draws := s.Truthy(e, "shiftKey") || s.Truthy(e, "altKey") || p.canvas.screen.page.WhatIf.Drawing()
	s.Call(p.canvas.element, "setPointerCapture", id)
	s.Err = nil // of a pointer that is gone already
	p.moved = len(p.down) > 0
	p.down = append(p.down, pointer{id, at, at})
	p.sketching = draws && !p.moved && p.sketch(at, at)
	p.corner = at
}

// sketch draws a job from one place to another, unless none can begin there.
func (p *pointers) sketch(from, to point) bool {
	text := p.canvas.screen.page.WhatIf.Sketch(int(from.x), int(from.y), int(to.x), int(to.y))
	if text != "" {
		p.canvas.hint(text)
	}
	return text != ""
}

// endSketch adds the job that was drawn, or gives it up if wanted is false. It says whether there was one.
func (p *pointers) endSketch(wanted bool) bool {
	if !p.sketching {
		return false
	}
	p.sketching = false
	page := p.canvas.screen.page
	p.canvas.screen.Update(func() {
		if wanted && page.WhatIf.Sketching() {
			page.WhatIf.AddSketch()
		} else {
			page.WhatIf.DropSketch()
		}
	})
	return wanted
}

func (p *pointers) move(e safejs.Value) {
	s := &javascript.Script{}
	id, at := s.Number(e, "pointerId"), p.point(s, e)
	if s.Err != nil {
		javascript.Report(s.Err)
		return
	}
	// The browser tells of a move, too, when the page has moved below a pointer that rests.
	seen := point{s.Number(e, "clientX"), s.Number(e, "clientY")}
	if p.rests && seen == p.seen && len(p.down) == 0 {
		return
	}
	p.seen, p.rests = seen, false
	p.come(id, at)
	p.canvas.redraw()
}

// come notes that a pointer has come to a place.
func (p *pointers) come(id float64, at point) {
	p.at, p.here, p.stale = at, true, true
	if i := p.index(id); i >= 0 {
		d := &p.down[i]
		d.at = at
		if math.Hypot(at.x-d.seen.x, at.y-d.seen.y) > clickSlop*p.canvas.ratio {
			p.moved = true
		}
	}
}

func (p *pointers) release(e safejs.Value, click bool) {
	s := &javascript.Script{}
	id, at := s.Number(e, "pointerId"), p.point(s, e)
	javascript.Report(s.Err)
	i := p.index(id)
	if i < 0 {
		return
	}
	if click && s.Err == nil {
		p.come(id, at)
	}
	p.settle()
	p.down = append(p.down[:i], p.down[i+1:]...)
	if p.endSketch(click && p.moved) {
		return
	}
	if click && !p.moved && len(p.down) == 0 {
		p.pin(at)
	}
}

// pin outlines the job at a place at once and shows it in the inspector as soon as the
// click has not become a double click, which means something else. If nothing lies
// there, nothing is shown.
func (p *pointers) pin(at point) {
	page := p.canvas.screen.page
	scene := page.Timeline
	if scene == nil {
		return
	}
	p.before = [2]int32{p.before[1], scene.Pinned}
	hit := scene.Hit(int(at.x), int(at.y))
	scene.Pinned = hit.Job
	p.canvas.redraw()
	p.pinning.Stop()
	p.pinning = time.AfterFunc(clickPause, func() {
		p.shown = true
		p.canvas.screen.Update(func() {
			page.Pin(hit.Job)
			if hit.Lane >= 0 {
				page.PriorityMatrix.LookAt(hit.Time)
			}
		})
	})
}

// reset shows everything again, after a double click, whose two clicks are taken back.
func (p *pointers) reset() {
	p.pinning.Stop()
	page := p.canvas.screen.page
	if scene := page.Timeline; scene != nil {
		before := p.before[0]
		p.before[1] = before
		scene.Pinned = before
		if p.shown {
			p.canvas.screen.Update(func() { page.Pin(before) })
		}
	}
	p.change(func(v timeline.View) timeline.View { return v.Reset() })
	p.canvas.redraw()
}

func (p *pointers) leave() {
	p.here, p.stale = false, false
	if p.rests {
		return
	}
	p.canvas.hover(timeline.Nowhere)
}

// settle applies the moves since the last frame: one finger or button pans, two
// zoom, none hovers.
func (p *pointers) settle() {
	if !p.stale {
		return
	}
	p.stale = false
	scene := p.canvas.screen.page.Timeline
	if scene == nil {
		return
	}
	switch {
	case p.sketching && len(p.down) == 1:
		if p.canvas.screen.page.WhatIf.Sketching() { // else somebody has given it up
			p.sketch(p.corner, p.at)
		}
	case len(p.down) == 2:
		a, b := &p.down[0], &p.down[1]
		before, now := math.Abs(a.seen.x-b.seen.x), math.Abs(a.at.x-b.at.x)
		from, to := (a.seen.x+b.seen.x)/2, (a.at.x+b.at.x)/2
		a.seen, b.seen = a.at, b.at
		view := scene.View.Pan(from - to)
		if before >= 1 && now >= 1 {
			view = view.Zoom(to, now/before)
		}
		p.canvas.screen.page.SetView(view)
	case len(p.down) == 1 && p.moved:
		d := &p.down[0]
		dx := d.seen.x - d.at.x
		d.seen = d.at
		p.canvas.screen.page.SetView(scene.View.Pan(dx))
	case len(p.down) == 0 && p.here:
		p.canvas.hover(scene.Hit(int(p.at.x), int(p.at.y)))
	}
}

// wheel zooms, or pans if it is turned sideways. When it cannot zoom any further, the
// browser scrolls what lies around the canvas, unless a pinch would zoom the whole page
// or a turn to the side leave it.
func (p *pointers) wheel(e safejs.Value) {
	s := &javascript.Script{}
	dx, dy := s.Number(e, "deltaX"), s.Number(e, "deltaY")
	unit := 1.0
	switch s.Number(e, "deltaMode") {
	case 1:
		unit = linePixels
	case 2:
		unit = 20 * linePixels
	}
	pinch, shift := s.Truthy(e, "ctrlKey"), s.Truthy(e, "shiftKey")
	if p.canvas.screen.frame != nil && !pinch && !s.Truthy(s.Call(s.Global("document"), "hasFocus")) {
		return // who scrolls the page around the frame is not to be caught
	}
	at := p.point(s, e)
	if s.Err != nil {
		javascript.Report(s.Err)
		return
	}
	dx, dy = dx*unit, dy*unit
	if shift && dx == 0 {
		dx, dy = dy, 0
	}
	speed := float64(wheelSpeed)
	if pinch {
		speed = pinchSpeed
	}
	sideways := math.Abs(dx) > math.Abs(dy)
	moved := p.change(func(v timeline.View) timeline.View {
		if sideways {
			return v.Pan(dx * p.canvas.ratio)
		}
		return v.Zoom(at.x, math.Exp(-dy/speed))
	})
	if moved || sideways || pinch {
		s.Call(e, "preventDefault")
		javascript.Report(s.Err)
	}
}
