package widget

import (
	"github.com/vugu/vugu"
)

func Typed(event vugu.DOMEvent) string { return event.PropString("target", "value") }

func Ticked(event vugu.DOMEvent) string {
	if event.PropBool("target", "checked") {
		return "true"
	}
	return "false"
}
