//go:build js && wasm

// Command expressions is the program of workers that compute expressions. It is apart from
// the page's, since the library that reads them would make that much larger: the page
// fetches it when an experiment has an expression.
package main

import (
	"fmt"
	"os"

	"backfill/policies/expression"
	"backfill/wasm/simulator"
)

func main() {
	fmt.Fprintln(os.Stderr, "backfill:", simulator.Serve(expression.Catalogs()))
	os.Exit(1)
}
