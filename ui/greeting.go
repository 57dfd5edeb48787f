package ui

import (
	"backfill/ui/session"
)

// FirstLesson is the address of the page of the first lesson.
const FirstLesson = "lesson-why-backfilling.html"

// endGreeting ends the greeting of a newcomer, for good.
func (p *Page) endGreeting() {
	if p.greets {
		p.greets = false
		p.Browser.Greeted()
	}
}

// dismissGreeting ends it by the button, which disappears.
func (p *Page) dismissGreeting() {
	p.endGreeting()
	p.Browser.FocusInPlace(session.MainPart)
}
