//go:build js && wasm

package main

import (
	"io"
	"time"

	"github.com/hack-pad/safejs"
)

// writing is a file that is being written, in parts that lie in JavaScript's memory. Whoever writes to it
// lets the page go on every now and then.
type writing struct {
	b     *browser
	name  string
	whole safejs.Value // Array of Blob: a Blob of many of them need not copy them
	parts safejs.Value // Array of Uint8Array that are in none yet
	held  int          // bytes of those
	bytes int64        // of all
	since time.Time    // of the last turn
	told  time.Time    // when the page was told how far it is
}

const (
	// writeSlice is how long a file is written before the page goes on.
	writeSlice = 10 * time.Millisecond
	// tellPause lies between two times that the page is told.
	tellPause = 400 * time.Millisecond
	// blobSize is how many bytes make a Blob of the file.
	blobSize = 4 << 20
)

func (w *writing) Write(data []byte) (int, error) {
	s := &script{}
	s.call(w.parts, "push", s.array(data))
	w.bytes += int64(len(data))
	if w.held += len(data); w.held >= blobSize {
		w.pack(s)
	}
	if s.err != nil {
		return 0, s.err
	}
	if time.Since(w.since) > writeSlice {
		if time.Since(w.told) > tellPause {
			w.b.update(func() { s.err = w.b.page.Writing(w.name, w.bytes) })
			w.told = time.Now()
		}
		turn()
		w.since = time.Now()
	}
	return len(data), s.err
}

// pack makes a Blob of the parts.
func (w *writing) pack(s *script) {
	s.call(w.whole, "push", s.create("Blob", w.parts))
	s.set(w.parts, "length", 0)
	w.held = 0
}

func (b *browser) Write(name, mime string, write func(io.Writer) error) {
	go guard(func() {
		turn() // what asked for it is shown first
		s := &script{}
		w := &writing{b: b, name: name, whole: s.create("Array"), parts: s.create("Array"), since: time.Now(), told: time.Now()}
		if s.err == nil {
			s.err = write(w)
		}
		if s.err == nil {
			w.pack(s)
		}
		blob := s.create("Blob", w.whole, map[string]any{"type": mime})
		s.download(name, blob)
		b.update(func() { b.page.Written(name, w.bytes, s.err) })
	})
}
