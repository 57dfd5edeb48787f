//go:build js && wasm

package main

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/promise"
)

func (b *browser) Copy(text string) {
	s := &script{}
	clipboard := s.global("navigator", "clipboard")
	if s.err == nil && present(clipboard) {
		// Asked for within the user's event, as browsers demand; answered later.
		written := s.call(clipboard, "writeText", text)
		go guard(func() {
			if s.err == nil {
				_, s.err = promise.Await(written)
			}
			b.update(func() { b.page.Copied(s.err == nil) })
		})
		return
	}
	// Pages that are not served securely have no clipboard, but the older way.
	ok := copySelected(text)
	go b.update(func() { b.page.Copied(ok) })
}

// copySelected puts text into a field, selects it and has that copied.
func copySelected(text string) bool {
	s := &script{}
	document := s.global("document")
	field := s.call(document, "createElement", "textarea")
	s.set(field, "value", text)
	body := s.get(document, "body")
	s.call(body, "append", field)
	s.call(field, "select")
	var copied safejs.Value
	if s.err == nil {
		copied = s.call(document, "execCommand", "copy")
	}
	s.call(field, "remove")
	return s.err == nil && s.truthy(copied)
}
