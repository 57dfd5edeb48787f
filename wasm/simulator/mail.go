//go:build js && wasm

package simulator

import (
	"encoding/json"

	"github.com/hack-pad/safejs"

	"backfill/wasm/wire"
)

// mail posts answers to the page. What is large goes in pieces, in one buffer that the page gives back each time: whole, it would
// be a third time in memory, for as long as the browser likes.
type mail struct {
	scope safejs.Value      // DedicatedWorkerGlobalScope
	back  chan safejs.Value // the ArrayBuffer that the page gives back
}

// post posts an answer, whose data are transferred. It waits for the page if they are large.
func (m *mail) post(a wire.Answer, data wire.Packed) error {
	head, err := json.Marshal(a)
	if err != nil {
		return err
	}
	size := data.Len()
	message := map[string]any{"head": string(head)}
	if data == nil {
		_, err = m.scope.Call("postMessage", message)
		return err
	}
	buffer, err := create("ArrayBuffer", min(size, wire.PieceSize))
	if err != nil {
		return err
	}
	message["size"] = size
	for {
		if data, err = fill(buffer, data); err != nil {
			return err
		}
		message["data"] = buffer
		if _, err := m.scope.Call("postMessage", message, []any{buffer}); err != nil || data.Len() == 0 {
			return err
		}
		buffer = <-m.back
	}
}

// fill copies as much of data into an ArrayBuffer as there is room for, and returns the rest.
func fill(buffer safejs.Value, data wire.Packed) (rest wire.Packed, err error) {
	array, err := create("Uint8Array", buffer)
	if err != nil {
		return nil, err
	}
	room, err := array.Length()
	for at := 0; err == nil && at < room && len(data) > 0; {
		part := data[0][:min(len(data[0]), room-at)]
		var place safejs.Value
		if place, err = array.Call("subarray", at, at+len(part)); err == nil {
			_, err = safejs.CopyBytesToJS(place, part)
		}
		at += len(part)
		if len(part) < len(data[0]) {
			data = append(wire.Packed{data[0][len(part):]}, data[1:]...)
		} else {
			data = data[1:]
		}
	}
	return data, err
}
