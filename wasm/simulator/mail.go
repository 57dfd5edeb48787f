//go:build js && wasm

package simulator

import (
	"encoding/json"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
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
	s := &javascript.Script{}
	message := map[string]any{"head": string(head)}
	if data == nil {
		s.Call(m.scope, "postMessage", message)
		return s.Err
	}
	size := data.Len()
	message["size"] = size
	buffer := s.New("ArrayBuffer", min(size, wire.PieceSize))
	for {
		data = fill(s, buffer, data)
		message["data"] = buffer
		s.Call(m.scope, "postMessage", message, []any{buffer})
		if s.Err != nil || data.Len() == 0 {
			return s.Err
		}
		buffer = <-m.back
	}
}

// fill copies as much of data into an ArrayBuffer as there is room for, and returns the rest.
func fill(s *javascript.Script, buffer safejs.Value, data wire.Packed) (rest wire.Packed) {
	array := s.New("Uint8Array", buffer)
	room := int(s.Number(array, "length"))
	for at := 0; s.Err == nil && at < room && len(data) > 0; {
		part := data[0][:min(len(data[0]), room-at)]
		place := s.Call(array, "subarray", at, at+len(part))
		if s.Err == nil {
			_, s.Err = safejs.CopyBytesToJS(place, part)
		}
		at += len(part)
		if len(part) < len(data[0]) {
			data = append(wire.Packed{data[0][len(part):]}, data[1:]...)
		} else {
			data = data[1:]
		}
	}
	return data
}
