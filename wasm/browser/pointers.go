//go:build js && wasm

package main

import (
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
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

func (p *pointers) attach(s *script, c *canvas) {
	p.canvas = c
	p.pinning = time.AfterFunc(0, func() {})
	p.before = [2]int32{engine.NoJob, engine.NoJob}
	s.listen(c.element, "pointerdown", p.press)
	s.listen(c.element, "pointermove", p.move)
	s.listen(c.element, "pointerup", func(e safejs.Value) { p.release(e, true) })
	s.listen(c.element, "pointercancel", func(e safejs.Value) { p.release(e, false) })
	s.listen(c.element, "pointerleave", func(safejs.Value) { p.leave() })
	s.listen(c.element, "dblclick", func(safejs.Value) { p.reset() })
	s.listenActive(c.element, "wheel", p.wheel)
}

// change moves the view and so asks for a frame; false says that there is nothing to
// move, or not any further.
func (p *pointers) change(f func(timeline.View) timeline.View) bool {
	scene := p.canvas.b.page.Scene()
	if scene == nil {
		return false
	}
	view := f(scene.View)
	if view.Scale == scene.View.Scale {
		return false
	}
	p.canvas.b.page.SetView(view)
	return true
}

func (p *pointers) point(s *script, e safejs.Value) point {
	return point{s.number(e, "offsetX") * p.canvas.ratio, s.number(e, "offsetY") * p.canvas.ratio}
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
	s := &script{}
	id, at := s.number(e, "pointerId"), p.point(s, e)
	if s.err != nil || s.number(e, "button") != 0 || len(p.down) == 2 {
		return
	}
	draws := s.truthy(e, "shiftKey") || s.truthy(e, "altKey") || p.canvas.b.page.Drawing()
	s.call(p.canvas.element, "setPointerCapture", id)
	s.err = nil // of a pointer that is gone already
	p.moved = len(p.down) > 0
	p.down = append(p.down, pointer{id, at, at})
	p.sketching = draws && !p.moved && p.sketch(at, at)
	p.corner = at
}

// sketch draws a job from one place to another, unless none can begin there.
func (p *pointers) sketch(from, to point) bool {
	text := p.canvas.b.page.Sketch(int(from.x), int(from.y), int(to.x), int(to.y))
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
	page := p.canvas.b.page
	p.canvas.b.update(func() {
		if wanted && page.Sketching() {
			page.AddSketch()
		} else {
			page.DropSketch()
		}
	})
	return wanted
}

func (p *pointers) move(e safejs.Value) {
	s := &script{}
	id, at := s.number(e, "pointerId"), p.point(s, e)
	if s.err != nil {
		report(s.err)
		return
	}
	// The browser tells of a move, too, when the page has moved below a pointer that rests.
	seen := point{s.number(e, "clientX"), s.number(e, "clientY")}
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
	s := &script{}
	id, at := s.number(e, "pointerId"), p.point(s, e)
	report(s.err)
	i := p.index(id)
	if i < 0 {
		return
	}
	if click && s.err == nil {
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
	page := p.canvas.b.page
	scene := page.Scene()
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
		p.canvas.b.update(func() {
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
	page := p.canvas.b.page
	if scene := page.Scene(); scene != nil {
		before := p.before[0]
		p.before[1] = before
		scene.Pinned = before
		if p.shown {
			p.canvas.b.update(func() { page.Pin(before) })
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
	p.canvas.hover(timeline.Hit{Lane: -1, Group: -1, Job: engine.NoJob})
}

// settle applies the moves since the last frame: one finger or button pans, two
// zoom, none hovers.
func (p *pointers) settle() {
	if !p.stale {
		return
	}
	p.stale = false
	scene := p.canvas.b.page.Scene()
	if scene == nil {
		return
	}
	switch {
	case p.sketching && len(p.down) == 1:
		if p.canvas.b.page.Sketching() { // else somebody has given it up
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
		p.canvas.b.page.SetView(view)
	case len(p.down) == 1 && p.moved:
		d := &p.down[0]
		dx := d.seen.x - d.at.x
		d.seen = d.at
		p.canvas.b.page.SetView(scene.View.Pan(dx))
	case len(p.down) == 0 && p.here:
		p.canvas.hover(scene.Hit(int(p.at.x), int(p.at.y)))
	}
}

// wheel zooms, or pans if it is turned sideways. When it cannot zoom any further, the
// browser scrolls what lies around the canvas, unless a pinch would zoom the whole page
// or a turn to the side leave it.
func (p *pointers) wheel(e safejs.Value) {
	s := &script{}
	dx, dy := s.number(e, "deltaX"), s.number(e, "deltaY")
	unit := 1.0
	switch s.number(e, "deltaMode") {
	case 1:
		unit = linePixels
	case 2:
		unit = 20 * linePixels
	}
	pinch, shift := s.truthy(e, "ctrlKey"), s.truthy(e, "shiftKey")
	if p.canvas.b.frame != nil && !pinch && !s.truthy(s.call(s.global("document"), "hasFocus")) {
		return // who scrolls the page around the frame is not to be caught
	}
	at := p.point(s, e)
	if s.err != nil {
		report(s.err)
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
		s.call(e, "preventDefault")
		report(s.err)
	}
}
