//go:build js && wasm

package main

import (
	"fmt"

	"backfill/policies"
	"backfill/ui"
	"backfill/wasm/browser/address"
	"backfill/wasm/browser/files"
	"backfill/wasm/browser/render"
	"backfill/wasm/browser/screen"
	"backfill/wasm/browser/storage"
	"backfill/wasm/browser/workers"
	"backfill/wasm/javascript"
)

// browser implements session.Browser.
type browser struct {
	*workers.Simulator
	*files.Files
	*address.Address
	*screen.Screen
}

// runPage renders the page after every event, for ever.
func runPage() error {
	loop, err := render.New("#app")
	if err != nil {
		return err
	}
	logs := storage.New()
	simulator, err := workers.New(loop, logs)
	if err != nil {
		return err
	}
	address, err := address.New(loop)
	if err != nil {
		return err
	}
	screen := screen.New(loop, address.Frame())
	files := files.New(loop, logs, simulator, screen.AwaitPicture)

	page := ui.NewPage(browser{simulator, files, address, screen}, policies.Catalogs())
	if frame := address.Frame(); frame != nil {
		page.Embed(frame)
	}
	javascript.Crashed = func(what string) {
		page.Crashed(what)
		loop.Later(func() {})
	}
	simulator.Attach(page)
	for _, attach := range []func(*ui.Page) error{files.Attach, address.Attach, screen.Attach} {
		if err := attach(page); err != nil {
			return fmt.Errorf("attach to the page: %w", err)
		}
	}
	if err := exposeHeap(); err != nil {
		return err
	}
	// The first rendering shows the experiment already, which a worker simulates meanwhile.
	fragment := screen.Opens(address.Fragment())
	loop.Update(func() { page.Open(fragment, address.Item()) })
	return loop.Run(ui.Root(page), screen.Due, func() {
		simulator.ShowBusy()
		screen.Rendered()
	})
}
