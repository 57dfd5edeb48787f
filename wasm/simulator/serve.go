//go:build js && wasm

package simulator

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/engine/workload/textfile"
	"backfill/wasm/javascript"
	"backfill/wasm/timezone"
	"backfill/wasm/wire"
)

// Serve answers the messages to this worker until the page terminates it. A message has
// the request as JSON, head, and perhaps data, an ArrayBuffer or a Blob; or it gives back the buffer of an answer. It returns only if it fails.
func Serve(c scenario.Catalogs) error {
	engine.LoadZone = timezone.Load
	textfile.Unzip = unzip
	scope := safejs.Global() // DedicatedWorkerGlobalScope
	m := mail{scope: scope, back: make(chan safejs.Value, 1)}
	s := New(c, func(a wire.Answer, data wire.Packed) {
		if err := m.post(a, data); err != nil {
			fmt.Fprintln(os.Stderr, "backfill: answer the page:", err)
		}
	})
	s.hash = hash
	var requests javascript.Line
	script := &javascript.Script{}
	handler := script.Function(func(args []safejs.Value) {
		hear := &javascript.Script{}
		message := hear.Get(args[0], "data")
		if buffer := hear.Get(message, "back"); javascript.Present(buffer) {
			m.back <- buffer // does not wait: there is no other
			return
		}
		r, file := read(hear, message)
		if hear.Err != nil {
			s.answer(wire.Answer{Say: wire.Failed, Task: r.Task, Failure: failure(hear.Err)}, nil)
			return
		}
		requests.Put(func() { s.Receive(r, file) })
	})
	script.Set(scope, "onmessage", handler.Value())
	if script.Err != nil {
		return fmt.Errorf("worker: %w", script.Err)
	}
	select {}
}

// read takes a message apart.
func read(s *javascript.Script, message safejs.Value) (r wire.Request, file File) {
	head := s.Text(message, "head")
	if s.Err == nil {
		s.Err = json.Unmarshal([]byte(head), &r)
	}
	if data := s.Get(message, "data"); javascript.Present(data) {
		file = newContent(s, data)
	}
	return r, file
}
