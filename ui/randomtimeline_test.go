package ui

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/ui/panel/play"
	"backfill/ui/timeline"
)

// timelineDoings are what pointers and keys do to pictures, as wasm/browser/screen has it.
var timelineDoings = []doing{
	{8, "the pointer:", (*reader).pointTimeline},
	{10, "timeline key", (*reader).keyOnTimeline},
	{4, "sketch", (*reader).sketches},
	{8, "play:", (*reader).plays},
	{4, "picture:", (*reader).looksAtPictures},
	{2, "the window is", func(r *reader) string {
		width := []int{900, 300, 1500, 1}[r.IntN(4)]
		r.p.Roomy(float64(r.IntN(600)))
		r.p.Sized(width, 1+float64(r.IntN(2)))
		return fmt.Sprint(width)
	}},
	{3, "a frame is drawn", func(r *reader) string {
		if scene := r.p.Timeline; scene != nil {
			scene.CharWidth = 7
			scene.Draw(&r.raster)
			scene.Labels()
		}
		return ""
	}},
}

// pixel is a place on the timeline, or just beside it.
func (r *reader) pixel() (x, y int) {
	v := r.p.Timeline.View
	return r.IntN(v.Width+20) - 10, r.IntN(v.Height+20) - 10
}

// pointTimeline moves, turns or clicks.
func (r *reader) pointTimeline() string {
	p, scene := r.p, r.p.Timeline
	if scene == nil {
		return "no timeline"
	}
	x, y := r.pixel()
	v := scene.View
	switch r.IntN(6) {
	case 0:
		p.SetView(v.Pan(float64(r.IntN(600) - 300)))
		return "drags"
	case 1:
		p.SetView(v.Zoom(float64(x), math.Exp(float64(r.IntN(9)-4))))
		return "zooms"
	case 2:
		p.SetView(v.Pan(float64(r.IntN(200)-100)).Zoom(float64(x), float64(1+r.IntN(300))/100))
		return "pinches"
	case 3:
		p.SetView(v.Reset())
		return "clicks twice"
	case 4:
		hit := scene.Hit(x, y)
		p.Pin(hit.Job)
		if hit.Lane >= 0 {
			p.PriorityMatrix.LookAt(hit.Time)
		}
		return fmt.Sprintf("clicks on job %d", hit.Job)
	}
	r.lights(scene.Hit(x, y))
	return "rests"
}

// lights lights up what lies at a place.
func (r *reader) lights(hit timeline.Hit) {
	r.at = hit
	r.p.Schedules.Hover(hit)
}

// keyOnTimeline presses a key while the timeline has the focus.
func (r *reader) keyOnTimeline() string {
	p, scene := r.p, r.p.Timeline
	if scene == nil {
		return "without a timeline"
	}
	keys := []string{"ArrowUp", "ArrowDown", "ArrowDown", "Enter", "Escape", "g", " ", ".", ",", ">", "<", "ArrowLeft", "ArrowRight", "+", "-", "0", "Home", "End"}
	key, shift := keys[r.IntN(len(keys))], r.IntN(3) == 0
	switch key {
	case "ArrowUp", "ArrowDown":
		next, by := scene.NextInLane, 1
		if shift {
			next = scene.NextLane
		}
		if key == "ArrowUp" {
			by = -1
		}
		if to := next(r.at, max(r.at.Group, 0), by); to.Lane >= 0 {
			scene.LaneName(to.Lane)
			p.SetView(scene.View.Reveal(to.Time))
			r.lights(to)
		}
	case "Enter":
		if lit := scene.Hover; lit != engine.NoJob {
			p.Inspect(lit)
		}
	case "Escape":
		r.lights(timeline.Nowhere)
		p.Pin(engine.NoJob)
	case "g":
		p.Schedules.OpenGoTo()
	case " ", ".", ",", ">", "<":
		p.Play.Key(key)
	default:
		if view, ok := scene.View.Key(key, shift); ok {
			p.SetView(view)
		}
	}
	return fmt.Sprint(key, shift)
}

// sketches draws a job on the timeline, in the midst of which anything may happen.
func (r *reader) sketches() string {
	w := r.p.WhatIf
	if r.p.Timeline == nil {
		return "nowhere"
	}
	switch r.IntN(4) {
	case 0:
		w.SwitchDrawing()
		return "on or off"
	case 1:
		if w.Sketching() {
			w.AddSketch()
			return "ends"
		}
	case 2:
		w.DropSketch()
		return "is given up"
	}
	x0, y0 := r.pixel()
	x1, y1 := r.pixel()
	return w.Sketch(x0, y0, x1, y1)
}

// plays lets time go by, or steps.
func (r *reader) plays() string {
	p := r.p.Play
	switch r.IntN(6) {
	case 0:
		p.SetPlaying(!p.Playing())
		return fmt.Sprint("goes on ", p.Playing())
	case 1:
		for range 20 {
			p.Tick(play.LongestFrame)
		}
		return "a while"
	case 2:
		p.SlideTo(r.IntN(play.SliderSteps + 1))
		return "slides"
	case 3:
		p.StopPlaying()
		return "ends"
	case 4:
		r.b.calm = !r.b.calm
		return fmt.Sprint("calm ", r.b.calm)
	}
	by, decision := 1-2*r.IntN(2), r.IntN(2) == 0
	p.Step(by, decision)
	return fmt.Sprint("steps ", by, decision)
}

// looksAtPictures points at, and goes through, the pictures of differences and of a plan.
func (r *reader) looksAtPictures() string {
	p, key := r.p, pressed[r.IntN(len(pressed))]
	if d := p.TwoRuns.Differences(); d != nil {
		d.CharWidth = 7
		d.Draw(&r.raster)
		d.Labels()
		row, moved := p.TwoRuns.Key(key)
		if !moved {
			row = d.Hit(r.IntN(900), r.IntN(200))
		}
		p.TwoRuns.Hover(row)
		if r.IntN(2) == 0 {
			p.TwoRuns.PinRow(row)
		}
		return fmt.Sprint("of differences ", key, row)
	}
	if m := p.PriorityMatrix.HeatMap(); m != nil {
		m.CharWidth = 7
		m.Draw(&r.raster)
		m.Labels()
		pair, moved := p.PriorityMatrix.Key(key)
		if !moved {
			pair = m.Hit(r.IntN(900), r.IntN(300))
		}
		p.PriorityMatrix.Hover(pair)
		if pair.Row >= 0 && r.IntN(2) == 0 {
			p.PriorityMatrix.PinRow(pair.Row)
		}
		return fmt.Sprint("of a plan ", key, pair)
	}
	return r.press(func(e *element) bool { return e.attr("aria-expanded") == "false" })
}
