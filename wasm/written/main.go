//go:build js && wasm

// Command written is the program of workers that compute what people write: expressions and scripts. It is apart from
// the page's, since the libraries that read them would make that much larger: the page
// fetches it when an experiment has one.
package main

import (
	"fmt"
	"os"

	"backfill/policies/written"
	"backfill/wasm/simulator"
)

func main() {
	fmt.Fprintln(os.Stderr, "backfill:", simulator.Serve(written.Catalogs()))
	os.Exit(1)
}
