//go:build js && wasm

// Command lesson is the program of workers that read lessons and simulate their experiments. Pages about lessons that do not come with
// the page fetch it; no other page does.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/wasm/javascript"
	"backfill/wasm/lesson/verbs"
	"backfill/wasm/timezone"
)

func main() {
	fmt.Fprintln(os.Stderr, "backfill:", serve())
	os.Exit(1)
}

// serve answers the messages to this worker, {id, verb, …} each, until the page terminates it. It returns only if it fails.
func serve() error {
	engine.LoadZone = timezone.Load
	scope := safejs.Global() // DedicatedWorkerGlobalScope
	post := func(answer any) {
		text, err := json.Marshal(answer)
		s := &javascript.Script{Err: err}
		s.Call(scope, "postMessage", s.Call(s.Global("JSON"), "parse", string(text)))
		javascript.Report(s.Err)
	}
	desk := verbs.New(func(b verbs.Begun) { post(b) })
	var requests javascript.Line
	script := &javascript.Script{}
	handler := script.Function(func(args []safejs.Value) {
		hear := &javascript.Script{}
		message := hear.Text(hear.Call(hear.Global("JSON"), "stringify", hear.Get(args[0], "data")))
		if hear.Err != nil {
			javascript.Report(hear.Err)
			return
		}
		id := int64(hear.Number(args[0], "data", "id"))
		requests.Put(func() {
			javascript.Recover(func() { post(desk.Answer([]byte(message))) },
				func(what string) { post(verbs.Failed(id, fmt.Errorf("the program has failed: %s", what))) })
		})
	})
	script.Set(scope, "onmessage", handler.Value())
	if script.Err != nil {
		return fmt.Errorf("worker: %w", script.Err)
	}
	select {}
}
