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
	parts safejs.Value // Array of Uint8Array
	bytes int64
	since time.Time // of the last turn
	told  time.Time // when the page was told how far it is
}

const (
	// writeSlice is how long a file is written before the page goes on.
	writeSlice = 10 * time.Millisecond
	// tellPause lies between two times that the page is told.
	tellPause = 400 * time.Millisecond
)

func (w *writing) Write(data []byte) (int, error) {
	s := &script{}
	s.call(w.parts, "push", s.array(data))
	if s.err != nil {
		return 0, s.err
	}
	w.bytes += int64(len(data))
	if time.Since(w.since) > writeSlice {
		if time.Since(w.told) > tellPause {
			w.b.update(func() { w.b.page.Writing(w.name, w.bytes) })
			w.told = time.Now()
		}
		turn()
		w.since = time.Now()
	}
	return len(data), nil
}

func (b *browser) Write(name, mime string, write func(io.Writer) error) {
	go guard(func() {
		turn() // what asked for it is shown first
		s := &script{}
		w := &writing{b: b, name: name, parts: s.create("Array"), since: time.Now(), told: time.Now()}
		if s.err == nil {
			s.err = write(w)
		}
		blob := s.create("Blob", w.parts, map[string]any{"type": mime})
		s.download(name, blob)
		b.update(func() { b.page.Written(name, w.bytes, s.err) })
	})
}
