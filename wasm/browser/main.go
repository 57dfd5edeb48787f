//go:build js && wasm

// Command browser is the program of the page and of its workers, in one binary. A
// worker has no document. Experiments with expressions or scripts have workers of another program
// (wasm/written).
//
// The page draws what package ui describes and answers its requests to the browser:
// files, address, clipboard, timeline, charts. It never simulates: it asks workers,
// in the words of package wire.
package main

import (
	"fmt"
	"os"

	"github.com/hack-pad/safejs"

	"backfill/policies"
	"backfill/wasm/simulator"
)

func main() {
	document, err := safejs.Global().Get("document")
	if err == nil {
		if document.IsUndefined() {
			err = simulator.Serve(policies.Catalogs())
		} else {
			err = runPage()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "backfill:", err)
		os.Exit(1)
	}
}
