//go:build js && wasm

package screen

import (
	"backfill/wasm/javascript"
)

const greetedKey = "backfill-greeted" // in localStorage; absent: nobody has taken the greeting away (assets/prerendered.js, too)

// newcomer says whether the page is opened without an experiment in its address by somebody who may be new.
func newcomer() bool {
	s := &javascript.Script{}
	shared := s.Text(s.Global("location", "hash")) != ""
	if s.Err != nil || shared {
		return false
	}
	known := s.Call(s.Global("localStorage"), "getItem", greetedKey)
	return s.Err != nil || !javascript.Present(known) // without storage everybody is
}

func (screen *Screen) Newcomer() bool { return screen.newcomer }

func (screen *Screen) Greeted() {
	s := &javascript.Script{}
	s.Call(s.Global("localStorage"), "setItem", greetedKey, "yes")
	// Without storage it lasts as long as the page.
}
