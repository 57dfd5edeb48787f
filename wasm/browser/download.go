//go:build js && wasm

package main

import (
	"time"

	"github.com/hack-pad/safejs"
)

func (b *browser) Save(name, mime string, data []byte) {
	s := &script{}
	blob := s.create("Blob", []any{s.array(data)}, map[string]any{"type": mime})
	s.download(name, blob)
	report(s.err)
}

// download offers a Blob as a file.
func (s *script) download(name string, blob safejs.Value) {
	url := s.call(s.global("URL"), "createObjectURL", blob)
	link := s.call(s.global("document"), "createElement", "a")
	s.set(link, "href", url)
	s.set(link, "download", name)
	s.call(link, "click")
	// The browser reads it some time later and does not say when.
	time.AfterFunc(time.Minute, func() {
		s := &script{}
		s.call(s.global("URL"), "revokeObjectURL", url)
		report(s.err)
	})
}
