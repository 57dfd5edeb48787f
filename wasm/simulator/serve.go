//go:build js && wasm

package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/engine/workload/textfile"
	"backfill/wasm/promise"
	"backfill/wasm/wire"
	"backfill/wasm/zone"
)

// Serve answers the messages to this worker until the page terminates it. A message has
// the request as JSON, head, and perhaps data, an ArrayBuffer; or it gives back the buffer of an answer. It returns only if it fails.
func Serve(c scenario.Catalogs) error {
	engine.LoadZone = zone.Load
	textfile.Unzip = unzip
	scope := safejs.Global() // DedicatedWorkerGlobalScope
	m := mail{scope: scope, back: make(chan safejs.Value, 1)}
	s := New(c, func(a wire.Answer, data wire.Packed) {
		if err := m.post(a, data); err != nil {
			fmt.Fprintln(os.Stderr, "backfill: answer the page:", err)
		}
	})
	s.hash = hash
	var requests promise.Line
	handler, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		message, err := messageOf(args)
		if err != nil {
			fmt.Fprintln(os.Stderr, "backfill: hear the page:", err)
			return nil
		}
		if buffer, err := message.Get("back"); err == nil && !buffer.IsUndefined() {
			m.back <- buffer // does not wait: there is no other
			return nil
		}
		r, data, err := read(message)
		if err != nil {
			s.answer(wire.Answer{Say: wire.Failed, Task: r.Task, Failure: failure(err)}, nil)
			return nil
		}
		requests.Put(func() { s.Receive(r, data) })
		return nil
	})
	if err == nil {
		err = scope.Set("onmessage", handler.Value())
	}
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	select {}
}

// messageOf is what an event brings.
func messageOf(event []safejs.Value) (safejs.Value, error) {
	if len(event) != 1 {
		return safejs.Undefined(), errors.New("an event is needed")
	}
	return event[0].Get("data")
}

// read takes a message apart.
func read(message safejs.Value) (r wire.Request, data []byte, err error) {
	head, err := message.Get("head")
	if err != nil {
		return r, nil, err
	}
	text, err := head.String()
	if err != nil {
		return r, nil, err
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, nil, err
	}
	buffer, err := message.Get("data")
	if err != nil || buffer.IsUndefined() || buffer.IsNull() {
		return r, nil, err
	}
	data, err = bytesOf(buffer)
	return r, data, err
}

// bytesOf copies an ArrayBuffer into Go's memory, at an address that is a multiple of 8.
func bytesOf(buffer safejs.Value) ([]byte, error) {
	array, err := create("Uint8Array", buffer)
	if err != nil {
		return nil, err
	}
	length, err := array.Length()
	if err != nil {
		return nil, err
	}
	b := make([]byte, max(length, 8))[:length]
	_, err = safejs.CopyBytesToGo(b, array)
	return b, err
}

// create makes an object of a global class.
func create(class string, args ...any) (safejs.Value, error) {
	constructor, err := safejs.Global().Get(class)
	if err != nil {
		return safejs.Undefined(), err
	}
	return constructor.New(args...)
}
