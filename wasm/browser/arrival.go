//go:build js && wasm

package main

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/wire"
)

// arrival is the data of an answer while its pieces come.
type arrival struct {
	data []byte // what has come, nil before; it has room for all
	size int    // of all
	came int    // bytes
	most int    // the largest size so far
}

// take copies the piece that a message of a worker brings, if it is wanted, gives the buffer back unless it is the last, and says
// whether all have come.
func (a *arrival) take(s *script, worker, message safejs.Value, wanted bool) (complete bool) {
	buffer := s.get(message, "data")
	if s.err != nil || !present(buffer) {
		return true
	}
	if a.came == 0 {
		a.size = int(s.number(message, "size"))
		a.most = max(a.most, a.size)
		if wanted && s.err == nil {
			makeRoom(a.size)
			a.data = make([]byte, max(a.size, 8))[:0] // at an address that is a multiple of 8
		}
	}
	n := min(a.size-a.came, wire.PieceSize)
	if a.data != nil {
		piece := s.create("Uint8Array", buffer, 0, n)
		if s.err == nil {
			_, s.err = safejs.CopyBytesToGo(a.data[a.came:a.came+n], piece)
			a.data = a.data[:a.came+n]
		}
	}
	a.came += n
	if s.err != nil {
		return true
	}
	if a.came < a.size {
		s.call(worker, "postMessage", map[string]any{"back": buffer}, []any{buffer})
		return false
	}
	a.came = 0
	return true
}
