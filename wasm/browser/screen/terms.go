//go:build js && wasm

package screen

import (
	"html"
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/ui/glossary"
	"backfill/wasm/javascript"
)

// termsHost is the element beside what is rendered that has the explanations of all terms: a live region, so that what is shown is
// read aloud.
const termsHost = "terms"

// placeTerms puts the explanations of all terms into the page, once: elements that the browser shows beside the button that names
// them, and hides again with Escape or a click elsewhere.
func (screen *Screen) placeTerms() {
	if screen.explains {
		return
	}
	screen.explains = true
	s := &javascript.Script{}
	s.Set(s.Element(termsHost), "innerHTML", explanations(screen.page.Glossary.All()))
	// An explanation does not lie over what has the focus next.
	s.Listen(s.Global("document"), "focusin", func(e safejs.Value) {
		s := &javascript.Script{}
		if shown := explanation(s); javascript.Present(shown) {
			s.Call(shown, "hidePopover")
		}
		javascript.Report(s.Err)
	})
	javascript.Report(s.Err)
}

func explanations(terms []*glossary.Term) string {
	var b strings.Builder
	for _, t := range terms {
		b.WriteString(`<div popover class="explanation" role="tooltip" id="` + html.EscapeString(t.ID) + `"><strong>` + html.EscapeString(t.Name) + `</strong> ` + html.EscapeString(t.Text) + `</div>`)
	}
	return b.String()
}

// explanation is the one that is shown, null if there is none.
func explanation(s *javascript.Script) safejs.Value {
	return s.Call(s.Global("document"), "querySelector", "#"+termsHost+" > :popover-open")
}
