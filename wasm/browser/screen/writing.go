//go:build js && wasm

package screen

import (
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui/code"
	"backfill/ui/panel/editor"
	"backfill/wasm/javascript"
)

// codeFields are the fields in which scripts are written.
const codeFields = "textarea.code-text"

// listenWriting lets keys indent lines and complete names in the fields of scripts. It listens before the shortcuts of the page do.
func (screen *Screen) listenWriting(s *javascript.Script) {
	s.Listen(s.Global("document"), "keydown", func(e safejs.Value) {
		s := &javascript.Script{}
		field := s.Get(e, "target")
		if !isCode(s, field) || s.Truthy(e, "isComposing") {
			return
		}
		id, text := s.Text(field, "id"), s.Text(field, "value")
		from, to := int(s.Number(field, "selectionStart")), int(s.Number(field, "selectionEnd"))
		key, shift, ctrl := s.Text(e, "key"), s.Truthy(e, "shiftKey"), s.Truthy(e, "ctrlKey") || s.Truthy(e, "metaKey")
		if s.Err != nil || s.Truthy(e, "altKey") {
			return
		}
		var pressed editor.Pressed
		screen.UpdateIf(func() bool {
			pressed = screen.page.Editor.Press(id, key, shift, ctrl, text, from, to)
			return pressed.Shows
		})
		if pressed.Taken {
			s.Call(e, "preventDefault")
		}
		if pressed.Change != nil {
			rewrite(s, field, *pressed.Change)
		}
		javascript.Report(s.Err)
	})
	leave := func(e safejs.Value) {
		s := &javascript.Script{}
		if isCode(s, s.Get(e, "target")) {
			go screen.UpdateIf(screen.page.Editor.LeaveScript) // a rendering, which takes the field away, must end first
		}
		javascript.Report(s.Err)
	}
	s.Listen(s.Global("document"), "focusout", leave)
	s.Listen(s.Global("document"), "click", leave) // which moves the caret
}

// isCode says whether an element is a field in which scripts are written.
func isCode(s *javascript.Script, element safejs.Value) bool {
	if s.Err != nil || !javascript.Present(element) || s.Get(element, "matches").Type() != safejs.TypeFunction {
		return false
	}
	return s.Truthy(s.Call(element, "matches", codeFields))
}

// rewrite changes the text of a field as if that were typed: the browser scrolls to the caret, and an event tells the page.
func rewrite(s *javascript.Script, field safejs.Value, change code.Edit) {
	s.Call(field, "setSelectionRange", change.From, change.To)
	document := s.Global("document")
	done := change.From == change.To && change.Text == ""
	if change.Text == "" && !done {
		done = s.Truthy(s.Call(document, "execCommand", "delete"))
	} else if !done {
		done = s.Truthy(s.Call(document, "execCommand", "insertText", false, change.Text))
	}
	if !done { // the browser does not type for others
		s.Call(field, "setRangeText", change.Text, change.From, change.To, "end")
		s.Call(field, "dispatchEvent", s.New("Event", "input", map[string]any{"bubbles": true}))
	}
	s.Call(field, "setSelectionRange", change.Begin, change.End)
}

// revealNames scrolls to the list of what can be written at the caret when it appears.
func (screen *Screen) revealNames() {
	s := &javascript.Script{}
	list := s.Call(s.Global("document"), "querySelector", ".code-caret:not([hidden]) > .suggestions")
	there := s.Err == nil && javascript.Present(list)
	if there && !screen.names {
		s.Call(list, "scrollIntoView", map[string]any{"block": "nearest"})
	}
	screen.names = there
	javascript.Report(s.Err)
}

// Rewrite waits until the present event has been dealt with.
func (screen *Screen) Rewrite(id string, change code.Edit) {
	time.AfterFunc(0, func() {
		javascript.Guard(func() {
			s := &javascript.Script{}
			rewrite(s, s.Element(id), change)
			javascript.Report(s.Err)
		})
	})
}

// Select focuses a field after the next rendering, with some of its text selected.
func (screen *Screen) Select(id string, from, to int) {
	screen.Focus(id)
	screen.selection = &[2]int{from, to}
}
