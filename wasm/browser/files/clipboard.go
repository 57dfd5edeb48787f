//go:build js && wasm

package files

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

func (f *Files) Copy(text string) {
	s := &javascript.Script{}
	clipboard := s.Global("navigator", "clipboard")
	if s.Err == nil && javascript.Present(clipboard) {
		// Asked for within the user's event, as browsers demand; answered later.
		written := s.Call(clipboard, "writeText", text)
		go javascript.Guard(func() {
			s.Await(written)
			f.loop.Update(func() { f.page.Copied(s.Err == nil) })
		})
		return
	}
	// Pages that are not served securely have no clipboard, but the older way.
	ok := copySelected(text)
	go f.loop.Update(func() { f.page.Copied(ok) })
}

// copySelected puts text into a field, selects it and has that copied.
func copySelected(text string) bool {
	s := &javascript.Script{}
	document := s.Global("document")
	field := s.Call(document, "createElement", "textarea")
	s.Set(field, "value", text)
	body := s.Get(document, "body")
	s.Call(body, "append", field)
	s.Call(field, "select")
	var copied safejs.Value
	if s.Err == nil {
		copied = s.Call(document, "execCommand", "copy")
	}
	s.Call(field, "remove")
	return s.Err == nil && s.Truthy(copied)
}
