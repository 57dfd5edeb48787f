//go:build js && wasm

package main

import (
	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/ui/timeline"
)

// heatmap draws the matrix of a plan, as canvas does the timeline.
type heatmap struct {
	surface
	b       *browser
	host    safejs.Value
	frame   safejs.Func
	waiting bool // a frame was asked for

	picture *timeline.Matrix // that is drawn, as view says
	view    timeline.MatrixView
}

func newHeatmap(b *browser) *heatmap {
	h := &heatmap{b: b}
	s := &script{}
	h.create(s)
	h.frame = s.function(func([]safejs.Value) { h.draw() })
	s.listen(h.element, "pointermove", func(e safejs.Value) { h.hover(h.hit(e)) })
	s.listen(h.element, "pointerleave", func(safejs.Value) { h.hover(timeline.Pair{Row: -1, Lane: -1}) })
	s.listen(h.element, "click", func(e safejs.Value) {
		if hit := h.hit(e); hit.Row >= 0 {
			b.update(func() { b.page.MatrixPin(hit.Row) })
		}
	})
	report(s.err)
	return h
}

// hit is the pair under the pointer.
func (h *heatmap) hit(e safejs.Value) timeline.Pair {
	s := &script{}
	x, y := s.number(e, "offsetX")*h.ratio, s.number(e, "offsetY")*h.ratio
	report(s.err)
	if m := h.b.page.MatrixPicture(); m != nil {
		return m.Hit(int(x), int(y))
	}
	return timeline.Pair{Row: -1, Lane: -1}
}

func (h *heatmap) hover(pair timeline.Pair) string {
	text, changed := h.b.page.MatrixHover(pair)
	s := &script{}
	s.set(s.element(ui.MatrixHintHost), "textContent", text)
	report(s.err)
	if changed {
		h.redraw()
	}
	return text
}

// rendered puts the canvas into its host if there is one.
func (h *heatmap) rendered() {
	if h.b.page.MatrixPicture() == nil {
		return
	}
	s := &script{}
	host := s.call(s.global("document"), "getElementById", ui.MatrixHost)
	if s.err != nil || host.IsNull() {
		return
	}
	if !host.Equal(h.host) {
		h.host = host
		s.listen(host, "keydown", h.press)
	}
	if !s.get(host, "firstChild").Equal(h.element) {
		s.call(host, "replaceChildren", h.element)
	}
	report(s.err)
	h.draw()
}

// press lets arrow keys go from cell to cell; Enter chooses the job.
func (h *heatmap) press(e safejs.Value) {
	s := &script{}
	key := s.text(e, "key")
	if s.err != nil || s.truthy(e, "ctrlKey") || s.truthy(e, "altKey") || s.truthy(e, "metaKey") {
		return
	}
	pair, moved := h.b.page.MatrixKey(key)
	switch {
	case moved:
		h.b.Say(h.hover(pair))
	case key == "Enter" && pair.Row >= 0:
		h.b.update(func() { h.b.page.MatrixPin(pair.Row) })
	default:
		return
	}
	s.call(e, "preventDefault")
	s.call(e, "stopPropagation")
	report(s.err)
}

// redraw has the picture drawn at the next frame.
func (h *heatmap) redraw() {
	if h.waiting || h.b.page.MatrixPicture() == nil {
		return
	}
	s := &script{}
	s.call(safejs.Global(), "requestAnimationFrame", h.frame.Value())
	h.waiting = s.err == nil
	report(s.err)
}

func (h *heatmap) draw() {
	h.waiting = false
	m := h.b.page.MatrixPicture()
	if m == nil || m == h.picture && m.MatrixView == h.view {
		return
	}
	s := &script{}
	if m.Ratio != h.ratio {
		h.ratio, h.charWidth = m.Ratio, 0
	}
	if m != h.picture || m.Hover != h.view.Hover {
		h.hover(m.Hover) // what is said of a cell goes when another plan or other rows are shown
	}
	h.picture, h.view = m, m.MatrixView
	m.CharWidth = h.measure(s)
	m.Draw(&h.raster)
	h.show(s, m.Labels())
	// For style sheets and tests: something is drawn.
	s.call(h.element, "toggleAttribute", "data-drawn", true)
	report(s.err)
}
