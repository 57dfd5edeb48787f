//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// plot is a picture with places, P, that light up when they are pointed at, with a pointer or by keys. A line of text
// beside it says what lies there.
type plot[P comparable] struct {
	hosted
	screen  *Screen
	id      string // of the host
	hint    string // id of the element that shows the line of text
	nowhere P
	of      content[P]
}

// content is what a plot shows, as the page has it.
type content[P comparable] interface {
	shown() bool                               // there is a picture
	hit(x, y int) P                            // what lies at a pixel of it
	light(place P) (text string, changed bool) // a place is pointed at
	step(key string) (place P, moved bool)     // where a key leads; if it does not, what Enter is to choose
	choose(place P)                            // as a click or Enter does
	draw()                                     // unless that is drawn already
}

// open makes the plot, which is still to be rendered.
func (p *plot[P]) open(screen *Screen, id, hint string, nowhere P, of content[P]) {
	p.screen, p.id, p.hint, p.nowhere, p.of = screen, id, hint, nowhere, of
	s := &javascript.Script{}
	p.create(s, of.draw)
	s.Listen(p.element, "pointermove", func(e safejs.Value) { p.hover(p.place(e)) })
	s.Listen(p.element, "pointerleave", func(safejs.Value) { p.hover(nowhere) })
	s.Listen(p.element, "click", func(e safejs.Value) { of.choose(p.place(e)) })
	javascript.Report(s.Err)
}

// place is what lies under the pointer.
func (p *plot[P]) place(e safejs.Value) P {
	s := &javascript.Script{}
	x, y := s.Number(e, "offsetX")*p.ratio, s.Number(e, "offsetY")*p.ratio
	javascript.Report(s.Err)
	if !p.of.shown() {
		return p.nowhere
	}
	return p.of.hit(int(x), int(y))
}

// hover lights up a place and shows what lies there, which it returns.
func (p *plot[P]) hover(place P) string {
	text, changed := p.of.light(place)
	s := &javascript.Script{}
	s.Set(s.Element(p.hint), "textContent", text)
	javascript.Report(s.Err)
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
	s := &javascript.Script{}
	mounted, _ := p.mount(s, p.id, func() { s.Listen(p.host, "keydown", p.press) })
	if !mounted {
		return
	}
	javascript.Report(s.Err)
	p.of.draw()
}

// press lets keys go from place to place; Enter chooses the one that is lit up.
func (p *plot[P]) press(e safejs.Value) {
	s := &javascript.Script{}
	key := s.Text(e, "key")
	if s.Err != nil || !p.of.shown() || s.Truthy(e, "ctrlKey") || s.Truthy(e, "altKey") || s.Truthy(e, "metaKey") {
		return
	}
	place, moved := p.of.step(key)
	switch {
	case moved:
		p.screen.Say(p.hover(place))
	case key == "Enter" && place != p.nowhere:
		p.of.choose(place)
	default:
		return
	}
	s.Call(e, "preventDefault")
	s.Call(e, "stopPropagation")
	javascript.Report(s.Err)
}

// redraw has the picture, if there is one, drawn at the next frame.
func (p *plot[P]) redraw() {
	if p.of.shown() {
		p.hosted.redraw()
	}
}

// redrawNow draws the picture, if there is one, at once.
func (p *plot[P]) redrawNow() {
	if p.of.shown() {
		p.of.draw()
	}
}

// paint shows a picture of that ratio, which is drawn by a function that is told the mean width of a character.
func (p *plot[P]) paint(ratio float64, draw func(charWidth float64) []timeline.Label) {
	if ratio != p.ratio {
		p.ratio, p.charWidth = ratio, 0
	}
	s := &javascript.Script{}
	p.show(s, draw(p.measure(s)))
	// For style sheets and tests: something is drawn.
	s.Call(p.element, "toggleAttribute", "data-drawn", true)
	javascript.Report(s.Err)
}
