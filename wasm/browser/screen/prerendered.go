//go:build js && wasm

package screen

import (
	"time"

	"backfill/wasm/javascript"
)

// prerenderedLimit is how long the page stays as it was prerendered although nothing has come.
const prerenderedLimit = 5 * time.Second

// isPrerendered says whether the page is shown already, as the build has made it (assets/prerendered.js).
func isPrerendered() bool {
	s := &javascript.Script{}
	shown := javascript.Present(s.Global("backfill", "prerendered"))
	javascript.Report(s.Err)
	return shown && s.Err == nil
}

// Opens is what the page opens first: what its address has behind #, but as a first visit does, "", if that is shown already.
func (screen *Screen) Opens(fragment string) string {
	if !screen.prerendered {
		return fragment
	}
	s := &javascript.Script{}
	shown := s.Text(s.Global("backfill", "prerendered", "address"))
	javascript.Report(s.Err)
	if fragment == shown {
		return ""
	}
	return fragment
}

// waits says whether the page stays as it was prerendered, since it would have nothing to show yet but the same without results.
func (screen *Screen) waits() bool { return screen.prerendered && screen.page.Expects() }

// replacePrerendered ends that: the page is rendered.
func (screen *Screen) replacePrerendered() {
	if screen.answering {
		return
	}
	s := &javascript.Script{}
	if screen.timeline.drawn {
		screen.answering = true
		s.Call(s.Global("performance"), "mark", "backfill-answers")
	}
	if prerendered := s.Global("backfill", "prerendered"); s.Err == nil && javascript.Present(prerendered) {
		screen.prerendered = false
		s.Call(prerendered, "arrived")
		s.Set(s.Global("backfill"), "prerendered", nil)
	}
	javascript.Report(s.Err)
}
