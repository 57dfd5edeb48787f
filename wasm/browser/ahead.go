//go:build js && wasm

package main

import "time"

// aheadLimit is how long the page stays as it was made ahead although nothing has come.
const aheadLimit = 5 * time.Second

// isAhead says whether the page is shown already, as the build has made it (assets/ahead.js).
func isAhead() bool {
	s := &script{}
	shown := present(s.global("backfill", "ahead"))
	report(s.err)
	return shown && s.err == nil
}

// opens is what the page opens first: what the address says, but as a first visit does, "", if that is shown already.
func (b *browser) opens() string {
	if !b.ahead {
		return b.fragment
	}
	s := &script{}
	shown := s.text(s.global("backfill", "ahead", "address"))
	report(s.err)
	if b.fragment == shown {
		return ""
	}
	return b.fragment
}

// waits says whether the page stays as it was made ahead, since it would have nothing to show yet but the same without results.
func (b *browser) waits() bool { return b.ahead && b.page.Expects() }

// arrive ends that: the page is rendered.
func (b *browser) arrive() {
	if b.answering {
		return
	}
	s := &script{}
	if b.timeline.drawn {
		b.answering = true
		s.call(s.global("performance"), "mark", "backfill-answers")
	}
	if ahead := s.global("backfill", "ahead"); s.err == nil && present(ahead) {
		b.ahead = false
		s.call(ahead, "arrived")
		s.set(s.global("backfill"), "ahead", nil)
	}
	report(s.err)
}
