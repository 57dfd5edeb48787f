//go:build js && wasm

package workers

import (
	"runtime"
	"runtime/debug"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
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
func (a *arrival) take(s *javascript.Script, worker, message safejs.Value, wanted bool) (complete bool) {
	buffer := s.Get(message, "data")
	if s.Err != nil || !javascript.Present(buffer) {
		return true
	}
	if a.came == 0 {
		a.size = int(s.Number(message, "size"))
		a.most = max(a.most, a.size)
		if wanted && s.Err == nil {
			makeRoom(a.size)
			a.data = make([]byte, max(a.size, 8))[:0] // at an address that is a multiple of 8
		}
	}
	n := min(a.size-a.came, wire.PieceSize)
	if a.data != nil {
		piece := s.New("Uint8Array", buffer, 0, n)
		if s.Err == nil {
			_, s.Err = safejs.CopyBytesToGo(a.data[a.came:a.came+n], piece)
			a.data = a.data[:a.came+n]
		}
	}
	a.came += n
	if s.Err != nil {
		return true
	}
	if a.came < a.size {
		s.Call(worker, "postMessage", map[string]any{"back": buffer}, []any{buffer})
		return false
	}
	a.came = 0
	return true
}

// muchData is the size in bytes of a workload of some 20,000 jobs.
const muchData = 1 << 20

// makeRoom frees what the runs before left before much comes, and lets little lie about from then on: the memory of a
// WebAssembly program never shrinks, and columns of numbers are quickly looked through.
func makeRoom(bytes int) {
	if bytes >= muchData {
		debug.SetGCPercent(20)
		runtime.GC()
	}
}
