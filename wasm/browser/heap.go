//go:build js && wasm

package main

import (
	"runtime"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// exposeHeap makes backfill.heap(), by which tests and measurements learn how many bytes the program has in use
// once garbage is collected. What it has taken from the browser is more, and never less than it was.
func exposeHeap() error {
	s := &javascript.Script{}
	heap, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // which sweeps what the first has found, and what finalizers let go
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	})
	if err != nil {
		return err
	}
	s.Set(s.Global("backfill"), "heap", heap.Value())
	return s.Err
}
