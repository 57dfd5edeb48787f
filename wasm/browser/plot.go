//go:build js && wasm

package main

import (
	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
)

// plot is a plate with places, P, that light up when they are pointed at, with a pointer or by keys. A line of text
// beside it says what lies there.
type plot[P comparable] struct {
	plate
	b       *browser
	id      string // of the host
	hint    string // id of the element that shows the line of text
	nowhere P
	of      exhibit[P]
}

// exhibit is what a plot shows, as the page has it.
type exhibit[P comparable] interface {
	shown() bool                               // there is a picture
	hit(x, y int) P                            // what lies at a pixel of it
	light(place P) (text string, changed bool) // a place is pointed at
	step(key string) (place P, moved bool)     // where a key leads; if it does not, what Enter is to choose
	choose(place P)                            // as a click or Enter does
	draw()                                     // unless that is drawn already
}

// open makes the plot, which is still to be rendered.
func (p *plot[P]) open(b *browser, id, hint string, nowhere P, of exhibit[P]) {
	p.b, p.id, p.hint, p.nowhere, p.of = b, id, hint, nowhere, of
	s := &script{}
	p.create(s, of.draw)
	s.listen(p.element, "pointermove", func(e safejs.Value) { p.hover(p.place(e)) })
	s.listen(p.element, "pointerleave", func(safejs.Value) { p.hover(nowhere) })
	s.listen(p.element, "click", func(e safejs.Value) { of.choose(p.place(e)) })
	report(s.err)
}

// place is what lies under the pointer.
func (p *plot[P]) place(e safejs.Value) P {
	s := &script{}
	x, y := s.number(e, "offsetX")*p.ratio, s.number(e, "offsetY")*p.ratio
	report(s.err)
	if !p.of.shown() {
		return p.nowhere
	}
	return p.of.hit(int(x), int(y))
}

// hover lights up a place and shows what lies there, which it returns.
func (p *plot[P]) hover(place P) string {
	text, changed := p.of.light(place)
	s := &script{}
	s.set(s.element(p.hint), "textContent", text)
	report(s.err)
	if changed {
		p.redraw()
	}
	return text
}

// rendered puts the canvas into its host if there is one.
func (p *plot[P]) rendered() {
	if !p.of.shown() {
		return
	}
	s := &script{}
	laid, _ := p.lay(s, p.id, func() { s.listen(p.host, "keydown", p.press) })
	if !laid {
		return
	}
	report(s.err)
	p.of.draw()
}

// press lets keys go from place to place; Enter chooses the one that is lit up.
func (p *plot[P]) press(e safejs.Value) {
	s := &script{}
	key := s.text(e, "key")
	if s.err != nil || !p.of.shown() || s.truthy(e, "ctrlKey") || s.truthy(e, "altKey") || s.truthy(e, "metaKey") {
		return
	}
	place, moved := p.of.step(key)
	switch {
	case moved:
		p.b.Say(p.hover(place))
	case key == "Enter" && place != p.nowhere:
		p.of.choose(place)
	default:
		return
	}
	s.call(e, "preventDefault")
	s.call(e, "stopPropagation")
	report(s.err)
}

// redraw has the picture, if there is one, drawn at the next frame.
func (p *plot[P]) redraw() {
	if p.of.shown() {
		p.plate.redraw()
	}
}

// paint shows a picture of that ratio, which is drawn by a function that is told the mean width of a character.
func (p *plot[P]) paint(ratio float64, draw func(charWidth float64) []timeline.Label) {
	if ratio != p.ratio {
		p.ratio, p.charWidth = ratio, 0
	}
	s := &script{}
	p.show(s, draw(p.measure(s)))
	// For style sheets and tests: something is drawn.
	s.call(p.element, "toggleAttribute", "data-drawn", true)
	report(s.err)
}
