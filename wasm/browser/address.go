//go:build js && wasm

package main

import (
	"strings"

	"github.com/hack-pad/safejs"
)

// attachAddress tells the page of back, forward and typed addresses.
func (b *browser) attachAddress() error {
	s := &script{}
	b.fragment = fragment(s)
	moved := func(safejs.Value) {
		s := &script{}
		now := fragment(s)
		report(s.err)
		// Both events may come for one move, and SetAddress may have made it.
		if s.err != nil || now == b.fragment {
			return
		}
		b.fragment = now
		b.update(func() { b.page.Navigated(now) })
	}
	s.listen(s.global("window"), "popstate", moved)
	s.listen(s.global("window"), "hashchange", moved)
	return s.err
}

// fragment is what the address has behind #.
func fragment(s *script) string {
	return strings.TrimPrefix(s.text(s.global("location", "hash")), "#")
}

func (b *browser) SetAddress(fragment string, replace bool) {
	if fragment == b.fragment {
		return
	}
	method := "pushState"
	if replace {
		method = "replaceState"
	}
	s := &script{}
	s.call(s.global("history"), method, nil, "", "#"+fragment)
	report(s.err)
	b.fragment = fragment
}

func (b *browser) Home() string {
	s := &script{}
	address := s.text(s.global("location", "href"))
	report(s.err)
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	return address
}
