//go:build js && wasm

package files

import (
	"fmt"
	"io"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// download is a file that is being written, in parts that lie in JavaScript's memory. Whoever writes to it
// lets the page go on every now and then.
type download struct {
	files *Files
	name  string
	whole safejs.Value // Array of Blob: a Blob of many of them need not copy them
	part  safejs.Value // Uint8Array of blobSize bytes
	held  int          // bytes in it that are in no Blob yet
	bytes int64        // of all
	since time.Time    // of the last turn
	told  time.Time    // when the page was told how far it is
}

const (
	// writeSlice is how long a file is written before the page goes on.
	writeSlice = 10 * time.Millisecond
	// tellPause lies between two times that the page is told.
	tellPause = time.Second
	// blobSize is how many bytes make a Blob of the file.
	blobSize = 4 << 20
)

func (d *download) Write(data []byte) (int, error) {
	s := &javascript.Script{}
	for rest := data; len(rest) > 0 && s.Err == nil; {
		n := min(len(rest), blobSize-d.held)
		room := s.Call(d.part, "subarray", d.held, d.held+n)
		if s.Err == nil {
			_, s.Err = safejs.CopyBytesToJS(room, rest[:n])
		}
		d.held, rest = d.held+n, rest[n:]
		if d.held == blobSize {
			d.pack(s)
		}
	}
	d.bytes += int64(len(data))
	if s.Err != nil {
		return 0, s.Err
	}
	if time.Since(d.since) > writeSlice {
		if time.Since(d.told) > tellPause {
			d.files.loop.Update(func() { s.Err = d.files.page.Exports.Writing(d.name, d.bytes) })
			d.told = time.Now()
		}
		javascript.Turn()
		d.since = time.Now()
	}
	return len(data), s.Err
}

// pack makes a Blob, which is a copy, of what is held.
func (d *download) pack(s *javascript.Script) {
	s.Call(d.whole, "push", s.New("Blob", []any{s.Call(d.part, "subarray", 0, d.held)}))
	d.held = 0
}

func (f *Files) Write(name, mime string, write func(io.Writer) error) {
	go javascript.Guard(func() {
		javascript.Turn() // what asked for it is shown first
		s := &javascript.Script{}
		d := &download{files: f, name: name, whole: s.New("Array"), part: s.New("Uint8Array", blobSize), since: time.Now(), told: time.Now()}
		if s.Err == nil {
			s.Err = write(d)
		}
		if s.Err == nil {
			d.pack(s)
		}
		blob := s.New("Blob", d.whole, map[string]any{"type": mime})
		offer(s, name, blob)
		f.loop.Update(func() { f.page.Exports.Written(name, d.bytes, s.Err) })
	})
}

func (f *Files) SavePNG(name string, svg []byte, width int, about string) {
	go javascript.Guard(func() {
		s := &javascript.Script{}
		charts := s.Await(s.Call(s.Global("backfill"), "charts")) // its module makes pictures of shapes
		offer(s, name, s.Await(s.Call(charts, "pixels", string(svg), width, about)))
		if s.Err != nil {
			javascript.Report(fmt.Errorf("save %s: %w", name, s.Err))
			f.loop.Update(func() { f.page.Exports.Written(name, 0, s.Err) })
		}
	})
}

func (f *Files) Save(name, mime string, data []byte) {
	s := &javascript.Script{}
	blob := s.New("Blob", []any{s.Array(data)}, map[string]any{"type": mime})
	offer(s, name, blob)
	javascript.Report(s.Err)
}

// offer offers a Blob as a file.
func offer(s *javascript.Script, name string, blob safejs.Value) {
	url := s.Call(s.Global("URL"), "createObjectURL", blob)
	link := s.Call(s.Global("document"), "createElement", "a")
	s.Set(link, "href", url)
	s.Set(link, "download", name)
	s.Call(link, "click")
	// The browser reads it some time later and does not say when.
	time.AfterFunc(time.Minute, func() {
		s := &javascript.Script{}
		s.Call(s.Global("URL"), "revokeObjectURL", url)
		javascript.Report(s.Err)
	})
}
