//go:build js && wasm

package main

import (
	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/ui/timeline"
)

// differences draws the picture of two runs, as heatmap does the one of a plan.
type differences struct {
	surface
	b       *browser
	host    safejs.Value
	frame   safejs.Func
	waiting bool // a frame was asked for

	picture *timeline.Differences // that is drawn, as view says
	view    timeline.DifferencesView
}

func newDifferences(b *browser) *differences {
	d := &differences{b: b}
	s := &script{}
	d.create(s)
	d.frame = s.function(func([]safejs.Value) { d.draw() })
	s.listen(d.element, "pointermove", func(e safejs.Value) { d.hover(d.hit(e)) })
	s.listen(d.element, "pointerleave", func(safejs.Value) { d.hover(-1) })
	s.listen(d.element, "click", func(e safejs.Value) {
		row := d.hit(e)
		b.update(func() { b.page.DifferencesPin(row) })
	})
	report(s.err)
	return d
}

// hit is the row under the pointer.
func (d *differences) hit(e safejs.Value) int32 {
	s := &script{}
	x, y := s.number(e, "offsetX")*d.ratio, s.number(e, "offsetY")*d.ratio
	report(s.err)
	if picture := d.b.page.Differences(); picture != nil {
		return picture.Hit(int(x), int(y))
	}
	return -1
}

func (d *differences) hover(row int32) string {
	text, changed := d.b.page.DifferencesHover(row)
	s := &script{}
	s.set(s.element(ui.ApartHintHost), "textContent", text)
	report(s.err)
	if changed {
		d.redraw()
	}
	return text
}

// rendered puts the canvas into its host if there is one.
func (d *differences) rendered() {
	if d.b.page.Differences() == nil {
		return
	}
	s := &script{}
	host := s.call(s.global("document"), "getElementById", ui.ApartHost)
	if s.err != nil || host.IsNull() {
		return
	}
	if !host.Equal(d.host) {
		d.host = host
		s.listen(host, "keydown", d.press)
	}
	if !s.get(host, "firstChild").Equal(d.element) {
		s.call(host, "replaceChildren", d.element)
	}
	report(s.err)
	d.draw()
}

// press lets keys go from job to job; Enter chooses the one that is lit up.
func (d *differences) press(e safejs.Value) {
	s := &script{}
	key := s.text(e, "key")
	picture := d.b.page.Differences()
	if s.err != nil || picture == nil || s.truthy(e, "ctrlKey") || s.truthy(e, "altKey") || s.truthy(e, "metaKey") {
		return
	}
	row, moved := d.b.page.DifferencesKey(key)
	switch {
	case moved:
		d.b.Say(d.hover(row))
	case key == "Enter" && picture.Hover >= 0:
		d.b.update(func() { d.b.page.DifferencesPin(picture.Hover) })
	default:
		return
	}
	s.call(e, "preventDefault")
	s.call(e, "stopPropagation")
	report(s.err)
}

// redraw has the picture drawn at the next frame.
func (d *differences) redraw() {
	if d.waiting || d.b.page.Differences() == nil {
		return
	}
	s := &script{}
	s.call(safejs.Global(), "requestAnimationFrame", d.frame.Value())
	d.waiting = s.err == nil
	report(s.err)
}

func (d *differences) draw() {
	d.waiting = false
	picture := d.b.page.Differences()
	if picture == nil || picture == d.picture && picture.DifferencesView == d.view {
		return
	}
	s := &script{}
	if picture.Ratio != d.ratio {
		d.ratio, d.charWidth = picture.Ratio, 0
	}
	d.picture, d.view = picture, picture.DifferencesView
	picture.CharWidth = d.measure(s)
	picture.Draw(&d.raster)
	d.show(s, picture.Labels())
	// For style sheets and tests: something is drawn.
	s.call(d.element, "toggleAttribute", "data-drawn", true)
	report(s.err)
}
