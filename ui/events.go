package ui

import (
	"github.com/vugu/vugu"
)

func typed(event vugu.DOMEvent) string { return event.PropString("target", "value") }

func ticked(event vugu.DOMEvent) string {
	if event.PropBool("target", "checked") {
		return "true"
	}
	return "false"
}
