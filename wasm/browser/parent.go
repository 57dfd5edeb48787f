//go:build js && wasm

package main

import (
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/wasm/promise"
)

// readFrame reads from the address whether the page is a frame of another one; nil: it is none.
func readFrame() *ui.Frame {
	s := &script{}
	query := s.create("URLSearchParams", s.text(s.global("location", "search")))
	f := ui.ReadFrame(func(name string) string {
		value := s.call(query, "get", name)
		if s.err != nil || !present(value) {
			return ""
		}
		return s.text(value)
	})
	if f != nil && !present(s.parent()) {
		f.Origin = "" // somebody looks at the frame by itself
	}
	report(s.err)
	return f
}

// parent is the window of the page around this one, undefined if there is none.
func (s *script) parent() safejs.Value {
	parent := s.global("parent")
	if s.err != nil || parent.Equal(s.global("window")) {
		return safejs.Undefined()
	}
	return parent
}

// attachParent hears what the page around the frame says, if that has the origin which the
// frame's address names; messages of all others are dropped unread.
func (b *browser) attachParent() error {
	if b.frame == nil || b.frame.Origin == "" {
		return nil
	}
	s := &script{}
	parent := s.parent()
	s.listen(s.global("window"), "message", func(e safejs.Value) {
		s := &script{}
		if !s.get(e, "source").Equal(parent) || s.text(e, "origin") != b.frame.Origin || s.err != nil {
			return
		}
		text := s.call(s.global("JSON"), "stringify", s.get(e, "data"))
		if s.err != nil || text.Type() != safejs.TypeString {
			return
		}
		message := []byte(s.text(text))
		report(s.err)
		b.update(func() { b.page.Hear(message) })
	})
	return s.err
}

// Post says what is no secret to anybody where the page around is not known: only the page
// itself knows what that is, and asks for nothing else.
func (b *browser) Post(message []byte) {
	origin := b.frame.Origin
	if origin == "" {
		origin = "*"
	}
	s := &script{}
	if parent := s.parent(); present(parent) {
		s.call(parent, "postMessage", s.call(s.global("JSON"), "parse", string(message)), origin)
	}
	report(s.err)
}

func (b *browser) FetchScenario(address string) {
	go guard(func() {
		name := address[strings.LastIndexByte(address, '/')+1:]
		s := &script{}
		coming := s.call(s.global("backfill"), "scenario", address, ui.MaxMessage)
		var text safejs.Value
		if s.err == nil {
			text, s.err = promise.Await(coming)
		}
		content := []byte(s.text(text))
		b.update(func() { b.page.ScenarioCame(name, content, message(s.err)) })
	})
}
