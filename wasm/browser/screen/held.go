//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// held is an element that is to stay where it is in the window; "" for none.
type held struct {
	id  string
	top float64 // CSS pixels from the top of the window
}

// columns are what scrolls beside the whole page.
const columns = ".cards, .middle, .right"

func (screen *Screen) Hold() {
	s := &javascript.Script{}
	element := s.Get(s.Global("document"), "activeElement")
	if s.Err != nil || element.IsNull() {
		javascript.Report(s.Err)
		return
	}
	id, tag := s.Text(element, "id"), s.Text(element, "tagName")
	top, bottom := edges(s, element)
	if s.Err == nil && screen.held.id == "" && !screen.toTop && id != "" && tag != "MAIN" && bottom > 0 && top < s.Number(s.Global("window"), "innerHeight") {
		screen.held = held{id, top}
	}
	javascript.Report(s.Err)
}

// edges are the top and the bottom of an element, in CSS pixels from the top of the window.
func edges(s *javascript.Script, element safejs.Value) (top, bottom float64) {
	box := s.Call(element, "getBoundingClientRect")
	return s.Number(box, "top"), s.Number(box, "bottom")
}

// release moves what Hold has asked for back to where it was: with its column or, as far as that does not scroll, with the page.
func (screen *Screen) release() {
	h := screen.held
	screen.held = held{}
	if h.id == "" {
		return
	}
	s := &javascript.Script{}
	element := s.Call(s.Global("document"), "getElementById", h.id)
	if s.Err != nil || element.IsNull() {
		javascript.Report(s.Err)
		return
	}
	if column := s.Call(element, "closest", columns); s.Err == nil && !column.IsNull() {
		top, _ := edges(s, element)
		s.Set(column, "scrollTop", s.Number(column, "scrollTop")+top-h.top)
	}
	top, _ := edges(s, element)
	s.Call(s.Global("window"), "scrollBy", 0, top-h.top)
	javascript.Report(s.Err)
}
