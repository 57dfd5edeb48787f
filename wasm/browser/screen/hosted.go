//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// hosted is a surface that lies in one of the page's empty elements and is drawn once a frame at most.
type hosted struct {
	surface
	host    safejs.Value // where element is; undefined before the first rendering
	frame   safejs.Func  // draws; handed to requestAnimationFrame
	waiting bool         // a frame was asked for
}

// create makes the element; draw draws what is shown.
func (h *hosted) create(s *javascript.Script, draw func()) {
	h.surface.create(s)
	h.frame = s.Function(func([]safejs.Value) {
		h.waiting = false
		draw()
	})
}

// mount puts the element into the one with that id, if there is one and the rendering has not left it there. It calls
// changed if that is another one than before; moved says that the element was not in it.
func (h *hosted) mount(s *javascript.Script, id string, changed func()) (mounted, moved bool) {
	if !h.find(s, id, changed) {
		return false, false
	}
	moved = !s.Get(h.host, "firstChild").Equal(h.element)
	if moved {
		s.Call(h.host, "replaceChildren", h.element)
	}
	return true, moved
}

// find finds the element with that id, if there is one. It calls changed if that is another one than before.
func (h *hosted) find(s *javascript.Script, id string, changed func()) bool {
	host := s.Call(s.Global("document"), "getElementById", id)
	if s.Err != nil || host.IsNull() {
		return false
	}
	if !host.Equal(h.host) {
		h.host = host
		changed()
	}
	return true
}

// redraw has the picture drawn at the next frame.
func (h *hosted) redraw() {
	if h.waiting {
		return
	}
	s := &javascript.Script{}
	s.Call(safejs.Global(), "requestAnimationFrame", h.frame.Value())
	h.waiting = s.Err == nil
	javascript.Report(s.Err)
}
