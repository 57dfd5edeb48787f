//go:build js && wasm

package main

import "github.com/hack-pad/safejs"

// plate is a surface that lies in one of the page's empty elements and is drawn once a frame at most.
type plate struct {
	surface
	host    safejs.Value // where element is; undefined before the first rendering
	frame   safejs.Func  // draws; handed to requestAnimationFrame
	waiting bool         // a frame was asked for
}

// create makes the element; draw draws what is shown.
func (p *plate) create(s *script, draw func()) {
	p.surface.create(s)
	p.frame = s.function(func([]safejs.Value) {
		p.waiting = false
		draw()
	})
}

// lay puts the element into the one with that id, if there is one and the rendering has not left it there. It calls
// changed if that is another one than before; moved says that the element was not in it.
func (p *plate) lay(s *script, id string, changed func()) (laid, moved bool) {
	if !p.find(s, id, changed) {
		return false, false
	}
	moved = !s.get(p.host, "firstChild").Equal(p.element)
	if moved {
		s.call(p.host, "replaceChildren", p.element)
	}
	return true, moved
}

// find finds the element with that id, if there is one. It calls changed if that is another one than before.
func (p *plate) find(s *script, id string, changed func()) bool {
	host := s.call(s.global("document"), "getElementById", id)
	if s.err != nil || host.IsNull() {
		return false
	}
	if !host.Equal(p.host) {
		p.host = host
		changed()
	}
	return true
}

// redraw has the picture drawn at the next frame.
func (p *plate) redraw() {
	if p.waiting {
		return
	}
	s := &script{}
	s.call(safejs.Global(), "requestAnimationFrame", p.frame.Value())
	p.waiting = s.err == nil
	report(s.err)
}
