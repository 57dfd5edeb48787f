//go:build js && wasm

// Package files opens what the reader chooses, drops or picks from the gallery, and saves what the page offers. It keeps logs in
// package storage and has workers read them; of scenarios it knows only that they are JSON.
package files

import (
	"time"

	"backfill/ui"
	"backfill/ui/session"
	"backfill/wasm/browser/render"
	"backfill/wasm/browser/storage"
	"backfill/wasm/browser/workers"
	"backfill/wasm/javascript"
)

// Files implements session.Files.
type Files struct {
	loop      *render.Loop
	page      *ui.Page
	logs      *storage.Logs
	simulator *workers.Simulator
	drawn     func(limit time.Duration)
}

var _ session.Files = (*Files)(nil)

// New opens logs into logs, once simulator has had them read. What is not needed for the first picture waits for it by drawn.
func New(loop *render.Loop, logs *storage.Logs, simulator *workers.Simulator, drawn func(limit time.Duration)) *Files {
	return &Files{loop: loop, logs: logs, simulator: simulator, drawn: drawn}
}

// Attach tells the page from now on of files that are opened, and of those that are dropped on it.
func (f *Files) Attach(page *ui.Page) error {
	f.page = page
	s := &javascript.Script{}
	f.listenDrop(s)
	return s.Err
}
