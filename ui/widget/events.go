package widget

import "github.com/vugu/vugu"

// Typed is the text of the field, or the value of the choice, that an event is about.
func Typed(event vugu.DOMEvent) string { return event.PropString("target", "value") }

// Ticked says whether the checkbox that an event is about is ticked: "true" or "false".
func Ticked(event vugu.DOMEvent) string {
	if event.PropBool("target", "checked") {
		return "true"
	}
	return "false"
}

// Key is the name of the key that an event is about: "Enter", "a".
func Key(event vugu.DOMEvent) string { return event.PropString("key") }

// Caret is where the caret stands in the field of text that an event is about, in UTF-16 code units.
func Caret(event vugu.DOMEvent) int { return int(event.PropFloat64("target", "selectionEnd")) }
