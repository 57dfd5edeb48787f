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
	"backfill/engine/workload"
	"backfill/wasm/promise"
	"backfill/wasm/wire"
	"backfill/wasm/zone"
)

// Serve answers the messages to this worker until the page terminates it. A message has
// the request as JSON, head, and perhaps data, an ArrayBuffer.
func Serve(c scenario.Catalogs) error {
	engine.LoadZone = zone.Load
	workload.Unzip = unzip
	scope := safejs.Global() // DedicatedWorkerGlobalScope
	s := New(c, func(a wire.Answer, data wire.Packed) {
		if err := post(scope, a, data); err != nil {
			fmt.Fprintln(os.Stderr, "backfill: answer the page:", err)
		}
	})
	s.hash = hash
	var requests promise.Line
	handler, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		r, data, err := read(args)
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

// read takes a message apart.
func read(event []safejs.Value) (r wire.Request, data []byte, err error) {
	if len(event) != 1 {
		return r, nil, errors.New("an event is needed")
	}
	message, err := event[0].Get("data")
	if err != nil {
		return r, nil, err
	}
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

// post posts an answer; data is transferred.
func post(scope safejs.Value, a wire.Answer, data wire.Packed) error {
	head, err := json.Marshal(a)
	if err != nil {
		return err
	}
	message, transfer := map[string]any{"head": string(head)}, []any{}
	if data != nil {
		buffer, err := bufferOf(data)
		if err != nil {
			return err
		}
		message["data"], transfer = buffer, append(transfer, buffer)
	}
	_, err = scope.Call("postMessage", message, transfer)
	return err
}

// bufferOf copies data into a new ArrayBuffer, part by part.
func bufferOf(data wire.Packed) (safejs.Value, error) {
	buffer, err := create("ArrayBuffer", data.Len())
	if err != nil {
		return safejs.Undefined(), err
	}
	at := 0
	for _, part := range data {
		array, err := create("Uint8Array", buffer, at, len(part))
		if err != nil {
			return safejs.Undefined(), err
		}
		if _, err := safejs.CopyBytesToJS(array, part); err != nil {
			return safejs.Undefined(), err
		}
		at += len(part)
	}
	return buffer, nil
}
